// What a run learns about its input and uses in later passes. It only changes what is asked first,
// or again; never what is true.
#pragma once

#include <map>
#include <memory>
#include <typeindex>

#include "reduce/pass/negative_cache.h"

namespace grabr {

/// One slot for each pass that learns: a type of its own, whose first values are its priors.
class PassStatistics {
 public:
  NegativeCache negative;  ///< of all passes

  /// The slot of that type; made when it is first asked for. It stays where it is.
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
