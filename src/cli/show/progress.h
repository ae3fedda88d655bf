// Shows the progress of a command that runs tests, on standard error: one line rewritten in place
// on a terminal; elsewhere a line for each gain, and one from time to time if there are none.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "reduce/core/session.h"
#include "report/trace/recorder.h"
#include "run/config/listener.h"

namespace grabr {

using run::Stage;

/// What a phase or pass does, for users who do not know its name: "deleting parts" for "delete" and
/// "sweep-changed". Returns a name that is not in the table unchanged.
std::string phase_words(std::string_view phase);

/// A lower rate, in tests per second, is not shown.
inline constexpr double kMinRateShown = 0.005;

/// The data in a line about a search.
struct ProgressState {
  std::uint64_t original_bytes = 0;
  std::uint64_t bytes = 0;
  std::optional<std::uint64_t> tokens;  ///< nothing: counting takes too long
  std::uint64_t tests = 0;
  std::uint64_t gains = 0;
  std::uint64_t hung = 0;
  std::uint64_t known = 0;  ///< questions whose answer was known, so that no test ran
  std::uint64_t kept = 0;   ///< tests answered by an earlier run
  double hung_s = 0;        ///< time lost to tests that hung
  double seconds = 0;
  double since_gain_s = 0;  ///< time since the last gain, or since the start
  std::uint64_t tests_since_gain = 0;
  double rate = 0;    ///< recent tests per second
  std::string phase;  ///< in plain words
};

/// A rough estimate of the tests that the default strategy still needs: the geometric mean of the
/// tests so far and the tokens left, to one digit. Measured at nine moments in each of fifteen
/// reductions, it was within a factor of two in 62 %, of three in 83 %. Nothing if it would not
/// help.
std::optional<std::uint64_t> expected_tests_left(const ProgressState& state);

/// `5669 → 134 bytes (2.4%), 66 tests (6 smaller), 12 s, deleting parts, 17.4/s, 18 tokens, no gain
/// for 7 s`: the most important comes first, for narrow terminals.
std::string progress_line(const ProgressState& state);

/// The recent number of tests per second: over the last few seconds, or over the last few tests if
/// they are slow.
class RecentRate {
 public:
  void start(Clock::time_point now);
  void count(Clock::time_point now);
  double per_second(Clock::time_point now) const;

 private:
  std::uint64_t total_ = 0;
  std::deque<std::pair<Clock::time_point, std::uint64_t>> seen_;  ///< time, tests ended by then
};

/// Observes a run. With `quiet`, it shows nothing, except after SIGUSR1.
class Progress : public Observer {
 public:
  using TokenCount = std::function<std::size_t(const SharedText&)>;

  struct Options {
    bool quiet = false;
    bool verbose = false;        ///< say what each phase did
    double heartbeat_s = 60;     ///< between lines without news, if none is rewritten
    double counting_share = 20;  ///< counting tokens takes at most 1 / counting_share of the time
    std::function<Clock::time_point()> now = Clock::now;
    std::function<void(const std::string& line)> say;      ///< prints a permanent line
    std::function<void(const std::string& line)> rewrite;  ///< null: there is no terminal
    std::function<bool()> was_asked;  ///< was a status requested (SIGUSR1)? null: no requests
  };

  explicit Progress(Options options);
  ~Progress() override;

  void begin_stage(Stage stage);
  /// Changes the description of the current stage.
  void rename_stage(std::string doing);
  /// `start`: the time from which seconds are counted.
  void begin_search(const SharedText& original, TokenCount count_tokens, Clock::time_point start);

  void on_test(const TestRecord& record) override;
  void on_phase(std::string_view name) override;
  void on_pass(std::string_view name) override;
  /// Call this repeatedly while no other member is called.
  void tick() { refresh(false); }
  /// Prints what the last phase did.
  void end_search();

  /// The line to print now, and its numbers.
  std::string line(Clock::time_point now);
  const ProgressState& state(Clock::time_point now);
  /// Seconds since the start.
  double seconds() const { return seconds_between(start_, options_.now()); }

 private:
  struct Phase {
    std::string name;
    std::string pass;
    Clock::time_point begin;
    std::uint64_t bytes_before = 0;
    std::uint64_t tests = 0;
    std::uint64_t gains = 0;
  };

  void refresh(bool gain);
  void make_remark(Clock::time_point now);
  void count_tokens(Clock::time_point now);
  void end_phase();
  void say(const std::string& line) const { options_.say("grabr: " + line); }

  Options options_;
  Clock::time_point start_;
  std::optional<Clock::time_point> gain_said_at_;
  Clock::time_point said_at_;  ///< time of the last line in a pipe
  std::optional<Clock::time_point> shown_at_;

  std::optional<Stage> stage_;
  Clock::time_point stage_begin_;

  TokenCount count_tokens_;
  ProgressState state_;
  RecentRate rate_;
  Phase phase_;
  Clock::time_point gain_at_;
  SharedText best_;
  bool tokens_are_stale_ = false;
  std::optional<Clock::time_point> counted_at_;
  double counting_s_ = 0;  ///< duration of the last count of tokens
};

/// For standard error: a status line on a terminal that can rewrite one.
Progress::Options progress_options(bool quiet, bool verbose = false);
/// For lines only.
Progress::Options line_options(bool quiet, bool verbose);

}  // namespace grabr
