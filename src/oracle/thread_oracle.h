// The oracle that calls a function in several threads at once, for programs that use the library.
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
#include <vector>

#include "oracle/oracle.h"
#include "text/hash.h"

namespace grabr {

/// A test that is cancelled while the function runs goes on to its end, and its thread is busy until
/// then. An exception is no answer: the test is unresolved, and failure_of() gives it. Only for
/// judges that look ahead in sequence, if at all: a copy of the process would have no threads.
class ThreadOracle : public Oracle {
 public:
  using Function = std::function<Outcome(std::string_view)>;

  ThreadOracle(Function judge, unsigned threads);
  ~ThreadOracle() override;  ///< waits for calls that are under way
  ThreadOracle(const ThreadOracle&) = delete;
  ThreadOracle& operator=(const ThreadOracle&) = delete;

  unsigned capacity() const override { return static_cast<unsigned>(threads_.size()); }
  Ticket start(std::string_view candidate) override;
  std::optional<Finished> wait(std::span<const int> wake, const Deadline& deadline) override;
  void cancel(Ticket ticket) override;
  /// From any thread, but from no signal handler.
  void wake() noexcept override;

  /// What the function has thrown for this text; null: nothing.
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
  std::mutex mutex_;  ///< of all below
  std::condition_variable to_do_;
  std::condition_variable done_;
  std::deque<Call> waiting_;
  std::deque<Finished> finished_;
  std::unordered_set<Ticket> wanted_;  ///< waiting or running, and not cancelled
  std::unordered_map<Hash128, std::exception_ptr> failures_;
  Ticket tickets_ = 0;
  bool woken_ = false;
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace grabr
