// Simulates tests without processes, several at once: each ends after a random number of waits, so
// out of order, with a result from a rule. Data that copies of the process share goes through a
// folder, as in real runs. Real processes: support/shell_oracle.h.
#pragma once

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "oracle/oracle.h"
#include "temporary_folder.h"
#include "text/file.h"
#include "text/hash.h"

namespace grabr {

/// The input of a rule.
struct SimulatedRun {
  std::string_view text;
  unsigned number = 0;          ///< of the runs of this text, from 1
  unsigned most_under_way = 1;  ///< the maximum number of simultaneous tests so far, this one
                                ///< included
};

class SimulatedOracle : public Oracle {
 public:
  using Rule = std::function<TestResult(const SimulatedRun&)>;
  using Function = std::function<Outcome(std::string_view)>;

  explicit SimulatedOracle(Rule rule, unsigned capacity = 1, unsigned seed = 1)
      : rule_(std::move(rule)), capacity_(capacity), random_(seed) {}
  /// With the exit code and the duration of a small program.
  explicit SimulatedOracle(Function judge, unsigned capacity = 1, unsigned seed = 1)
      : SimulatedOracle(Rule([judge = std::move(judge)](const SimulatedRun& run) {
                          TestResult result;
                          result.outcome = judge(run.text);
                          result.exit_code = fails(result) ? 0 : 1;
                          result.seconds = 0.05;
                          return result;
                        }),
                        capacity, seed) {}
  /// Texts that are not in `told` pass.
  SimulatedOracle() : SimulatedOracle([](const SimulatedRun&) { return TestResult{}; }) {}

  unsigned capacity() const override { return capacity_; }

  Ticket start(std::string_view candidate) override {
    if (running_.size() >= capacity_) throw std::logic_error("too many tests at once");
    started_.emplace_back(candidate);
    running_.push_back({++tickets_, started_.back(), ++runs_of_[hash128(candidate)], 0,
                        std::uniform_int_distribution<int>(1, slowest)(random_)});
    const auto now = static_cast<unsigned>(running_.size());
    for (Running& test : running_) test.most_under_way = std::max(test.most_under_way, now);
    most_under_way = std::max(most_under_way, now);
    return tickets_;
  }

  std::optional<Finished> wait(std::span<const int> wake, const Deadline& deadline) override {
    std::vector<pollfd> watched;
    for (const int descriptor : wake) watched.push_back({descriptor, POLLIN, 0});
    if (!wake.empty() && ::poll(watched.data(), watched.size(), 1) > 0) return std::nullopt;
    if (running_.empty() && !deadline) throw std::logic_error("nothing to wait for");
    ++rounds;
    for (Running& test : running_) --test.waits;
    const auto done = std::ranges::find_if(running_, [](const Running& t) { return t.waits <= 0; });
    if (done == running_.end()) return std::nullopt;
    const Running test = std::move(*done);
    running_.erase(done);
    return Finished{test.ticket, result_of(test)};
  }

  void cancel(Ticket ticket) override {
    std::erase_if(running_, [&](const Running& test) { return test.ticket == ticket; });
    ++cancelled;
  }

  void wake() noexcept override { ++woken; }
  std::string trouble() override { return wrong; }

  std::uint64_t store(std::string_view candidate) override {
    const std::uint64_t number = static_cast<std::uint64_t>(::getpid()) << 32 | ++stored_;
    write_atomically(place(number), candidate);
    return number;
  }
  Ticket start_stored(std::uint64_t number) override {
    const std::string candidate = read_file(place(number));
    std::filesystem::remove(place(number));
    return start(candidate);
  }

  /// The started tests, in order.
  const std::vector<std::string>& started() const { return started_; }
  std::size_t under_way() const { return running_.size(); }
  std::size_t left_stored() const {
    namespace fs = std::filesystem;
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
  }

  int slowest = 4;  ///< waits until a test ends
  /// The results of a text, one for each run, the last one repeated; they take precedence over the
  /// rule.
  std::map<std::string, std::deque<TestResult>, std::less<>> told;
  std::string wrong;  ///< returned by trouble()

  std::size_t rounds = 0;
  std::size_t cancelled = 0;
  unsigned woken = 0;
  unsigned most_under_way = 0;

 private:
  struct Running {
    Ticket ticket;
    std::string text;
    unsigned number;
    unsigned most_under_way;
    int waits;
  };

  TestResult result_of(const Running& test) {
    const auto found = told.find(test.text);
    if (found == told.end()) return rule_({test.text, test.number, test.most_under_way});
    TestResult result = found->second.front();
    if (found->second.size() > 1) found->second.pop_front();
    return result;
  }

  std::filesystem::path place(std::uint64_t number) const {
    return folder_.path() / std::to_string(number);
  }

  Rule rule_;
  unsigned capacity_;
  std::mt19937 random_;
  TemporaryFolder folder_;
  std::uint64_t stored_ = 0;
  Ticket tickets_ = 0;
  std::vector<Running> running_;
  std::vector<std::string> started_;
  std::unordered_map<Hash128, unsigned> runs_of_;
};

}  // namespace grabr
