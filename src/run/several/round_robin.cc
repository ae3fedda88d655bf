// Several inputs that make a program fail together.
//
// Each is reduced in turn, by an ordinary reduction, while the last failing versions of the others
// are next to the candidate. After any progress all the others get another turn; it ends when none
// of them gets smaller any more.
//
//   the test: a.txt is not empty, and b.txt contains it
//   a.txt "foo"    beside b.txt "foobar" → "f"
//   b.txt "foobar" beside a.txt "f"      → "f"
//   a.txt "f"      beside b.txt "f"      → "f", and no more turns
//
// An input may be irrelevant, so each turn first tries the empty text. With all inputs empty, the
// test must not fail. The test has the input under reduction as its last argument and all of them
// in its folder. A test that reads only its argument would fail only in some turns, so it is
// rejected before the first.
//
// Budgets apply to all turns together; --stop-at applies to each input. The answers of a turn are
// kept in a journal for the current versions of the others, so that the same call finds its turns
// again. With --style or --formatter each input has a last turn only for that, which may make it
// larger. Ends: any other turn that changes an input makes it smaller in the order of its strategy.
// Guarantee: each result is what its strategy leaves next to the other results; and together they
// fail. Source: A. Zeller, "Reducing Failure-Inducing Inputs", The Debugging Book (several
// arguments). Tested by tests/cli/round_robin_test.cc.
#include "run/several/round_robin.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "run/job/final_steps.h"
#include "run/reduction_report.h"
#include "run/several/input_set.h"
#include "run/several/turns.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/setting.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

class RoundRobin {
 public:
  RoundRobin(const run::Config& config, run::Listener& listener, const StopToken& stop)
      : config_(config),
        listener_(listener),
        stop_(stop.within(config.limits.budget())),
        turns_(listener, stop_),
        set_(config, listener, stop) {
    turns_.open_trace(config.output);
  }

  run::SetResult run() {
    note_state();
    turns_.begin([&] { begin(); }, [&](const CrashSeen& seen) { set_.ask_for(seen); });
    take_last_turns();
    if (!ended_by_) check_results();
    if (ended_by_ == ErrorKind::kEnvironment) look_back();
    print_reports();
    run::SetResult end = result();
    end.repeats = turns_.end(ended_by_, reason_, parts());
    return end;
  }

 private:
  /// If an error ends the first turn without a result, a report is still written.
  void begin() {
    with_early_report(config_.output.report, true, [&] { check_set(config_, set_); });
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

  /// Cycles until no input has changed since its own last turn.
  void take_turns() {
    std::size_t unchanged = 0;
    for (std::size_t i = 0; unchanged < set_.size() && !stopped_; i = (i + 1) % set_.size()) {
      const std::string before = set_[i].text;
      const bool wanted = turns_.count() == 0 || !set_[i].is_small_enough();
      if (wanted && !before.empty()) take_turn(i);
      unchanged = set_[i].text == before ? unchanged + 1 : 1;
    }
  }

  /// Styles make inputs larger, so they must wait until all are small.
  void take_last_turns() {
    if (!has_final_steps(config_.output)) return;
    for (std::size_t i = 0; i < set_.size() && !stopped_; ++i) {
      set_[i].was_small_enough = set_[i].is_small_enough();
      if (!set_[i].text.empty()) take_turn(i, true);
    }
  }

  void take_turn(std::size_t i, bool is_last = false) {
    // In the first turn, an error ends the command without a result.
    if (turns_.count() == 0) return reduce(i, is_last);
    try {
      stop_.check();
      reduce(i, is_last);
    } catch (const Error& error) {
      const bool no_longer = error.kind() == ErrorKind::kNotInteresting;
      stop(no_longer ? ErrorKind::kEnvironment : error.kind(),
           no_longer ? "the inputs found no longer fail: " + std::string(error.what())
                     : error.what());
    }
  }

  void reduce(std::size_t i, bool is_last) {
    const run::Config config = config_of_turn();
    const bool is_first = turns_.count() == 0;
    set_.begin_turn(config, i, !is_first);
    InputSet::Input& input = set_[i];
    ReductionJob& job = input.job;
    job.turn->is_last = is_last;
    if (!is_first) job.test.jobs = turns_.jobs();
    const std::string number = std::to_string(turns_.next());
    if (const fs::path& folder = config_.test.process.log_folder; !folder.empty()) {
      job.test.log_folder = folder / (number + "-" + input.name);
    }
    listener_.note("turn " + number + ": " + shown_name(input.job.input) + ", " +
                   std::to_string(input.bytes(input.text)) + " bytes");
    note(i, turns_.take(config, job, part(i)));
  }

  std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < set_.size(); ++i) sum += set_[i].bytes(set_[i].text);
    return sum;
  }

  std::vector<TurnsRecord::Part> parts() const {
    std::vector<TurnsRecord::Part> all;
    for (std::size_t i = 0; i < set_.size(); ++i) {
      const InputSet::Input& input = set_[i];
      all.push_back({input.name, input.bytes(input.original), input.bytes(input.text)});
    }
    return all;
  }

  Turns::Part part(std::size_t i) {
    Turns::Part part;
    part.name = set_[i].name;
    part.on_best = first_best(i);
    part.whole.output = set_[i].job.output->string();
    for (std::size_t k = 0; k < set_.size(); ++k) {
      const InputSet::Input& input = set_[k];
      part.whole.bytes_before += input.bytes(input.original);
      part.whole.input += (k == 0 ? "" : ", ") + input.name;
      part.whole.also.push_back(input.name);
      if (input.job.output) part.whole.also.push_back(input.job.output->string());
    }
    part.other_bytes = bytes() - set_[i].bytes(set_[i].text);
    return part;
  }

  run::Config config_of_turn() const {
    run::Config config = config_;
    config.output.trace.clear();
    if (!config_.output.report.empty()) config.output.report = report_of_turn();
    if (turns_.count() > 0) config.input.strict = false;
    return config;
  }

  /// After the first result of all, the set is complete.
  std::function<void(std::string_view)> first_best(std::size_t i) {
    if (turns_.count() > 1) return nullptr;
    return [this, i, saved = false](std::string_view) mutable {
      if (!std::exchange(saved, true)) set_.save_others(config_.output, i);
    };
  }

  void note(std::size_t i, const run::Result& end) {
    set_[i].tests += end.counts.committed;
    if (end.outside) outside_ += *end.outside;
    if (end.failing != set_[i].text) set_.set_text(i, end.failing);
    note_state();
    if (!config_.output.report.empty()) add_report();
    if (end.ended_by) stop(*end.ended_by, end.reason);
  }

  using Texts = std::vector<std::string>;

  Texts texts() const {
    Texts all;
    for (std::size_t i = 0; i < set_.size(); ++i) all.push_back(set_[i].text);
    return all;
  }

  /// Called after a turn. The originals and the last few states are enough to go back to.
  void note_state() {
    constexpr std::size_t kMaxStates = 16;
    states_.push_back(texts());
    if (states_.size() > kMaxStates) states_.erase(states_.begin() + 1);
  }

  void put_back(const Texts& state) {
    for (std::size_t i = 0; i < set_.size(); ++i) {
      if (set_[i].text != state[i]) set_.set_text(i, state[i]);
    }
  }

  /// If the results do not fail together, they are replaced by the last state of the set that does.
  void look_back() {
    const Texts found = texts();
    try {
      if (set_.test(set_.first()) == Outcome::kFail) return;
      for (auto state = states_.rbegin(); state != states_.rend(); ++state) {
        if (*state == found) continue;
        put_back(*state);
        if (set_.test(set_.first()) != Outcome::kFail) continue;
        set_.save_all();
        reason_ += "; the last earlier results that fail together replace them";
        return;
      }
    } catch (const Error& error) {
      reason_ += "; looking for earlier results: " + std::string(error.what());
    }
    put_back(found);
  }

  void stop(ErrorKind kind, const std::string& reason) {
    stopped_ = true;
    ended_by_ = kind;
    reason_ = reason;
  }

  /// Tests all results once more: each was found next to others that have changed.
  void check_results() {
    try {
      if (set_.test(set_.first()) != Outcome::kFail) {
        return stop(ErrorKind::kEnvironment,
                    "the results, tested together once more, do not fail: the test is flaky, or "
                    "its surroundings have changed");
      }
      checked_ = true;
    } catch (const Error& error) {
      return stop(error.kind(), error.what());
    }
    for (std::size_t i = 0; i < set_.size(); ++i) {
      if (!set_[i].is_small_enough()) continue;
      reason_ = "small enough: " + shown_name(set_[i].name) + spelled(" ({stop-at})");
    }
  }

  run::SetResult result() const {
    run::SetResult result;
    for (std::size_t i = 0; i < set_.size(); ++i) {
      const InputSet::Input& input = set_[i];
      result.inputs.push_back({input.job.input, *input.job.output, input.text,
                               input.bytes(input.original), input.bytes(input.text), input.tests});
    }
    result.ended_by = ended_by_;
    result.reason = reason_;
    result.turns = turns_.count();
    result.tests = turns_.tests;
    result.outside = outside_;
    result.hung = turns_.hung;
    result.seconds = turns_.seconds();
    result.checked = checked_;
    return result;
  }

  std::string report_of_turn() const { return (set_.work_folder() / "report.json").string(); }

  /// The report is an array, complete after each turn.
  void add_report() {
    std::string report = read_file(report_of_turn());
    while (report.ends_with('\n')) report.pop_back();
    reports_ += (reports_.empty() ? "[\n" : ",\n") + report;
    if (can_be_replaced(config_.output.report))
      write_atomically(config_.output.report, reports_ + "\n]\n");
  }

  /// A file that cannot be replaced, such as standard output, gets the reports once.
  void print_reports() const {
    if (reports_.empty() || can_be_replaced(config_.output.report)) return;
    write_atomically(config_.output.report, reports_ + "\n]\n");
  }

  const run::Config& config_;
  run::Listener& listener_;
  const StopToken stop_;
  Turns turns_;
  InputSet set_;
  OutsideTests outside_;
  std::string reports_;
  std::vector<Texts> states_;
  bool stopped_ = false;
  bool checked_ = false;
  EndedBy ended_by_;
  std::string reason_;
};

}  // namespace

namespace run {

SetResult reduce_set(const Config& config, Listener& listener, const StopToken& stop) {
  std::optional<RoundRobin> turns;
  with_early_report(config.output.report, true, [&] { turns.emplace(config, listener, stop); });
  return turns->run();
}

}  // namespace run
}  // namespace grabr
