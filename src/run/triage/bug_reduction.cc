// An interrupted reduction continues like any killed one: its journal has the answers, so the same
// tests lead to the same step without running, and are counted from its beginning. A finished
// reduction is a fact of the record.
#include "run/triage/bug_reduction.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include "oracle/condition/conditions.h"
#include "run/reduce.h"
#include "run/triage/triage_files.h"
#include "text/error.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kIdDigits = 16;

}  // namespace

run::Config BugReductions::config_for(const SeenFailure& seen) const {
  run::Config reduction = config_.reduction;
  ConditionOptions& conditions = reduction.test.process.conditions;
  // If a test only says by its exit status whether it fails, it is used unchanged.
  const bool asks_test = !config_.reduction.test.plain_command && !conditions.any();
  const bool is_told = !seen.signature.line.empty() || !seen.signature.frames.empty();
  if (!asks_test || is_told) conditions = Conditions(conditions_of(seen, conditions)).options();
  reduction.test.preflight = false;
  reduction.output.keeps_others = config_.every_bug;
  reduction.limits.max_time_s.reset();  // of all together, which the token knows
  return reduction;
}

fs::path BugReductions::folder_of(const std::string& id) const {
  return config_.folder / ".grabr" / id;
}

std::vector<fs::path> BugReductions::others() const {
  std::vector<fs::path> all;
  for (const auto& [id, tests] : tests_) {
    const std::vector<fs::path> of_one = kept_others(folder_of(id) / ".grabr");
    all.insert(all.end(), of_one.begin(), of_one.end());
  }
  return all;
}

void BugReductions::reduce(BugReduction& result, const std::string& text, const SeenFailure& seen,
                           std::optional<std::uint64_t> most) {
  const std::string id =
      hash_name(text).substr(0, kIdDigits) + "-" + hash_name(key_of(seen)).substr(0, kIdDigits / 2);
  const fs::path folder = folder_of(id);
  run::Config reduction = config_for(seen);
  reduction.input.path = (folder / ("input" + config_.extension)).string();
  reduction.output.place = run::Output::Place::kNamed;
  reduction.output.path = (folder / ("smallest" + config_.extension)).string();
  reduction.output.report = (folder / "report.json").string();
  result = {text, tests_of(id)};

  const auto text_there = [&] {
    if (is_file(reduction.output.path)) result.text = read_file(reduction.output.path);
    if (is_file(reduction.output.report)) result.report = reduction.output.report;
  };
  const auto use = [&](std::uint64_t tests) {
    std::uint64_t& before = tests_of(id);
    budget_.used += tests - std::min(before, tests);
    before = std::max(before, tests);
    result.tests = tests;
  };
  // A reduction has kept other failures only if it was asked to.
  const std::string done = (config_.every_bug ? "reduced-others-" : "reduced-") + id;
  if (const auto fact = answers_.fact(done)) {
    std::uint64_t tests = 0;
    const char* const end = fact->data() + fact->size();
    const auto read = std::from_chars(fact->data(), end, tests);
    result.problem.assign(read.ptr, end);
    if (!budget_.most || !most || tests <= *most) {
      text_there();
      use(tests);
      result.done = true;
      return;
    }
  }
  budget_.require();
  if (const auto left = budget_.left()) most = std::min(most.value_or(~0ULL), result.tests + *left);
  reduction.limits.max_tests = most;
  make_folder(folder);
  write_atomically(reduction.input.path, text);
  EndedBy ended_by;
  std::uint64_t tests = 0;
  try {
    const run::Result end = run::reduce(reduction, listener_, stop_);
    ended_by = end.ended_by;
    tests = end.counts.committed;
    if (ended_by == ErrorKind::kEnvironment) result.problem = end.reason;
  } catch (const Error& error) {
    ended_by = error.kind();
    const std::string reason = error.what();
    result.problem = reason.substr(0, reason.find('\n'));
  }
  use(tests);
  text_there();
  if (is_by_signal(ended_by)) throw Error(*ended_by, "interrupted");
  stop_.check();
  if (ended_by == ErrorKind::kSystem) throw Error(*ended_by, result.problem);
  if (ended_by == ErrorKind::kBudget) {
    result.problem.clear();
    budget_.require();
    return;
  }
  result.done = true;
  answers_.set_fact(done, std::to_string(tests) + result.problem);
}

}  // namespace grabr
