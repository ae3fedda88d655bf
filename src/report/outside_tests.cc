// Tested by tests/report/outside_tests_test.cc.
#include "report/outside_tests.h"

namespace grabr {

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
