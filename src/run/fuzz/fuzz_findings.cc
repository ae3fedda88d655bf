#include "run/fuzz/fuzz_findings.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "oracle/condition/condition_kinds.h"
#include "oracle/condition/conditions.h"
#include "run/config/command_words.h"
#include "run/files/other_crashes.h"
#include "run/fuzz/seen_failure.h"
#include "run/reduce.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

ConditionOptions demanded(const FuzzFindings::Finding& finding, ConditionOptions conditions) {
  return conditions_of({true, finding.timed_out, finding.signature}, std::move(conditions));
}

std::uint64_t size_of(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  return error ? 0 : size;
}

}  // namespace

FuzzFindings::FuzzFindings(const run::FuzzConfig& config, run::Listener& listener,
                           run::Listener& reductions, const StopToken& stop)
    : config_(config), listener_(listener), reductions_(reductions), stop_(stop) {
  make_folder(config.folder);
}

EndedBy FuzzFindings::keep(const Finding& finding, std::string_view text) {
  const fs::path folder = folder_of(finding);
  fs::create_directories(folder);
  const run::Config reduction = reduction_of(finding, folder);
  const std::string& output = reduction.output.path;
  write_atomically(reduction.input.path, text);
  write_record(finding, folder, {});
  listener_.note("input " + std::to_string(finding.run) + " (" + std::to_string(text.size()) +
                 " bytes) fails: " + finding.signature.text());
  if (text.empty()) return std::nullopt;
  EndedBy ended_by;
  std::string problem;
  try {
    ended_by = run::reduce(reduction, reductions_, stop_).ended_by;
    if (ended_by == ErrorKind::kEnvironment)
      problem = "the result does not fail when it is tested again";
  } catch (const Error& error) {
    ended_by = error.kind();
    const std::string reason = error.what();
    problem = reason.substr(0, reason.find('\n'));
  }
  if (ended_by == ErrorKind::kInterrupted || ended_by == ErrorKind::kTerminated) return ended_by;
  if (config_.every_bug) keep_others(folder);
  write_record(finding, folder, problem);
  if (problem.empty()) {
    listener_.note("reduced to " + std::to_string(size_of(output)) + " bytes: " + output);
  } else {
    listener_.warn("input " + std::to_string(finding.run) + " is not reduced: " + problem);
  }
  return ended_by;
}

fs::path FuzzFindings::folder_of(const Finding& finding) const {
  return folder() / (std::to_string(distinct()) + "-" + file_name_of(finding.signature.end));
}

std::optional<std::string> FuzzFindings::result_of(const Finding& finding) const {
  const fs::path file = reduction_of(finding, folder_of(finding)).output.path;
  if (!fs::exists(file)) return std::nullopt;
  return read_file(file);
}

std::vector<fs::path> FuzzFindings::kept() const {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder(), error), end; !error && at != end; at.increment(error)) {
    const fs::path reduced = at->path() / ("reduced" + config_.extension);
    const fs::path input = at->path() / ("input" + config_.extension);
    if (is_file(input)) files.push_back(is_file(reduced) ? reduced : input);
    const std::vector<fs::path> others = kept_others(at->path());
    files.insert(files.end(), others.begin(), others.end());
  }
  std::ranges::sort(files);
  return files;
}

void FuzzFindings::keep_others(const fs::path& folder) const {
  std::error_code ignored;
  const fs::path kept = folder / ".grabr" / kOthersFolder;
  if (fs::is_directory(kept, ignored)) {
    using enum fs::copy_options;
    fs::copy(kept, folder / kOthersFolder, recursive | overwrite_existing, ignored);
  }
}

void FuzzFindings::forget_answers(const Finding& finding) const {
  std::error_code ignored;
  fs::remove_all(folder_of(finding) / ".grabr", ignored);
}

run::Config FuzzFindings::reduction_of(const Finding& finding, const fs::path& folder) const {
  run::Config reduction = config_.reduction;
  reduction.input.path = (folder / ("input" + config_.extension)).string();
  reduction.output.place = run::Output::Place::kNamed;
  reduction.output.path = (folder / ("reduced" + config_.extension)).string();
  reduction.output.keeps_others = config_.every_bug;
  reduction.test.preflight = false;
  reduction.limits.max_time_s.reset();  // the token knows the limit of the whole run
  ConditionOptions& conditions = reduction.test.process.conditions;
  conditions = Conditions(demanded(finding, conditions)).options();
  return reduction;
}

void FuzzFindings::write_record(const Finding& finding, const fs::path& folder,
                                const std::string& problem) const {
  const run::Config reduction = reduction_of(finding, folder);
  nlohmann::ordered_json record;
  record["seed"] = config_.source.seed;
  record["run"] = finding.run;
  record["end"] = finding.signature.end;
  record["line"] = finding.signature.line;
  if (!finding.signature.frames.empty()) record["functions"] = finding.signature.frames;
  record["command"] = words_of_test(reduction.test.process);
  record["conditions"] = condition_words(demanded(finding, config_.conditions));
  record["bytes"] = size_of(reduction.input.path);
  if (fs::exists(reduction.output.path)) record["reduced_bytes"] = size_of(reduction.output.path);
  if (!problem.empty()) record["not_reduced"] = problem;
  const auto replace = nlohmann::json::error_handler_t::replace;
  write_atomically(folder / "report.json", record.dump(2, ' ', false, replace) + "\n");
}

std::uint64_t FuzzFindings::failing_inputs() const {
  std::uint64_t sum = 0;
  for (const auto& [signature, count] : seen_) sum += count;
  return sum;
}

}  // namespace grabr
