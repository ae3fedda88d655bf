// Inputs are made in order and tested side by side; their answers are looked at in order, too, so
// which finding is the first of its kind does not depend on -j. A failing input runs once more to
// learn what it prints, gets its signature and, if that has not been seen, is reduced before the
// next answer is looked at.
//
// The answers are kept in the folder of the results, so that the same call goes on after a kill: seed
// and number make the same inputs again, what was seen of failing ones and which findings have been
// reduced are facts of the journal. A finding that has not been goes on by a journal of its own.
#include "cli/fuzzing.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>

#include "cli/error_stream.h"
#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/fuzz_findings.h"
#include "cli/fuzz_inputs.h"
#include "cli/fuzz_record.h"
#include "cli/interruption.h"
#include "cli/progress.h"
#include "cli/test_options.h"
#include "generate/input_source.h"
#include "oracle/process/process_oracle.h"
#include "text/error.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kRuns = 1000;
constexpr double kTimeout_s = 10;
constexpr std::size_t kMostKnown = 1000;  // inputs with an answer, at a time

/// Signals that a program dies by when something is wrong with it.
const std::vector<std::string> kCrashSignals = {"ABRT", "BUS", "FPE", "ILL", "SEGV", "SYS", "TRAP"};

/// Sanitizers end a program with an exit status that means anything, unless they are told to abort.
void let_sanitizers_abort() {
  for (const char* name : {"ASAN_OPTIONS", "MSAN_OPTIONS", "TSAN_OPTIONS"}) {
    ::setenv(name, "abort_on_error=1", 0);
  }
  ::setenv("UBSAN_OPTIONS", "halt_on_error=1:abort_on_error=1", 0);
}

/// What `grabr fuzz` does unless it is told otherwise.
FuzzOptions with_defaults(FuzzOptions options) {
  if (!options.conditions.any()) {
    options.conditions.signals = kCrashSignals;
    let_sanitizers_abort();
  }
  if (!options.timeout_s && !options.conditions.hang_s) options.timeout_s = kTimeout_s;
  if (!options.runs) {
    options.runs = options.max_time_s > 0 ? std::numeric_limits<std::uint64_t>::max() : kRuns;
  }
  return options;
}

class Fuzzing {
 public:
  Fuzzing(const FuzzOptions& options, const std::optional<Words>& after_dashes)
      : options_(with_defaults(options)),
        after_dashes_(after_dashes),
        corpus_(fuzz_corpus(options.corpus)),
        grammar_(options.grammar.empty() ? nullptr : read_grammar(find_grammar(options.grammar))),
        source_(fuzz_source(options_, grammar_, corpus_)),
        call_(find_call()),
        findings_(options_, after_dashes_, extension()),
        record_(findings_.folder(), oracle_options(), sources_text()),
        oracle_(oracle_options()),
        stop_(options_.max_time_s, 0),
        progress_(progress_options(options_.quiet)) {
    oracle_.set_heartbeat(kTickEvery_s, [this] { progress_.tick(); });
  }

  int run() {
    Exit exit = Exit::kFinished;
    const Interruption interruption(oracle_);
    try {
      introduce();
      progress_.begin_stage({"making inputs", false});
      search();
    } catch (const Error& error) {
      exit = error.exit();
      if (exit != Exit::kBudget && !is_by_signal(exit)) throw;
    }
    summarise(exit);
    if (is_by_signal(exit)) return static_cast<int>(exit);
    return static_cast<int>(findings_.distinct() > 0 ? Exit::kFound : Exit::kFinished);
  }

 private:
  /// An input whose test runs, or has run and waits for its turn.
  struct Trial {
    Ticket ticket = 0;
    std::string text;
    std::optional<TestResult> result;
  };

  std::string extension() const { return fuzz_extension(grammar_.get(), corpus_); }

  /// The input is to be called like those that are kept.
  Call find_call() const {
    ReduceOptions options = options_;
    options.input = "input" + extension();
    return call_of(options, after_dashes_);
  }

  ProcessOracleOptions oracle_options() const {
    return test_options(options_, call_, findings_.folder() / ".grabr");
  }

  /// By which the inputs are what they are.
  std::string sources_text() const {
    return fuzz_sources_text(options_, grammar_.get(), corpus_);
  }

  void introduce() const {
    if (!options_.quiet && record_.found() > 0) {
      std::cerr << "grabr: going on: " << record_.found() << " answers are known from "
                << record_.path().string() << '\n';
    }
    if (options_.quiet || !grammar_ || corpus_.empty()) return;
    std::cerr << "grabr: " << source_.parsed() << " of " << corpus_.size()
              << " files of the corpus parse: their trees are mutated\n";
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
        progress_.rename_stage(numbers());
      }
    }
  }

  void start_trials() {
    while (under_way_ < oracle_.capacity() && made_ < *options_.runs) {
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
      throw Error(Exit::kEnvironment, "the command cannot be run: " + trial.result->infrastructure);
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
    clear_status();
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
    if (!options_.quiet) show_status("reducing input " + std::to_string(finding.run));
    const Exit exit = findings_.keep(finding, text, seconds_left());
    if (is_by_signal(exit)) throw Error(exit, "interrupted");
    record_.note_kept(finding.run);
    findings_.forget_answers(finding);
    stop_.check();
  }

  double seconds_left() const {
    if (options_.max_time_s <= 0) return 0;
    return std::max(0.01, options_.max_time_s - seconds_between(start_, Clock::now()));
  }

  std::string numbers() const {
    const double seconds = seconds_between(start_, Clock::now());
    char text[160];
    std::snprintf(text, sizeof text, "%llu inputs in %.1f s, %llu failed, %zu kind%s of failure",
                  static_cast<unsigned long long>(done_), seconds,
                  static_cast<unsigned long long>(findings_.failing_inputs()),
                  findings_.distinct(), findings_.distinct() == 1 ? "" : "s");
    return text;
  }

  void summarise(Exit exit) {
    clear_status();
    if (options_.quiet) return;
    const char* const ended = is_by_signal(exit) ? "interrupted; " : "";
    std::cerr << "grabr: " << ended << numbers();
    if (findings_.distinct() > 0) std::cerr << ", in " << findings_.folder().string();
    std::cerr << '\n';
    if (late_ > 0) {
      std::cerr << "grabr: " << late_ << " did not end in time; --hang SEC looks for such\n";
    }
    if (unsteady_ > 0) {
      std::cerr << "grabr: " << unsteady_ << " failed once, but not when run again\n";
    }
  }

  const FuzzOptions options_;
  const std::optional<Words>& after_dashes_;
  const std::vector<fs::path> corpus_;
  const std::shared_ptr<const Grammar> grammar_;
  InputSource source_;
  const Call call_;
  FuzzFindings findings_;
  FuzzRecord record_;
  ProcessOracle oracle_;
  StopCheck stop_;
  std::deque<Trial> trials_;
  std::uint64_t made_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t late_ = 0;
  std::uint64_t unsteady_ = 0;
  unsigned under_way_ = 0;
  const Clock::time_point start_ = Clock::now();
  Progress progress_;
};

}  // namespace

int run_fuzzing(const FuzzOptions& options, const std::optional<Words>& after_dashes) {
  return Fuzzing(options, after_dashes).run();
}

}  // namespace grabr
