// Estimates the probability that a candidate is interesting, from the candidates before it.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>

namespace grabr {

/// Used only for speculation; no strategy's decision depends on it. Keeps one rate per phase and
/// outcome of the last two candidates. Older outcomes count less.
class ChanceEstimate {
 public:
  double of(std::string_view phase) const {
    const auto found = rates_.find(phase);
    return found == rates_.end() ? kPrior : found->second[last_two_].chance();
  }

  void note(std::string_view phase, bool failed) {
    auto found = rates_.find(phase);
    if (found == rates_.end()) found = rates_.emplace(phase, Rates()).first;
    found->second[last_two_].note(failed);
    last_two_ = (2 * last_two_ + (failed ? 1 : 0)) % 4;
  }

 private:
  static constexpr double kPrior = 0.2;
  static constexpr double kMemory = 0.97;

  struct Rate {
    double all = 2;
    double fails = 2 * kPrior;

    double chance() const { return fails / all; }
    void note(bool failed) {
      fails = kMemory * fails + (failed ? 1 : 0);
      all = kMemory * all + 1;
    }
  };
  using Rates = std::array<Rate, 4>;

  std::map<std::string, Rates, std::less<>> rates_;
  unsigned last_two_ = 0;  // a bit each: was it interesting?
};

}  // namespace grabr
