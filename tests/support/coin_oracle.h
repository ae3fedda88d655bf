// Simulates a test that fails now and then: whether run i of a text fails depends on the text and i
// alone, however many run at once. Tests end out of order.
#pragma once

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

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
    running_.emplace_back(++tickets_, candidate);
    return tickets_;
  }
  std::optional<Finished> wait(std::span<const int>, const Deadline&) override {
    if (running_.empty()) return std::nullopt;
    const std::size_t which = random_() % running_.size();
    auto [ticket, text] = std::move(running_[which]);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(which));
    TestResult result;
    result.outcome = fails_now(text) ? Outcome::kFail : Outcome::kPass;
    result.exit_code = fails(result) ? 0 : 1;
    return Finished{ticket, result};
  }
  void cancel(Ticket ticket) override {
    std::erase_if(running_, [&](const auto& one) { return one.first == ticket; });
  }

  std::uint64_t runs() const { return runs_; }  ///< that came to their end
  /// Goes on as if that many runs of the text were over.
  void skip(const std::string& text, unsigned runs) { next_[hash128(text)] = runs; }
  unsigned made(const std::string& text) { return next_[hash128(text)]; }

 private:
  bool fails_now(const std::string& text) {
    ++runs_;
    const Hash128 hash = hash128(text);
    const Hash128 drawn = hash128(std::to_string(hash.low) + '/' + std::to_string(seed_) + '/' +
                                  std::to_string(next_[hash]++));
    return static_cast<double>(drawn.low >> 11U) * 0x1p-53 < rate_(text);
  }

  Rate rate_;
  std::uint64_t seed_;
  unsigned capacity_;
  std::mt19937 random_;
  Ticket tickets_ = 0;
  std::uint64_t runs_ = 0;
  std::unordered_map<Hash128, unsigned> next_;
  std::vector<std::pair<Ticket, std::string>> running_;
};

}  // namespace grabr
