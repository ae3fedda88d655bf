#include "cli/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>

namespace grabr {
namespace {

constexpr double kTerminalEvery_s = 0.1;
constexpr double kPlainEvery_s = 1;

}  // namespace

std::string progress_line(const ProgressState& state) {
  const double percent = state.original_bytes == 0 ? 100
                                                   : 100 * static_cast<double>(state.bytes) /
                                                         static_cast<double>(state.original_bytes);
  const double rate = state.seconds > 0 ? static_cast<double>(state.tests) / state.seconds : 0;
  char numbers[200];
  std::snprintf(numbers, sizeof numbers,
                "%.1f%% left, %llu bytes, %llu tokens, %llu tests (%llu ok), %.1f/s", percent,
                static_cast<unsigned long long>(state.bytes),
                static_cast<unsigned long long>(state.tokens),
                static_cast<unsigned long long>(state.tests),
                static_cast<unsigned long long>(state.successes), rate);
  return state.phase.empty() ? numbers : numbers + (", " + state.phase);
}

Progress::Progress(std::string_view original, TokenCount count_tokens, Options options)
    : count_tokens_(std::move(count_tokens)), options_(options), start_(Clock::now()) {
  state_.original_bytes = state_.bytes = original.size();
  state_.tokens = count_tokens_(original);
}

void Progress::on_test(const TestRecord& record) {
  if (record.cached && !record.accepted) return;
  state_.tests = record.number;
  state_.phase = record.phase;
  if (record.accepted) {
    ++state_.successes;
    state_.bytes = record.text.size();
  }
  const bool show = options_.terminal ? due(kTerminalEvery_s) : record.accepted &&
      due(kPlainEvery_s);
  if (!show) return;
  // Counted only for what is shown: a success may come every few milliseconds.
  if (record.accepted) state_.tokens = count_tokens_(record.text);
  options_.terminal ? rewrite_line() : print_line();
}

void Progress::on_phase(std::string_view name) {
  if (!options_.verbose || name.empty()) return;
  clear();
  std::cerr << "grabr: phase " << name << '\n';
}

bool Progress::due(double every_s) {
  const Clock::time_point now = Clock::now();
  if (shown_at_ != Clock::time_point{} && seconds_between(shown_at_, now) < every_s) return false;
  shown_at_ = now;
  state_.seconds = seconds_between(start_, now);
  return true;
}

void Progress::rewrite_line() {
  std::cerr << "\r\x1b[K" << progress_line(state_).substr(0, options_.columns - 1) << std::flush;
  line_is_shown_ = true;
}

void Progress::print_line() { std::cerr << progress_line(state_) << std::endl; }

void Progress::clear() {
  if (line_is_shown_) std::cerr << "\r\x1b[K" << std::flush;
  line_is_shown_ = false;
}

Progress::Options progress_options(bool verbose) {
  Progress::Options options;
  options.verbose = verbose;
  options.terminal = isatty(STDERR_FILENO) == 1;
  winsize size{};
  if (options.terminal && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) {
    options.columns = size.ws_col;
  }
  return options;
}

}  // namespace grabr
