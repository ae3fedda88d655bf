// Proposes conditions by the table of failures (oracle/condition/failure_kinds.h) or, if no row
// matches, by how the command ended. All conditions are judged on the same few runs. Tested by
// tests/cli/init_command_test.cc.
#include "run/init.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "generate/generator.h"
#include "oracle/condition/condition_kinds.h"
#include "oracle/condition/conditions.h"
#include "oracle/condition/execution.h"
#include "oracle/condition/failure_signature.h"
#include "oracle/process/process_oracle.h"
#include "parse/parser.h"
#include "run/check/crash_taken.h"
#include "run/check/probes.h"
#include "run/check/symptom.h"
#include "text/ascii.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/setting.h"

namespace grabr::run {
namespace {

using Words = std::vector<std::string>;

constexpr std::uint32_t kSentenceSize = 20;  // nonterminals of a generated sentence
constexpr const char* kSentenceName = "a generated sentence";

struct TriedText {
  std::string name;
  std::string text;
  bool may_fail;  ///< it may show the same failure without making a condition wrong
  Execution run;
  bool counts = true;  ///< false: the text is invalid, but candidates must be valid
};

struct Runs {
  Execution first, second;
  std::vector<TriedText> others;
  bool must_be_valid = false;
};

/// Nothing if no sentence is found.
std::string sentence_of(const std::shared_ptr<const Grammar>& grammar) {
  try {
    const Tree tree = Generator(grammar, {.min_nonterminals = kSentenceSize}).sentence(0);
    return std::string(tree.text());
  } catch (const Error&) {
    return {};
  }
}

Execution execution_of(ProcessOracle& oracle, std::string_view text, const StopToken& stop) {
  const ProcessOracle::Explained seen = oracle.explain(text, false);
  stop.check();
  Execution run;
  run.exit_code = seen.result.exit_code;
  run.signal = seen.result.signal;
  run.timed_out = seen.result.timed_out;
  run.failure = seen.result.infrastructure;
  run.output = seen.output;
  run.errors = seen.errors;
  return run;
}

/// The halves, cut at a line end before the middle.
std::pair<std::string, std::string> halves(const std::string& text) {
  const std::size_t line_end = text.rfind('\n', text.size() / 2);
  const std::size_t at = line_end == std::string::npos ? text.size() / 2 : line_end + 1;
  return {text.substr(0, at), text.substr(at)};
}

/// Texts on which the command probably does not fail, by name; true: it might fail anyway.
std::vector<std::tuple<std::string, std::string, bool>> texts_to_try(const InitConfig& config) {
  std::vector<std::tuple<std::string, std::string, bool>> texts;
  std::optional<Parser> parser;
  if (config.grammar) parser.emplace(config.grammar);
  const bool is_folder = !config.test.project.empty();
  if (is_folder) texts.emplace_back("an empty folder", "", false);
  for (const Probe& probe : vacuous_probes(parser ? &*parser : nullptr)) {
    if (!is_folder) texts.emplace_back(probe.name, probe.text, false);
  }
  if (config.grammar) texts.emplace_back(kSentenceName, sentence_of(config.grammar), true);
  const auto [front, back] = halves(config.text);
  const std::string of = is_folder ? "half of the files" : "half of the input";
  texts.emplace_back("the first " + of, front, true);
  texts.emplace_back("the second " + of, back, true);
  return texts;
}

TestResult result_of(const Execution& run) {
  TestResult result;
  result.exit_code = run.exit_code;
  result.signal = run.signal;
  result.timed_out = run.timed_out;
  return result;
}

Runs run_all(const InitConfig& config, const StopToken& stop) {
  ProcessOracleOptions test = config.test;
  test.jobs = test.repeat = test.min_hits = 1;
  ProcessOracle oracle(test);
  const StopToken::Watch watch(stop, &oracle);
  Runs runs;
  runs.first = execution_of(oracle, config.text, stop);
  if (runs.first.timed_out && config.patience_s > test.timeout_s) {
    oracle.set_timeout(config.patience_s);
    runs.first = execution_of(oracle, config.text, stop);
    if (runs.first.timed_out) oracle.set_timeout(test.timeout_s);
  }
  const Execution& first = runs.first;
  const auto failure =
      symptom_of({result_of(first), first.output, first.errors, !test.shell_text.empty(),
                  config.text, test.original.filename()});
  if (failure) refuse_lack_of_files(*failure, first.errors, test, config.text, stop);
  runs.second = execution_of(oracle, config.text, stop);
  std::set<std::string> tried{config.text};
  for (const auto& [name, text, may_fail] : texts_to_try(config)) {
    if (!tried.insert(text).second) continue;
    runs.others.push_back({name, text, may_fail, execution_of(oracle, text, stop)});
  }
  return runs;
}

/// Finds out which texts the language's own program accepts, if it accepts the input.
void ask_for_valid(const InitConfig& config, Runs& runs, const StopToken& stop) {
  if (config.valid_command.empty()) return;
  ProcessOracleOptions test = config.test;
  test.command = config.valid_command;
  test.shell_text.clear();
  test.jobs = test.repeat = test.min_hits = 1;
  ProcessOracle oracle(test);
  const StopToken::Watch watch(stop, &oracle);
  const auto is_valid = [&](const std::string& text) {
    const Execution run = execution_of(oracle, text, stop);
    return run.failure.empty() && !run.timed_out && run.signal == 0 && run.exit_code == 0;
  };
  runs.must_be_valid = is_valid(config.text);
  if (!runs.must_be_valid) return;
  for (TriedText& other : runs.others) other.counts = is_valid(other.text);
}

bool holds(const ConditionOptions& options, const Execution& original, const Execution& run) {
  Conditions conditions(options);
  conditions.set_original(original);
  return conditions.judge({}, [&](const auto&) { return run; }).outcome == Outcome::kFail;
}

void try_on_others(FittingCondition& fitting, const Runs& runs) {
  for (const TriedText& other : runs.others) {
    const bool accepted = other.counts && holds(fitting.conditions, runs.first, other.run);
    (accepted ? fitting.accepts : fitting.rejects).push_back(other.name);
  }
}

/// The name of an accepted text that certainly does not show the failure; empty if there is none.
std::string wrongly_accepted(const FittingCondition& fitting, const Runs& runs) {
  const auto wrong = std::find_if(runs.others.begin(), runs.others.end(), [&](const auto& other) {
    return !other.may_fail && other.counts && holds(fitting.conditions, runs.first, other.run);
  });
  return wrong == runs.others.end() ? "" : wrong->name;
}

std::string to_tell_more(std::string_view advice) {
  return "; " + std::string(advice) + " shows the functions it is in";
}

std::string ask_more() { return spelled("; {stderr} RE asks for more"); }

Words& wanted_in(ConditionOptions& conditions, bool errors) {
  return errors ? conditions.errors : conditions.output;
}

FittingCondition with_patterns(std::string what, Words patterns, bool on_errors) {
  FittingCondition fitting{std::move(what), {}};
  wanted_in(fitting.conditions, on_errors) = std::move(patterns);
  return fitting;
}

/// The weakness of a failure that could have functions, but shows none.
std::string weakness_of(const ToldFailure& told) {
  const std::string_view advice = told.kind->advice;
  return advice.empty() ? "" : "the same elsewhere" + to_tell_more(advice);
}

/// The failure by the table of failures; for a thrown object, only its type.
FittingCondition by_kind(const ToldFailure& told) {
  FittingCondition fitting =
      with_patterns(std::string(told.kind->name), {told.pattern}, told.on_errors);
  fitting.weakness = weakness_of(told);
  if (fitting.weakness.empty() && told.kind->message != MessageAt::kNowhere) {
    fitting.weakness = "the same exception thrown elsewhere" + ask_more();
  }
  return fitting;
}

/// Does the expression match any message of a kind?
bool is_bare(const std::string& pattern) {
  const std::string word = lower_case(pattern.substr(0, pattern.find_last_not_of(": ") + 1));
  for (const char* bare : {"fatal error", "error", "exception", "failed", "fault"}) {
    if (word == bare) return true;
  }
  return false;
}

/// The whole line that reports the failure.
std::optional<FittingCondition> by_whole_line(const Execution& run, const std::string& what) {
  const FailureSignature whole = signature_of(result_of(run), run.output, run.errors);
  if (whole.line.empty()) return std::nullopt;
  return with_patterns(what, {whole.pattern}, whole.on_errors);
}

std::string_view last_line(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text.substr(text.rfind('\n') + 1);
}

/// For a message that no row of the table matches: from its word for an error to the end of the
/// line. If there is no such word, the last line of standard error.
std::vector<FittingCondition> by_error_line(const Execution& run, const std::string& input) {
  for (const bool on_errors : {true, false}) {
    std::string_view line = error_line(on_errors ? run.errors : run.output);
    if (line.empty() && on_errors) line = last_line(run.errors);
    if (line.empty()) continue;
    const std::string pattern = error_pattern(line, input);
    FittingCondition part = with_patterns("an error message", {pattern}, on_errors);
    if (pattern.find(' ') == pattern.npos) part.weakness = "the same elsewhere" + ask_more();
    std::vector<FittingCondition> list;
    if (!is_bare(pattern)) list.push_back(part);
    const auto whole = by_whole_line(run, part.what);
    if (whole && (list.empty() || whole->conditions != part.conditions)) list.push_back(*whole);
    return list;
  }
  return {};
}

std::optional<FittingCondition> by_end(const Execution& run) {
  const FailureSignature end = signature_of(result_of(run), {}, {});
  const bool signal = !end.conditions.signals.empty();
  if (!signal && run.exit_code == 0) return std::nullopt;
  FittingCondition fitting{signal ? "death by " + end.end : "a wrong exit status", end.conditions};
  fitting.weakness = "any other failure that ends in this way" +
                     (signal ? to_tell_more(advice_for_signals()) : ask_more());
  return fitting;
}

FittingCondition both(const FittingCondition& message, const FittingCondition& end) {
  FittingCondition joined = message;
  joined.what += ", and how it ended";
  joined.conditions.exits = end.conditions.exits;
  joined.conditions.signals = end.conditions.signals;
  return joined;
}

/// Conditions, usually each stricter than the one before; the search for a suitable one starts at
/// `first`.
struct Ladder {
  std::vector<FittingCondition> steps;
  std::size_t first = 0;

  void add(FittingCondition step) { steps.push_back(std::move(step)); }
  /// Adds the condition at which the search starts.
  void add_first(FittingCondition step) {
    first = steps.size();
    add(std::move(step));
  }
};

/// Adds conditions on the output.
void add_messages(const Execution& run, const std::string& input,
                  const std::optional<ToldFailure>& told, bool has_frames, Ladder& ladder) {
  const std::size_t ends = ladder.steps.size();
  if (!told) {
    for (const FittingCondition& line : by_error_line(run, input)) ladder.add(line);
    if (ladder.steps.size() > ends) ladder.first = ends;
    return;
  }
  ladder.add_first(by_kind(*told));
  const std::string what = ladder.steps.back().what;
  if (!told->with_message.empty()) {
    ladder.add_first(with_patterns(what, told->with_message, told->on_errors));
    ladder.steps.back().weakness = has_frames ? "" : weakness_of(*told);
    return;
  }
  const auto whole = by_whole_line(run, what);
  if (!has_frames && whole && whole->conditions != ladder.steps.back().conditions) {
    ladder.add(*whole);
  }
}

/// A failure in a program is identified by its functions, and by the message if something was
/// thrown. If these are functions of the input, only the message is used.
Ladder ladder_for(const Execution& run, const InitConfig& config) {
  if (run.timed_out) return {{{"a hang", {.hang_s = config.test.timeout_s}}}};
  Ladder ladder;
  const auto end = by_end(run);
  if (end) ladder.add(*end);
  const CrashSignature crash = crash_signature(run, kFramesToCompare);
  const bool has_frames = !crash.frames.empty();
  const auto told = told_failure(run.output, run.errors, config.text);
  const std::size_t ends = ladder.steps.size();
  add_messages(run, config.text, told, has_frames, ladder);
  const bool has_message = told && !told->with_message.empty();
  FittingCondition in_functions{told ? std::string(told->kind->name) : "a failure", {}};
  if (has_message) in_functions.conditions = ladder.steps.back().conditions;
  if (end && ladder.steps.size() > ends) ladder.add(both(ladder.steps.back(), *end));
  if (!crash.is_told()) return ladder;
  if (has_frames) in_functions.what += " in `" + crash.frames.front() + "`";
  in_functions.conditions.same_crash = {kFramesToCompare};
  const bool by_functions =
      has_frames && !(has_message && fails_in(config.test.original.filename(), run));
  if (by_functions) ladder.add_first(in_functions);
  else ladder.add(in_functions);
  if (has_frames) {
    in_functions.conditions.crash_parts = {"lines"};
    ladder.add(in_functions);
  }
  return ladder;
}

bool accepts_sentence(const FittingCondition& condition) {
  return std::ranges::count(condition.accepts, kSentenceName) > 0;
}

/// Why the condition is useless; empty if it is not.
std::string problem_of(const FittingCondition& fitting, const Runs& runs) {
  if (!holds(fitting.conditions, runs.first, runs.second)) {
    return "does not hold when the command runs again";
  }
  const std::string wrong = wrongly_accepted(fitting, runs);
  return wrong.empty() ? "" : "would also accept " + wrong;
}

/// The first suitable condition, starting at the ladder's first. Null if there is none; then
/// `unfit` says why.
std::optional<InitResult> choose(const Ladder& ladder, const Runs& runs, std::string& unfit) {
  std::vector<FittingCondition> fitting;
  std::optional<std::size_t> chosen;
  unfit.clear();
  for (std::size_t i = 0; i < ladder.steps.size(); ++i) {
    FittingCondition step = ladder.steps[i];
    try_on_others(step, runs);
    const std::string problem = problem_of(step, runs);
    if (!problem.empty()) {
      unfit += "\n  " + option_text(step.conditions) + " " + problem;
      continue;
    }
    if (!chosen && i >= ladder.first) chosen = fitting.size();
    fitting.push_back(std::move(step));
  }
  if (!chosen) return std::nullopt;
  InitResult result{.chosen = fitting[*chosen], .looser = {}, .stricter = {}};
  for (std::size_t i = 0; i < fitting.size(); ++i) {
    if (fitting[i].conditions == result.chosen.conditions) continue;
    (i < *chosen ? result.looser : result.stricter).push_back(fitting[i]);
  }
  const bool other_is_valid = accepts_sentence(result.chosen);
  // Also if only functions are compared, because the class has no message.
  const auto rejects = [](const auto& step) { return says_rejected(step.conditions); };
  result.says_rejected = other_is_valid || std::ranges::any_of(ladder.steps, rejects);
  if (runs.must_be_valid && other_is_valid) {
    result.chosen.weakness =
        "other valid inputs that are rejected with the same message" + ask_more();
  }
  return result;
}

Error no_condition(const std::string& unfit) {
  return Error(ErrorKind::kNotTrusted,
               "no condition distinguishes this failure from others:" + unfit +
                   spelled("\nhint: `grabr init {template} crash` writes a test to complete; "
                           "{copy} PATH puts files that the command needs beside the candidate"));
}

void require_failure(const Execution& run, const InitConfig& config, bool found) {
  const std::string on = "on " + shown_name(config.test.original) + " the command ";
  if (!run.failure.empty()) {
    throw Error(ErrorKind::kEnvironment, on + "could not be run: " + run.failure);
  }
  const auto told = told_failure(run.output, run.errors, config.text);
  const bool has_run = run.timed_out || (told && !told->with_message.empty());
  if (!has_run && (run.exit_code == 126 || run.exit_code == 127)) {
    throw Error(ErrorKind::kNotInteresting,
                on + how_it_ended(run) +
                    spelled(", which says that a program was not found\nhint: a test runs in a "
                            "folder of its own: {copy} PATH puts files there"));
  }
  if (found) return;
  throw Error(ErrorKind::kNotInteresting,
              on + how_it_ended(run) +
                  spelled(" and prints nothing that looks like a failure\nhint: if the output is "
                          "wrong, `grabr init {template} wrong-output` writes a test to complete"));
}

}  // namespace

InitResult find_condition(const InitConfig& config, Listener& listener, const StopToken& stop) {
  listener.begin_stage({"running the command", false});
  Runs runs = run_all(config, stop);
  const Ladder ladder = ladder_for(runs.first, config);
  require_failure(runs.first, config, !ladder.steps.empty());
  std::string unfit;
  auto result = choose(ladder, runs, unfit);
  if (!result || result->says_rejected) {
    ask_for_valid(config, runs, stop);
    if (runs.must_be_valid) result = choose(ladder, runs, unfit);
  }
  if (!result) throw no_condition(unfit);
  if (runs.must_be_valid) {
    result->says_rejected = result->asks_valid = true;
    result->chosen.conditions.also.push_back(config.valid_command);
  }
  return *std::move(result);
}

std::string option_text(const ConditionOptions& conditions) {
  std::string text;
  for (const std::string& word : condition_words(conditions)) {
    text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

}  // namespace grabr::run
