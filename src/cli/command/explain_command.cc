// `grabr explain`: which parts of a result matter, and which may be something else.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "cli/command/explain_subject.h"
#include "cli/commands.h"
#include "cli/line/number_check.h"
#include "cli/options/config_of.h"
#include "cli/options/reduce_options.h"
#include "cli/show/console.h"
#include "cli/show/interruption.h"
#include "report/tables/explanation_text.h"
#include "report/trace/kept_files.h"
#include "run/explaining.h"
#include "text/exit_status.h"
#include "text/file.h"

namespace grabr {
namespace {

struct ExplainCallOptions : ReduceOptions {
  ExplainOptions how;
  std::string json;
  std::string abstraction;
  bool comments = false;
};

void describe_options(CLI::App& app) {
  app.get_option("TEST FILE")
      ->description(
          "Nothing, or RESULT: the test of its reduction; REPORT: that\n"
          "of the report (--report); TEST RESULT: as for reduce");
  app.get_option("--fresh")->description("Ask again what the test has answered before");
  app.get_option("--max-tests")
      ->description("End after N answers (exit status 6), and show\nwhat is known");
}

void declare_explaining(CLI::App& app, ExplainCallOptions& options) {
  const char* const kGroup = "Explaining";
  app.add_option("--samples", options.how.samples,
                 "Sentences tried in place of a part (default 20)")
      ->type_name("N")
      ->check(checked<std::uint64_t>("a whole number from 1 to 100000", 100'000U, 1U))
      ->group(kGroup);
  app.add_option("--together", options.how.together,
                 "Texts tried with all parts replaced at once (default 100)")
      ->type_name("N")
      ->check(checked<std::uint64_t>("a whole number from 1 to 1000000", 1'000'000U, 1U))
      ->group(kGroup);
  app.add_option("--seed", options.how.seed, "Which ones: the same for the same number (default 0)")
      ->type_name("S")
      ->check(whole_number())
      ->group(kGroup);
  app.add_flag("--comments", options.comments, "Print the result with a comment at each part")
      ->group("Output");
  app.add_option("--abstraction", options.abstraction,
                 "Write a grammar of texts that fail alike:\ngrabr generate -g FILE makes them")
      ->type_name("FILE")
      ->group("Output");
  app.add_option("--json", options.json,
                 "Write the explanation as JSON; -: to standard output,\nin place of the text")
      ->type_name("FILE")
      ->group("Output");
}

void print_comments(const run::ExplainSubject& subject, const Explanation& explanation) {
  const auto text = commented_text(subject.text, explanation, *subject.parser);
  if (text) {
    std::cout << *text << std::flush;
    return;
  }
  say_line(subject.parser->grammar().name + " has no comments of a known form, or none fits here");
  std::cout << explanation_text(subject.text, explanation) << std::flush;
}

void write_output(const ExplainCallOptions& options, const run::ExplainSubject& subject,
                  const run::Explained& explained) {
  const Explanation& explanation = explained.explanation;
  if (!options.abstraction.empty()) write_atomically(options.abstraction, explanation.grammar);
  const std::string json =
      explanation_json(subject.text, explanation, options.how.seed, explained.tests);
  // For the page of the reduction; what is not complete takes nothing's place.
  const auto kept = kept_explanation_path(subject.cache_folder, subject.name);
  if (!explanation.ended_by || !std::filesystem::exists(kept)) keep_file(kept, json);
  if (!options.json.empty()) {
    if (options.json != "-") write_atomically(options.json, json);
    else std::cout << json << std::flush;
  }
  if (options.json == "-") return;
  if (options.comments) return print_comments(subject, explanation);
  std::cout << explanation_text(subject.text, explanation) << std::flush;
}

int run_explanation(ExplainCallOptions options, const std::optional<Words>& after_dashes) {
  // The subject may be in another folder, from which it is looked at.
  for (std::string* path : {&options.abstraction, &options.json}) {
    if (!path->empty() && *path != "-") *path = std::filesystem::absolute(*path);
  }
  Console console(options.quiet, options.verbose);
  const run::ExplainSubject subject = find_explain_subject(options, after_dashes, console);
  run::ExplainLimits limits;
  limits.how = options.how;
  if (options.max_tests != 0) limits.max_tests = options.max_tests;
  if (options.max_time_s > 0) limits.max_time_s = options.max_time_s;
  StopSignals signals;
  const run::Explained explained =
      run::explain_result(subject, limits, console, StopToken(signals));
  console.idle();
  write_output(options, subject, explained);
  const Explanation& explanation = explained.explanation;
  if (explanation.ended_by) say_line(explanation.reason + ": this is what is known by now");
  if (!options.quiet) {
    say_line(std::to_string(explained.tests) + " tests, " + std::to_string(explained.executed) +
             " of them run now");
  }
  return status_of(explanation.ended_by);
}

}  // namespace

CommandAction declare_explain(CLI::App& app) {
  auto options = std::make_shared<ExplainCallOptions>();
  declare_problem_options(app, *options);
  // What a search begins with, may change, or is judged by.
  remove_options(app, {"--stop-at", "--unit", "--strict", "--no-partial", "--keep", "--keep-lines",
                       "--only", "--except", "--keep-names", "--keep-values", "--no-markers",
                       "--flaky", "--flaky-error", "--no-preflight", "--python-set-order"});
  describe_options(app);
  declare_explaining(app, *options);
  return [options](const std::optional<Words>& after_dashes) {
    return run_explanation(*options, after_dashes);
  };
}

}  // namespace grabr
