#include "report/trace/recorder.h"

#include <algorithm>

namespace grabr {

double seconds_between(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

Recorder::Recorder(const SharedText& original, TokenCount count_tokens)
    : count_tokens_(std::move(count_tokens)),
      start_(Clock::now()),
      bytes_(original.size()),
      tokens_(count_tokens_(original)),
      phases_(start_),
      passes_(start_) {}

void Recorder::on_test(const TestRecord& record) {
  if (!record.cached) {
    ++phases_.row(record.phase).tests;
    ++passes_.row(record.pass).tests;
  }
  if (record.accepted) record_success(record);
}

void Recorder::record_success(const TestRecord& record) {
  const std::uint64_t bytes = record.text.size();
  const std::uint64_t tokens = count_tokens_(record.text_to_keep());
  for (PhaseRow* row : {&phases_.row(record.phase), &passes_.row(record.pass)}) {
    ++row->successes;
    row->bytes_removed += static_cast<std::int64_t>(bytes_) - static_cast<std::int64_t>(bytes);
    row->tokens_removed += static_cast<std::int64_t>(tokens_) - static_cast<std::int64_t>(tokens);
  }
  bytes_ = bytes;
  tokens_ = tokens;
  curve_.push_back({record.number, seconds(), bytes, tokens});
}

void Recorder::on_phase(std::string_view name) { phases_.run(name); }

void Recorder::on_pass(std::string_view name) { passes_.run(name); }

std::vector<PhaseRow> Recorder::phases() const {
  std::vector<PhaseRow> rows = phases_.so_far();
  // The first row counts tests before any named phase; it is shown only if there were some.
  if (rows.size() > 1 && rows.front().tests == 0) rows.erase(rows.begin());
  return rows;
}

std::vector<PhaseRow> Recorder::passes() const {
  std::vector<PhaseRow> rows = passes_.so_far();
  rows.erase(rows.begin());  // tests outside passes: checks of the test, and steps after the search
  return rows;
}

void Recorder::Rows::run(std::string_view name) {
  const Clock::time_point now = Clock::now();
  rows_[running_].seconds += seconds_between(start_, now);
  start_ = now;
  running_ = static_cast<std::size_t>(&row(name) - rows_.data());
}

PhaseRow& Recorder::Rows::row(std::string_view name) {
  const auto found = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const PhaseRow& phase) { return phase.name == name; });
  if (found != rows_.end()) return *found;
  rows_.push_back({.name = std::string(name)});
  return rows_.back();
}

std::vector<PhaseRow> Recorder::Rows::so_far() const {
  std::vector<PhaseRow> rows = rows_;
  rows[running_].seconds += seconds_between(start_, Clock::now());
  return rows;
}

}  // namespace grabr
