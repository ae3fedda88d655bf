// An answer with snapshots counts as it is only if the candidate passes; and of those, some are
// checked. Snapshots that save nothing are switched off: if no process of the first tests went on
// from a copy, or if the processor time saved does not outweigh the tests that are run twice
// because their candidate does not pass. Tested by tests/check_snapshot.py.
#include "oracle/process/snapshot_use.h"

#include <sys/resource.h>

#include <cmath>
#include <utility>

namespace grabr {
namespace {

constexpr std::uint64_t kCheckedFirst = 10;   // passing candidates that are all checked
constexpr std::uint64_t kCheckedEvery = 100;  // of the others, one in this many
constexpr std::uint64_t kTestsToBegin = 10;   // tests after which a process must have used a copy
constexpr unsigned kPairsToJudge = 5;         // tests run both ways, before the times are compared
constexpr double kMinGain = .1;               // of a test's time: less is no gain

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

std::string milliseconds(double seconds) {
  return std::to_string(std::lround(1000 * seconds)) + " ms";
}

}  // namespace

Snapshots* SnapshotUse::snapshots() {
  if (!setup_.options.snapshot || !off_.empty()) return nullptr;
  if (!snapshots_) {
    snapshots_.emplace(setup_.work_folder);
    if (!snapshots_->problem().empty()) switch_off(snapshots_->problem());
    if (!off_.empty()) return nullptr;
  }
  facts_ = {};
  used_before_ = snapshots_->used();
  cpu_since_last();
  return &*snapshots_;
}

/// The processor time of all tests that have ended, and of the copies, since the last call.
double SnapshotUse::cpu_since_last() {
  rusage children{};
  ::getrusage(RUSAGE_CHILDREN, &children);
  const double now =
      seconds_of(children.ru_utime) + seconds_of(children.ru_stime) + snapshots_->cpu_s();
  return now - std::exchange(cpu_s_, now);
}

bool SnapshotUse::is_checked(const TestResult& with) {
  ++tests_;
  facts_.used = snapshots_->used() > used_before_;
  const double with_s = cpu_since_last();
  if (facts_.used) facts_.with_s = with_s;
  if (with.outcome != Outcome::kPass || with.timed_out || !with.infrastructure.empty()) return true;
  ++passes_;
  return passes_ <= kCheckedFirst || passes_ % kCheckedEvery == 0;
}

void SnapshotUse::compare() {
  const double without_s = cpu_since_last();
  if (!facts_.used) return;
  facts_.without_s = without_s;
  ++compared_;
  with_s_ += facts_.with_s;
  without_s_ += without_s;
}

void SnapshotUse::switch_off_if_useless() {
  if (tests_ >= kTestsToBegin && snapshots_->used() == 0) {
    return switch_off("no process of the test went on from a copy");
  }
  if (compared_ < kPairsToJudge) return;
  const double twice = static_cast<double>(tests_ - passes_) / static_cast<double>(tests_);
  if (with_s_ + twice * without_s_ <= (1 - kMinGain) * without_s_) return;
  switch_off("a test takes " + milliseconds(with_s_ / compared_) + " with them, " +
             milliseconds(without_s_ / compared_) + " without, and " +
             std::to_string(std::lround(100 * twice)) + "% are run twice");
}

SnapshotFacts SnapshotUse::facts() {
  if (snapshots_) {
    for (const auto& [program, what] : snapshots_->programs()) {
      facts_.programs += program + ": " + what + '\n';
    }
    switch_off_if_useless();
  }
  facts_.off = off_;
  return std::exchange(facts_, {});
}

void SnapshotUse::switch_off(std::string why) {
  off_ = std::move(why);
  snapshots_.reset();
}

}  // namespace grabr
