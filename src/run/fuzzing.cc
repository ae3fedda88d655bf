// Inputs are made in order and tested side by side; their answers are looked at in order, too, so
// which finding is the first of its kind does not depend on -j. A failing input runs once more to
// learn what it prints, gets its signature and, if that has not been seen, is reduced before the
// next answer is looked at.
//
// The answers are kept in the folder of the results, so that the same call goes on after a kill: seed
// and number make the same inputs again, what was seen of failing ones and which findings have been
// reduced are facts of the journal. A finding that has not been goes on by a journal of its own.
#include "run/fuzzing.h"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <optional>
#include <utility>

#include "report/recorder.h"
#include "run/fuzz_findings.h"
#include "run/fuzz_record.h"
#include "run/running_test.h"

namespace grabr {
namespace {

constexpr std::size_t kMostKnown = 1000;  // inputs with an answer, at a time

/// The input is called like those that are kept.
ProcessOracleOptions test_of(const run::FuzzConfig& config) {
  ProcessOracleOptions test = config.reduction.test.process;
  test.original = "input" + config.extension;
  return test;
}

class Fuzzing {
 public:
  Fuzzing(const run::FuzzConfig& config, run::Listener& listener, run::Listener& reductions,
          const StopToken& stop)
      : config_(config),
        listener_(listener),
        source_(config.source),
        findings_(config, listener, reductions, stop),
        record_(findings_.folder(), test_of(config), config.sources_text),
        test_(test_of(config), listener, stop),
        oracle_(*test_.process()),
        stop_(config.reduction.limits.with_budget(stop, start_)) {}

  run::FuzzResult run() {
    run::FuzzResult result;
    try {
      introduce();
      listener_.begin_stage({"making inputs", false});
      search();
    } catch (const Error& error) {
      result.ended_by = error.kind();
      if (result.ended_by != ErrorKind::kBudget && !is_by_signal(result.ended_by)) throw;
    }
    result.counts = counts();
    return result;
  }

 private:
  /// An input whose test runs, or has run and waits for its turn.
  struct Trial {
    Ticket ticket = 0;
    std::string text;
    std::optional<TestResult> result;
  };

  void introduce() const {
    if (record_.found() > 0) {
      listener_.note("going on: " + std::to_string(record_.found()) +
                     " answers are known from " + record_.path().string());
    }
    const std::size_t files = config_.source.corpus.size();
    if (!config_.source.grammar || files == 0) return;
    listener_.note(std::to_string(source_.parsed()) + " of " + std::to_string(files) +
                   " files of the corpus parse: their trees are mutated");
  }

  void search() {
    while (true) {
      start_trials();
      if (trials_.empty()) return;
      if (!trials_.front().result) {
        if (const auto finished = oracle_.wait({}, stop_.deadline())) note_result(*finished);
      }
      stop_.check();
      while (!trials_.empty() && trials_.front().result) {
        const Trial trial = std::move(trials_.front());
        trials_.pop_front();
        ++done_;
        judge(trial);
        listener_.rename_stage(counts().in_words());
      }
    }
  }

  void start_trials() {
    while (under_way_ < oracle_.capacity() && made_ < config_.runs) {
      Trial trial;
      trial.text = source_.next();
      trial.result = record_.find(trial.text);
      ++made_;
      if (!trial.result) {
        trial.ticket = oracle_.start(trial.text);
        ++under_way_;
      }
      trials_.push_back(std::move(trial));
      if (trials_.back().result && trials_.size() > kMostKnown) return;
    }
  }

  void note_result(const Finished& finished) {
    for (Trial& trial : trials_) {
      if (trial.ticket != finished.ticket) continue;
      trial.result = finished.result;
      record_.note(trial.text, finished.result);
      --under_way_;
    }
  }

  void judge(const Trial& trial) {
    if (!trial.result->infrastructure.empty()) {
      throw Error(ErrorKind::kEnvironment, "the command cannot be run: " + trial.result->infrastructure);
    }
    if (trial.result->outcome == Outcome::kFail) return look_at(trial);
    if (trial.result->timed_out) ++late_;
  }

  void look_at(const Trial& trial) {
    const FuzzRecord::Seen seen = seen_of(trial);
    if (!seen.fails) {
      ++unsteady_;
      return;
    }
    if (!findings_.count(seen.signature)) return;
    listener_.on_step({});
    keep({done_, seen.signature, seen.timed_out}, trial.text);
  }

  /// Where answers were known, all slots may be busy with what comes behind them.
  void make_room() {
    while (under_way_ >= oracle_.capacity()) {
      if (const auto finished = oracle_.wait({}, stop_.deadline())) note_result(*finished);
      stop_.check();
    }
  }

  /// What a further run shows.
  FuzzRecord::Seen seen_of(const Trial& trial) {
    if (auto known = record_.seen(done_)) return *std::move(known);
    make_room();
    const ProcessOracle::Explained run = oracle_.explain(trial.text, false);
    stop_.check();
    FuzzRecord::Seen seen;
    seen.fails = run.result.outcome == Outcome::kFail;
    seen.timed_out = run.result.timed_out;
    if (seen.fails) seen.signature = signature_of(run.result, run.output, run.errors);
    record_.note_seen(done_, seen);
    return seen;
  }

  /// A reduction watches out for signals itself.
  void keep(const FuzzFindings::Finding& finding, const std::string& text) {
    if (record_.is_kept(finding.run)) return findings_.forget_answers(finding);
    listener_.on_step("reducing input " + std::to_string(finding.run));
    const EndedBy by = findings_.keep(finding, text, seconds_left());
    if (is_by_signal(by)) throw Error(*by, "interrupted");
    record_.note_kept(finding.run);
    findings_.forget_answers(finding);
    stop_.check();
  }

  std::optional<double> seconds_left() const {
    const std::optional<double>& all_s = config_.reduction.limits.max_time_s;
    if (!all_s) return std::nullopt;
    return std::max(0.01, *all_s - seconds_between(start_, Clock::now()));
  }

  run::FuzzCounts counts() const {
    return {done_,          seconds_between(start_, Clock::now()),
            findings_.failing_inputs(), findings_.distinct(), late_, unsteady_};
  }

  const run::FuzzConfig& config_;
  run::Listener& listener_;
  const Clock::time_point start_ = Clock::now();
  InputSource source_;
  FuzzFindings findings_;
  FuzzRecord record_;
  RunningTest test_;
  ProcessOracle& oracle_;
  const StopToken stop_;
  std::deque<Trial> trials_;
  std::uint64_t made_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t late_ = 0;
  std::uint64_t unsteady_ = 0;
  unsigned under_way_ = 0;
};

}  // namespace

namespace run {

std::string FuzzCounts::in_words() const {
  char text[160];
  std::snprintf(text, sizeof text, "%llu inputs in %.1f s, %llu failed, %zu kind%s of failure",
                static_cast<unsigned long long>(inputs), seconds,
                static_cast<unsigned long long>(failed), kinds, kinds == 1 ? "" : "s");
  return text;
}

FuzzResult fuzz(const FuzzConfig& config, Listener& listener, Listener& reductions,
                const StopToken& stop) {
  return Fuzzing(config, listener, reductions, stop).run();
}

}  // namespace run
}  // namespace grabr
