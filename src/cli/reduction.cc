#include "cli/reduction.h"

#include <cstdio>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <system_error>

#include "cli/checks_before.h"
#include "cli/interruption.h"
#include "cli/progress.h"
#include "cli/reduction_job.h"
#include "cli/save_best.h"
#include "cli/test_options.h"
#include "oracle/identity.h"
#include "oracle/journal.h"
#include "oracle/judge.h"
#include "report/report.h"
#include "report/trace.h"
#include "text/error.h"
#include "text/file.h"
#include "text/hash.h"

namespace grabr {
namespace {

/// How the search ended.
struct Ending {
  Exit exit = Exit::kFinished;
  std::string reason;  ///< why it ended early
};

void note(const ReduceOptions& options, const std::string& text) {
  if (!options.quiet) std::cerr << "grabr: " << text << '\n';
}

/// What this program writes: a test that copies it along is still the same test.
std::vector<std::filesystem::path> own_files(const ReductionJob& job) {
  std::vector<std::filesystem::path> own = {job.cache_folder,
                                               kept_folder(job.output, job.call.input)};
  if (job.output) own.push_back(*job.output);
  return own;
}

/// The journal of the answers; a run can do without.
std::optional<Journal> open_journal(const ReduceOptions& options, const ReductionJob& job,
                                    const OracleIdentity& identity) {
  try {
    Journal journal = Journal::open(job.cache_folder, identity, options.fresh);
    if (journal.changed()) {
      note(options, "the test has changed since the last run: it is asked anew");
    }
    if (journal.found() > 0) {
      note(options, "going on: " + std::to_string(journal.found()) + " answers are known from " +
                        journal.path().string());
    }
    return journal;
  } catch (const Error& error) {
    note(options, std::string(error.what()) + "\ngrabr: answers are not kept");
    return std::nullopt;
  }
}

/// One run: from the oracle to the session, and who watches it.
class Run {
 public:
  Run(const ReduceOptions& options, const ReductionJob& job)
      : options_(options),
        job_(job),
        stop_(options.max_time_s, job.stop_at_bytes),
        identity_(identity_of(job.test, own_files(job))),
        oracle_(job.test) {
    // What cannot be written is found out before the first test.
    if (!options.trace.empty()) trace_.emplace(options.trace, options.trace_cached);
  }

  int reduce() {
    const Interruption interruption(oracle_);
    const std::optional<Ending> ended = check();
    Judge judge(oracle_, judge_options());
    Session session(judge, job_.text, job_.schedule.cache());
    session.max_tests = options_.max_tests;
    add_observers(session);
    const Ending ending = ended ? *ended : search(session);
    finish(session, ending);
    return static_cast<int>(ending.exit);
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
      const bool stopped = error.exit() == Exit::kBudget || error.exit() == Exit::kInterrupted ||
                           error.exit() == Exit::kTerminated;
      if (!stopped || !original_fails) throw;
      return Ending{error.exit(), error.what()};
    }
    checks_s_ = seconds_between(begin, Clock::now());
    return std::nullopt;
  }

  void adopt_original() {
    if (!job_.test.conditions.same_as_original) return;
    try {
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
    if (untested_by_wish()) {
      checks_.timeout_s = options_.timeout_s.value_or(kFirstLimit_s);
      checks_.jobs = job_.test.jobs;
    } else {
      checks_ = check_before_search(oracle_, journal(), options_, job_, check_stop(),
                                    [&] { original_fails = true; });
    }
    if (!journal_) journal_ = open_journal(options_, job_, identity_);
    const bool complete = checks_.repeated && !options_.no_preflight;
    if (journal_ && complete) keep_checks(*journal_, checks_, job_);
  }

  /// With --no-preflight, a strategy that tests its input itself begins with just that.
  bool untested_by_wish() const { return options_.no_preflight && job_.schedule.tests_original(); }

  Judge::Options judge_options() {
    Judge::Options options;
    options.journal = journal();
    options.check_stop = check_stop();
    options.deadline = stop_.deadline();
    options.expected_s = checks_.found.median_s;
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
    if (job_.output) save_.emplace(*job_.output, job_.text, options_.in_place && !options_.tidy);
    if (!options_.report.empty()) recorder_.emplace(job_.text, count_tokens);
    if (!options_.quiet) {
      progress_.emplace(job_.text, count_tokens, progress_options(options_.verbose));
    }
    if (trace_) session.add_observer(&*trace_);
    if (save_) session.add_observer(&*save_);
    if (recorder_) session.add_observer(&*recorder_);
    if (progress_) session.add_observer(&*progress_);
    session.add_observer(&stop_);
  }

  /// What ends the search keeps the best.
  Ending search(Session& session) {
    try {
      record_checks(session);
      run_schedule(job_.schedule, session, job_.problem);
      return {};
    } catch (const Error& error) {
      if (progress_) progress_->clear();
      if (error.exit() == Exit::kDoesNotFail) {
        refuse_original(oracle_, oracle_.run(job_.text, check_stop()), options_, job_,
                        check_stop());
      }
      if (!session.best_fails()) throw;
      return {error.exit(), error.what()};
    }
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

  void finish(const Session& session, const Ending& ending) {
    if (progress_) progress_->clear();
    if (save_) save_->finish(session.best());
    if (journal_) journal_->sync();
    if (journal_ && !journal_->problem().empty()) {
      note(options_, journal_->problem() + ": not all answers are kept for another run");
    }
    write_report(session, ending);
    if (!save_) std::cout << session.best() << std::flush;
    summarise(session, ending);
  }

  std::string output_name() const { return job_.output ? job_.output->string() : "-"; }

  void summarise(const Session& session, const Ending& ending) const {
    const bool broke = ending.exit == Exit::kFailure || ending.exit == Exit::kEnvironment;
    if (options_.quiet && !broke) return;
    if (!ending.reason.empty()) {
      std::cerr << "grabr: " << ending.reason << "; the best so far is kept\n";
    }
    const double percent =
        100 * static_cast<double>(session.best().size()) / static_cast<double>(job_.text.size());
    char numbers[160];
    std::snprintf(numbers, sizeof numbers, "%zu → %zu bytes (%.1f%%), %llu tests, %.1f s",
                  job_.text.size(), session.best().size(), percent,
                  static_cast<unsigned long long>(session.counts().committed),
                  seconds_between(start_, Clock::now()));
    std::cerr << "grabr: " << job_.call.input << ": " << numbers << "; the result is "
              << (job_.output ? "in " + output_name() : "on standard output") << std::endl;
  }

  void write_report(const Session& session, const Ending& ending) const;
  Report::File measured(const std::string& path, std::string_view text, const Tree* tree) const;
  Report::Test described_test() const;
  Report::Checks described_checks() const;

  const ReduceOptions& options_;
  const ReductionJob& job_;
  Clock::time_point start_ = Clock::now();
  StopCheck stop_;
  OracleIdentity identity_;
  std::optional<Journal> journal_;
  ProcessOracle oracle_;
  ChecksBefore checks_;
  double checks_s_ = 0;
  std::optional<TraceWriter> trace_;
  std::optional<SaveBest> save_;
  std::optional<Recorder> recorder_;
  std::optional<Progress> progress_;
};

std::optional<Tree> parse_or_not(const Parser* parser, std::string_view text) {
  if (parser == nullptr) return std::nullopt;
  ParseResult result = parser->parse(text);
  if (auto* tree = std::get_if<Tree>(&result)) return std::move(*tree);
  return std::nullopt;
}

Report::Test Run::described_test() const {
  Report::Test test;
  test.command = job_.call.words();
  test.conditions = condition_words(job_.test.conditions);
  test.timeout_s = checks_.timeout_s;
  test.jobs = checks_.jobs;
  test.repeat = job_.test.repeat;
  test.min_hits = job_.test.min_hits;
  test.identity = sha256_hex(identity_.question + identity_.contents);
  if (journal_) test.journal = journal_->path().string();
  return test;
}

Report::Checks Run::described_checks() const {
  const Preflight& found = checks_.found;
  Report::Checks checks{found.runs(), found.hits(), found.median_s, found.slowest_s,
                        !checks_.repeated, {}};
  for (const auto* probes : {&found.vacuous, &found.equivalent}) {
    for (const Preflight::Probed& probe : *probes) {
      checks.probes.push_back({probe.name, std::string(outcome_name(probe.result.outcome))});
    }
  }
  return checks;
}

Report::File Run::measured(const std::string& path, std::string_view text, const Tree* tree) const {
  const Parser* parser = job_.problem.parser.get();
  return {path, measure(text, tree, parser != nullptr ? &parser->grammar() : nullptr)};
}

void Run::write_report(const Session& session, const Ending& ending) const {
  if (!recorder_) return;
  const Parser* parser = job_.problem.parser.get();
  const std::optional<Tree> before =
      job_.problem.tree ? job_.problem.tree : parse_or_not(parser, job_.text);
  const std::optional<Tree> after = parse_or_not(parser, session.best());
  Report report;
  report.input = measured(job_.call.input, job_.text, before ? &*before : nullptr);
  report.output = measured(output_name(), session.best(), after ? &*after : nullptr);
  if (parser != nullptr) {
    const Grammar& grammar = parser->grammar();
    report.grammar = Report::GrammarName{grammar.name, grammar.version, job_.grammar_file.string(),
                                         grammar.file_sha256};
  }
  report.parsed = job_.problem.partial ? "partial" : before ? "whole" : "no";
  report.strategy = job_.schedule.text();
  report.unit = unit_name(job_.problem.unit);
  report.test = described_test();
  report.checks = described_checks();
  report.counts = session.counts();
  report.wall_s = seconds_between(start_, Clock::now());
  report.oracle_s = checks_s_ + session.judge().counts().waited_s;
  report.phases = recorder_->phases();
  report.curve = recorder_->curve();
  report.exit = static_cast<int>(ending.exit);
  write_atomically(options_.report, report_json(report));
}

}  // namespace

int run_reduction(const ReduceOptions& options, const std::optional<Words>& after_dashes) {
  const ReductionJob job = prepare_job(options, after_dashes);
  return Run(options, job).reduce();
}

}  // namespace grabr
