// `grabr fuzz`: its options.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.h"
#include "cli/duration.h"
#include "run/fuzzing.h"
#include "cli/number_check.h"
#include "cli/reduce_options.h"

namespace grabr {
namespace {

void declare_inputs(CLI::App& app, FuzzOptions& options) {
  constexpr const char* kGroup = "The inputs";
  const auto add = [&](const char* names, auto& target, const char* type, const char* help) {
    return app.add_option(names, target, help)->type_name(type)->group(kGroup);
  };
  add("-g,--grammar", options.grammar, "NAME|FILE",
      "Sentences of this grammar, some of them broken");
  add("--corpus", options.corpus, "FILE|DIR",
      "Files to begin with and to mutate: by their trees where\nthey parse, else by characters");
  add("--chars", options.chars, "MIN-MAX",
      "Without grammar and corpus: lengths of random texts;\ndefault: 1-1000");
  app.add_flag("--valid", options.only_sentences,
               "No broken inputs: only what the grammar and the trees of\nthe corpus give")
      ->group(kGroup);
  add("--seed", options.seed, "S", "Another seed, other inputs; default: 0")
      ->check(whole_number());
  add("-n,--runs", options.runs, "N",
      "How many inputs; default: 1000, or no end with --max-time")
      ->check(whole_number());
  add("--max-time", options.max_time_s, "TIME", "End after so long (600, 10m), reductions included")
      ->transform(duration());
  add("--timeout", options.timeout_s, "TIME", "For one run; default: 10 (seconds)")
      ->transform(duration());
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
  app.add_flag("-q,--quiet", options->quiet, "Say nothing but errors")->group("Output");
  return [options](const std::optional<Words>& after_dashes) {
    return run_fuzzing(*options, after_dashes);
  };
}

}  // namespace grabr
