#include "run/reduction_run.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "catalogue/read_grammar.h"
#include "oracle/answers/identity.h"
#include "oracle/answers/journal.h"
#include "oracle/answers/judge.h"
#include "reduce/diff/tree_changes.h"
#include "reduce/strategy.h"
#include "report/form/measure.h"
#include "report/trace/history.h"
#include "report/trace/kept_files.h"
#include "run/check/checked_test.h"
#include "run/check/checks_before.h"
#include "run/check/crash_taken.h"
#include "run/check/rate_search.h"
#include "run/check/running_test.h"
#include "run/check/witnesses.h"
#include "run/files/by_hand.h"
#include "run/job/final_steps.h"
#include "run/job/from_step.h"
#include "run/job/kept_answers.h"
#include "run/job/result_files.h"
#include "run/job/standalone.h"
#include "run/run_record.h"
#include "text/escape.h"
#include "text/hash.h"
#include "text/setting.h"

namespace grabr {
namespace {

/// How the search ended.
struct Ending {
  EndedBy ended_by;
  std::string reason;  ///< why it ended early
};

/// Was the end requested, or did a limit cause it?
bool is_stop(const Error& error) {
  return error.kind() == ErrorKind::kBudget || is_by_signal(error.kind());
}

/// Identities of the kept answers and of the report's test; a host's test has none.
struct Identities {
  std::optional<OracleIdentity> answers;
  OracleIdentity test;

  Identities(const ReductionJob& job, bool is_host) {
    if (is_host) return;
    answers = identity_of(job);
    test = job.turn ? test_identity_of(job) : *answers;
  }
};

RunningTest running_test(const ReductionJob& job, const Surroundings& around) {
  if (around.oracle != nullptr) return {*around.oracle, around.listener, around.stop};
  return {job.test, around.listener, around.stop};
}

/// One run: creates the oracle and the session, and connects observers.
class Run {
 public:
  Run(const run::Config& config, ReductionJob& job, const Surroundings& around)
      : config_(config),
        job_(job),
        around_(around),
        listener_(around.listener),
        stop_(around.stop),
        identities_(job, around.oracle != nullptr),
        test_(running_test(job, around)),
        checked_(test_, config, job, identities_.answers, listener_),
        record_(config, job, listener_, is_to_be_known(job)) {}

  run::Result reduce() {
    std::optional<Ending> ended = check();
    if (job_.test.flaky && !ended) rates_.emplace(test_.oracle(), checked_.journal(), rules());
    Judge judge(rates_ ? *rates_ : test_.oracle(), judge_options());
    const auto ask = [&](std::string_view text) {
      stop_.take_test();
      return judge.answer(text, 1);
    };
    const bool can_begin = !ended;
    if (!ended && !config_.search.preprocess.empty()) ended = stand_alone(ask);
    if (!ended && config_.search.from_step) ended = begin_from_step(ask);
    Session session(judge, job_.text, job_.schedule.cache());
    session.small_enough = job_.stop_at;
    session.protection = job_.problem.protection;
    first_number_ = session.best_number = number_at_first();
    session.stop = stop_;
    add_observers(session);
    session.count_executed(checked_.kept_best().runs);
    const Ending ending = can_begin ? search(session, ended) : *ended;
    return finish(session, confirmed(session, judge, ending));
  }

  void forget_record() { record_.forget(); }

  /// Ends without a result.
  void end_with(const Error& error) {
    record_.end_with(error);
    if (config_.output.report.empty()) return;
    if (const auto* unusable = dynamic_cast<const UnusableTest*>(&error)) {
      checked_.note_failure(*unusable);
    }
    record_.report_failure(error, checked_, identities_.test,
                           seconds_between(start_, Clock::now()));
  }

 private:
  using Ask = std::function<TestResult(std::string_view)>;

  /// Is it a run that a person may want to look at? It is one of a single input with its own
  /// folder, and does more than print a difference.
  bool is_to_be_known(const ReductionJob& job) const {
    const bool only_prints = job.schedule.aim() == Aim::kBoth && !job.output;
    return identities_.answers && !job.turn && !only_prints;
  }

  /// Makes the input self-contained, if such a text fails; returns why that ended, if it did.
  std::optional<Ending> stand_alone(const Ask& ask) {
    try {
      make_standalone(config_, job_, ask, stop_, listener_, standalone_);
      return std::nullopt;
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::kInvalid) throw;
      return Ending{error.kind(), error.what()};
    }
  }

  /// Starts from a step of the previous run, if it still fails.
  std::optional<Ending> begin_from_step(const Ask& ask) {
    checked_phase_ = "from step";
    try {
      standalone_.push_back(go_on_from_step(config_, job_, run_name(job_), ask, listener_));
      return std::nullopt;
    } catch (const Error& error) {
      if (!is_stop(error)) throw;
      return Ending{error.kind(), error.what()};
    }
  }

  /// The ending, if the reduction already ends here; nothing if it can begin. Throws, so that there
  /// is no result, unless the original fails and its test can be trusted.
  std::optional<Ending> check() {
    const Clock::time_point begin = Clock::now();
    try {
      checked_.check(stop_, {.untested = untested_by_wish(), .says_going_on = true});
    } catch (const Error& error) {
      if (!is_stop(error) || !checked_.original_fails()) throw;
      return Ending{error.kind(), error.what()};
    }
    checks_s_ = seconds_between(begin, Clock::now());
    return std::nullopt;
  }

  RateGoal goal() const {
    return {checked_.checks().rate, config_.test.flaky_error.value_or(kFlakyError)};
  }
  RateRules rules() const { return rules_of(goal(), goal().error); }

  Judge::Options judge_options() {
    Judge::Options options = checked_.judge_options(stop_);
    return rates_ ? judge_options_of_rates(options) : options;
  }

  /// Without checks, a strategy that tests its input itself begins directly.
  bool untested_by_wish() const {
    return !config_.test.preflight && job_.schedule.tests_original();
  }

  /// The number for the text that the search starts with.
  std::optional<double> number_at_first() {
    if (job_.test.minimize.empty()) return std::nullopt;
    const Hash128 text = hash128(job_.text);
    Journal* const journal = checked_.journal();
    const std::optional<double>& found = checked_.checks().found.first.number;
    if (journal != nullptr && found && job_.text == original_) {
      journal->record_number(text, *found);
    }
    const auto kept = journal == nullptr ? std::nullopt : journal->number(text);
    return kept ? kept : found;
  }

  void add_observers(Session& session) {
    const auto counter = std::make_shared<TokenCounter>(job_.problem.parser.get());
    const Recorder::TokenCount count_tokens = [counter](const SharedText& text) {
      return (*counter)(text);
    };
    results_.open(config_.output, job_, original_, listener_);
    record_.begin(original_, count_tokens);
    listener_.begin_search({job_.text, count_tokens, job_.begun, insight(session)});
    session.steering = listener_.person();
    for (Observer* watcher : around_.watchers) session.add_observer(watcher);
    record_.observe_first(session);
    results_.watch(session);
    record_.observe(session);
    session.add_observer(&listener_);
    session.add_observer(&failing_);
    session.add_observer(&passing_);
  }

  /// The data that the listener may ask for during the run.
  run::SearchInsight insight(Session& session) {
    run::SearchInsight insight;
    insight.input = job_.input;
    insight.is_default =
        config_.search.strategy == run::Search{}.strategy && !config_.search.effort;
    insight.passes = passes_of(job_.schedule);
    insight.slots = test_.oracle().capacity();
    insight.left_by_hand = [&session]() -> std::optional<std::uint64_t> {
      const auto& left = session.left_by_hand();
      return left ? std::optional<std::uint64_t>(left->size()) : std::nullopt;
    };
    insight.token_kinds = [this](std::string_view text) {
      const auto& parser = job_.problem.parser;
      return parser ? token_kinds(*parser, text) : std::vector<KindOfToken>();
    };
    insight.tests_under_way = [&session] { return session.judge().tests_under_way(); };
    if (record_.keeps_history() && !job_.test.flaky) {
      insight.text_of_step = [this](std::uint64_t step) {
        const auto steps = read_history(history_path(job_.cache_folder, run_name(job_)));
        return step < steps.size() ? steps[step].text : std::string();
      };
    }
    if (ProcessOracle* const process = test_.process()) {
      insight.last_output = [process]() -> std::optional<run::TestOutput> {
        const auto& shown = process->last_shown();
        if (!shown) return std::nullopt;
        return run::TestOutput{shown->result, shown->output, shown->errors};
      };
    }
    return insight;
  }

  /// A turn either searches or is the last one, for the final steps.
  Ending search(Session& session, const std::optional<Ending>& before) {
    // An earlier stop takes effect once the tests so far are recorded.
    if (before) session.stop = {};
    const Ending ending = ended(session, [&] {
      record_checks(session);
      if (before) return *before;
      if (is_last_turn() && !session.best_fails()) session.check_original("preflight");
      if (is_last_turn() || (job_.turn && fails_without(session))) return Ending{};
      run_search(session);
      return after_search(session);
    });
    session.go_back_to_left_by_hand();
    const bool complete = !ending.ended_by;
    if (!complete || (job_.turn && !is_last_turn())) return ending;
    const Ending last = ended(session, [&] {
      take_steps(session);
      return Ending{};
    });
    return !last.ended_by ? ending : last;
  }

  void run_search(Session& session) {
    if (!rates_) return run_until_not_taken_over(session);
    rate_search_.emplace(session, *rates_, failing_, goal());
    bool first = true;
    rate_search_->run([&] {
      const Pass& pass = *job_.schedule.steps.front().pass;
      Problem problem = std::exchange(first, false) ? take_problem()
                                                    : problem_of_best(pass, session, job_.problem);
      run_schedule(job_.schedule, session, std::move(problem));
    });
  }

  /// In case a person replaces the best text, runs again.
  void run_until_not_taken_over(Session& session) {
    ByHand hand(try_path(job_.cache_folder, job_.input), listener_);
    // Removes the proposer however the search ends, because later steps test texts, too.
    const struct Proposing {
      explicit Proposing(Session& session) : session_(session) {}
      ~Proposing() { session_.proposer = nullptr; }
      Session& session_;
    } proposing(session);
    if (record_.keeps_history()) session.proposer = &hand;
    const Pass& pass = *job_.schedule.steps.front().pass;
    for (bool first = true;; first = false) {
      const Hash128 before = hash128(session.best());
      try {
        run_schedule(job_.schedule, session,
                     first ? take_problem() : problem_of_best(pass, session, job_.problem));
        if (go_on_by_language()) continue;
        // Proposals from outside may have given earlier passes new candidates.
        if (job_.problem.outside.empty() || hash128(session.best()) == before) return;
      } catch (const TakenOver&) {
      }
    }
  }

  /// Continues after a search with a dialect (ReductionJob::language_grammar).
  bool go_on_by_language() {
    const auto path = std::exchange(job_.language_grammar, {});
    if (path.empty()) return false;
    const auto own = std::make_shared<const Parser>(read_grammar(path), config_.input.parse);
    dialect_ = std::exchange(job_.problem.parser, own);  // the dialect's parser still counts tokens
    job_.problem.partial = config_.input.partial;
    listener_.note("going on with the grammar " + shown_name(path.stem()));
    return true;
  }

  void take_steps(Session& session) {
    try {
      take_final_steps(session, config_, job_.problem, job_.test.original, stop_, listener_);
    } catch (const FalseStep&) {  // the final check of the result goes back from it
    }
  }

  /// With the tree, unless another turn may need it.
  Problem take_problem() {
    if (job_.turn) return job_.problem;
    std::optional<Tree> tree = std::exchange(job_.problem.tree, std::nullopt);
    Problem problem = job_.problem;
    problem.tree = std::move(tree);
    return problem;
  }

  bool is_last_turn() const { return job_.turn && job_.turn->is_last; }

  /// Whatever ends the search, the best is kept.
  Ending ended(Session& session, const std::function<Ending()>& step) {
    try {
      return step();
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::kNotInteresting) {
        refuse_original(test_, test_.oracle().run(job_.text, stop_), config_, job_, stop_,
                        listener_);
      }
      if (error.kind() == ErrorKind::kNotPassing || !has_result(session)) throw;
      const bool wish = dynamic_cast<const SmallEnough*>(&error) != nullptr;
      return {wish ? EndedBy() : error.kind(), error.what() + doubt(error)};
    }
  }

  /// The result is tested once more, unless the user does not want to wait.
  Ending confirmed(Session& session, Judge& judge, const Ending& ending) {
    const EndedBy by = ending.ended_by;
    const bool ends_at_once =
        by == ErrorKind::kInterrupted || by == ErrorKind::kTerminated || by == ErrorKind::kSystem;
    if (ends_at_once) return ending;
    judge.end_search(stop_.without_budget());
    try {
      Ending last = ending;
      if (rate_search_) {
        rate_ = rate_search_->confirm(stop_.without_budget());
        session.count_executed(rates_->measured_runs());
        return last;
      }
      if (session.best_fails()) last = confirmed(judge, session.best(), failing_, last);
      if (!checked_.what_failed().empty() && !job_.test.conditions.hang_s) {
        const std::string& result = instead_ ? *instead_ : session.best();
        failure_after_ = test_.what_fails(result, stop_.without_budget());
      }
      if (session.passing()) last = confirmed(judge, *session.passing(), passing_, last);
      return last;
    } catch (const Error& error) {
      return {error.kind(), error.what()};
    }
  }

  Ending confirmed(Judge& judge, const std::string& result, const Witnesses& witnesses,
                   const Ending& ending) {
    const bool known_lost = ending.ended_by == ErrorKind::kEnvironment;
    FinalCheck check = check_result(judge, result, witnesses, known_lost);
    if (check.holds) return ending;
    const bool replaced = check.instead.has_value();
    const bool failing = witnesses.what() == Witnesses::What::kFailing;
    (failing ? instead_ : instead_passing_) = std::move(check.instead);
    // Answers about another text are no longer valid.
    if (replaced) checked_.forget_answers();
    return {ErrorKind::kEnvironment, known_lost && !replaced ? ending.reason : check.reason};
  }

  /// One of several inputs may be irrelevant; with a single input, the test must not allow that.
  static bool fails_without(Session& session) {
    session.begin_phase("without");
    return session.fails("", "all of it");
  }

  /// A test that no longer works may have answered "pass" for that reason.
  std::string doubt(const Error& error) const {
    const bool doubtful =
        error.kind() == ErrorKind::kEnvironment && job_.schedule.aim() != Aim::kFailing;
    return doubtful ? "\n  the passing text is in doubt" : "";
  }

  bool has_result(const Session& session) const {
    return job_.schedule.aim() == Aim::kPassing ? session.passing().has_value()
                                                : session.best_fails();
  }

  /// The algorithm may have started from a text that its test cannot judge, and found nothing that
  /// passes.
  Ending after_search(const Session& session) const {
    if (job_.schedule.aim() == Aim::kFailing || session.passing()) return {};
    return {ErrorKind::kNotPassing, "no passing input was found"};
  }

  void record_checks(Session& session) {
    if (untested_by_wish()) return;
    constexpr std::string_view kPhase = "preflight";
    const Preflight& found = checked_.checks().found;
    session.record_check(kPhase, original_, found.first);
    for (const auto* probes : {&found.vacuous, &found.equivalent}) {
      for (const Preflight::Probed& probe : *probes) {
        session.record_check(kPhase, probe.text, probe.result);
      }
    }
    for (const StandaloneTest& made : standalone_) {
      session.record_test(checked_phase_, made.text, made.result);
    }
    session.count_executed(further_runs());
    session.accept_original();
  }

  /// Runs of the original: their number depends on the number of jobs, so they are not in the
  /// trace.
  std::uint64_t further_runs() const {
    std::uint64_t runs = 0;
    const Preflight& found = checked_.checks().found;
    for (const auto* results : {&found.alone, &found.at_once}) {
      for (const TestResult& result : *results) runs += result.runs;
    }
    return runs;
  }

  run::Result finish(const Session& session, const Ending& ending) {
    run::Result result = described();
    result.ended_by = ending.ended_by;
    result.reason = ending.reason;
    result.failing = instead_ ? *instead_ : session.best();
    result.passing = instead_passing_ ? instead_passing_ : session.passing();
    result.counts = session.counts();
    result.failure_before = checked_.what_failed();
    result.failure_after = failure_after_;
    result.by_hand = session.interventions();
    record_.describe(result);
    result.wall_s = seconds_between(start_, Clock::now());
    result.jobs = checked_.checks().jobs;
    result.rate = rate_;
    result.numbers = {first_number_, session.best_number};
    if (job_.problem.by_tree && result.passing) result.tree_changes = tree_changes(result);
    if (rate_search_) result.steps_back = rate_search_->steps_back();
    const Journal* const journal = checked_.journal();
    result.answers_are_kept = journal != nullptr && journal->problem().empty();
    listener_.end_search();
    results_.finish(result.failing, result.passing);
    sync_journal();
    record_.write_reports(result, {session, checked_, identities_.test, checks_s_});
    result.seconds = seconds_between(job_.begun, Clock::now());
    result.repeats = record_.end(result, checked_, identities_.test);
    return result;
  }

  run::Result::TreeChanges tree_changes(const run::Result& result) const {
    const auto count = [this](const std::string& passing, const std::string& failing) {
      return std::size_t{tree_change_list(*job_.problem.parser, passing, failing).count};
    };
    return {count(*result.given_passing, result.original), count(*result.passing, result.failing)};
  }

  /// Facts that are known before the run begins.
  run::Result described() const {
    run::Result result;
    result.input = job_.input;
    result.original = original_;
    result.form = job_.form;
    result.aim = job_.schedule.aim();
    result.unit = job_.problem.unit_or_chars();
    result.has_grammar = job_.problem.parser != nullptr;
    result.given_passing = job_.problem.passing;
    result.output = job_.output;
    result.passing_output = job_.passing_output;
    return result;
  }

  void sync_journal() {
    Journal* const journal = checked_.journal();
    if (journal == nullptr) return;
    journal->sync();
    if (journal->problem().empty()) return;
    listener_.note(journal->problem() + ": not all answers are kept for another run");
  }

  const run::Config& config_;
  ReductionJob& job_;
  std::shared_ptr<const Parser> dialect_;  ///< parser of the first search, if another one follows
  const Surroundings& around_;
  const SharedText original_ = job_.text;  ///< as the user gave it
  run::Listener& listener_;
  Clock::time_point start_ = Clock::now();
  StopToken stop_;
  Identities identities_;
  RunningTest test_;
  CheckedTest checked_;
  double checks_s_ = 0;
  std::optional<double> first_number_;
  std::vector<StandaloneTest> standalone_;
  std::string checked_phase_ = "preprocess";  ///< phase of these tests
  RunRecord record_;
  ResultFiles results_;
  Witnesses failing_;
  Witnesses passing_{Witnesses::What::kPassing};
  std::optional<RateOracle> rates_;  // oracle for a flaky test
  std::optional<RateSearch> rate_search_;
  std::string failure_after_;
  std::optional<Hits> rate_;
  std::optional<std::string> instead_;  // replaces a result that no longer fails
  std::optional<std::string> instead_passing_;
};

}  // namespace

run::Result carry_out(const run::Config& config, ReductionJob& job, const Surroundings& around) {
  const auto attempt = [&] {
    Run run(config, job, around);
    try {
      return run.reduce();
    } catch (const CrashSeen&) {
      run.forget_record();
      throw;
    } catch (const Error& error) {
      run.end_with(error);
      throw;
    }
  };
  try {
    return attempt();
  } catch (const CrashSeen& seen) {
    if (job.turn) throw;  // the condition must be the same in all turns
    take_crash(seen, job.test.conditions, around.listener);
  }
  return attempt();
}

}  // namespace grabr
