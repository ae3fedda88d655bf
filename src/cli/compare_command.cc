// `grabr compare`: several strategies on one input, side by side.
//
// Each strategy has a session of its own, so its counts are those of a run alone. All share one
// journal: a text that two strategies ask for is tested once.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

#include "bench/strategy_run.h"
#include "cli/checks_before.h"
#include "cli/commands.h"
#include "cli/crash_taken.h"
#include "cli/error_stream.h"
#include "cli/interruption.h"
#include "cli/number_check.h"
#include "cli/kept_answers.h"
#include "cli/kept_preflight.h"
#include "cli/progress.h"
#include "cli/reduce_options.h"
#include "cli/reduction_job.h"
#include "cli/reduction_options.h"
#include "cli/strategy_list.h"
#include "cli/test_options.h"
#include "cli/witnesses.h"
#include "oracle/answers/identity.h"
#include "oracle/answers/journal.h"
#include "report/comparison.h"
#include "text/error.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDefaultStrategies =
    "ddmin-2000:chars,ddmin-2000:tokens,ddmin-2000:lines,hdd,perses,grabr,auto";

struct CompareOptions : ReduceOptions {
  std::string strategies = kDefaultStrategies;
  std::string folder;  ///< for the results; empty: they are not kept
  bool json = false;
  bool csv = false;
};

/// The name of the strategy's result in the folder.
fs::path result_name(const std::string& strategy, const fs::path& input) {
  std::string name = strategy;
  std::replace_if(name.begin(), name.end(), [](char c) { return c == ' ' || c == ':'; }, '-');
  return name + input.extension().string();
}

class CompareRun {
 public:
  CompareRun(const CompareOptions& options, const ReductionJob& job,
             std::vector<Schedule> schedules)
      : options_(options),
        job_(job),
        schedules_(std::move(schedules)),
        identity_(identity_of(job.test, own_files())),
        oracle_(job.test),
        progress_(progress_options(options.quiet, options.verbose)) {
    oracle_.set_heartbeat(kTickEvery_s, [this] { progress_.tick(); });
  }

  int compare() {
    const Interruption interruption(oracle_);
    check();
    begin_comparison();
    TestDurations durations(checks_.found.median_s);
    for (const Schedule& schedule : schedules_) {
      if (!run(schedule, durations)) break;
    }
    journal_->sync();
    show();
    return static_cast<int>(exit_);
  }

 private:
  std::vector<fs::path> own_files() const {
    std::vector<fs::path> own = {job_.cache_folder, kept_folder(job_.output, job_.call.input)};
    if (!options_.folder.empty()) own.emplace_back(options_.folder);
    return own;
  }

  void note(const std::string& text) const {
    if (!options_.quiet) std::cerr << "grabr: " + text + '\n';
  }

  /// A comparison can do without a file.
  Journal open_answers(bool fresh = false) const {
    try {
      Journal journal = Journal::open(job_.cache_folder, identity_, options_.fresh || fresh);
      if (journal.changed()) note(words_on_changes(journal));
      return journal;
    } catch (const Error& error) {
      note(std::string(error.what()) + "\ngrabr: answers are not kept");
      return Journal::in_memory();
    }
  }

  /// Once for all strategies. A file of answers is made only when the original fails.
  void check() {
    const StopCheck stop(0, 0);
    const auto check_stop = [&] { stop.check(); };
    if (Journal::exists(job_.cache_folder, identity_)) journal_.emplace(open_answers());
    if (job_.test.conditions.same_as_original) {
      progress_.begin_stage(first_run_stage("running the command on the original", options_));
      oracle_.adopt_original(job_.text);
    }
    const bool stale = journal_ && !still_counts(check_stop);
    if (stale) journal_.reset();
    checks_ = check_before_search(oracle_, journal_ ? &*journal_ : nullptr, options_, job_,
                                  check_stop, [] {}, progress_);
    if (!journal_) journal_.emplace(open_answers(stale));
    if (checks_.repeated && !options_.no_preflight) keep_checks(*journal_, checks_, job_);
  }

  /// Whether the answers of an earlier run are still those of the test.
  bool still_counts(const std::function<void()>& check_stop) {
    if (journal_->found() == 0) return true;
    if (!options_.timeout_s) oracle_.set_timeout(kept_time_limit(*journal_).value_or(kFirstLimit_s));
    kept_best_ = check_kept_best(oracle_, *journal_, job_.text, check_stop);
    if (!kept_best_.fails) note(kept_best_.reason + ", so it is asked anew");
    return kept_best_.fails;
  }

  const Parser* parser() const { return job_.problem.parser.get(); }
  const Grammar* grammar() const { return parser() != nullptr ? &parser()->grammar() : nullptr; }

  Measure measured(const std::string& text) const {
    if (parser() == nullptr) return measure(text, nullptr, nullptr);
    const ParseResult result = parser()->parse(text);
    return measure(text, std::get_if<Tree>(&result), grammar());
  }

  void begin_comparison() {
    comparison_.input = job_.call.input;
    comparison_.input_measure = measured(job_.text);
    comparison_.parsed = job_.problem.partial ? "partial" : job_.problem.tree ? "whole" : "no";
    if (grammar() != nullptr) comparison_.grammar = grammar()->name;
  }

  Judge::Options judge_options(const StopCheck& stop) {
    Judge::Options options;
    options.journal = &*journal_;
    options.check_stop = [&stop] { stop.check(); };
    options.deadline = stop.deadline();
    options.expected_s = checks_.found.median_s;
    options.recheck_timeouts =
        options_.timeout_s.has_value() && *options_.timeout_s < 5 * checks_.found.slowest_s;
    return options;
  }

  /// False: nothing more is to be run.
  bool run(const Schedule& schedule, TestDurations& durations) {
    const auto problem = problem_for(schedule, job_.problem, job_.text);
    if (const auto* reason = std::get_if<std::string>(&problem)) {
      note(schedule.text() + " is left out: " + *reason);
      comparison_.left_out.push_back({schedule.text(), *reason});
      return true;
    }
    StrategyRun run = run_search(schedule, std::get<Problem>(problem), durations);
    keep_result(run);
    const bool stops = is_by_signal(run.exit) || run.exit == Exit::kEnvironment;
    if (is_by_signal(run.exit) && !options_.fresh) note("interrupted; the same call goes on from here");
    if (stops || run.exit == Exit::kFailure) exit_ = run.exit;
    const Measure result = measured(run.result);
    comparison_.rows.push_back({std::move(run), result});
    return !stops;
  }

  StrategyRun run_search(const Schedule& schedule, const Problem& problem,
                         TestDurations& durations) {
    StopCheck stop(options_.max_time_s, job_.stop_at_bytes);
    note(schedule.text());
    progress_.begin_search(job_.text, [this](std::string_view text) {
      return count_text_tokens(text, grammar());
    }, Clock::now());
    StrategyRunPlan plan;
    plan.original = job_.text;
    plan.schedule = &schedule;
    plan.problem = &problem;
    plan.parser = parser();
    plan.max_tests = options_.max_tests;
    plan.judge = judge_options(stop);
    plan.observers.push_back(&progress_);
    Witnesses witnesses(schedule.aim() == Aim::kPassing ? Witnesses::What::kPassing
                                                        : Witnesses::What::kFailing);
    plan.observers.push_back(&witnesses);
    plan.observers.push_back(&stop);
    plan.durations = &durations;
    StrategyRun run = run_for_record(oracle_, plan);
    progress_.end_search();
    confirm(run, witnesses);
    return run;
  }

  /// A result that a test does not confirm stops the comparison: all share their answers.
  void confirm(StrategyRun& run, const Witnesses& witnesses) {
    if (is_by_signal(run.exit) || run.exit == Exit::kFailure) return;
    const Hash128 result = hash128(run.result);
    executed_ += run.counts.executed;
    const bool just_tested = executed_ == 0 && kept_best_.runs > 0 && kept_best_.text == result;
    if (just_tested) confirmed_.insert(result);
    if (run.exit != Exit::kEnvironment && confirmed_.count(result) != 0) return;
    Judge::Options options;
    options.journal = &*journal_;
    Judge judge(oracle_, options);
    judge.end_search([] { Interruption::check(); });
    try {
      FinalCheck check = check_result(judge, run.result, witnesses, run.exit == Exit::kEnvironment);
      executed_ += judge.counts().executed;
      run.counts.executed += judge.counts().executed;
      run.counts.canary += judge.counts().canary;
      if (check.holds) confirmed_.insert(result);
      else note_change(run, std::move(check));
    } catch (const Error& error) {
      run.exit = error.exit();
      run.ended = error.what();
    }
  }

  void note_change(StrategyRun& run, FinalCheck check) {
    run.exit = Exit::kEnvironment;
    run.ended = check.reason;
    if (!check.instead) return;
    run.result = *std::move(check.instead);
    journal_->set_aside();
  }

  void keep_result(const StrategyRun& run) const {
    if (options_.folder.empty()) return;
    write_atomically(fs::path(options_.folder) / result_name(run.strategy, job_.call.input),
                     encode(run.result, job_.test.encoding));
  }

  void show() const {
    clear_status();
    std::cout << (options_.json  ? comparison_json(comparison_)
                  : options_.csv ? comparison_csv(comparison_)
                                 : comparison_table(comparison_))
              << std::flush;
  }

  const CompareOptions& options_;
  const ReductionJob& job_;
  std::vector<Schedule> schedules_;
  OracleIdentity identity_;
  std::optional<Journal> journal_;
  ProcessOracle oracle_;
  Progress progress_;
  ChecksBefore checks_;
  KeptBest kept_best_;
  std::uint64_t executed_ = 0;   // of all strategies, since that was tested
  std::set<Hash128> confirmed_;  // results that a test has confirmed since they were found
  Comparison comparison_;
  Exit exit_ = Exit::kFinished;
};

int run_comparison(const CompareOptions& given, const std::optional<Words>& after_dashes) {
  CompareOptions options = given;
  options.output = "-";
  std::vector<Schedule> schedules = parse_strategy_list(options.strategies);
  ReductionJob job = prepare_job(options, after_dashes);
  if (!options.folder.empty()) make_folder(options.folder);
  try {
    return CompareRun(options, job, schedules).compare();
  } catch (const CrashSeen& seen) {
    take_crash(seen, job.test.conditions, options.quiet);
  }
  return CompareRun(options, job, std::move(schedules)).compare();
}

/// What a single reduction writes or shows has no place here.
void remove_options(CLI::App& app) {
  for (const char* name :
       {"--strategy", "--minimizer", "--direction", "--schedule", "--without", "--fast", "--thorough",
        "--trace", "--trace-cached", "--report", "--log-tests", "--also-interesting",
        "--emit-script", "--output", "--in-place", "--tidy", "--style", "--formatter"}) {
    app.remove_option(app.get_option(name));
  }
}

/// A comparison goes on with the next strategy: such an end is no exit status.
void describe_limits(CLI::App& app) {
  app.get_option("--max-tests")->description("End each strategy after so many tests");
  app.get_option("--max-time")->description("End each strategy after so long: 90, 10m, 1h30m");
}

}  // namespace

CommandAction declare_compare(CLI::App& app) {
  auto options = std::make_shared<CompareOptions>();
  declare_reduce_options(app, *options);
  remove_options(app);
  describe_limits(app);
  app.add_option("--strategies", options->strategies,
                 "What to compare, separated by commas:\n"
                 "\"ddmin-2000:tokens,hddr:probdd then hoist,auto\".\n"
                 "Default: ddmin-2000 on chars, tokens and lines, hdd,\n"
                 "perses, grabr, auto")
      ->type_name("NAME,NAME")
      ->group("The search");
  app.add_option("-o,--output", options->folder,
                 "Keep each result in this folder, as STRATEGY.EXT;\ndefault: they are not kept")
      ->type_name("DIR")
      ->check(no_dash())
      ->group("Output");
  app.add_flag("--json", options->json, "Print one JSON object instead of a table")
      ->group("Output");
  app.add_flag("--csv", options->csv, "Print the table as CSV")->group("Output")
      ->excludes("--json");
  return [options](const std::optional<Words>& after_dashes) {
    return run_comparison(*options, after_dashes);
  };
}

}  // namespace grabr
