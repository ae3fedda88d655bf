// An oracle that is at several tests at once, without processes: each ends after a random number of
// waits. What copies of the process store goes through a folder, as in real life.
#pragma once

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "oracle/oracle.h"
#include "temporary_folder.h"
#include "text/file.h"

namespace grabr {

class SimulatedOracle : public Oracle {
 public:
  using Function = std::function<Outcome(std::string_view)>;

  SimulatedOracle(Function judge, unsigned capacity, unsigned seed = 1)
      : judge_(std::move(judge)), capacity_(capacity), random_(seed) {}

  unsigned capacity() const override { return capacity_; }

  Ticket start(std::string_view candidate) override {
    if (running_.size() >= capacity_) throw std::logic_error("too many tests at once");
    started_.emplace_back(candidate);
    Running test{++tickets_, {}, std::uniform_int_distribution<int>(1, slowest)(random_)};
    test.result.outcome = judge_(candidate);
    test.result.exit_code = test.result.outcome == Outcome::kFail ? 0 : 1;
    test.result.seconds = 0.05;
    running_.push_back(test);
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
    const Finished finished{done->ticket, done->result};
    running_.erase(done);
    return finished;
  }

  void cancel(Ticket ticket) override {
    std::erase_if(running_, [&](const Running& test) { return test.ticket == ticket; });
    ++cancelled;
  }

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

  /// What has been started, in order.
  const std::vector<std::string>& started() const { return started_; }
  std::size_t under_way() const { return running_.size(); }
  std::size_t left_stored() const {
    namespace fs = std::filesystem;
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
  }

  int slowest = 4;        ///< waits until a test ends
  std::size_t rounds = 0;
  std::size_t cancelled = 0;

 private:
  struct Running {
    Ticket ticket;
    TestResult result;
    int waits;
  };

  std::filesystem::path place(std::uint64_t number) const {
    return folder_.path() / std::to_string(number);
  }

  Function judge_;
  unsigned capacity_;
  std::mt19937 random_;
  TemporaryFolder folder_;
  std::uint64_t stored_ = 0;
  Ticket tickets_ = 0;
  std::vector<Running> running_;
  std::vector<std::string> started_;
};

}  // namespace grabr
