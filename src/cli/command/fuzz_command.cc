// `grabr fuzz`: its options.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>

#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/command/fuzz_inputs.h"
#include "cli/command/reduction.h"
#include "cli/commands.h"
#include "cli/line/duration.h"
#include "cli/line/number_check.h"
#include "cli/options/config_of.h"
#include "cli/options/reduce_options.h"
#include "cli/options/test_options.h"
#include "cli/show/interruption.h"
#include "run/fuzz/fuzzing.h"
#include "text/exit_status.h"

namespace grabr {
namespace {

constexpr double kTimeout_s = 10;

/// Signals that a program dies by when something is wrong with it.
const std::vector<std::string> kCrashSignals = {"ABRT", "BUS", "FPE", "ILL", "SEGV", "SYS", "TRAP"};

/// Sanitizers end a program with an exit status that means anything, unless they are told to abort.
void let_sanitizers_abort() {
  for (const char* name : {"ASAN_OPTIONS", "MSAN_OPTIONS", "TSAN_OPTIONS"}) {
    ::setenv(name, "abort_on_error=1", 0);
  }
  ::setenv("UBSAN_OPTIONS", "halt_on_error=1:abort_on_error=1", 0);
}

/// What `grabr fuzz` does unless it is told otherwise.
FuzzOptions with_defaults(FuzzOptions options) {
  if (!options.conditions.any()) {
    options.conditions.signals = kCrashSignals;
    let_sanitizers_abort();
  }
  if (!options.timeout_s && !options.conditions.hang_s) options.timeout_s = kTimeout_s;
  if (!options.runs && options.max_time_s > 0) {
    options.runs = std::numeric_limits<std::uint64_t>::max();
  }
  return options;
}

void declare_inputs(CLI::App& app, FuzzOptions& options) {
  constexpr const char* kGroup = "The inputs";
  const auto add = [&](const char* names, auto& target, const char* type, const char* help) {
    return app.add_option(names, target, help)->type_name(type)->group(kGroup);
  };
  add("-g,--grammar", options.grammar, "NAME|FILE",
      "Sentences of this grammar, some of them broken");
  add("--corpus", options.corpus, "FILE|DIR",
      "Files to begin with and to mutate: by their trees where\nthey parse, else by characters");
  app.add_flag("--grow", options.grow,
               "Each result joins the corpus, reduced: later inputs are\nmade from it, too")
      ->group(kGroup);
  add("--chars", options.chars, "MIN-MAX",
      "Without grammar and corpus: lengths of random texts;\ndefault: 1-1000");
  app.add_flag("--valid", options.only_sentences,
               "No broken inputs: only what the grammar and the trees of\nthe corpus give")
      ->group(kGroup);
  add("--seed", options.seed, "S", "Another seed, other inputs; default: 0")->check(whole_number());
  add("-n,--runs", options.runs, "N", "How many inputs; default: 1000, or no end with --max-time")
      ->check(whole_number());
  add("--max-time", options.max_time_s, "TIME", "End after so long (600, 10m), reductions included")
      ->transform(duration());
  add("--timeout", options.timeout_s, "TIME", "For one run; default: 10 (seconds)")
      ->transform(duration());
}

run::FuzzConfig fuzz_config(FuzzOptions options, const std::optional<Words>& after_dashes) {
  run::FuzzConfig config;
  const auto corpus = fuzz_corpus(options.corpus);
  const auto grammar =
      options.grammar.empty() ? nullptr : read_grammar(find_grammar(options.grammar));
  config.source = fuzz_source(options, grammar, corpus);
  config.grow = options.grow;
  config.sources_text = fuzz_sources_text(options, grammar.get(), corpus);
  config.extension = fuzz_extension(grammar.get(), corpus);
  if (options.runs) config.runs = *options.runs;
  config.folder =
      std::filesystem::absolute(options.output.empty() ? "fuzz-results" : options.output);
  options.input = "input" + config.extension;
  config.reduction = config_of(options, after_dashes);
  config.conditions = condition_options(options);
  return config;
}

/// The exit status: 0 when nothing was found, 1 when something was, 130 or 143 when a signal ended
/// it.
int run_fuzzing(const FuzzOptions& given, const std::optional<Words>& after_dashes) {
  const FuzzOptions options = with_defaults(given);
  const run::FuzzConfig config = fuzz_config(options, after_dashes);
  Console console(options.quiet);
  FuzzOptions of_findings = options;
  of_findings.quiet = true;
  ReductionConsole reductions(of_findings);
  StopSignals signals;
  const auto [ended_by, counts] = run::fuzz(config, console, reductions, StopToken(signals));
  const std::string where = counts.kinds > 0 ? ", in " + config.folder.string() : "";
  console.note((is_by_signal(ended_by) ? "interrupted; " : "") + counts.in_words() + where);
  if (counts.late > 0) {
    console.note(std::to_string(counts.late) + " did not end in time; --hang SEC looks for such");
  }
  if (counts.unsteady > 0) {
    console.note(std::to_string(counts.unsteady) + " failed once, but not when run again");
  }
  if (is_by_signal(ended_by)) return status_of(ended_by);
  return status_of(counts.kinds > 0 ? ExitStatus::kFound : ExitStatus::kFinished);
}

}  // namespace

CommandAction declare_fuzz(CLI::App& app) {
  auto options = std::make_shared<FuzzOptions>();
  declare_run_options(app, *options);
  declare_inputs(app, *options);
  app.add_option("-o,--output", options->output, "Folder for the results; default: fuzz-results")
      ->type_name("DIR")
      ->check(no_dash())
      ->group("Output");
  app.add_flag("-q,--quiet", options->quiet, "Print errors only")->group("Output");
  return [options](const std::optional<Words>& after_dashes) {
    return run_fuzzing(*options, after_dashes);
  };
}

}  // namespace grabr
