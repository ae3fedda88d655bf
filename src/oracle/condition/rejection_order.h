// The order of questions if a single "no" decides: most rejections per second of run time first. It
// only affects speed, so each process learns its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <vector>

namespace grabr {

class RejectionOrder {
 public:
  explicit RejectionOrder(std::size_t questions = 0) : known_(questions) {}

  void note(std::size_t question, bool rejected, double seconds) {
    Known& known = known_[question];
    ++known.asked;
    known.rejected += rejected ? 1 : 0;
    known.seconds += seconds;
  }

  void keep_first(std::size_t question) { first_ = question; }

  /// The questions' numbers in the order to ask: ascending until each has been asked once.
  std::vector<std::size_t> order() const {
    std::vector<std::size_t> order(known_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const bool all_known = std::all_of(known_.begin(), known_.end(),
                                       [](const Known& known) { return known.asked > 0; });
    if (!all_known) return order;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (first_ == a || first_ == b) return first_ == a && a != b;
      return known_[a].rejections_a_second() > known_[b].rejections_a_second();
    });
    return order;
  }

 private:
  struct Known {
    double asked = 0, rejected = 0, seconds = 0;

    /// Laplace's rule of succession: a question that has never rejected may still do so.
    double rejections_a_second() const {
      constexpr double kLeast_s = 1e-4;
      return (rejected + 1) / (asked + 2) * asked / std::max(seconds, kLeast_s);
    }
  };

  std::vector<Known> known_;
  std::optional<std::size_t> first_;
};

}  // namespace grabr
