// `grabr explain`: which parts of a result matter, and which may be replaced.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/command/meant_runs.h"
#include "cli/command/reduction_summary.h"
#include "cli/commands.h"
#include "cli/line/command_line.h"
#include "cli/line/option_values.h"
#include "cli/options/config_of.h"
#include "cli/options/reduce_options.h"
#include "cli/options/reduction_options.h"
#include "cli/options/saved_reduction.h"
#include "cli/options/saved_test.h"
#include "cli/show/console.h"
#include "cli/show/interruption.h"
#include "oracle/condition/condition_kinds.h"
#include "report/tables/explanation_text.h"
#include "report/trace/kept_files.h"
#include "run/config/quantity_words.h"
#include "run/explaining.h"
#include "run/files/file_form.h"
#include "run/files/kept_test.h"
#include "run/files/output_places.h"
#include "run/init.h"
#include "text/encoding.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/exit_status.h"
#include "text/file.h"

namespace grabr {
namespace {

// Finds the result that the call refers to, its test and its grammar.

namespace fs = std::filesystem;

std::shared_ptr<const Parser> parser_of(const fs::path& grammar, const ParseOptions& options) {
  return std::make_shared<const Parser>(read_grammar(grammar), options);
}

void use_options(const ReduceOptions& options, run::ExplainSubject& subject) {
  if (options.jobs != 0) subject.test.jobs = std::min(options.jobs, kMaxJobs);
  subject.test.timeout_s = options.timeout_s.value_or(subject.test.timeout_s);
  subject.test.also_interesting.clear();
  subject.test.log_folder = options.log_tests;
  subject.fresh = options.fresh;
}

std::string decoded(std::string bytes, Encoding encoding) {
  std::optional<std::string> text = decode_as(bytes, encoding);
  return text ? *std::move(text) : std::move(bytes);
}

// Takes them from a report.

run::ExplainSubject subject_of_report(const ReduceOptions& options) {
  VerifyOptions how;
  how.report = options.positionals.front();
  how.grammar = options.grammar;
  if (options.jobs != 0) how.jobs = options.jobs;
  how.timeout_s = options.timeout_s;
  const fs::path report = fs::absolute(how.report);
  const SavedSet set(how);
  if (set.reductions().size() > 1) {
    throw Error(ErrorKind::kInvalid,
                "the report covers several inputs\nhint: grabr explain TEST RESULT explains one");
  }
  const SavedReduction& saved = set.reductions().front();
  run::ExplainSubject subject;
  subject.name = saved.result_path();
  subject.text = saved.read_result();
  if (saved.report().grammar) subject.grammar_file = saved.report().grammar->path;
  if (!how.grammar.empty()) subject.grammar_file = find_grammar(how.grammar);
  if (std::optional<Parser> parser = saved.make_parser()) {
    subject.parser = std::make_shared<const Parser>(*std::move(parser));
  }
  subject.test = saved.make_test(set.beside());
  if (saved.compares_with_original()) subject.original = saved.read_original();
  const fs::path kept = kept_folder(saved.output(), subject.test.original);
  const std::string& journal = saved.report().journal;
  subject.cache_folder = journal.empty() ? kept : fs::path(journal).parent_path();
  subject.own = {subject.cache_folder, kept, report};
  if (saved.output()) subject.own.push_back(*saved.output());
  use_options(options, subject);
  return subject;
}

// Takes a test that a reduction has kept.

bool is_of(const std::string& name, const fs::path& given) {
  return fs::path(name).filename() == given.filename();
}

constexpr Instead kExplainInstead = {
    "grabr explain TEST FILE --copy OTHER explains one file of the result, with others beside it",
    "grabr explain TEST FILE --copy OTHER explains one, with the others beside it under the names "
    "that the test expects"};

/// The kept test of the run.
std::optional<fs::path> kept_test_of(const std::optional<fs::path>& status) {
  if (!status) return std::nullopt;
  fs::path test = fs::path(*status).replace_extension(".test");
  return fs::exists(test) ? std::optional(std::move(test)) : std::nullopt;
}

std::string read_result(const run::KeptTest& kept, const fs::path& path) {
  if (!kept.test.encode.empty()) return read_file(text_path(path));
  return decoded(read_file(path), kept.test.encoding);
}

run::ExplainSubject subject_of_kept(const fs::path& file, const ReduceOptions& options) {
  const run::KeptTest kept = run::read_kept_test(file);
  require_trusted(file.string(), read_own_file(file), call_for_kept("explain", kept.test),
                  options.trust);
  std::string given =
      options.positionals.empty() ? "" : fs::absolute(options.positionals.front()).string();
  const bool names_result = is_of(kept.output, given) && !is_of(kept.input, given);
  if (!kept.output.empty() && !names_result) given.clear();  // the kept result is meant
  run::ExplainSubject subject;
  subject.cache_folder = fs::absolute(file).parent_path();
  std::error_code error;
  fs::current_path(kept.directory, error);
  if (error) {
    throw Error(ErrorKind::kInvalid,
                "the folder of the reduction, " + kept.directory + ": " + error.message());
  }
  subject.name = !given.empty() ? given : kept.output;
  if (subject.name.empty()) {
    throw Error(ErrorKind::kInvalid,
                "the result went to standard output\nhint: grabr explain RESULT says where it is");
  }
  subject.text = read_result(kept, subject.name);
  subject.grammar_file =
      options.grammar.empty() ? fs::path(kept.grammar) : fs::path(find_grammar(options.grammar));
  if (!subject.grammar_file.empty()) {
    subject.parser = parser_of(subject.grammar_file, options.parse);
  }
  subject.test = kept.test;
  if (need_original(kept.test.conditions)) {
    subject.original = decoded(read_file(kept.input), kept.test.encoding);
  }
  subject.own = {subject.cache_folder, kept.kept_folder};
  if (!kept.output.empty()) subject.own.emplace_back(kept.output);
  use_options(options, subject);
  return subject;
}

/// The test may use the input's name, so the result of a known reduction gets that name.
void take_name_of_input(const ReduceOptions& options, run::ExplainSubject& subject) {
  const std::optional<fs::path> found = kept_test_of(find_run({subject.name, options.cache, true}));
  if (!found) return;
  const run::KeptTest kept = run::read_kept_test(*found);
  subject.test.original = fs::path(kept.directory) / kept.input;
}

[[noreturn]] void refuse_missing(const ReduceOptions& options) {
  const bool named = !options.positionals.empty();
  throw Error(ErrorKind::kInvalid,
              "no reduction" +
                  (named ? " of " + shown_name(options.positionals.front()) : std::string()) +
                  " is known here, so give the test\nhint: grabr explain TEST RESULT");
}

/// Finds the subject from one of these: a test in any form that a reduction takes; a report; a
/// result, whose test is kept in .grabr or in .grabr.json of the folder; or, without words, the
/// only reduction of this folder. Changes to the folder of the reduction if it is known. Throws
/// Error(kInvalid) that says what is missing.
run::ExplainSubject find_explain_subject(ReduceOptions& options,
                                         const std::optional<Words>& after_dashes,
                                         Console& console) {
  const bool has_test =
      after_dashes || !options.test.empty() || !options.command.empty() || !options.input.empty();
  if (!has_test && options.positionals.size() == 1 && is_report(options.positionals.front())) {
    return subject_of_report(options);
  }
  if (!has_test && options.positionals.size() < 2) {
    const std::string name = options.positionals.empty() ? "" : options.positionals.front();
    const auto run = find_run({name, options.cache, options.quiet});
    if (const auto kept = kept_test_of(run)) return subject_of_kept(*kept, options);
    if (run) refuse_turns(*run, kExplainInstead);
  }
  const std::optional<Words> command = with_recipe(options, after_dashes);
  if (!has_test && !command && options.positionals.size() < 2) refuse_missing(options);
  run::ExplainSubject subject = run::subject_of(config_of(options, command), console);
  take_name_of_input(options, subject);
  return subject;
}

struct ExplainCallOptions : ReduceOptions {
  ExplainOptions how;
  std::string json;
  std::string abstraction;
  bool comments = false;
  bool all = false;
};

void describe_options(CLI::App& app) {
  app.get_option("TEST FILE")
      ->description(
          "The input, output or report of a reduction, whose test is used (default: the newest); "
          "or a test and a result, as for reduce");
  app.get_option("--fresh")->description("Ignore earlier test results");
  app.get_option("--max-tests")
      ->description("Stop after N answers (exit status 6) and show\nthe findings");
}

void declare_explaining(CLI::App& app, ExplainCallOptions& options) {
  const char* const kGroup = "Explaining";
  app.add_option("--samples", options.how.samples,
                 "Number of sentences tried in place of each part. Default: 20")
      ->type_name("N")
      ->check(checked<std::uint64_t>("a whole number from 1 to 100000", 100'000U, 1U))
      ->group(kGroup);
  app.add_option("--together", options.how.together,
                 "Number of texts tried with all parts replaced at once. Default: 100")
      ->type_name("N")
      ->check(checked<std::uint64_t>("a whole number from 1 to 1000000", 1'000'000U, 1U))
      ->group(kGroup);
  app.add_option("--seed", options.how.seed, "Random seed. Default: 0")
      ->type_name("S")
      ->check(whole_number())
      ->group(kGroup);
  app.add_flag("--all", options.all, "Also show places in the result where text may be inserted")
      ->group("Output");
  app.add_flag("--comments", options.comments, "Print the result with a comment at each part")
      ->group("Output");
  app.add_option("--abstraction", options.abstraction,
                 "Write a grammar of texts that fail in the same way; grabr generate -g FILE "
                 "generates them")
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
  say_line(subject.parser->grammar().name + " has no known comment syntax, or none fits here");
  std::cout << explanation_text(subject.text, explanation, ShownPlaces::kParts) << std::flush;
}

void write_output(const ExplainCallOptions& options, const run::ExplainSubject& subject,
                  const run::Explained& explained) {
  const Explanation& explanation = explained.explanation;
  if (!options.abstraction.empty()) write_atomically(options.abstraction, explanation.grammar);
  const std::string json =
      explanation_json(subject.text, explanation, options.how.seed, explained.tests);
  // Kept for the page of the reduction; an incomplete explanation replaces nothing.
  const auto kept = kept_explanation_path(subject.cache_folder, subject.name);
  if (!explanation.ended_by || !std::filesystem::exists(kept)) keep_file(kept, json);
  if (!options.json.empty()) {
    if (options.json != "-") write_atomically(options.json, json);
    else std::cout << json << std::flush;
  }
  if (options.json == "-") return;
  if (options.comments) return print_comments(subject, explanation);
  const ShownPlaces places = options.all ? ShownPlaces::kAll : ShownPlaces::kParts;
  std::cout << explanation_text(subject.text, explanation, places) << std::flush;
}

int run_explanation(ExplainCallOptions options, const std::optional<Words>& after_dashes) {
  // The subject may be in another folder, which becomes the current one.
  for (std::string* path : {&options.abstraction, &options.json}) {
    if (!path->empty() && *path != "-") *path = std::filesystem::absolute(*path);
  }
  Console console(options.quiet, options.verbose);
  const run::ExplainSubject subject = find_explain_subject(options, after_dashes, console);
  note_read(subject.name);
  for (const std::string& path : {options.abstraction, options.json}) require_not_read(path);
  run::ExplainLimits limits;
  limits.how = options.how;
  limits.budget = limits_of(options).budget();
  StopSignals signals;
  const run::Explained explained =
      run::explain_result(subject, limits, console, StopToken(signals));
  console.idle();
  write_output(options, subject, explained);
  const Explanation& explanation = explained.explanation;
  if (explanation.ended_by) say_line(explanation.reason + ": these are the results so far");
  if (!options.quiet) {
    say_line(so_many(explained.tests, "test") + words_on_runs(explained.tests, explained.executed));
  }
  return status_of(explanation.ended_by);
}

}  // namespace

CommandAction declare_explain(CLI::App& app) {
  auto options = std::make_shared<ExplainCallOptions>();
  declare_problem_options(app, *options);
  // Options for the start of a search, for what it may change, and for judging its result.
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
