// Tested by tests/run/hung_tests_test.cc.
#include "run/check/hung_tests.h"

#include "run/config/quantity_words.h"
#include "run/config/test_words.h"

namespace grabr {

HungTests& HungTests::operator+=(const HungTests& other) {
  count += other.count;
  lost_s += other.lost_s;
  return *this;
}

bool has_hung(const TestResult& result) {
  return result.timed_out && result.outcome != Outcome::kFail && result.infrastructure.empty();
}

std::string words_on_hung(const HungTests& hung) {
  if (hung.count == 0) return {};
  if (hung.count == 1) return "1 test hung (" + seconds_text(hung.lost_s) + ")";
  return std::to_string(hung.count) + " tests hung (" +
         seconds_text(hung.lost_s / static_cast<double>(hung.count)) + " each, " +
         duration_text(hung.lost_s) + " in all)";
}

void HungTestCount::on_test(const TestRecord& record) {
  const TestResult& result = record.result;
  if (record.cached || record.number == 0 || result.runs == 0 || !has_hung(result)) return;
  ++found_.count;
  found_.lost_s += result.seconds;
}

}  // namespace grabr
