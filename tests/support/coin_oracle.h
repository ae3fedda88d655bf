// Simulates a test that fails now and then: whether run i of a text fails depends only on the text
// and i, however many run at once. Tests end out of order.
#pragma once

#include <algorithm>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "oracle/answers/rate_oracle.h"
#include "oracle/oracle.h"
#include "text/hash.h"

namespace grabr {

class CoinOracle : public Oracle {
 public:
  /// How often a text fails, from 0 to 1.
  using Rate = std::function<double(std::string_view)>;

  CoinOracle(Rate rate, std::uint64_t seed, unsigned capacity = 1)
      : rate_(std::move(rate)), seed_(seed), capacity_(capacity), random_(capacity) {}

  unsigned capacity() const override { return capacity_; }
  Ticket start(std::string_view candidate) override {
    std::set<unsigned>& taken = taken_[hash128(candidate)];
    unsigned number = 0;
    while (taken.contains(number)) ++number;
    taken.insert(number);
    running_.push_back({++tickets_, std::string(candidate), number});
    return tickets_;
  }
  std::optional<Finished> wait(std::span<const int>, const Deadline&) override {
    if (running_.empty()) return std::nullopt;
    const std::size_t which = random_() % running_.size();
    const Running run = std::move(running_[which]);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(which));
    TestResult result;
    result.outcome = fails_now(run) ? Outcome::kFail : Outcome::kPass;
    result.exit_code = fails(result) ? 0 : 1;
    return Finished{run.ticket, result};
  }
  /// Its run number becomes available again.
  void cancel(Ticket ticket) override {
    const auto run = std::ranges::find(running_, ticket, &Running::ticket);
    if (run == running_.end()) return;
    taken_[hash128(run->text)].erase(run->number);
    running_.erase(run);
  }

  std::uint64_t runs() const { return runs_; }  ///< that ended
 private:
  struct Running {
    Ticket ticket = 0;
    std::string text;
    unsigned number = 0;  ///< of the runs of this text
  };

  bool fails_now(const Running& run) {
    ++runs_;
    const Hash128 hash = hash128(run.text);
    const Hash128 drawn = hash128(std::to_string(hash.low) + '/' + std::to_string(seed_) + '/' +
                                  std::to_string(run.number));
    return static_cast<double>(drawn.low >> 11U) * 0x1p-53 < rate_(run.text);
  }

  Rate rate_;
  std::uint64_t seed_;
  unsigned capacity_;
  std::mt19937 random_;
  Ticket tickets_ = 0;
  std::uint64_t runs_ = 0;
  std::unordered_map<Hash128, std::set<unsigned>> taken_;
  std::vector<Running> running_;
};

/// The rate of failures in further runs of a text for which nothing is stored.
inline Hits measured_rate(Oracle& oracle, std::string_view text, const RateOracle::Wanted& wanted) {
  return RateOracle(oracle, nullptr, {}).measure(text, wanted, {});
}

}  // namespace grabr
