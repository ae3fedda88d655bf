// `grabr diff`: which part of the difference between a failing and a passing input makes it fail?
// A reduction by the strategy dd-diff, over changes instead of parts, that ends with a patch.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "run/early_report.h"
#include "cli/number_check.h"
#include "cli/odd_inputs.h"
#include "cli/reduce_options.h"
#include "run/reduction_job.h"
#include "run/reduction_run.h"
#include "run/save_best.h"
#include "cli/test_options.h"
#include "reduce/diff/changes.h"
#include "reduce/diff/dd.h"
#include "report/json_text.h"
#include "text/diff.h"
#include "text/file.h"

namespace grabr {
namespace {

struct DiffOptions : ReduceOptions {
  std::string passing;         ///< the input that passes
  std::string passing_output;
  std::size_t context = 3;
  bool json = false;
};

constexpr const char* kWords = "TEST FAILING PASSING";

/// The last word without an option is PASSING; the others are those of a reduction of FAILING.
void take_passing(DiffOptions& options) {
  if (options.positionals.empty()) {
    throw UnclearCall("two inputs are needed, one that fails and one that passes");
  }
  options.passing = options.positionals.back();
  options.positionals.pop_back();
}

/// Neither output replaces an input, or the other output.
void require_no_clash(const DiffOptions& options, const std::string& failing) {
  std::error_code ignored;
  for (const std::string& output : {options.output, options.passing_output}) {
    for (const std::string& input : {failing, options.passing}) {
      if (output.empty() || !std::filesystem::equivalent(output, input, ignored)) continue;
      throw Error(Exit::kUsage, output + " would replace an input");
    }
  }
  if (!options.output.empty() && options.output == options.passing_output) {
    throw Error(Exit::kUsage, "--output and --passing name one file: " + options.output);
  }
}

std::string decoded_passing(const std::string& path, Encoding encoding) {
  std::optional<std::string> text = decode_as(read_file(path), encoding);
  if (text) return *std::move(text);
  throw Error(Exit::kUsage, path + " is not " + std::string(encoding_name(encoding)) +
                                ", as the failing input is\nhint: --file-encoding bytes compares them "
                                "byte by byte");
}

ReductionJob prepare(const DiffOptions& options, const std::optional<Words>& after_dashes) {
  ReductionJob job = prepare_job(options, after_dashes);
  job.passing_output.reset();
  if (!options.passing_output.empty()) {
    require_writable(options.passing_output);
    job.passing_output = options.passing_output;
  }
  job.probes_vacuity = false;  // what fails for want of something fails for nothing, too
  job.problem.passing = decoded_passing(options.passing, job.test.encoding);
  if (job.text == *job.problem.passing) {
    throw Error(Exit::kUsage, job.call.input + " and " + options.passing +
                                  " are equal: there is no difference to look for");
  }
  return job;
}

ReductionEnd search(const DiffOptions& options, ReductionJob& job) {
  try {
    return carry_out(options, job);
  } catch (const NotPassing& error) {
    throw Error(error.exit(), options.passing + ": " + error.what());
  }
}

/// What came of it, in numbers of changes.
struct Difference {
  std::size_t changes = 0;  ///< between the two inputs
  std::size_t left = 0;     ///< between the two that were found
  std::string patch;
};

Difference difference_of(const DiffOptions& options, const ReductionJob& job,
                         const ReductionEnd& end, bool colour) {
  const std::string& passing = *end.passing;
  const auto count = [&](std::string_view before, std::string_view after) {
    return std::size_t{change_list(before, after, job.problem.unit_or_chars()).count};
  };
  return {count(*job.problem.passing, job.text), count(passing, end.failing),
          unified_diff(passing, end.failing,
                       {options.passing, job.call.input, options.context, colour})};
}

bool wants_colour() {
  const char* const no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0');
}

std::string as_json(const DiffOptions& options, const ReductionJob& job, const ReductionEnd& end,
                    const Difference& difference) {
  const nlohmann::ordered_json json = {
      {"failing", as_utf8(job.call.input)},
      {"passing", as_utf8(options.passing)},
      {"unit", unit_name(job.problem.unit_or_chars())},
      {"changes", difference.changes},
      {"difference", difference.left},
      {"tests", end.counts.committed},
      {"exit", static_cast<int>(end.exit)},
      {"patch", as_utf8(difference.patch)},
  };
  return json.dump(2) + "\n";
}

void summarise(const ReductionJob& job, const ReductionEnd& end, const Difference& difference) {
  if (!end.reason.empty()) {
    std::cerr << "grabr: " << end.reason << "; this is the smallest difference so far\n";
  }
  std::cerr << "grabr: " << difference.left << " of " << difference.changes << " changes of "
            << unit_name(job.problem.unit_or_chars())
            << (difference.left == 1 ? " makes" : " make") << " the difference, "
            << end.counts.committed << " tests" << std::endl;
}

int find_difference(const DiffOptions& options, const std::optional<Words>& after_dashes) {
  ReductionJob job =
      with_early_report(options, false, [&] { return prepare(options, after_dashes); });
  const ReductionEnd end = search(options, job);
  if (!end.passing) throw Error(end.exit, end.reason);
  const Difference difference =
      difference_of(options, job, end, !options.json && wants_colour());
  std::cout << (options.json ? as_json(options, job, end, difference) : difference.patch)
            << std::flush;
  if (!options.quiet || !end.as_planned()) summarise(job, end, difference);
  return static_cast<int>(end.exit);
}

int run_diff(DiffOptions options, const std::optional<Words>& after_dashes) {
  take_passing(options);
  require_no_clash(options, call_of(options, after_dashes).input);
  options.strategy = "dd-diff";
  if (options.output.empty()) options.output = "-";
  give_standard_output(options, true);
  return find_difference(options, after_dashes);
}

}  // namespace

CommandAction declare_diff(CLI::App& app) {
  auto options = std::make_shared<DiffOptions>();
  options->unit = "lines";
  declare_testing_options(app, *options, kWords,
                          "The test (a program, or a quoted command with\n"
                          "arguments), an input that fails and one that passes");
  const auto add = [&](const char* names, auto& target, const char* type, const char* help) {
    return app.add_option(names, target, help)->type_name(type)->group("The difference");
  };
  add("--unit", options->unit, "UNIT", "What is changed at a time: lines (default), tokens,\n"
                                       "chars or bytes");
  add("-o,--output", options->output, "FILE", "Keep the input found that fails");
  add("--passing", options->passing_output, "FILE", "Keep the input found that passes")
      ->check(no_dash());
  add("-U,--context", options->context, "N", "Lines of context around a change (default 3)")
      ->check(whole_number());
  app.add_flag("--json", options->json, "Print one JSON object instead of a patch")
      ->group("The difference");
  return [options](const std::optional<Words>& after_dashes) {
    return run_diff(*options, after_dashes);
  };
}

}  // namespace grabr
