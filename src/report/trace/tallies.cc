// Tested by tests/report/tallies_test.cc.
#include "report/trace/tallies.h"

#include <algorithm>

namespace grabr {

void PassTally::begin(std::string_view original, Clock::time_point now) {
  running_.clear();
  since_ = now;
  if (gain_ == Clock::time_point()) gain_ = now;
  bytes_ = original.size();
}

void PassTally::on_test(const TestRecord& record) {
  if (record.number == 0 || record.pass.empty()) return;
  if (record.cached && !record.accepted) return;
  PassDone& pass = row(record.pass);
  if (!record.cached) ++pass.tests;
  if (!record.accepted) return;
  gain_ = Clock::now();
  ++pass.gains;
  pass.bytes += static_cast<std::int64_t>(bytes_) - static_cast<std::int64_t>(record.text.size());
  bytes_ = record.text.size();
}

void PassTally::change(std::string_view name, Clock::time_point now) {
  if (name == running_) return;
  if (!running_.empty()) row(running_).seconds += seconds_between(since_, now);
  since_ = now;
  running_ = name;
}

std::vector<PassDone> PassTally::rows(Clock::time_point now) const {
  std::vector<PassDone> rows = rows_;
  for (PassDone& one : rows) {
    if (one.name == running_) one.seconds += seconds_between(since_, now);
  }
  std::erase_if(rows, [](const PassDone& one) { return one.tests == 0 && one.gains == 0; });
  return rows;
}

PassDone& PassTally::row(std::string_view name) {
  const auto found = std::ranges::find(rows_, name, &PassDone::name);
  if (found != rows_.end()) return *found;
  PassDone pass;
  pass.name = name;
  rows_.push_back(std::move(pass));
  return rows_.back();
}

OutsideTests& OutsideTests::operator+=(const OutsideTests& other) {
  tests += other.tests;
  read += other.read;
  rejected += other.rejected;
  return *this;
}

void OutsideTestCount::on_test(const TestRecord& record) {
  const bool committed = !record.cached && record.number > 0;
  if (!committed || !record.outside) return;
  ++found_.tests;
  if (record.text.size() > bytes_left_) return;
  bytes_left_ -= record.text.size();
  ++found_.read;
  if (!parser_.accepts(record.text)) ++found_.rejected;
}

}  // namespace grabr
