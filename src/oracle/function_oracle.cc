// Tested by tests/oracle/function_oracle_test.cc, and with the thread sanitizer by
// tools/test-threads.
#include "oracle/function_oracle.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace grabr {

ThreadOracle::ThreadOracle(Function judge, unsigned threads) : judge_(std::move(judge)) {
  threads_.reserve(std::max(threads, 1u));
  for (unsigned i = 0; i < std::max(threads, 1u); ++i) threads_.emplace_back([this] { work(); });
}

ThreadOracle::~ThreadOracle() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  to_do_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

Ticket ThreadOracle::start(std::string_view candidate) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back({++tickets_, std::string(candidate)});
  wanted_.insert(tickets_);
  to_do_.notify_one();
  return tickets_;
}

std::optional<Finished> ThreadOracle::wait(std::span<const int>, const Deadline& deadline) {
  std::unique_lock lock(mutex_);
  if (deadline) done_.wait_until(lock, *deadline, [this] { return has_news(); });
  else done_.wait(lock, [this] { return has_news(); });
  woken_ = false;
  if (finished_.empty()) return std::nullopt;
  Finished first = std::move(finished_.front());
  finished_.pop_front();
  return first;
}

void ThreadOracle::cancel(Ticket ticket) {
  const std::lock_guard lock(mutex_);
  wanted_.erase(ticket);
  std::erase_if(waiting_, [&](const Call& call) { return call.ticket == ticket; });
  std::erase_if(finished_, [&](const Finished& one) { return one.ticket == ticket; });
}

void ThreadOracle::wake() noexcept {
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
  }
  done_.notify_all();
}

std::exception_ptr ThreadOracle::failure_of(std::string_view candidate) {
  const std::lock_guard lock(mutex_);
  const auto found = failures_.find(hash128(candidate));
  return found == failures_.end() ? nullptr : found->second;
}

void ThreadOracle::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    to_do_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
    if (ends_) return;
    const Call call = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    TestResult result = judge(call.candidate);
    lock.lock();
    if (wanted_.erase(call.ticket) == 0) continue;
    finished_.push_back({call.ticket, std::move(result)});
    done_.notify_one();
  }
}

TestResult ThreadOracle::judge(const std::string& candidate) {
  TestResult result;
  const auto begin = std::chrono::steady_clock::now();
  try {
    result.outcome = judge_(candidate);
  } catch (...) {
    result.outcome = Outcome::kUnresolved;
    const std::lock_guard lock(mutex_);
    failures_[hash128(candidate)] = std::current_exception();
  }
  result.exit_code = result.outcome == Outcome::kFail   ? 0
                     : result.outcome == Outcome::kPass ? 1
                                                        : 125;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace grabr
