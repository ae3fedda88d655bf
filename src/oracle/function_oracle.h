// Oracles that call a function, for programs that use the library and for unit tests.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "oracle/oracle.h"
#include "text/hash.h"

namespace grabr {

class FunctionOracle : public Oracle {
 public:
  using Function = std::function<Outcome(std::string_view)>;

  explicit FunctionOracle(Function judge) : judge_(std::move(judge)) {}

  /// Calls the function at once; wait() only returns the result. The exit code is what a test
  /// program would have returned: 0, 1 or 125.
  Ticket start(std::string_view candidate) override {
    TestResult result;
    result.outcome = judge_(candidate);
    result.exit_code = result.outcome == Outcome::kFail   ? 0
                       : result.outcome == Outcome::kPass ? 1
                                                          : 125;
    finished_.push_back({++tickets_, std::move(result)});
    return tickets_;
  }
  std::optional<Finished> wait(std::span<const int>, const Deadline&) override {
    if (finished_.empty()) return std::nullopt;
    Finished finished = std::move(finished_.back());
    finished_.pop_back();
    return finished;
  }
  void cancel(Ticket ticket) override {
    std::erase_if(finished_, [&](const Finished& one) { return one.ticket == ticket; });
  }

 private:
  Function judge_;
  Ticket tickets_ = 0;
  std::vector<Finished> finished_;
};

/// Calls the function on several threads at once. A cancelled call still runs to its end and keeps
/// its thread busy until then. If the function throws, the test is unresolved and failure_of()
/// returns the exception. Usable only with LookAhead::kInSequence or kNone: a forked copy would
/// have no threads.
class ThreadOracle : public Oracle {
 public:
  using Function = std::function<Outcome(std::string_view)>;

  ThreadOracle(Function judge, unsigned threads);
  ~ThreadOracle() override;  ///< waits for running calls
  ThreadOracle(const ThreadOracle&) = delete;
  ThreadOracle& operator=(const ThreadOracle&) = delete;

  unsigned capacity() const override { return static_cast<unsigned>(threads_.size()); }
  Ticket start(std::string_view candidate) override;
  std::optional<Finished> wait(std::span<const int> wake, const Deadline& deadline) override;
  void cancel(Ticket ticket) override;
  /// May be called from any thread, but not from a signal handler.
  void wake() noexcept override;

  /// The exception that the function threw for this candidate; null: none.
  std::exception_ptr failure_of(std::string_view candidate);

 private:
  struct Call {
    Ticket ticket = 0;
    std::string candidate;
  };

  void work();
  TestResult judge(const std::string& candidate);
  bool has_news() const { return !finished_.empty() || woken_; }

  Function judge_;
  std::mutex mutex_;  ///< guards everything below
  std::condition_variable to_do_;
  std::condition_variable done_;
  std::deque<Call> waiting_;
  std::deque<Finished> finished_;
  std::unordered_set<Ticket> wanted_;  ///< waiting or running, not cancelled
  std::unordered_map<Hash128, std::exception_ptr> failures_;
  Ticket tickets_ = 0;
  bool woken_ = false;
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace grabr
