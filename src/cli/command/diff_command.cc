// `grabr diff`: which part of the difference between a failing and a passing input makes it fail?
// A reduction by the strategy dd-diff, over changes instead of parts, that ends with a patch.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/line/command_line.h"
#include "cli/line/option_values.h"
#include "cli/options/config_of.h"
#include "cli/options/reduce_options.h"
#include "cli/options/test_options.h"
#include "cli/show/console.h"
#include "cli/show/error_stream.h"
#include "cli/show/interruption.h"
#include "reduce/diff/changes.h"
#include "report/form/json_text.h"
#include "run/config/quantity_words.h"
#include "run/reduce.h"
#include "text/diff.h"
#include "text/escape.h"
#include "text/exit_status.h"
#include "text/file.h"

namespace grabr {
namespace {

struct DiffOptions : ReduceOptions {
  std::string passing;  ///< file of the passing input
  std::string passing_output;
  std::size_t context = 3;
  bool json = false;
  bool common = false;
  bool by_tree = false;
};

constexpr const char* kDiffWords = "TEST FAILING PASSING";
constexpr const char* kTree = "tree";

/// The last positional is PASSING; the others are those of a reduction of FAILING.
void take_passing(DiffOptions& options) {
  if (options.positionals.empty()) {
    throw UnclearCall("two inputs are needed, one that fails and one that passes");
  }
  options.passing = options.positionals.back();
  options.positionals.pop_back();
}

/// Throws if one output would replace an input or the other output.
void require_no_clash(const DiffOptions& options) {
  note_read(options.passing);
  require_not_read(options.output);
  require_not_read(options.passing_output);
  if (!options.output.empty() && options.output == options.passing_output) {
    throw Error(ErrorKind::kInvalid,
                "--output and --passing name one file: " + shown_name(options.output));
  }
}

/// The result, as numbers of changes.
struct Difference {
  std::size_t changes = 0;  ///< between the two inputs
  std::size_t left = 0;     ///< between the two texts found
  std::string patch;
};

Difference difference_of(const DiffOptions& options, const run::Result& end, bool colour) {
  const std::string& passing = *end.passing;
  std::string patch =
      unified_diff(passing, end.failing, {options.passing, end.input, options.context, colour});
  if (end.tree_changes) return {end.tree_changes->given, end.tree_changes->left, std::move(patch)};
  const auto count = [&](std::string_view before, std::string_view after) {
    return std::size_t{change_list(before, after, end.unit).count};
  };
  return {count(*end.given_passing, end.original), count(passing, end.failing), std::move(patch)};
}

bool wants_colour() {
  const char* const no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0');
}

std::string unit_of(const run::Result& end) {
  return end.tree_changes ? kTree : std::string(unit_name(end.unit));
}

std::string as_json(const DiffOptions& options, const run::Result& end,
                    const Difference& difference) {
  const nlohmann::ordered_json json = {
      {"failing", as_utf8(end.input)},
      {"passing", as_utf8(options.passing)},
      {"unit", unit_of(end)},
      {"changes", difference.changes},
      {"difference", difference.left},
      {"tests", end.counts.committed},
      {"exit", status_of(end.ended_by)},
      {"patch", as_utf8(difference.patch)},
  };
  return json.dump(2) + "\n";
}

void summarise(const run::Result& end, const Difference& difference) {
  if (!end.reason.empty()) {
    std::cerr << "grabr: " << end.reason << "; this is the smallest difference so far\n";
  }
  std::cerr << "grabr: " << difference.left << " of " << difference.changes << " changes of "
            << (end.tree_changes ? "the tree" : unit_of(end))
            << (difference.left == 1 ? " makes" : " make") << " the difference, "
            << so_many(end.counts.committed, "test") << std::endl;
}

run::Config diff_config(const DiffOptions& options, const std::optional<Words>& after_dashes) {
  run::Config config = config_of(options, after_dashes);
  config.input.passing = options.passing;
  config.input.common = options.common;
  config.input.by_tree = options.by_tree;
  config.output.passing = options.passing_output;
  return config;
}

int find_difference(const DiffOptions& options, const std::optional<Words>& after_dashes) {
  const run::Config config = diff_config(options, after_dashes);
  Console console(options.quiet, options.verbose);
  StopSignals signals;
  const run::Result end = run::reduce(config, console, StopToken(signals));
  if (!end.passing) throw Error(end.ended_by.value(), end.reason);
  const bool colour = !options.json && wants_colour();
  const Difference difference = difference_of(options, end, colour);
  const std::string text = options.json ? as_json(options, end, difference) : difference.patch;
  if (colour) print_styled(text);
  else std::cout << text << std::flush;
  if (!options.quiet || !end.as_planned()) summarise(end, difference);
  return status_of(end.ended_by);
}

int run_diff(DiffOptions options, const std::optional<Words>& after_dashes) {
  take_passing(options);
  call_of(options, after_dashes);  // records which words it reads
  require_no_clash(options);
  options.strategy = "dd-diff";
  options.by_tree = options.unit == kTree;
  if (options.by_tree) options.unit = unit_name(Unit::kTokens);
  if (options.output.empty()) options.output = "-";
  give_standard_output(options, true);
  return find_difference(options, after_dashes);
}

}  // namespace

CommandAction declare_diff(CLI::App& app) {
  auto options = std::make_shared<DiffOptions>();
  options->unit = "lines";
  declare_testing_options(app, *options, kDiffWords,
                          "The test (a program, or a quoted command with\n"
                          "arguments), an input that fails and one that passes");
  const auto add = [&](const char* names, auto& target, const char* type, const char* help) {
    return app.add_option(names, target, help)->type_name(type)->group("The difference");
  };
  add("--unit", options->unit, "UNIT",
      "Unit of change: lines (default), tokens, chars, bytes,\nor tree (parts of the syntax trees, "
      "so that every\ncandidate parses)");
  add("-g,--grammar", options->grammar, "NAME|FILE",
      "For --unit tree: grammar of both. Default: by the\nfailing input's name or content");
  add("-o,--output", options->output, "FILE", "Keep the failing result in FILE");
  add("--passing", options->passing_output, "FILE", "Keep the passing result in FILE")
      ->check(no_dash());
  add("-U,--context", options->context, "N", "Lines of context around a change (default 3)")
      ->check(whole_number());
  app.add_flag("--common", options->common,
               "Then also delete parts that both inputs share, as long as one still fails and the "
               "other passes")
      ->group("The difference");
  app.add_flag("--json", options->json, "Print one JSON object instead of a patch")
      ->group("The difference");
  return [options](const std::optional<Words>& after_dashes) {
    return run_diff(*options, after_dashes);
  };
}

}  // namespace grabr
