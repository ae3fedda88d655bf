// Several inputs that make a program fail together.
//
// Each is reduced in turn, by an ordinary reduction, while the others stand beside the candidate as
// they failed last. After any progress all the others are looked at again; it ends when none of
// them gets smaller any more.
//
//   the test: a.txt is not empty, and b.txt contains it
//   a.txt "foo"    beside b.txt "foobar" → "f"
//   b.txt "foobar" beside a.txt "f"      → "f"
//   a.txt "f"      beside b.txt "f"      → "f", and no more turns
//
// An input may be of no matter: each turn tries first whether nothing of it does as well. That the
// test fails for nothing at all is asked of the set: with all inputs empty it must not fail. The
// test has the input under reduction as its last argument and all of them in its folder; one that
// looks at its argument alone fails only in some turns and is refused before the first.
//
// Budgets are those of all turns together; --stop-at is each input's own. The answers of a turn are
// kept in a journal for the others as they are, so that the same call finds its turns again.
// With --style or --formatter each input has a last turn, for that alone, which may make it larger.
// Ends: each turn but those that changes an input makes it smaller in the order of its strategy.
// Guarantee: each result is what its strategy leaves beside the other results; and they fail.
// Source: A. Zeller, "Reducing Failure-Inducing Inputs", The Debugging Book (several arguments).
// Tested by tests/cli/turns_test.cc.
#include "run/turns.h"

#include <functional>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "run/crash_taken.h"
#include "run/early_report.h"
#include "run/final_steps.h"
#include "run/input_set.h"
#include "run/input_set_checks.h"
#include "cli/interruption.h"
#include "cli/reduction.h"
#include "run/reduction_run.h"
#include "run/size_words.h"
#include "report/trace.h"
#include "text/error.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

bool stops_all(Exit exit) {
  return exit == Exit::kBudget || is_by_signal(exit);
}

/// Sees what a turn does: for the trace of all of them, and for the first result.
class TurnWatcher : public Observer {
 public:
  TurnWatcher(TraceWriter* trace, std::uint64_t tests_before, std::function<void()> on_first_best)
      : trace_(trace), tests_before_(tests_before), on_first_best_(std::move(on_first_best)) {}

  void on_test(const TestRecord& record) override {
    if (trace_ == nullptr) return;
    TestRecord numbered = record;
    const bool before_search = record.number == 0 && !record.cached;
    if (!before_search) numbered.number += tests_before_;
    trace_->on_test(numbered);
  }

  void on_best(std::string_view) override {
    if (on_first_best_) std::exchange(on_first_best_, nullptr)();
  }

 private:
  TraceWriter* trace_;
  std::uint64_t tests_before_;
  std::function<void()> on_first_best_;
};

class Turns {
 public:
  Turns(const ReduceOptions& options, const Call& call) : options_(options), set_(options, call) {
    if (!options.trace.empty()) trace_.emplace(options.trace, options.trace_cached);
  }

  int run() {
    note_state();
    try {
      begin();
    } catch (const CrashSeen& seen) {
      set_.ask_for(seen, options_.quiet);
      turns_ = 0;
      begin();
    }
    take_last_turns();
    if (exit_ == Exit::kFinished) check_results();
    if (exit_ == Exit::kEnvironment) look_back();
    print_reports();
    summarise();
    return static_cast<int>(exit_);
  }

 private:
  /// What ends the first turn without a result has left a report of it all the same.
  void begin() {
    with_early_report(options_, true, [&] { check_set(options_, set_); });
    try {
      take_turns();
    } catch (const CrashSeen&) {
      throw;
    } catch (const Error&) {
      std::error_code ignored;
      if (reports_.empty() && fs::exists(report_of_turn(), ignored)) add_report();
      print_reports();
      throw;
    }
  }

  /// Round and round, until nobody has changed since one's own last turn.
  void take_turns() {
    std::size_t unchanged = 0;
    for (std::size_t i = 0; unchanged < set_.size() && !stopped_; i = (i + 1) % set_.size()) {
      const std::string before = set_[i].text;
      const bool wanted = turns_ == 0 || !set_[i].is_small_enough();
      if (wanted && !before.empty()) take_turn(i);
      unchanged = set_[i].text == before ? unchanged + 1 : 1;
    }
  }

  /// Styles make inputs larger: they have to wait until all are small.
  void take_last_turns() {
    if (!has_final_steps(options_)) return;
    for (std::size_t i = 0; i < set_.size() && !stopped_; ++i) {
      set_[i].was_small_enough = set_[i].is_small_enough();
      if (!set_[i].text.empty()) take_turn(i, true);
    }
  }

  void take_turn(std::size_t i, bool is_last = false) {
    // What goes wrong here ends the command without a result.
    if (turns_ == 0) return reduce(i, is_last);
    try {
      require_budget();
      reduce(i, is_last);
    } catch (const Error& error) {
      const bool no_longer = error.exit() == Exit::kDoesNotFail;
      stop(no_longer ? Exit::kEnvironment : error.exit(),
           no_longer ? "the inputs found no longer fail: " + std::string(error.what())
                     : error.what());
    }
  }

  void require_budget() const {
    Interruption::check();
    if (options_.max_tests != 0 && tests_ >= options_.max_tests) throw Error(Exit::kBudget, "");
    if (options_.max_time_s > 0 && seconds() >= options_.max_time_s) {
      throw Error(Exit::kBudget, "");
    }
  }

  void reduce(std::size_t i, bool is_last) {
    const ReduceOptions options = options_of_turn();
    set_.begin_turn(options, i, turns_ > 0);
    InputSet::Input& input = set_[i];
    ReductionJob& job = input.job;
    job.turn->is_last = is_last;
    if (turns_ > 0) job.test.jobs = jobs_;
    ++turns_;
    if (!options_.log_tests.empty()) {
      job.test.log_folder =
          fs::absolute(options_.log_tests) / (std::to_string(turns_) + "-" + input.name);
    }
    announce(input);
    if (trace_) trace_->set_input(input.name);
    TurnWatcher watcher(trace_ ? &*trace_ : nullptr, tests_, first_best(i));
    Observer* const watchers[] = {&watcher};
    note(i, carry_out(options, job, watchers));
  }

  /// The limits are what is left of them.
  ReduceOptions options_of_turn() const {
    ReduceOptions options = options_;
    options.trace.clear();
    if (!options_.report.empty()) options.report = report_of_turn();
    if (options_.max_tests != 0) options.max_tests = options_.max_tests - tests_;
    if (options_.max_time_s > 0) options.max_time_s = options_.max_time_s - seconds();
    if (turns_ > 0) options.strict = false;
    return options;
  }

  std::function<void()> first_best(std::size_t i) {
    if (turns_ > 1) return nullptr;
    return [this, i] { set_.save_others(options_, i); };
  }

  void announce(const InputSet::Input& input) const {
    if (options_.quiet) return;
    std::cerr << "grabr: turn " + std::to_string(turns_) + ": " + input.job.call.input + ", " +
                     std::to_string(input.bytes(input.text)) + " bytes\n";
  }

  void note(std::size_t i, const ReductionEnd& end) {
    tests_ += end.counts.committed;
    set_[i].tests += end.counts.committed;
    if (end.outside) outside_ += *end.outside;
    hung_ += end.hung;
    jobs_ = end.jobs;
    if (end.failing != set_[i].text) set_.set_text(i, end.failing);
    note_state();
    if (!options_.report.empty()) add_report();
    if (end.exit != Exit::kFinished) stop(end.exit, end.reason);
  }

  using Texts = std::vector<std::string>;

  Texts texts() const {
    Texts all;
    for (std::size_t i = 0; i < set_.size(); ++i) all.push_back(set_[i].text);
    return all;
  }

  /// After a turn. The originals and the last few are enough to look back to.
  void note_state() {
    constexpr std::size_t kMostStates = 16;
    states_.push_back(texts());
    if (states_.size() > kMostStates) states_.erase(states_.begin() + 1);
  }

  void put_back(const Texts& state) {
    for (std::size_t i = 0; i < set_.size(); ++i) {
      if (set_[i].text != state[i]) set_.set_text(i, state[i]);
    }
  }

  /// Where the results do not fail together, the last state of the set that does takes their place.
  void look_back() {
    const Texts found = texts();
    try {
      if (set_.test(set_.first()) == Outcome::kFail) return;
      for (auto state = states_.rbegin(); state != states_.rend(); ++state) {
        if (*state == found) continue;
        put_back(*state);
        if (set_.test(set_.first()) != Outcome::kFail) continue;
        set_.save_all();
        reason_ += "; the last results before that do fail together take their place";
        return;
      }
    } catch (const Error& error) {
      reason_ += "; looking for earlier results: " + std::string(error.what());
    }
    put_back(found);
  }

  void stop(Exit exit, const std::string& reason) {
    stopped_ = true;
    exit_ = exit;
    reason_ = exit == Exit::kBudget ? used_up() : reason;
  }

  std::string used_up() const {
    std::ostringstream words;
    if (options_.max_tests != 0 && tests_ >= options_.max_tests) {
      words << "the budget of " << options_.max_tests << " tests is used up";
    } else {
      words << "the time of " << options_.max_time_s << " s is up";
    }
    return words.str();
  }

  /// One more test, of all results: each was found beside others that are gone.
  void check_results() {
    try {
      if (set_.test(set_.first()) != Outcome::kFail) {
        return stop(Exit::kEnvironment,
                    "the results, tested together once more, do not fail: the test is flaky, or "
                    "its surroundings have changed");
      }
      checked_ = true;
    } catch (const Error& error) {
      return stop(error.exit(), error.what());
    }
    for (std::size_t i = 0; i < set_.size(); ++i) {
      if (options_.stop_at.empty() || !set_[i].is_small_enough()) continue;
      reason_ = "small enough: " + set_[i].name + " (--stop-at)";
    }
  }

  void summarise() const {
    const bool planned = exit_ == Exit::kFinished || stops_all(exit_);
    if (options_.quiet && planned) return;
    if (!reason_.empty()) {
      std::cerr << "grabr: " + in_words(exit_, reason_) + words_on_going_on(options_, exit_) + '\n';
    }
    for (std::size_t i = 0; i < set_.size(); ++i) {
      const InputSet::Input& input = set_[i];
      std::cerr << "grabr: " << input.job.call.input << ": "
                << size_change(input.bytes(input.original), input.bytes(input.text)) << ", " << input.tests
                << " tests; the result is in " << input.job.output->string() << '\n';
    }
    std::ostringstream time;
    time.precision(1);
    time << std::fixed << seconds();
    std::cerr << "grabr: " << set_.size() << " inputs, " << turns_ << " turns, " << tests_
              << " tests" << words_on_outside(outside_) << ", " << time.str() << " s"
              << (checked_ ? "; tested once more, the results fail together" : "") << '\n';
    if (hung_.count > 0) std::cerr << "grabr: " << words_on_hung(hung_) << '\n';
    if (!options_.quiet) show_results();
  }

  /// Where all of them together are short.
  void show_results() const {
    std::string together;
    std::string words;
    for (std::size_t i = 0; i < set_.size(); ++i) {
      together += set_[i].text;
      words += '\n' + set_[i].job.output->string() + ":\n\n" + shown_text(set_[i].text);
    }
    if (!shown_text(together).empty()) std::cerr << words + '\n';
  }

  std::string report_of_turn() const { return (set_.work_folder() / "report.json").string(); }

  /// An array, whole after each turn.
  void add_report() {
    std::string report = read_file(report_of_turn());
    while (report.ends_with('\n')) report.pop_back();
    reports_ += (reports_.empty() ? "[\n" : ",\n") + report;
    if (can_be_replaced(options_.report)) write_atomically(options_.report, reports_ + "\n]\n");
  }

  /// What cannot be replaced, such as standard output, gets them once.
  void print_reports() const {
    if (reports_.empty() || can_be_replaced(options_.report)) return;
    write_atomically(options_.report, reports_ + "\n]\n");
  }

  double seconds() const { return seconds_between(start_, Clock::now()); }

  const ReduceOptions& options_;
  Clock::time_point start_ = Clock::now();
  Interruption interruption_;
  InputSet set_;
  std::optional<TraceWriter> trace_;
  unsigned turns_ = 0;
  unsigned jobs_ = 1;
  std::uint64_t tests_ = 0;
  OutsideTests outside_;
  HungTests hung_;
  std::string reports_;
  std::vector<Texts> states_;
  bool stopped_ = false;
  bool checked_ = false;
  Exit exit_ = Exit::kFinished;
  std::string reason_;
};

}  // namespace

int reduce_in_turns(const ReduceOptions& options, const Call& call) {
  std::optional<Turns> turns;
  with_early_report(options, true, [&] { turns.emplace(options, call); });
  return turns->run();
}

}  // namespace grabr
