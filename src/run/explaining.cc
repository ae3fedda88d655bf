// Several tests run at once, but their answers are used in order (oracle/answers/ordered_tests.h),
// so the findings do not depend on -j. Answers are kept in the journal of the reduction: a second
// call only tests, before and after, whether the result still fails. Tested by
// tests/run/explaining_test.cc.
#include "run/explaining.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "oracle/answers/identity.h"
#include "oracle/answers/journal.h"
#include "oracle/answers/ordered_tests.h"
#include "oracle/condition/condition_kinds.h"
#include "run/check/crash_taken.h"
#include "run/check/running_test.h"
#include "run/job/kept_answers.h"
#include "run/job/prepare_job.h"
#include "run/job/reduction_job.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/hash.h"
#include "text/setting.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kExplainAhead = 2;  // texts under test or answered, for each slot
constexpr double kMinTimeLimit_s = 5;

class Explaining {
 public:
  Explaining(run::ExplainSubject& subject, const ExplainOptions& how, run::Listener& listener,
             const StopToken& stop)
      : subject_(subject),
        how_(how),
        listener_(listener),
        stop_(stop),
        test_(subject.test, listener, stop),
        oracle_(*test_.process()) {}

  run::Explained run() {
    const Tree tree = parsed();
    open_journal();
    if (need_original(subject_.test.conditions)) {
      oracle_.adopt_original(subject_.original ? *subject_.original : subject_.text);
    }
    listener_.begin_stage({"testing the result"});
    test_result("the result does not fail");
    BaseGrammar base;
    base.grammar = subject_.parser->grammar_ptr();
    base.path = fs::absolute(subject_.grammar_file).lexically_normal();
    run::Explained explained;
    listener_.begin_stage({"explaining"});
    explained.explanation = explain(
        tree, subject_.text, base, how_,
        [this](const NextText& next, const TakeAnswer& take) { ask(next, take); },
        [this](const std::string& doing) { tell(doing); });
    const bool by_signal = is_by_signal(explained.explanation.ended_by);
    if (!by_signal) {
      listener_.begin_stage({"testing the result once more"});
      test_result(
          "the result failed only at first: the test is flaky, or its surroundings have changed");
    }
    journal_->sync();
    explained.tests = tests_;
    explained.executed = executed_;
    return explained;
  }

 private:
  Tree parsed() const {
    ParseResult result = subject_.parser->parse(subject_.text);
    if (auto* tree = std::get_if<Tree>(&result)) return std::move(*tree);
    const Source source(subject_.name, subject_.text);
    const Diagnostic why = subject_.parser->describe(std::get<ParseFailure>(result), source);
    const Position place = source.position(why.span.begin);
    throw Error(
        ErrorKind::kNotParsed,
        shown_name(subject_.name) + ":" + std::to_string(place.line) + ":" +
            std::to_string(place.column) + ": " + why.message +
            spelled("\nhint: only a text that its grammar accepts can be explained; {grammar} "
                    "names another"));
  }

  void open_journal() {
    const OracleIdentity identity = identity_of(subject_.test, subject_.own);
    try {
      journal_ = Journal::open(subject_.cache_folder, identity, subject_.fresh);
      if (journal_->changed()) listener_.note(words_on_changes(*journal_));
    } catch (const Error& error) {
      listener_.note(error.what());
      listener_.note("answers are not kept");
      journal_ = Journal::in_memory();
    }
  }

  void test_result(const std::string& otherwise) {
    const FailingTest test =
        require_failing(oracle_, subject_.text, otherwise, stop_.without_budget());
    executed_ += test.tries;
    if (!subject_.finds_time_limit) return;
    test_.set_timeout(std::clamp(10 * test.result.seconds, kMinTimeLimit_s, kFirstLimit_s));
  }

  void ask(const NextText& next, const TakeAnswer& take) {
    OrderedTests tests(oracle_,
                       [&]() -> std::optional<OrderedTests::Question> {
                         std::optional<std::string> text = next();
                         if (!text) return std::nullopt;
                         std::optional<TestResult> known = known_answer(*text);
                         return OrderedTests::Question{*std::move(text), std::move(known)};
                       },
                       {.most_ahead = kExplainAhead * oracle_.capacity(),
                        .tries = kRunTries,
                        .on_result =
                            [this](std::string_view text, const TestResult& result) {
                              ++executed_;
                              note(text, result);
                            },
                        .stop = stop_,
                        .counts = true});
    while (const auto answer = tests.next()) {
      require_run(answer->result);
      ++tests_;
      tell(doing_);
      if (!take(answer->result)) return;
    }
  }

  std::optional<TestResult> known_answer(const std::string& text) const {
    const std::optional<Outcome> known = journal_->find(hash128(text));
    if (!known) return std::nullopt;
    TestResult result;
    result.outcome = *known;
    return result;
  }

  void note(std::string_view text, const TestResult& result) {
    const bool open = result.timed_out || result.outcome == Outcome::kUnresolved;
    if (result.infrastructure.empty() && (!open || fails(result))) {
      journal_->record(hash128(text), result.outcome);
    }
  }

  void tell(const std::string& doing) {
    doing_ = doing;
    listener_.rename_stage(doing + ", " + std::to_string(tests_) +
                           (tests_ == 1 ? " test" : " tests"));
  }

  run::ExplainSubject& subject_;
  const ExplainOptions& how_;
  run::Listener& listener_;
  const StopToken stop_;
  RunningTest test_;
  ProcessOracle& oracle_;
  std::optional<Journal> journal_;
  std::string doing_;
  std::uint64_t tests_ = 0;
  std::uint64_t executed_ = 0;
};

/// As in a reduction: if a plain command without conditions crashes, and does not fail by its exit
/// status, the crash becomes the condition.
void find_condition(run::ExplainSubject& subject, run::Listener& listener, const StopToken& stop) {
  if (!may_take_crash(subject.plain_command, subject.test.conditions)) return;
  listener.begin_stage({"running the command on the result"});
  RunningTest test(subject.test, listener, stop);
  const TestResult first = test.oracle().run(subject.text, stop);
  if (fails(first)) return;
  try {
    drop_folder(look_for_crash(*test.process(), first, subject.test, subject.text, stop));
  } catch (const CrashSeen& seen) {
    take_crash(seen, subject.test.conditions, listener);
  }
}

}  // namespace

namespace run {

ExplainSubject subject_of(const Config& config, Listener& listener) {
  Config without_output = config;
  without_output.output.place = Output::Place::kNowhere;
  without_output.input.partial = false;
  ReductionJob job = prepare_job(without_output, listener);
  ExplainSubject subject;
  subject.name = job.input;
  subject.text = job.text;
  subject.parser = job.problem.parser;
  subject.grammar_file = job.grammar_file;
  subject.test = job.test;
  subject.plain_command = job.plain_command;
  subject.finds_time_limit = !config.limits.timeout_s;
  subject.cache_folder = job.cache_folder;
  subject.own = own_files(job);
  subject.fresh = config.output.fresh;
  return subject;
}

Explained explain_result(ExplainSubject subject, const ExplainLimits& limits, Listener& listener,
                         const StopToken& stop) {
  if (!subject.parser) {
    throw Error(ErrorKind::kInvalid,
                spelled("there is no grammar for the result\nhint: {grammar} names one"));
  }
  if (subject.test.flaky) {
    throw Error(ErrorKind::kInvalid,
                "the test is flaky: a single answer says nothing about a text");
  }
  const StopToken within = stop.within(limits.budget);
  find_condition(subject, listener, within);
  return Explaining(subject, limits.how, listener, within).run();
}

}  // namespace run
}  // namespace grabr
