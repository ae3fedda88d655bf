// What to ask for goes by the table of failures (oracle/condition/failure_kinds.h); where no row
// fits, by how the command ended. All conditions are judged on the same few runs.
// Tested by tests/cli/init_command_test.cc.
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
#include "oracle/condition/failure_kinds.h"
#include "oracle/condition/failure_signature.h"
#include "oracle/process/process_oracle.h"
#include "parse/parser.h"
#include "run/check/probes.h"
#include "run/check/symptom.h"
#include "text/ascii.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/setting.h"

namespace grabr::run {
namespace {

using Words = std::vector<std::string>;

constexpr std::uint32_t kSentenceSize = 20;  // nonterminals

struct TriedText {
  std::string name;
  bool may_fail;  ///< the same failure in it says nothing against a condition
  Execution run;
};

struct Runs {
  Execution first, second;
  std::vector<TriedText> others;
};

/// Nothing where none is found.
std::string sentence_of(const std::shared_ptr<const Grammar>& grammar) {
  try {
    const Tree tree = Generator(grammar, {.min_nonterminals = kSentenceSize}).sentence(0);
    return std::string(tree.slice({0, tree.text_size()}));
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

/// Cut at the line end before the middle.
std::pair<std::string, std::string> halves(const std::string& text) {
  const std::size_t line_end = text.rfind('\n', text.size() / 2);
  const std::size_t at = line_end == std::string::npos ? text.size() / 2 : line_end + 1;
  return {text.substr(0, at), text.substr(at)};
}

/// Texts on which the command is not expected to fail, by name; true: though it might.
std::vector<std::tuple<std::string, std::string, bool>> texts_to_try(const InitConfig& config) {
  std::vector<std::tuple<std::string, std::string, bool>> texts;
  std::optional<Parser> parser;
  if (config.grammar) parser.emplace(config.grammar);
  for (const Probe& probe : vacuous_probes(parser ? &*parser : nullptr)) {
    texts.emplace_back(probe.name, probe.text, false);
  }
  if (config.grammar) texts.emplace_back("a generated sentence", sentence_of(config.grammar), true);
  const auto [front, back] = halves(config.text);
  texts.emplace_back("the input's first half", front, true);
  texts.emplace_back("the input's second half", back, true);
  return texts;
}

Runs run_all(const InitConfig& config, const StopToken& stop) {
  ProcessOracleOptions test = config.test;
  test.jobs = test.repeat = test.min_hits = 1;
  ProcessOracle oracle(test);
  const StopToken::Watch watch(stop, &oracle);
  Runs runs;
  runs.first = execution_of(oracle, config.text, stop);
  runs.second = execution_of(oracle, config.text, stop);
  std::set<std::string> tried{config.text};
  for (const auto& [name, text, may_fail] : texts_to_try(config)) {
    if (!tried.insert(text).second) continue;
    runs.others.push_back({name, may_fail, execution_of(oracle, text, stop)});
  }
  return runs;
}

bool holds(const ConditionOptions& options, const Execution& original, const Execution& run) {
  Conditions conditions(options);
  conditions.set_original(original);
  return conditions.judge({}, [&](const auto&) { return run; }).outcome == Outcome::kFail;
}

void try_on_others(FittingCondition& fitting, const Runs& runs) {
  for (const TriedText& other : runs.others) {
    const bool accepted = holds(fitting.conditions, runs.first, other.run);
    (accepted ? fitting.accepts : fitting.rejects).push_back(other.name);
  }
}

/// The name of a text that certainly does not show the failure; empty: none is accepted.
std::string wrongly_accepted(const FittingCondition& fitting, const Runs& runs) {
  const auto wrong = std::find_if(runs.others.begin(), runs.others.end(), [&](const auto& other) {
    return !other.may_fail && holds(fitting.conditions, runs.first, other.run);
  });
  return wrong == runs.others.end() ? "" : wrong->name;
}

TestResult result_of(const Execution& run) {
  TestResult result;
  result.exit_code = run.exit_code;
  result.signal = run.signal;
  result.timed_out = run.timed_out;
  return result;
}

std::string to_tell_more(std::string_view advice) {
  return "; " + std::string(advice) + " shows the functions it is in";
}

std::string ask_more() { return spelled("; {stderr} RE asks for more"); }

Words& wanted_in(ConditionOptions& conditions, bool errors) {
  return errors ? conditions.errors : conditions.output;
}

/// By the table of failures.
std::optional<FittingCondition> by_table(const Execution& run) {
  for (const bool errors : {true, false}) {
    const auto failure = recognise_failure(errors ? run.errors : run.output);
    if (!failure) continue;
    FittingCondition fitting{std::string(failure->kind->name), {}};
    const std::string_view advice = failure->kind->advice;
    if (!advice.empty()) fitting.weakness = "the same elsewhere" + to_tell_more(advice);
    else if (failure->kind->type_only) fitting.weakness = "the same thrown elsewhere" + ask_more();
    wanted_in(fitting.conditions, errors).push_back(part_pattern(*failure));
    return fitting;
  }
  return std::nullopt;
}

/// A word that stands for any message.
bool is_bare(const std::string& pattern) {
  const std::string word = lower_case(pattern.substr(0, pattern.find_last_not_of(": ") + 1));
  for (const char* bare : {"fatal error", "error", "exception", "failed", "fault"}) {
    if (word == bare) return true;
  }
  return false;
}

/// All of the line that tells the failure.
std::optional<FittingCondition> by_whole_line(const Execution& run, const std::string& what) {
  const FailureSignature whole = signature_of(result_of(run), run.output, run.errors);
  if (whole.line.empty()) return std::nullopt;
  FittingCondition line{what, {}};
  wanted_in(line.conditions, whole.on_errors).push_back(line_pattern(whole.line));
  return line;
}

/// A message that no row of the table fits: the part that a hint would name, then all of its line.
std::vector<FittingCondition> by_error_line(const Execution& run) {
  const auto symptom = symptom_of({result_of(run), run.output, run.errors, true});
  if (!symptom || !symptom->condition.signals.empty()) return {};
  FittingCondition part{"an error message", symptom->condition};
  const bool on_errors = !part.conditions.errors.empty();
  const std::string& pattern = wanted_in(part.conditions, on_errors).front();
  if (pattern.find(' ') == pattern.npos) part.weakness = "the same elsewhere" + ask_more();
  std::vector<FittingCondition> list;
  if (!is_bare(pattern)) list.push_back(part);
  const auto whole = by_whole_line(run, part.what);
  if (whole && (list.empty() || whole->conditions != part.conditions)) list.push_back(*whole);
  return list;
}

/// What was printed, with the functions that failed or without.
std::vector<FittingCondition> by_message(const Execution& run, bool has_frames) {
  const auto known = by_table(run);
  if (!known) return by_error_line(run);
  std::vector<FittingCondition> list{*known};
  const auto whole = by_whole_line(run, known->what);
  if (!has_frames && whole && whole->conditions != known->conditions) list.push_back(*whole);
  return list;
}

std::optional<FittingCondition> by_end(const Execution& run) {
  const FailureSignature end = signature_of(result_of(run), {}, {});
  const bool signal = !end.conditions.signals.empty();
  if (!signal && run.exit_code == 0) return std::nullopt;
  FittingCondition fitting{signal ? "death by " + end.end : "a wrong exit status", end.conditions};
  fitting.weakness =
      "any other failure that ends so" + (signal ? to_tell_more(advice_for_signals()) : ask_more());
  return fitting;
}

FittingCondition both(const FittingCondition& message, const FittingCondition& end) {
  FittingCondition joined = message;
  joined.what += ", and how it ended";
  joined.conditions.exits = end.conditions.exits;
  joined.conditions.signals = end.conditions.signals;
  return joined;
}

/// Each stricter than the one before it, as a rule; the search for one that fits begins at `first`.
struct Ladder {
  std::vector<FittingCondition> steps;
  std::size_t first = 0;
};

/// Where functions are known, a message alone would let the failure slip to another place.
Ladder ladder_for(const Execution& run, double limit_s) {
  if (run.timed_out) return {{{"a hang", {.hang_s = limit_s}}}};
  Ladder ladder;
  const auto end = by_end(run);
  if (end) ladder.steps.push_back(*end);
  const CrashSignature crash = crash_signature(run, kFramesToCompare);
  const bool has_frames = !crash.frames.empty();
  const std::vector<FittingCondition> messages = by_message(run, has_frames);
  if (!messages.empty()) ladder.first = ladder.steps.size();
  for (const FittingCondition& message : messages) ladder.steps.push_back(message);
  if (end && !messages.empty()) ladder.steps.push_back(both(messages.back(), *end));
  if (!crash.is_told()) return ladder;
  if (has_frames) ladder.first = ladder.steps.size();
  const auto known = by_table(run);
  const std::string what = known ? known->what : "a failure";
  const std::string where = has_frames ? " in `" + crash.frames.front() + "`" : "";
  ladder.steps.push_back({what + where, {.same_crash = {kFramesToCompare}}});
  if (has_frames) {
    ladder.steps.push_back(
        {what + where, {.same_crash = {kFramesToCompare}, .crash_parts = {"lines"}}});
  }
  return ladder;
}

/// Why the condition is of no use; empty: it is.
std::string problem_of(const FittingCondition& fitting, const Runs& runs) {
  if (!holds(fitting.conditions, runs.first, runs.second)) {
    return "does not hold when the command runs again";
  }
  const std::string wrong = wrongly_accepted(fitting, runs);
  return wrong.empty() ? "" : "would also accept " + wrong;
}

Error no_condition(const std::string& unfit) {
  return Error(ErrorKind::kNotTrusted,
               "no condition tells this failure from others:" + unfit +
                   spelled("\nhint: `grabr init {template} crash` writes a test to complete; "
                           "{copy} PATH puts files that the command needs beside the candidate"));
}

void require_failure(const Execution& run, const InitConfig& config, bool found) {
  const std::string on = "on " + shown_name(config.test.original) + " the command ";
  if (!run.failure.empty()) {
    throw Error(ErrorKind::kEnvironment, on + "could not be run: " + run.failure);
  }
  if (!run.timed_out && (run.exit_code == 126 || run.exit_code == 127)) {
    throw Error(ErrorKind::kNotInteresting,
                on + how_it_ended(run) +
                    spelled(", which says that a program was not found\nhint: a test runs in a "
                            "folder of its own: {copy} PATH puts files there"));
  }
  if (found) return;
  throw Error(ErrorKind::kNotInteresting,
              on + how_it_ended(run) +
                  spelled(" and prints nothing that looks like a failure\nhint: where the output "
                          "is wrong, `grabr init {template} wrong-output` writes a test to "
                          "complete"));
}

}  // namespace

InitResult find_condition(const InitConfig& config, Listener& listener, const StopToken& stop) {
  listener.begin_stage({"running the command", false});
  const Runs runs = run_all(config, stop);
  Ladder ladder = ladder_for(runs.first, config.test.timeout_s);
  std::vector<FittingCondition>& steps = ladder.steps;
  require_failure(runs.first, config, !steps.empty());
  std::string unfit;
  std::vector<bool> fits;
  for (FittingCondition& step : steps) {
    try_on_others(step, runs);
    const std::string problem = problem_of(step, runs);
    fits.push_back(problem.empty());
    if (!problem.empty()) unfit += "\n  " + option_text(step.conditions) + " " + problem;
  }
  const auto fitting =
      std::find(fits.begin() + static_cast<std::ptrdiff_t>(ladder.first), fits.end(), true);
  if (fitting == fits.end()) throw no_condition(unfit);
  const auto chosen = static_cast<std::size_t>(fitting - fits.begin());
  InitResult result{steps[chosen], {}, {}};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i == chosen || !fits[i]) continue;
    (i < chosen ? result.looser : result.stricter).push_back(steps[i]);
  }
  return result;
}

std::string option_text(const ConditionOptions& conditions) {
  std::string text;
  for (const std::string& word : condition_words(conditions)) {
    text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

}  // namespace grabr::run
