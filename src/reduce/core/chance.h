// Estimates the probability that a candidate is interesting, from its phase and the answers before.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>

namespace grabr {

/// Used only for speculation; no strategy's decision depends on it. Keeps two rates for each phase:
/// after an interesting candidate and after another. Each begins with the phase's usual rate; older
/// answers count less.
class ChanceEstimate {
 public:
  double of(std::string_view phase) const;
  void note(std::string_view phase, bool failed);

 private:
  struct Rate {
    double fails;
    double all;
  };
  using Rates = std::array<Rate, 2>;  ///< after a "no", and after a "yes"

  static Rates usual(std::string_view phase);

  std::map<std::string, Rates, std::less<>> rates_;
  bool last_failed_ = false;
};

}  // namespace grabr
