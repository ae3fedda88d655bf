// Pass statistics: facts that a run learns about its input and uses in later passes. They affect
// only the choice and order of candidates, never the answers.
#pragma once

#include <map>
#include <memory>
#include <typeindex>

#include "reduce/pass/negative_cache.h"

namespace grabr {

/// One slot for each pass that learns. A slot's type identifies it, and its default values are the
/// priors.
class PassStatistics {
 public:
  NegativeCache negative;  ///< of all passes

  /// The slot of that type, created on first use. References to it stay valid.
  template <class Slot>
  Slot& of() {
    std::shared_ptr<void>& slot = slots_[typeid(Slot)];
    if (slot == nullptr) slot = std::make_shared<Slot>();
    return *static_cast<Slot*>(slot.get());
  }

 private:
  std::map<std::type_index, std::shared_ptr<void>> slots_;
};

}  // namespace grabr
