#include "cli/reduction_run.h"

#include <functional>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "cli/checks_before.h"
#include "cli/crash_taken.h"
#include "cli/final_steps.h"
#include "cli/hung_tests.h"
#include "cli/interruption.h"
#include "cli/kept_answers.h"
#include "cli/kept_preflight.h"
#include "cli/progress.h"
#include "cli/reduction_report.h"
#include "cli/save_best.h"
#include "cli/test_options.h"
#include "cli/witnesses.h"
#include "oracle/answers/identity.h"
#include "oracle/answers/journal.h"
#include "oracle/answers/judge.h"
#include "reduce/strategy.h"
#include "report/measure.h"
#include "report/trace.h"

namespace grabr {
namespace {

/// How the search ended.
struct Ending {
  Exit exit = Exit::kFinished;
  std::string reason;  ///< why it ended early
};

/// One run: from the oracle to the session, and who watches it.
class Run {
 public:
  Run(const ReduceOptions& options, ReductionJob& job, std::span<Observer* const> watchers)
      : options_(options),
        job_(job),
        watchers_(watchers),
        stop_(options.max_time_s, job.stop_at_bytes, job.test.encoding),
        identity_(identity_of(job)),
        test_identity_(job.turn ? test_identity_of(job) : identity_),
        oracle_(job.test),
        progress_(progress_options(options.quiet, options.verbose)) {
    oracle_.set_heartbeat(kTickEvery_s, [this] { progress_.tick(); });
    // What cannot be written is found out before the first test.
    if (!options.trace.empty()) trace_.emplace(options.trace, options.trace_cached);
    if (!options.report.empty()) input_ = described_input(job);
  }

  ReductionEnd reduce() {
    const Interruption interruption(oracle_);
    const std::optional<Ending> ended = check();
    Judge judge(oracle_, judge_options());
    Session session(judge, job_.text, job_.schedule.cache());
    session.max_tests = options_.max_tests;
    add_observers(session);
    session.count_executed(kept_best_.runs);
    const Ending ending = ended ? *ended : search(session);
    return finish(session, confirmed(session, judge, ending));
  }

  /// For a report that is asked for: why there is no result, and what the checks have found.
  void report_failure(const Error& error) {
    if (options_.report.empty()) return;
    if (const auto* unusable = dynamic_cast<const UnusableTest*>(&error)) {
      checks_.found = unusable->found;
      checks_.repeated = true;
    }
    write_report(options_.report, {job_, *input_, checks_, test_identity_,
                                   seconds_between(start_, Clock::now()), error.exit(),
                                   error.what()});
  }

 private:
  std::function<void()> check_stop() const {
    return [this] { stop_.check(); };
  }

  Journal* journal() { return journal_ ? &*journal_ : nullptr; }

  /// How the reduction ends already; nothing when it can begin. Ends the command, with no result,
  /// unless the original fails and its test can be trusted.
  std::optional<Ending> check() {
    const Clock::time_point begin = Clock::now();
    bool original_fails = false;
    try {
      adopt_original();
      run_checks(original_fails);
    } catch (const Error& error) {
      const bool stopped = error.exit() == Exit::kBudget || is_by_signal(error.exit());
      if (!stopped || !original_fails) throw;
      return Ending{error.exit(), error.what()};
    }
    checks_s_ = seconds_between(begin, Clock::now());
    return std::nullopt;
  }

  void adopt_original() {
    if (!job_.test.conditions.same_as_original) return;
    try {
      progress_.begin_stage(first_run_stage("running the command on the original", options_));
      oracle_.adopt_original(job_.text);
    } catch (const Error&) {
      stop_.check();  // then the reason is that it was cancelled
      throw;
    }
  }

  /// A journal is made only for a reduction that begins.
  void run_checks(bool& original_fails) {
    if (Journal::exists(job_.cache_folder, identity_)) {
      journal_ = open_journal(options_, job_, identity_);
    }
    const bool stale = journal_ && !still_counts(*journal_);
    // Set aside when the original fails: a test that does not work at all says nothing of them.
    if (stale) journal_.reset();
    if (untested_by_wish()) {
      checks_.timeout_s = options_.timeout_s.value_or(kFirstLimit_s);
      checks_.jobs = job_.test.jobs;
    } else {
      checks_ = check_before_search(oracle_, journal(), options_, job_, check_stop(),
                                    [&] { original_fails = true; }, progress_);
    }
    if (!journal_) journal_ = open_journal(options_, job_, identity_, stale);
    const bool complete = checks_.repeated && !options_.no_preflight;
    if (journal_ && complete) keep_checks(*journal_, checks_, job_);
  }

  /// Whether the answers of an earlier run are still those of the test.
  bool still_counts(const Journal& kept) {
    if (kept.found() == 0) return true;
    if (!options_.timeout_s) oracle_.set_timeout(kept_time_limit(kept).value_or(kFirstLimit_s));
    kept_best_ = check_kept_best(oracle_, kept, job_.text, check_stop());
    if (kept_best_.fails) note()(words_on_known(kept));
    else note()(kept_best_.reason + ", so it is asked anew");
    return kept_best_.fails;
  }

  /// With --no-preflight, a strategy that tests its input itself begins with just that.
  bool untested_by_wish() const { return options_.no_preflight && job_.schedule.tests_original(); }

  Judge::Options judge_options() {
    Judge::Options options;
    options.journal = journal();
    options.check_stop = check_stop();
    options.deadline = stop_.deadline();
    options.expected_s = checks_.found.median_s;
    if (kept_best_.runs > 0 && kept_best_.fails) options.just_failed = kept_best_.text;
    // A limit of ten times what tests take, several at once, is no matter of load.
    options.recheck_timeouts =
        options_.timeout_s.has_value() && *options_.timeout_s < 5 * checks_.found.slowest_s;
    return options;
  }

  void add_observers(Session& session) {
    const Grammar* grammar = job_.problem.parser ? &job_.problem.parser->grammar() : nullptr;
    const auto count_tokens = [grammar](std::string_view text) {
      return count_text_tokens(text, grammar);
    };
    make_savers();
    if (job_.problem.parser) outside_.emplace(*job_.problem.parser);
    if (!options_.report.empty()) recorder_.emplace(job_.text, count_tokens);
    progress_.begin_search(job_.text, count_tokens, job_.begun);
    for (Observer* watcher : watchers_) session.add_observer(watcher);
    if (trace_) session.add_observer(&*trace_);
    if (save_) session.add_observer(&*save_);
    if (save_passing_) session.add_observer(&*save_passing_);
    if (recorder_) session.add_observer(&*recorder_);
    session.add_observer(&hung_);
    session.add_observer(&progress_);
    if (outside_) session.add_observer(&*outside_);
    session.add_observer(&failing_);
    session.add_observer(&passing_);
    session.add_observer(&stop_);
  }

  /// The output file gets what the strategy is for.
  void make_savers() {
    const bool only_passing = job_.schedule.aim() == Aim::kPassing;
    if (job_.output) {
      auto& saver = only_passing ? save_passing_ : save_;
      saver.emplace(*job_.output, job_.text, options_.in_place && !options_.tidy, false,
                    only_passing ? SaveBest::What::kPassing : SaveBest::What::kFailing,
                    job_.test.encoding);
      make_way(options_, *job_.output, job_.cache_folder);
      if (!options_.in_place) saver->keep_record(WrittenOutputs(job_.cache_folder));
    }
    if (job_.passing_output) {
      save_passing_.emplace(*job_.passing_output, job_.text, false, false,
                            SaveBest::What::kPassing, job_.test.encoding);
      make_way(options_, *job_.passing_output, job_.cache_folder);
      save_passing_->keep_record(WrittenOutputs(job_.cache_folder));
    }
  }

  /// A turn is either of the search or the last one.
  Ending search(Session& session) {
    const Ending ending = ended(session, [&] {
      record_checks(session);
      if (is_last_turn() && !session.best_fails()) session.check_original("preflight");
      if (is_last_turn() || (job_.turn && fails_without(session))) return Ending{};
      run_schedule(job_.schedule, session, take_problem());
      return after_search(session);
    });
    const bool complete = ending.exit == Exit::kFinished;
    if (!complete || (job_.turn && !is_last_turn())) return ending;
    const Ending last = ended(session, [&] {
      take_final_steps(session, options_, job_.problem, job_.test.original, check_stop(), note());
      return Ending{};
    });
    return last.exit == Exit::kFinished ? ending : last;
  }

  /// With the tree, unless another turn may begin with it.
  Problem take_problem() {
    if (job_.turn) return job_.problem;
    std::optional<Tree> tree = std::exchange(job_.problem.tree, std::nullopt);
    Problem problem = job_.problem;
    problem.tree = std::move(tree);
    return problem;
  }

  bool is_last_turn() const { return job_.turn && job_.turn->is_last; }

  /// What ends the search keeps the best.
  Ending ended(Session& session, const std::function<Ending()>& step) {
    try {
      return step();
    } catch (const Error& error) {
      if (error.exit() == Exit::kDoesNotFail) {
        refuse_original(oracle_, oracle_.run(job_.text, check_stop()), options_, job_,
                        check_stop(), progress_);
      }
      if (error.exit() == Exit::kDoesNotPass || !has_result(session)) throw;
      const bool wish = dynamic_cast<const SmallEnough*>(&error) != nullptr;
      return {wish ? Exit::kFinished : error.exit(), error.what() + doubt(error)};
    }
  }

  /// Whatever gave the result, a test has the last word, but for a user who does not want to wait.
  Ending confirmed(const Session& session, Judge& judge, const Ending& ending) {
    const bool ends_at_once = ending.exit == Exit::kInterrupted ||
                              ending.exit == Exit::kTerminated || ending.exit == Exit::kFailure;
    if (ends_at_once) return ending;
    judge.end_search([] { Interruption::check(); });
    try {
      Ending last = ending;
      if (session.best_fails()) last = confirmed(judge, session.best(), failing_, last);
      if (session.passing()) last = confirmed(judge, *session.passing(), passing_, last);
      return last;
    } catch (const Error& error) {
      return {error.exit(), error.what()};
    }
  }

  Ending confirmed(Judge& judge, const std::string& result, const Witnesses& witnesses,
                   const Ending& ending) {
    const bool known_lost = ending.exit == Exit::kEnvironment;
    FinalCheck check = check_result(judge, result, witnesses, known_lost);
    if (check.holds) return ending;
    const bool replaced = check.instead.has_value();
    const bool failing = witnesses.what() == Witnesses::What::kFailing;
    (failing ? instead_ : instead_passing_) = std::move(check.instead);
    // What was true of another text is no answer any more.
    if (replaced && journal_) journal_->set_aside();
    return {Exit::kEnvironment, known_lost && !replaced ? ending.reason : check.reason};
  }

  std::function<void(const std::string&)> note() {
    return [this](const std::string& line) {
      if (!options_.quiet) std::cerr << "grabr: " + line + '\n';
    };
  }

  /// One among several inputs may be of no matter, as no test of a single one can allow.
  static bool fails_without(Session& session) {
    session.begin_phase("without");
    return session.fails("", "all of it");
  }

  /// A test that no longer works may have said "pass" for that reason.
  std::string doubt(const Error& error) const {
    const bool doubtful =
        error.exit() == Exit::kEnvironment && job_.schedule.aim() != Aim::kFailing;
    return doubtful ? "\n  what was found to pass is in doubt" : "";
  }

  bool has_result(const Session& session) const {
    return job_.schedule.aim() == Aim::kPassing ? session.passing().has_value()
                                                : session.best_fails();
  }

  /// An algorithm may have begun with what its test cannot tell, and found nothing that passes.
  Ending after_search(const Session& session) const {
    if (job_.schedule.aim() == Aim::kFailing || session.passing()) return {};
    return {Exit::kDoesNotPass, "no input that passes was found"};
  }

  void record_checks(Session& session) {
    if (untested_by_wish()) return;
    constexpr std::string_view kPhase = "preflight";
    session.record_check(kPhase, job_.text, checks_.found.first);
    for (const auto* probes : {&checks_.found.vacuous, &checks_.found.equivalent}) {
      for (const Preflight::Probed& probe : *probes) {
        session.record_check(kPhase, probe.text, probe.result);
      }
    }
    session.count_executed(further_runs());
    session.accept_original();
  }

  /// Of the original: how many depends on the number of jobs, so they are no part of the trace.
  std::uint64_t further_runs() const {
    std::uint64_t runs = 0;
    for (const auto* results : {&checks_.found.alone, &checks_.found.at_once}) {
      for (const TestResult& result : *results) runs += result.runs;
    }
    return runs;
  }

  ReductionEnd finish(const Session& session, const Ending& ending) {
    ReductionEnd end{ending.exit,      ending.reason,
                     instead_ ? *instead_ : session.best(),
                     instead_passing_ ? instead_passing_ : session.passing(),
                     session.counts(), outside(),
                     seconds_between(start_, Clock::now()), checks_.jobs,
                     hung_.found(),    journal_ && journal_->problem().empty()};
    progress_.end_search();
    if (save_) save_->finish(end.failing);
    if (save_passing_ && end.passing) save_passing_->finish(*end.passing);
    if (journal_) journal_->sync();
    if (journal_ && !journal_->problem().empty() && !options_.quiet) {
      std::cerr << "grabr: " + journal_->problem() +
                       ": not all answers are kept for another run\n";
    }
    if (recorder_) {
      progress_.begin_stage({"writing the report"});
      write_report(options_.report, reported(session, end));
    }
    return end;
  }

  std::optional<OutsideTests> outside() const {
    return outside_ ? std::optional(outside_->found()) : std::nullopt;
  }

  FinishedReduction reported(const Session& session, const ReductionEnd& end) {
    const bool passing = job_.schedule.aim() == Aim::kPassing && end.passing;
    return {job_,          *input_,
            session,       checks_,
            test_identity_, journal(),
            *recorder_,    end.outside,
            passing ? std::string_view(*end.passing) : std::string_view(end.failing),
            checks_s_,     end.wall_s,
            end.exit,      end.reason};
  }

  const ReduceOptions& options_;
  ReductionJob& job_;
  std::span<Observer* const> watchers_;
  Clock::time_point start_ = Clock::now();
  StopCheck stop_;
  OracleIdentity identity_;       // of the answers to be kept
  OracleIdentity test_identity_;  // for the report
  std::optional<Journal> journal_;
  ProcessOracle oracle_;
  ChecksBefore checks_;
  double checks_s_ = 0;
  std::optional<TraceWriter> trace_;
  std::optional<SaveBest> save_;
  std::optional<SaveBest> save_passing_;
  std::optional<Recorder> recorder_;
  std::optional<DescribedInput> input_;  // for the report
  Progress progress_;
  HungTestCount hung_;
  std::optional<OutsideTestCount> outside_;
  KeptBest kept_best_;
  Witnesses failing_;
  Witnesses passing_{Witnesses::What::kPassing};
  std::optional<std::string> instead_;  // of a result that no longer fails
  std::optional<std::string> instead_passing_;
};

}  // namespace

std::string words_on_going_on(const ReduceOptions& options, Exit exit) {
  if (!is_by_signal(exit)) return {};
  return std::string("; the same call") + (options.fresh ? " without --fresh" : "") +
         " goes on from here";
}

std::string words_on_outside(const OutsideTests& outside) {
  if (outside.tests == 0) return {};
  std::string words = ", " + std::to_string(outside.tests) +
                      " of them outside the grammar, which rejects " +
                      std::to_string(outside.rejected);
  if (outside.read < outside.tests) words += " of " + std::to_string(outside.read) + " looked at";
  return words;
}

ReductionEnd carry_out(const ReduceOptions& options, ReductionJob& job,
                       std::span<Observer* const> watchers) {
  const auto attempt = [&] {
    Run run(options, job, watchers);
    try {
      return run.reduce();
    } catch (const CrashSeen&) {
      throw;
    } catch (const Error& error) {
      run.report_failure(error);
      throw;
    }
  };
  try {
    return attempt();
  } catch (const CrashSeen& seen) {
    if (job.turn) throw;  // the condition is that of all turns
    take_crash(seen, job.test.conditions, options.quiet);
  }
  return attempt();
}

}  // namespace grabr
