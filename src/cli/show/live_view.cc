// Tested by tests/check_live.py, in tmux.
#include "cli/show/live_view.h"

#include <algorithm>
#include <csignal>
#include <iostream>
#include <utility>

#include "cli/show/live_screen.h"
#include "cli/show/progress.h"
#include "text/error.h"

namespace grabr {
namespace {

constexpr double kHiddenFor_s = 1;
constexpr double kLookEvery_s = 0.1;
constexpr std::size_t kMaxNews = 20;
constexpr std::size_t kMaxBytesInColours = 32'000;  // at the beginning of a text; takes a few ms

}  // namespace

LiveView::LiveView(std::string input) { state_.input = std::move(input); }

void LiveView::close() {
  terminal_.leave();
  for (const std::string& line : std::exchange(held_, {})) std::cerr << line + '\n';
}

void LiveView::say(const std::string& line) {
  held_.push_back(line);
  constexpr std::string_view kName = "grabr: ";
  state_.news.push_back(line.starts_with(kName) ? line.substr(kName.size()) : line);
  if (state_.news.size() > kMaxNews) state_.news.erase(state_.news.begin());
}

void LiveView::begin_search(const run::SearchBegin& search) {
  insight_ = search.insight;
  if (!insight_.input.empty()) state_.input = insight_.input;
  state_.searching = true;
  state_.best = state_.before_best = search.original;
  forget_kinds();
  state_.sizes = {{0, search.original.size()}};
  state_.steps.clear();
  state_.selected = state_.scrolled = 0;
  state_.slots = insight_.slots;
  state_.may_go_back = static_cast<bool>(insight_.text_of_step);
  state_.passes.clear();
  state_.is_default_search = insight_.is_default;
  for (const PassInPhase& one : insight_.passes) {
    LiveState::PassRow row;
    row.name = one.pass;
    row.words = phase_words(one.pass);
    row.is_off = is_off(one.pass);
    state_.passes.push_back(std::move(row));
  }
  tally_.begin(search.original, Clock::now());
  last_accepted_ = {};
  state_.tests_left.reset();
  deadline_.reset();
}

void LiveView::end_search() {
  state_.searching = false;
  state_.is_paused = false;
  insight_ = {};
  progress_ = nullptr;
}

void LiveView::on_test(const TestRecord& record) {
  tally_.on_test(record);
  if (!record.accepted) return;
  last_accepted_ = {record.number, record.text.size(),
                    std::string(record.pass.empty() ? record.phase : record.pass),
                    std::string(record.edit.substr(0, 200))};
}

void LiveView::on_best(const SharedText& text) {
  state_.before_best = std::exchange(state_.best, std::string(text));
  forget_kinds();
  last_accepted_.bytes = text.size();
  state_.steps.push_back(std::exchange(last_accepted_, {}));
  const double seconds = progress_ == nullptr ? 0 : progress_->seconds();
  add_point(state_.sizes, {seconds, text.size()});
}

void LiveView::on_pass(std::string_view name) {
  if (name == state_.pass) return;
  state_.pass = name;
  leave_.reset();
  state_.is_leaving = false;
  tally_.on_pass(name);
}

bool LiveView::is_due(Clock::time_point now) {
  if (looked_at_ && seconds_between(*looked_at_, now) < kLookEvery_s) return false;
  looked_at_ = now;
  return true;
}

void LiveView::refresh(Progress& progress, bool at_once) {
  progress_ = &progress;
  const Clock::time_point now = Clock::now();
  if (!is_due(now) && !at_once) return;
  if (!terminal_.is_entered()) {
    if (seconds_between(begin_, now) < kHiddenFor_s) return;
    terminal_.enter();
    if (!terminal_.is_entered()) return;
  }
  take_keys();
  gather(now);
  draw();
}

void LiveView::show_step(const std::string& doing) {
  if (!terminal_.is_entered() || doing.empty()) return;
  state_.searching = false;
  state_.stage = doing;
  draw();
}

void LiveView::take_keys() {
  for (const Key& key : keys_in(terminal_.read_keys())) fulfil(take_key(state_, key));
}

void LiveView::fulfil(Wish wish) {
  switch (wish) {
    case Wish::kNothing: break;
    case Wish::kEnd:
      // A second signal would end the program at once.
      if (!std::exchange(state_.is_ending, true)) std::raise(SIGINT);
      break;
    case Wish::kPause: state_.is_paused = !state_.is_paused; break;
    case Wish::kLeavePass:
      leave_ = state_.pass;
      state_.is_leaving = true;
      break;
    case Wish::kSwitchPass: switch_pass(); break;
    case Wish::kShowStep: show_step_chosen(); break;
    case Wish::kGoBack:
      state_.chosen = state_.selected;
      state_.is_paused = false;
      state_.panel = Panel::kBest;
      break;
  }
}

void LiveView::show_step_chosen() {
  try {
    state_.text_of_step = insight_.text_of_step(state_.selected);
    state_.kinds_of_step = kinds_in(state_.text_of_step);
    state_.panel = Panel::kStep;
  } catch (const Error& error) {
    say("grabr: step " + std::to_string(state_.selected) + ": " + error.what());
  }
}

void LiveView::switch_pass() {
  LiveState::PassRow& pass = state_.passes[state_.selected];
  pass.is_off = !pass.is_off;
  has_steered_ |= pass.is_off;
  if (pass.is_off) off_.push_back(pass.name);
  else std::erase(off_, pass.name);
}

std::vector<KindOfToken> LiveView::kinds_in(std::string_view text) const {
  if (!insight_.token_kinds || !style_.colour) return {};
  return insight_.token_kinds(text.substr(0, kMaxBytesInColours));
}

void LiveView::forget_kinds() {
  state_.kinds_of_best.clear();
  knows_kinds_ = false;
}

void LiveView::gather(Clock::time_point now) {
  state_.elapsed_s = seconds_between(begin_, now);
  if (!state_.searching) {
    state_.stage = progress_->line(now);
    return;
  }
  state_.progress = progress_->state(now);
  if (state_.panel == Panel::kBest && !std::exchange(knows_kinds_, true))
    state_.kinds_of_best = kinds_in(state_.best);
  state_.left_s =
      deadline_ ? std::optional(std::max(0.0, seconds_between(now, *deadline_))) : std::nullopt;
  if (insight_.tests_under_way) state_.busy = insight_.tests_under_way();
  if (state_.panel == Panel::kOutput && insight_.last_output)
    state_.output = insight_.last_output();
  if (insight_.left_by_hand) state_.kept_bytes = insight_.left_by_hand();
  for (const PassDone& done : tally_.rows(now)) {
    const auto row = std::ranges::find(state_.passes, done.name, &LiveState::PassRow::name);
    if (row == state_.passes.end()) continue;
    row->tests = done.tests;
    row->gains = done.gains;
    row->seconds = done.seconds;
  }
}

void LiveView::draw() { terminal_.draw(live_screen(state_, terminal_.size(), style_)); }

void LiveView::between_tests(const StopToken& stop) {
  state_.tests_left = stop.tests_left();
  deadline_ = stop.deadline();
  while (state_.is_paused && terminal_.is_entered() && !stop.asked()) {
    terminal_.await_key(kLookEvery_s);
    if (progress_ != nullptr) refresh(*progress_, true);
  }
}

bool LiveView::is_off(std::string_view pass) const {
  return std::ranges::find(off_, pass) != off_.end();
}

bool LiveView::wants_to_leave(std::string_view pass) {
  const bool leaves = leave_ == pass || is_off(pass);
  if (!leaves) return false;
  leave_.reset();
  state_.is_leaving = false;
  return has_steered_ = true;
}

std::optional<Candidate> LiveView::chosen() {
  if (!state_.chosen) return std::nullopt;
  const std::size_t step = *std::exchange(state_.chosen, std::nullopt);
  try {
    return Candidate{insight_.text_of_step(step), "step " + std::to_string(step) + ", by hand"};
  } catch (const Error& error) {
    say("grabr: step " + std::to_string(step) + ": " + error.what());
    return std::nullopt;
  }
}

}  // namespace grabr
