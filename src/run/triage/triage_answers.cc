#include "run/triage/triage_answers.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "oracle/answers/identity.h"
#include "oracle/answers/ordered_tests.h"
#include "run/config/quantity_words.h"
#include "run/triage/triage_files.h"
#include "text/error.h"
#include "text/hash.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxAhead = 1000;  // answers that wait for a slow one

Journal open_record(const run::TriageConfig& config) {
  const std::array<fs::path, 1> own = {config.folder};
  OracleIdentity identity = identity_of(triage_test(config), own);
  identity.question = sha256_hex(identity.question + identity.contents + "triage 2");
  return Journal::open(config.folder / ".grabr", identity, config.reduction.output.fresh);
}

/// Was the program killed by a fault that it did not choose, and says nothing of it? Then the line
/// that looks like an error is a message about the input, which may differ from file to file.
bool is_silent_fault(const FailureSignature& signature, const ProcessOracle::Shown& shown) {
  constexpr std::array<std::string_view, 3> kFaults = {"SIGSEGV", "SIGBUS", "SIGFPE"};
  return std::ranges::find(kFaults, signature.end) != kFaults.end() &&
         !told_failure(shown.output, shown.errors, {});
}

std::string fact_name(unsigned round, std::string_view text) {
  return "seen-" + std::to_string(round) + "-" + hash_name(text);
}

}  // namespace

ProcessOracleOptions triage_test(const run::TriageConfig& config) {
  ProcessOracleOptions test = config.reduction.test.process;
  test.original = "input" + config.extension;
  return test;
}

std::string key_of(const SeenFailure& seen) {
  std::string key = seen.signature.end + ": " + seen.signature.pattern;
  for (const std::string& frame : seen.signature.frames) key += "\n" + frame;
  return key;
}

void TriageBudget::require() const {
  if (left() != 0U) return;
  throw BudgetUsed(BudgetUsed::Of::kTests,
                   "the budget of " + so_many(*most, "test") +
                       " is used up (known answers count): repeat the call with a larger one");
}

TriageAnswers::TriageAnswers(const run::TriageConfig& config, run::Listener& listener,
                             const StopToken& stop, TriageBudget& budget)
    : config_(config),
      stop_(stop),
      budget_(budget),
      journal_(open_record(config)),
      test_(triage_test(config), listener, stop) {
  test_.process()->show_output(true);
}

void TriageAnswers::ask(unsigned round, const Source& source,
                        const std::function<void(const SeenFailure&)>& take) {
  bool ends_early = false;
  const auto next = [&]() -> std::optional<OrderedTests::Question> {
    std::optional<std::string> text = source();
    if (!text) return std::nullopt;
    ends_early = budget_.left() == 0U;
    if (ends_early) return std::nullopt;
    ++budget_.used;
    OrderedTests::Question question{*std::move(text)};
    const std::string name = fact_name(round, question.text);
    if (!seen_.contains(name)) {
      if (auto seen = known(name)) {
        seen_.emplace(name, *std::move(seen));
        ++found_;
      }
    }
    if (seen_.contains(name)) question.known = TestResult{};
    return question;
  };
  OrderedTests tests(
      *test_.process(), next,
      {.most_ahead = kMaxAhead,
       .tries = kRunTries,
       .on_result = [&](std::string_view text,
                        const TestResult& result) { note(fact_name(round, text), text, result); },
       .stop = stop_});
  while (const auto answer = tests.next()) {
    require_run(answer->result);
    take(seen_.at(fact_name(round, answer->text)));
  }
  if (ends_early) budget_.require();
}

SeenFailure TriageAnswers::ask(unsigned round, const std::string& text) {
  SeenFailure seen;
  std::optional<std::string> rest = text;
  ask(
      round, [&] { return std::exchange(rest, std::nullopt); },
      [&](const SeenFailure& one) { seen = one; });
  return seen;
}

std::optional<SeenFailure> TriageAnswers::known(const std::string& name) const {
  const auto fact = journal_.fact(name);
  return fact ? seen_of_text(*fact) : std::nullopt;
}

void TriageAnswers::note(const std::string& name, std::string_view text, const TestResult& result) {
  if (!result.infrastructure.empty()) return;
  SeenFailure seen = seen_in(result, text);
  journal_.set_fact(name, seen_text(seen));
  seen_.insert_or_assign(name, std::move(seen));
}

SeenFailure TriageAnswers::seen_in(const TestResult& result, std::string_view text) {
  const ConditionOptions& conditions = config_.reduction.test.process.conditions;
  const bool by_end = config_.reduction.test.plain_command && !conditions.any();
  SeenFailure seen;
  seen.timed_out = result.timed_out;
  seen.fails =
      by_end ? !result.timed_out && (result.signal != 0 || result.exit_code != 0) : fails(result);
  if (!seen.fails) return seen;
  const auto& shown = test_.process()->last_shown();
  if (!shown) return seen;
  seen = grabr::seen_in(result, *shown, text);
  if (is_silent_fault(seen.signature, *shown)) {
    seen.signature.line.clear();
    seen.signature.pattern.clear();
  }
  return seen;
}

}  // namespace grabr
