// Shows the progress of a command that runs tests, on standard error: one line rewritten in place
// on a terminal; elsewhere a line for gains, and one now and then if there are none.
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

/// What a phase or a pass of a search does, for users who do not know its name: "deleting parts"
/// for "delete" and "sweep-changed"; a name that is not in the table is returned as it is.
std::string phase_words(std::string_view phase);

/// Fewer tests a second are no number to show.
inline constexpr double kMinRateShown = 0.005;

/// What a line about a search says.
struct ProgressState {
  std::uint64_t original_bytes = 0;
  std::uint64_t bytes = 0;
  std::optional<std::uint64_t> tokens;  ///< nothing: counting them would take too long
  std::uint64_t tests = 0;
  std::uint64_t gains = 0;
  std::uint64_t hung = 0;
  std::uint64_t known = 0;  ///< questions whose answer was known, so that there was no test
  std::uint64_t kept = 0;   ///< tests whose answer is that of an earlier run
  double hung_s = 0;        ///< lost to those that hung
  double seconds = 0;
  double since_gain_s = 0;  ///< or since the start
  std::uint64_t tests_since_gain = 0;
  double rate = 0;    ///< tests a second, lately
  std::string phase;  ///< in plain words
};

/// Tests that the default strategy still needs, very roughly: the geometric mean of those so far
/// and of the tokens left, to one digit. At nine moments each of fifteen reductions it was within a
/// factor of two of the truth in 62 %, of three in 83 %. Nothing where it would say nothing.
std::optional<std::uint64_t> expected_tests_left(const ProgressState& state);

/// `5669 → 134 bytes (2.4%), 66 tests (6 smaller), 12 s, deleting parts, 17.4/s, 18 tokens, no gain
/// for 7 s`: what matters most comes first, for narrow terminals.
std::string progress_line(const ProgressState& state);

/// The recent number of tests per second: over the last seconds, or the last few tests if they are
/// slow.
class RecentRate {
 public:
  void start(Clock::time_point now);
  void count(Clock::time_point now);
  double per_second(Clock::time_point now) const;

 private:
  std::uint64_t total_ = 0;
  std::deque<std::pair<Clock::time_point, std::uint64_t>> seen_;  ///< time, tests ended by then
};

/// Only watches a run. If it is quiet, it shows nothing, except on SIGUSR1.
class Progress : public Observer {
 public:
  using TokenCount = std::function<std::size_t(const SharedText&)>;

  struct Options {
    bool quiet = false;
    bool verbose = false;        ///< say what each phase did
    double heartbeat_s = 60;     ///< between lines without news, where nothing can be rewritten
    double counting_share = 20;  ///< counting tokens takes at most 1 / counting_share of the time
    std::function<Clock::time_point()> now = Clock::now;
    std::function<void(const std::string& line)> say;      ///< prints a permanent line
    std::function<void(const std::string& line)> rewrite;  ///< null: there is no terminal
    std::function<bool()> was_asked;  ///< was a status requested (SIGUSR1)? null: never
  };

  explicit Progress(Options options);
  ~Progress() override;

  void begin_stage(Stage stage);
  /// Changes the description of the current stage.
  void rename_stage(std::string doing);
  /// `start`: since when the time counts.
  void begin_search(const SharedText& original, TokenCount count_tokens, Clock::time_point start);

  void on_test(const TestRecord& record) override;
  void on_phase(std::string_view name) override;
  void on_pass(std::string_view name) override;
  /// To be called repeatedly while no other member is called.
  void tick() { refresh(false); }
  /// Says what the last phase did.
  void end_search();

  /// What a line says now, and the numbers of one about the search.
  std::string line(Clock::time_point now);
  const ProgressState& state(Clock::time_point now);
  /// Since the time began to count.
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
  Clock::time_point said_at_;  ///< the last line in a pipe
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
  double counting_s_ = 0;  ///< that the last count of tokens took
};

/// On standard error, as it is: a status line on a terminal that can rewrite one.
Progress::Options progress_options(bool quiet, bool verbose = false);
/// Lines only.
Progress::Options line_options(bool quiet, bool verbose);

}  // namespace grabr
