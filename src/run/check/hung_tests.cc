// Tested by tests/run/hung_tests_test.cc.
#include "run/check/hung_tests.h"

#include <algorithm>
#include <sstream>

#include "run/config/quantity_words.h"
#include "run/config/test_words.h"
#include "text/setting.h"

namespace grabr {
namespace {

constexpr double kMargin = 4;         // a loaded machine makes tests slower
constexpr double kWorthChanging = 2;  // times as long

std::string short_number(double number) {
  std::ostringstream text;
  text << number;
  return text.str();
}

}  // namespace

HungTests& HungTests::operator+=(const HungTests& other) {
  count += other.count;
  lost_s += other.lost_s;
  slowest_s = std::max(slowest_s, other.slowest_s);
  return *this;
}

bool has_hung(const TestResult& result) {
  return result.timed_out && result.outcome != Outcome::kFail && result.infrastructure.empty();
}

std::optional<double> fitting_limit_s(double slowest_s) {
  if (slowest_s <= 0) return std::nullopt;
  for (const double limit : {0.1, 0.2, 0.3, 0.5, 1., 2., 3., 5., 10., 20., 30., 50., 100., 200.}) {
    if (limit >= kMargin * slowest_s) return limit;
  }
  return std::nullopt;
}

std::string words_on_hung(const HungTests& hung) {
  if (hung.count == 0) return {};
  const bool one = hung.count == 1;
  const double each_s = hung.lost_s / static_cast<double>(hung.count);
  std::string words = one ? "1 test hung (" : std::to_string(hung.count) + " tests hung (";
  words += seconds_text(each_s);
  if (!one) words += " each, " + duration_text(hung.lost_s) + " in all";
  words += ")";
  const auto limit = fitting_limit_s(hung.slowest_s);
  if (!limit || *limit * kWorthChanging > each_s) return words;
  return words + spelled("; {timeout} ") + short_number(*limit) + " would do";
}

void HungTestCount::on_test(const TestRecord& record) {
  const TestResult& result = record.result;
  if (record.cached || result.runs == 0 || !result.infrastructure.empty()) return;
  if (has_hung(result)) {
    if (record.number == 0) return;
    ++found_.count;
    found_.lost_s += result.seconds;
  } else if (!result.timed_out) {
    found_.slowest_s = std::max(found_.slowest_s, result.seconds / result.runs);
  }
}

}  // namespace grabr
