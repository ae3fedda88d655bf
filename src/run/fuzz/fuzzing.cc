// Inputs are made in order and several are tested at once, but their answers are used in order, so
// the first finding of a kind does not depend on -j. A failing input runs once more to record its
// output and gets its signature; if the signature is new, the input is reduced before the next
// answer is used.
//
// If the corpus may grow, inputs are made in generations: reduced findings of one generation join
// the corpus before the next is made, so inputs still do not depend on -j.
//
// Answers are kept in the folder of results, so that the same call continues after a kill: seed and
// number give the same inputs again, and the data about failing inputs and reduced findings are
// facts of the journal. An unfinished reduction continues with its own journal.
#include "run/fuzz/fuzzing.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include "oracle/answers/ordered_tests.h"
#include "report/trace/recorder.h"
#include "run/check/running_test.h"
#include "run/fuzz/fuzz_findings.h"
#include "run/fuzz/fuzz_record.h"
#include "text/escape.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxAnswersAhead = 10000;  // answers that wait for a slow one
constexpr std::uint64_t kGeneration = 50;        // inputs per generation, if the corpus grows

/// The input's name in the test is that of the kept inputs.
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
        stop_(stop.within(config.reduction.limits.budget(), start_)),
        source_(config.source),
        findings_(config, listener, reductions, stop_),
        record_(findings_.folder(), test_of(config), config.sources_text),
        test_(test_of(config), listener, stop),
        oracle_(*test_.process()) {}

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
    result.kept = findings_.kept();
    return result;
  }

 private:
  void introduce() const {
    if (record_.found() > 0) {
      listener_.note("resuming: " + std::to_string(record_.found()) +
                     " test results are known from " + shown_name(record_.path()));
    }
    const std::size_t files = config_.source.corpus.size();
    if (!config_.source.grammar || files == 0) return;
    listener_.note(std::to_string(source_.parsed()) + " of " + std::to_string(files) +
                   " files of the corpus parse: their trees are mutated");
  }

  void search() {
    do {
      generation_end_ = config_.grow ? made_ + kGeneration : config_.runs;
      search_generation();
      for (std::string& text : new_members_) source_.add(std::move(text));
      new_members_.clear();
    } while (made_ < config_.runs);
  }

  void search_generation() {
    tests_.emplace(
        oracle_, [this] { return next_input(); },
        OrderedTests::Options{
            .most_ahead = kMaxAnswersAhead,
            .tries = kRunTries,
            .on_result = [this](std::string_view text,
                                const TestResult& result) { record_.note(text, result); },
            .stop = stop_});
    while (const auto answer = tests_->next()) {
      ++done_;
      judge(*answer);
      listener_.rename_stage(counts().in_words());
    }
  }

  std::optional<OrderedTests::Question> next_input() {
    if (made_ == config_.runs || made_ == generation_end_) return std::nullopt;
    ++made_;
    std::string text = source_.next();
    std::optional<TestResult> known = record_.find(text);
    return OrderedTests::Question{std::move(text), std::move(known)};
  }

  void judge(const OrderedTests::Answer& input) {
    require_run(input.result);
    if (input.result.outcome == Outcome::kFail) return look_at(input.text);
    if (input.result.timed_out) ++late_;
  }

  void look_at(const std::string& text) {
    const FuzzRecord::Seen seen = seen_of(text);
    if (!seen.fails) {
      ++unsteady_;
      return;
    }
    if (!findings_.count(seen.signature)) return;
    listener_.on_step({});
    const FuzzFindings::Finding finding{done_, seen.signature, seen.timed_out};
    keep(finding, text);
    if (!config_.grow) return;
    auto result = findings_.result_of(finding);
    if (result && !result->empty()) new_members_.push_back(*std::move(result));
  }

  /// The outcome of another run.
  FuzzRecord::Seen seen_of(const std::string& text) {
    if (auto known = record_.seen(done_)) return *std::move(known);
    tests_->free_a_slot();
    const ProcessOracle::Explained run = run_once_more(text);
    FuzzRecord::Seen seen;
    seen.fails = run.result.outcome == Outcome::kFail;
    seen.timed_out = run.result.timed_out;
    if (seen.fails) seen.signature = signature_of(run.result, run.output, run.errors);
    record_.note_seen(done_, seen);
    return seen;
  }

  ProcessOracle::Explained run_once_more(const std::string& text) {
    for (unsigned tries = 1;; ++tries) {
      ProcessOracle::Explained run = oracle_.explain(text, false);
      stop_.check();
      if (run.result.infrastructure.empty()) return run;
      if (tries == kRunTries) require_run(run.result);
    }
  }

  /// A reduction handles signals itself.
  void keep(const FuzzFindings::Finding& finding, const std::string& text) {
    if (record_.is_kept(finding.run)) return findings_.forget_answers(finding);
    listener_.on_step("reducing input " + std::to_string(finding.run));
    const EndedBy by = findings_.keep(finding, text);
    if (is_by_signal(by)) throw Error(*by, "interrupted");
    // A reduction that a system error ended is repeated by the same call.
    if (by == ErrorKind::kSystem || by == ErrorKind::kEnvironment) return stop_.check();
    record_.note_kept(finding.run);
    findings_.forget_answers(finding);
    stop_.check();
  }

  run::FuzzCounts counts() const {
    return {done_,
            seconds_between(start_, Clock::now()),
            findings_.failing_inputs(),
            findings_.distinct(),
            late_,
            unsteady_};
  }

  const run::FuzzConfig& config_;
  run::Listener& listener_;
  const Clock::time_point start_ = Clock::now();
  const StopToken stop_;
  InputSource source_;
  FuzzFindings findings_;
  FuzzRecord record_;
  RunningTest test_;
  ProcessOracle& oracle_;
  std::optional<OrderedTests> tests_;
  std::vector<std::string> new_members_;  // new texts for the corpus
  std::uint64_t made_ = 0;
  std::uint64_t generation_end_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t late_ = 0;
  std::uint64_t unsteady_ = 0;
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
