// Every accepted text was tested without snapshots, and some of the others. Here those others
// follow on which the result's certificate rests: its neighbours. Tested by
// tests/check_snapshot.py.
#include "run/check/snapshot_check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "oracle/answers/judge.h"
#include "oracle/answers/ordered_tests.h"
#include "reduce/certify/certificate.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxChecked = 1'000;  // neighbours of a result, as many as a report lists

std::string milliseconds(double seconds) {
  return std::to_string(std::lround(1000 * seconds)) + " ms";
}

/// The name of a program from its path, and what is said of it.
std::vector<std::pair<std::string, std::string>> programs_of(const std::string& lines) {
  std::vector<std::pair<std::string, std::string>> programs;
  std::istringstream text(lines);
  for (std::string line; std::getline(text, line);) {
    const std::size_t colon = line.find(": ");
    programs.emplace_back(std::filesystem::path(line.substr(0, colon)).filename().string(),
                          line.substr(colon + 2));
  }
  return programs;
}

}  // namespace

void check_neighbours(const Session& session, const ReductionJob& job, Oracle& test,
                      const StopToken& stop) {
  if (!session.best_fails()) return;
  const Unit unit = job.schedule.steps.back().unit.value_or(job.problem.unit_or_chars());
  Neighbourhood neighbours(session.best(), job.problem.parser.get(), job.problem.partial, unit);
  if (neighbours.left_out()) return;
  std::size_t count = 0;
  const auto next = [&]() -> std::optional<OrderedTests::Question> {
    while (count < kMaxChecked) {
      std::optional<Neighbour> neighbour = neighbours.next();
      if (!neighbour) break;
      std::string& text = neighbour->candidate.text;
      if (!session.judge().is_unchecked(text)) continue;
      ++count;
      return OrderedTests::Question{std::move(text)};
    }
    return std::nullopt;
  };
  OrderedTests tests(test, next, {.stop = stop});
  while (const auto answer = tests.next()) {
    if (fails(answer->result)) throw SnapshotDiffers{"pass instead of fail"};
  }
}

std::string times_with_snapshots(const SnapshotRecord& record) {
  if (record.compared == 0) return {};
  const auto count = static_cast<double>(record.compared);
  return milliseconds(record.with_s / count) + " instead of " +
         milliseconds(record.without_s / count);
}

std::string words_on_snapshots(const SnapshotRecord& record) {
  if (record.tests == 0) {
    return record.off.empty() ? "no test began in a snapshot" : "no snapshots: " + record.off;
  }
  std::string copied;
  for (const auto& [program, what] : programs_of(record.programs)) {
    if (what.starts_with("copied")) copied += (copied.empty() ? "" : ", ") + program;
  }
  const std::string times = times_with_snapshots(record);
  const std::string words = (times.empty() ? "" : "tests took " + times + ": ") +
                            std::to_string(record.tests) + " tests began in a snapshot of " +
                            copied;
  return record.off.empty() ? words : words + "; then off: " + record.off;
}

std::string snapshot_details(const SnapshotRecord& record) {
  std::string lines;
  for (const auto& [program, what] : programs_of(record.programs)) {
    lines += program + ": " + what + '\n';
  }
  return lines;
}

}  // namespace grabr
