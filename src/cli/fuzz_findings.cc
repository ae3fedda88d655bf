#include "cli/fuzz_findings.h"

#include <iostream>
#include <system_error>

#include <nlohmann/json.hpp>

#include "cli/reduction.h"
#include "cli/test_options.h"
#include "oracle/condition/condition_kinds.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

fs::path make_results_folder(const std::string& given) {
  fs::path folder = fs::absolute(given.empty() ? "fuzz-results" : given);
  make_folder(folder);
  return folder;
}

/// The conditions under which a smaller input shows the same failure.
void demand_signature(const FuzzFindings::Finding& finding, ReduceOptions& options) {
  if (finding.timed_out) return;
  const FailureSignature& signature = finding.signature;
  ConditionOptions& wanted = options.conditions;
  wanted.exits = signature.conditions.exits;
  wanted.signals = signature.conditions.signals;
  if (signature.line.empty()) return;
  auto& patterns = signature.on_errors ? wanted.errors : wanted.output;
  patterns.push_back(line_pattern(signature.line));
}

std::string file_name_of(std::string end) {
  for (char& c : end) {
    if (c == ' ') c = '-';
  }
  return end;
}

std::uint64_t size_of(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  return error ? 0 : size;
}

}  // namespace

FuzzFindings::FuzzFindings(const FuzzOptions& options, const std::optional<Words>& after_dashes,
                           std::string extension)
    : options_(options),
      after_dashes_(after_dashes),
      extension_(std::move(extension)),
      folder_(make_results_folder(options.output)) {}

Exit FuzzFindings::keep(const Finding& finding, std::string_view text, double seconds_left) {
  const fs::path folder = folder_of(finding);
  const fs::path input = folder / ("input" + extension_);
  fs::create_directories(folder);
  write_atomically(input, text);
  write_record(finding, folder, {});
  say("input " + std::to_string(finding.run) + " (" + std::to_string(text.size()) +
      " bytes) fails: " + finding.signature.text());
  if (text.empty()) return Exit::kFinished;
  ReduceOptions reduction = reduction_of(finding, folder);
  reduction.max_time_s = seconds_left;
  Exit exit = Exit::kFinished;
  std::string problem;
  try {
    exit = static_cast<Exit>(run_reduction(reduction, after_dashes_));
    if (exit == Exit::kEnvironment) problem = "the result does not fail when it is tested again";
  } catch (const Error& error) {
    exit = error.exit();
    const std::string reason = error.what();
    problem = reason.substr(0, reason.find('\n'));
  }
  if (exit == Exit::kInterrupted || exit == Exit::kTerminated) return exit;
  write_record(finding, folder, problem);
  if (problem.empty()) {
    say("reduced to " + std::to_string(size_of(reduction.output)) + " bytes: " + reduction.output);
  } else {
    say("not reduced: " + problem);
  }
  return exit;
}

fs::path FuzzFindings::folder_of(const Finding& finding) const {
  return folder_ / (std::to_string(distinct()) + "-" + file_name_of(finding.signature.end));
}

void FuzzFindings::forget_answers(const Finding& finding) const {
  std::error_code ignored;
  fs::remove_all(folder_of(finding) / ".grabr", ignored);
}

ReduceOptions FuzzFindings::reduction_of(const Finding& finding, const fs::path& folder) const {
  ReduceOptions reduction = options_;
  reduction.input = (folder / ("input" + extension_)).string();
  reduction.output = (folder / ("reduced" + extension_)).string();
  reduction.quiet = true;
  reduction.no_preflight = true;
  demand_signature(finding, reduction);
  return reduction;
}

void FuzzFindings::write_record(const Finding& finding, const fs::path& folder,
                                const std::string& problem) const {
  const ReduceOptions reduction = reduction_of(finding, folder);
  nlohmann::ordered_json record;
  record["seed"] = options_.seed;
  record["run"] = finding.run;
  record["end"] = finding.signature.end;
  record["line"] = finding.signature.line;
  record["command"] = call_of(reduction, after_dashes_).words();
  record["conditions"] = condition_words(condition_options(reduction));
  record["bytes"] = size_of(reduction.input);
  if (fs::exists(reduction.output)) record["reduced_bytes"] = size_of(reduction.output);
  if (!problem.empty()) record["not_reduced"] = problem;
  const auto replace = nlohmann::json::error_handler_t::replace;
  write_atomically(folder / "report.json", record.dump(2, ' ', false, replace) + "\n");
}

void FuzzFindings::say(const std::string& text) const {
  if (!options_.quiet) std::cerr << "grabr: " << text << std::endl;
}

std::uint64_t FuzzFindings::failing_inputs() const {
  std::uint64_t sum = 0;
  for (const auto& [signature, count] : seen_) sum += count;
  return sum;
}

}  // namespace grabr
