// `grabr triage`: its options and its output. Tested by tests/run/triage_test.cc and
// tests/check_triage.py.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/command/bug_list.h"
#include "cli/command/page_runs.h"
#include "cli/command/reduction_summary.h"
#include "cli/commands.h"
#include "cli/line/option_values.h"
#include "cli/options/config_of.h"
#include "cli/options/reduce_options.h"
#include "cli/options/reduction_options.h"
#include "cli/options/saved_test.h"
#include "cli/options/test_options.h"
#include "cli/show/interruption.h"
#include "report/form/text_table.h"
#include "report/page/page.h"
#include "run/config/quantity_words.h"
#include "run/triage/decisions.h"
#include "run/triage/triaging.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/exit_status.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

struct TriageOptions : ReduceOptions {
  std::string extension;
};

/// Reads one name a line.
std::vector<std::string> listed_on_standard_input() {
  std::vector<std::string> names;
  for (std::string line; std::getline(std::cin, line);) {
    if (!line.empty()) names.push_back(line);
  }
  return names;
}

std::vector<std::string> triage_inputs(const Call& call) {
  std::vector<std::string> given = {call.input};
  given.insert(given.end(), call.further_inputs.begin(), call.further_inputs.end());
  std::vector<std::string> inputs;
  for (const std::string& name : given) {
    if (name != kStandardInput) {
      inputs.push_back(name);
      continue;
    }
    for (std::string& one : listed_on_standard_input()) inputs.push_back(std::move(one));
  }
  return inputs;
}

/// "crashes.bugs" for crashes/
fs::path results_folder(const TriageOptions& options, const std::string& first_input) {
  if (!options.output.empty()) return fs::absolute(options.output);
  std::error_code ignored;
  if (!fs::is_directory(first_input, ignored)) return fs::absolute("triage.bugs");
  fs::path folder = fs::absolute(first_input).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  folder += ".bugs";
  return folder;
}

run::TriageConfig triage_config(TriageOptions options, Call call) {
  run::TriageConfig config;
  config.inputs = triage_inputs(call);
  config.folder = results_folder(options, call.input);
  config.extension = options.extension;
  config.every_bug = options.every_bug;
  if (!config.extension.empty() && !config.extension.starts_with('.'))
    config.extension.insert(0, 1, '.');
  if (!options.timeout_s && !options.conditions.hang_s) options.timeout_s = kTriageTimeout_s;
  call.input = "input" + config.extension;
  call.further_inputs.clear();
  config.reduction = config_of(options, std::move(call));
  return config;
}

void say_result(const run::TriageResult& result, const run::TriageConfig& config) {
  std::string line = so_many(result.bugs.size(), "bug") + " in " + so_many(result.files, "file");
  for (const std::string& other : result.others) line += "; " + other;
  if (result.ended_by) line = "not done (" + result.reason + "): " + line;
  say_line(line);
  for (const run::TriagedBug& bug : result.bugs) {
    std::string row = "  " + bug.name + "  " + so_many(bug.files, "file") + ", " +
                      so_many(bug.bytes, "byte") + (bug.is_new ? ", new  " : "  ") +
                      escaped(bug.signature, "", 100);
    if (!bug.problem.empty()) row += " (" + bug.problem + ")";
    say_line(row);
  }
  say_line(std::to_string(result.tests) + " tests; " +
           shown_name((config.folder / "index.html").lexically_proximate(fs::current_path())));
}

/// Handles `triage join A B` and `triage split A`; nothing for any other call.
std::optional<int> decide(const std::vector<std::string>& words) {
  if (words.size() == 3 && words[0] == "join") {
    run::join_bugs(words[1], words[2]);
  } else if (words.size() == 2 && words[0] == "split") {
    run::split_bug(words[1]);
  } else {
    return std::nullopt;
  }
  say_line("saved; the next call of triage on these files applies it");
  return status_of(ExitStatus::kFinished);
}

int run_triage(TriageOptions options, const std::optional<Words>& given) {
  if (!given && options.test.empty()) {
    if (const auto status = decide(options.positionals)) return *status;
  }
  const std::optional<Words> after_dashes = with_recipe(options, given);
  const bool names_none = options.positionals.empty() && options.input.empty();
  if (names_none) {
    throw Error(ErrorKind::kInvalid,
                "no folder of failing files is given\nhint: grabr triage DIR -- COMMAND @@");
  }
  const Call call = call_of(options, after_dashes, true);
  note_many_jobs(options);
  return list_bugs(options, triage_config(options, call));
}

}  // namespace

int list_bugs(const ReduceOptions& options, run::TriageConfig config) {
  config.page = [](const fs::path& report) { return html_page(page_runs({{report, true}})); };
  config.overview = [](const std::string& json) { return html_page_of_bugs(json); };
  Console console(options.quiet);
  ReduceOptions of_reductions = options;
  of_reductions.quiet = true;
  ReductionConsole reductions(of_reductions);
  StopSignals signals;
  const run::TriageResult result = run::triage(config, console, reductions, StopToken(signals));
  if (!options.quiet) say_result(result, config);
  if (result.ended_by) return status_of(result.ended_by);
  return status_of(result.has_new() ? ExitStatus::kFound : ExitStatus::kFinished);
}

CommandAction declare_triage(CLI::App& app) {
  auto options = std::make_shared<TriageOptions>();
  declare_problem_options(app, *options);
  remove_options(app, {"--stop-at", "--cache", "--no-preflight", "--same-as-original",
                       "--same-crash", "--crash-parts", "--keep-lines"});
  app.add_option("-o,--output", options->output,
                 "Folder for the results. Default: DIR.bugs beside the first DIR")
      ->type_name("DIR")
      ->check(no_dash())
      ->group("Output");
  app.add_option(
         "--extension", options->extension,
         "Extension of the name under which the test gets a file. Default: the most frequent one")
      ->type_name("EXT")
      ->group("Output");
  declare_every_bug(app, *options,
                    "Also make bugs of failures that reductions meet and no file shows");
  return [options](const std::optional<Words>& after_dashes) {
    return run_triage(*options, after_dashes);
  };
}

}  // namespace grabr
