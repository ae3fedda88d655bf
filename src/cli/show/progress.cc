// Tested by tests/cli/phase_words_test.cc: every phase of auto has its words.
#include "cli/show/progress.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "cli/show/error_stream.h"
#include "cli/show/interruption.h"
#include "run/check/hung_tests.h"
#include "run/config/quantity_words.h"

namespace grabr {
namespace {

struct PhaseWords {
  std::string_view name;
  std::string_view words;
};

constexpr auto kPhaseWords = std::to_array<PhaseWords>({
    // phases of auto, in order
    {"names", "deleting and renaming names"},
    {"delete", "deleting parts"},
    {"branches", "deleting #if … #endif"},
    {"layers", "unwrapping nested parts"},
    {"inline", "replacing names by their definitions"},
    {"moves", "trying replacements and joint deletions"},
    {"contents", "reducing embedded languages"},
    {"inside", "shortening strings, numbers and other tokens"},
    {"merge", "using one name for several things"},
    {"windows", "deleting several neighbours at once"},
    {"copies", "trying copies of smaller parts"},
    {"forms", "trying alternative forms"},
    {"trees", "trying other parses"},
    {"shorter", "shortening names and numbers"},
    {"order", "sorting list elements"},
    {"layout", "deleting white space and comments"},
    {"certificate", "checking that nothing more can go"},
    {"bytes", "deleting bytes without regard to the grammar"},
    // phases before, after and between
    {"without", "trying an empty text"},
    {"repair", "repairing text that does not parse"},
    {"main", "deleting parts"},
    {"style", "writing the result in its style"},
    {"formatter", "formatting the result"},
    {"neighbours", "deleting names with neighbouring tokens"},
    // units
    {"chars", "deleting characters"},
    {"lines", "deleting lines"},
    {"args", "deleting arguments"},
    {"list", "deleting list elements"},
    // passes, where no phase has that name
    {"letter-names", "renaming numbered names"},
    {"sweep", "deleting parts"},
    {"sweep-changed", "deleting parts"},
    {"conditionals", "deleting #if … #endif"},
    {"unnest", "unwrapping nested parts"},
    {"expand-macros", "replacing macros by their text"},
    {"dependencies", "deleting parts with those that need them"},
    {"inside-tokens", "shortening strings, numbers and other tokens"},
    {"merge-frequent", "merging the most frequent names"},
    {"linked-windows", "deleting linked parts together"},
    {"exhaustive-windows", "deleting several neighbours at once"},
    {"merge-names", "using one name for several things"},
    {"smaller-copies", "trying copies of smaller parts"},
    {"other-forms", "trying alternative forms"},
    {"rewrite", "rewriting by the grammar's templates"},
    {"trec", "shortening names and numbers"},
    {"canonical", "shortening names"},
    // families of moves
    {"replace", "replacing parts by smaller ones"},
    {"token-windows", "deleting runs of tokens"},
    {"name-closures", "deleting names with their uses"},
    {"name-neighbours", "deleting names with neighbouring tokens"},
    {"paired-elements", "deleting parameters with arguments"},
    {"to-parameters", "making parameters of definitions"},
    {"inline-names", "replacing names by their definitions"},
    {"unbracket", "taking parts out of brackets"},
    {"join-neighbours", "joining neighbours"},
    {"equal-parts", "changing equal parts together"},
    {"reframe", "moving parts into shorter phrases"},
});

}  // namespace

std::string phase_words(std::string_view phase) {
  const auto row = std::find_if(kPhaseWords.begin(), kPhaseWords.end(),
                                [&](const PhaseWords& one) { return one.name == phase; });
  return std::string(row != kPhaseWords.end() ? row->words : phase);
}

// Tested by tests/cli/progress_test.cc, with a clock that the test sets, and by
// tests/check_progress.py.

namespace {

constexpr double kRewriteEvery_s = 0.1;
constexpr double kSayEvery_s = 1;  // seconds between lines in a pipe
constexpr double kNoGain_s = 5;    // seconds without a gain before the line mentions it
constexpr double kRecent_s = 5;
constexpr std::size_t kMinTestsForRate = 4;
constexpr double kSampleEvery_s = 0.1;

std::string rate_text(double rate) {
  char text[40];
  std::snprintf(text, sizeof text, rate < 1 ? "%.2f/s" : rate < 100 ? "%.1f/s" : "%.0f/s", rate);
  return text;
}

}  // namespace

std::string progress_line(const ProgressState& state) {
  std::string line = size_change(state.original_bytes, state.bytes) + ", " +
                     so_many(state.tests, "test") + " (" + std::to_string(state.gains) + " smaller";
  if (state.hung > 0) line += ", " + std::to_string(state.hung) + " hung";
  line += "), " + duration_text(state.seconds);
  if (!state.phase.empty()) line += ", " + state.phase;
  if (state.rate >= kMinRateShown) line += ", " + rate_text(state.rate);
  if (state.tokens) line += ", " + so_many(*state.tokens, "token");
  if (state.since_gain_s >= kNoGain_s) line += ", no gain for " + duration_text(state.since_gain_s);
  return line;
}

std::optional<std::uint64_t> expected_tests_left(const ProgressState& state) {
  if (!state.tokens || *state.tokens == 0 || state.gains == 0) return std::nullopt;
  const double mean =
      std::sqrt(static_cast<double>(*state.tokens) * static_cast<double>(state.tests));
  const double unit = std::pow(10, std::floor(std::log10(mean)));
  return static_cast<std::uint64_t>(std::round(mean / unit) * unit);
}

void RecentRate::start(Clock::time_point now) {
  total_ = 0;
  seen_.assign(1, {now, 0});
}

void RecentRate::count(Clock::time_point now) {
  ++total_;
  if (seconds_between(seen_.back().first, now) < kSampleEvery_s) return;
  seen_.emplace_back(now, total_);
  while (seen_.size() > kMinTestsForRate && seconds_between(seen_[1].first, now) > kRecent_s) {
    seen_.pop_front();
  }
}

double RecentRate::per_second(Clock::time_point now) const {
  if (seen_.empty()) return 0;
  std::size_t first = 0;
  while (first + kMinTestsForRate < seen_.size() &&
         seconds_between(seen_[first].first, now) > kRecent_s) {
    ++first;
  }
  const double seconds = seconds_between(seen_[first].first, now);
  return seconds > 0 ? static_cast<double>(total_ - seen_[first].second) / seconds : 0;
}

Progress::Progress(Options options)
    : options_(std::move(options)), start_(options_.now()), said_at_(start_) {}

Progress::~Progress() {
  if (options_.rewrite && shown_at_) options_.rewrite({});
}

void Progress::begin_stage(Stage stage) {
  stage_begin_ = options_.now();
  stage_ = std::move(stage);
  shown_at_.reset();
  refresh(false);
}

void Progress::rename_stage(std::string doing) {
  if (stage_) stage_->doing = std::move(doing);
  refresh(false);
}

void Progress::begin_search(const SharedText& original, TokenCount count_tokens,
                            Clock::time_point start) {
  stage_.reset();
  count_tokens_ = std::move(count_tokens);
  state_ = {};
  state_.original_bytes = state_.bytes = original.size();
  best_ = original;
  tokens_are_stale_ = true;
  start_ = start;
  gain_at_ = options_.now();
  rate_.start(gain_at_);
  phase_ = {{}, {}, gain_at_, original.size()};
}

void Progress::on_test(const TestRecord& record) {
  const bool before_search = record.number == 0;
  if (record.cached) ++state_.known;
  if (before_search || (record.cached && !record.accepted)) return refresh(false);
  const Clock::time_point now = options_.now();
  state_.tests = record.number;
  if (!record.cached) ++phase_.tests;
  state_.tests_since_gain = record.accepted ? 0 : state_.tests_since_gain + 1;
  if (record.result.runs > 0 && !record.cached) rate_.count(now);
  if (record.result.runs == 0 && !record.cached) ++state_.kept;
  if (has_hung(record.result)) {
    ++state_.hung;
    state_.hung_s += record.result.seconds;
  }
  if (record.accepted) {
    ++state_.gains;
    ++phase_.gains;
    state_.bytes = record.text.size();
    best_ = record.text_to_keep();
    tokens_are_stale_ = true;
    gain_at_ = now;
  }
  refresh(record.accepted);
}

void Progress::on_phase(std::string_view name) {
  if (name == phase_.name) return;
  end_phase();
  phase_ = {std::string(name), phase_.pass, options_.now(), state_.bytes};
  state_.phase = phase_words(name);
}

void Progress::on_pass(std::string_view name) {
  if (name == phase_.pass) return;
  end_phase();
  phase_ = {phase_.name, std::string(name), options_.now(), state_.bytes};
}

void Progress::end_search() {
  end_phase();
  phase_.tests = 0;
}

void Progress::end_phase() {
  if (!options_.verbose || options_.quiet || phase_.tests == 0) return;
  char seconds[40];
  std::snprintf(seconds, sizeof seconds, "%.1f s", seconds_between(phase_.begin, options_.now()));
  std::string named = phase_.name.empty() ? "search" : "phase " + phase_.name;
  if (!phase_.pass.empty() && phase_.pass != phase_.name) named += ", pass " + phase_.pass;
  std::string words = phase_words(phase_.pass);
  if (words == phase_.pass) words = phase_words(phase_.name);
  if (words == phase_.name) words = std::exchange(named, {});
  say(words + (named.empty() ? "" : " (" + named + ")") + ": " +
      std::to_string(phase_.bytes_before) + " → " + std::to_string(state_.bytes) + " bytes, " +
      so_many(phase_.tests, "test") + ", " + std::to_string(phase_.gains) + " smaller, " + seconds);
}

void Progress::refresh(bool gain) {
  const Clock::time_point now = options_.now();
  if (options_.was_asked && options_.was_asked()) say(line(now));
  if (options_.quiet) return;
  make_remark(now);
  if (options_.rewrite) {
    if (shown_at_ && seconds_between(*shown_at_, now) < kRewriteEvery_s) return;
    shown_at_ = now;
    return options_.rewrite(line(now));
  }
  const bool worth_it =
      gain && (!gain_said_at_ || seconds_between(*gain_said_at_, now) >= kSayEvery_s);
  if (!worth_it && seconds_between(said_at_, now) < options_.heartbeat_s) return;
  if (worth_it) gain_said_at_ = now;
  said_at_ = now;
  say(line(now));
}

void Progress::make_remark(Clock::time_point now) {
  if (!stage_ || stage_->remark_after_s <= 0) return;
  if (seconds_between(stage_begin_, now) < stage_->remark_after_s) return;
  stage_->remark_after_s = 0;
  say(stage_->remark);
  shown_at_.reset();
}

std::string Progress::line(Clock::time_point now) {
  if (stage_) {
    const double seconds = seconds_between(stage_begin_, now);
    if (!stage_->says_time || seconds < 1) return stage_->doing;
    return stage_->doing + ", " + duration_text(seconds) + " so far";
  }
  if (!count_tokens_) return "beginning";
  return progress_line(state(now));
}

const ProgressState& Progress::state(Clock::time_point now) {
  if (count_tokens_) count_tokens(now);
  state_.seconds = seconds_between(start_, now);
  state_.since_gain_s = seconds_between(gain_at_, now);
  state_.rate = rate_.per_second(now);
  return state_;
}

/// The count is only for display, so it must take a small share of the time: gains may come every
/// few milliseconds, and a text may be long.
void Progress::count_tokens(Clock::time_point now) {
  if (!tokens_are_stale_) return;
  state_.tokens.reset();
  if (counted_at_ && seconds_between(*counted_at_, now) < options_.counting_share * counting_s_)
    return;
  counted_at_ = now;
  state_.tokens = count_tokens_(best_);
  tokens_are_stale_ = false;
  counting_s_ = seconds_between(now, options_.now());
}

namespace {

/// A person at a terminal needs news sooner than a log. The environment variable is for tests, and
/// for programs that watch a log.
double heartbeat() {
  const double usual_s = ::isatty(STDERR_FILENO) == 1 ? 10 : 60;
  const char* const text = std::getenv("GRABR_HEARTBEAT");
  const double seconds = text == nullptr ? usual_s : std::strtod(text, nullptr);
  return seconds > 0 ? seconds : usual_s;
}

}  // namespace

Progress::Options line_options(bool quiet, bool verbose) {
  Progress::Options options;
  options.quiet = quiet;
  options.verbose = verbose;
  options.heartbeat_s = heartbeat();
  options.say = [](const std::string& line) { std::cerr << line + '\n'; };
  options.was_asked = take_status_request;
  return options;
}

Progress::Options progress_options(bool quiet, bool verbose) {
  Progress::Options options = line_options(quiet, verbose);
  if (has_status_line()) {
    options.rewrite = [](const std::string& line) {
      line.empty() ? clear_status() : show_status(line);
    };
  }
  return options;
}

}  // namespace grabr
