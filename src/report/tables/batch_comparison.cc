// Tested by tests/report/batch_comparison_test.cc.
#include "report/tables/batch_comparison.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>

namespace grabr {
namespace {

/// Identifies a reduction whatever its test and its input were.
using Name = std::tuple<std::string, std::string, std::string, std::string>;
Name name_of(const BatchRecord& record) {
  return {record.case_name, record.strategy, record.options, record.asked_grammar};
}

std::string in_words(const BatchRecord& record) {
  return record.case_name + ", " + record.strategy +
         (record.asked_grammar.empty() ? "" : " -g " + record.asked_grammar) +
         (record.options.empty() ? "" : " " + record.options);
}

bool succeeded(const BatchRecord& record) { return record.output && record.error.empty(); }

class Comparer {
 public:
  Comparer(double tolerance, BatchComparison& found) : tolerance_(tolerance), found_(found) {}

  void compare(const BatchRecord& before, const BatchRecord& now) {
    const std::string name = in_words(now) + ": ";
    if (before.input_sha256 != now.input_sha256) {
      found_.other.push_back(name + "the input is another one");
      return;
    }
    ++found_.compared;
    if (!succeeded(now) || !succeeded(before)) {
      if (succeeded(before)) found_.worse.push_back(name + "failed now: " + why(now));
      if (succeeded(now)) found_.better.push_back(name + "failed before: " + why(before));
      return;
    }
    compare(name, "tokens", before.output->tokens, now.output->tokens);
    compare(name, "tests", before.tests, now.tests);
  }

 private:
  static std::string why(const BatchRecord& record) {
    return record.error.empty() ? "no result" : record.error;
  }

  void compare(const std::string& name, const char* what, std::uint64_t before, std::uint64_t now) {
    const auto allows = [&](std::uint64_t base, std::uint64_t number) {
      return static_cast<double>(number) <= static_cast<double>(base) * (1 + tolerance_);
    };
    const std::string words =
        name + std::to_string(now) + " " + what + ", before " + std::to_string(before);
    if (!allows(before, now)) found_.worse.push_back(words);
    else if (!allows(now, before)) found_.better.push_back(words);
  }

  double tolerance_;
  BatchComparison& found_;
};

std::string listed(const char* title, const std::vector<std::string>& lines) {
  std::string text = lines.empty() ? "" : std::string(title) + ":\n";
  for (const std::string& line : lines) text += "  " + line + "\n";
  return text;
}

}  // namespace

BatchComparison compare_batches(const std::vector<BatchRecord>& before,
                                const std::vector<BatchRecord>& now, double tolerance) {
  std::map<Name, const BatchRecord*> old_ones, new_ones;
  for (const BatchRecord& record : before) old_ones[name_of(record)] = &record;
  for (const BatchRecord& record : now) new_ones[name_of(record)] = &record;
  BatchComparison found;
  Comparer comparer(tolerance, found);
  for (const auto& [name, record] : old_ones) {
    const auto same = new_ones.find(name);
    if (same != new_ones.end()) comparer.compare(*record, *same->second);
    else found.other.push_back(in_words(*record) + ": only before");
  }
  return found;
}

std::string words_on(const BatchComparison& comparison) {
  const auto count = [](const std::vector<std::string>& lines) {
    return std::to_string(lines.size());
  };
  return listed("worse", comparison.worse) + listed("better", comparison.better) +
         listed("not compared", comparison.other) + std::to_string(comparison.compared) +
         " reductions compared: " + count(comparison.worse) + " numbers worse, " +
         count(comparison.better) + " better\n";
}

std::vector<BatchRecord> merged_records(const std::vector<BatchRecord>& records) {
  std::map<BatchRecord::Key, std::size_t> last;
  for (std::size_t i = 0; i < records.size(); ++i) last[records[i].key()] = i;
  std::vector<BatchRecord> merged;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (last[records[i].key()] == i) merged.push_back(records[i]);
  }
  std::stable_sort(merged.begin(), merged.end(), [](const BatchRecord& a, const BatchRecord& b) {
    return a.case_name < b.case_name;
  });
  return merged;
}

}  // namespace grabr
