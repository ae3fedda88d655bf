#include "report/recorder.h"

#include <algorithm>

namespace grabr {

double seconds_between(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

Recorder::Recorder(std::string_view original, TokenCount count_tokens)
    : count_tokens_(std::move(count_tokens)),
      start_(Clock::now()),
      phase_start_(start_),
      bytes_(original.size()),
      tokens_(count_tokens_(original)),
      rows_(1) {}

void Recorder::on_test(const TestRecord& record) {
  PhaseRow& phase = row(record.phase);
  if (!record.cached) ++phase.tests;
  if (record.accepted) record_success(record, phase);
}

void Recorder::record_success(const TestRecord& record, PhaseRow& phase) {
  const std::uint64_t bytes = record.text.size();
  const std::uint64_t tokens = count_tokens_(record.text);
  ++phase.successes;
  phase.bytes_removed += static_cast<std::int64_t>(bytes_) - static_cast<std::int64_t>(bytes);
  phase.tokens_removed += static_cast<std::int64_t>(tokens_) - static_cast<std::int64_t>(tokens);
  bytes_ = bytes;
  tokens_ = tokens;
  curve_.push_back({record.number, seconds(), bytes, tokens});
}

void Recorder::on_phase(std::string_view name) {
  const Clock::time_point now = Clock::now();
  add_elapsed(now);
  phase_start_ = now;
  running_ = static_cast<std::size_t>(&row(name) - rows_.data());
}

void Recorder::add_elapsed(Clock::time_point now) {
  rows_[running_].seconds += seconds_between(phase_start_, now);
}

PhaseRow& Recorder::row(std::string_view name) {
  const auto found = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const PhaseRow& phase) { return phase.name == name; });
  if (found != rows_.end()) return *found;
  rows_.push_back({.name = std::string(name)});
  return rows_.back();
}

std::vector<PhaseRow> Recorder::phases() const {
  std::vector<PhaseRow> rows = rows_;
  rows[running_].seconds += seconds_between(phase_start_, Clock::now());
  // The row that was there before any phase had a name is worth showing only if it did something.
  if (rows.size() > 1 && rows.front().tests == 0) rows.erase(rows.begin());
  return rows;
}

}  // namespace grabr
