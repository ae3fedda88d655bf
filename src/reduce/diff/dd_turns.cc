// Delta debugging on several lists that make one candidate together, and on a text as the only one.
//
// One list is reduced while the others stay as they last failed; after any progress all the others
// are tried again. A list that has become empty is left alone.
//
//   "foo" in "foobar": reduce the second to "foo", then the first to "", then the second to ""
//
// It ends because each progress keeps fewer things of a list, or finds more things of one that
// pass. The result fails, and each list is 1-minimal while the others stay. In mode '+', parts that
// pass beside failing others need not pass together; that is tested at the end (the book asserts
// it). The book takes its variables in the order of a Python set of names, which changes from run
// to run; here the caller gives the order.
// Source: A. Zeller, "Reducing Failure-Inducing Inputs", The Debugging Book, process_args.
// Tested by tests/reduce/dd_test.cc.
#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "reduce/diff/changes.h"
#include "reduce/diff/common_part.h"
#include "reduce/diff/dd.h"
#include "reduce/diff/passing_part.h"
#include "reduce/diff/tree_diff.h"
#include "reduce/searches.h"
#include "reduce/text/lexical.h"

namespace grabr {
namespace {

/// `chosen` has indices into `kept`; returns the original numbers.
Kept select(const Kept& kept, const Kept& chosen) {
  Kept selected;
  for (const std::uint32_t i : chosen) selected.push_back(kept[i]);
  return selected;
}

void require_failure(Session& session, const Candidate& whole) {
  const Outcome outcome = session.test(whole.text);
  if (outcome == Outcome::kPass) {
    throw NotFailing("the original input does not fail: its test answers `pass`");
  }
  if (outcome == Outcome::kUnresolved) {
    throw NotReproduced(
        "the failure is not reproduced: the test of the original input answers `unresolved`");
  }
  session.begin_with(whole);
}

/// Lists that take turns.
class Turns {
 public:
  Turns(Session& session, const ListsTogether& lists, const DdOptions& options,
        std::span<const std::size_t> order)
      : session_(session), lists_(lists), options_(options), order_(order.begin(), order.end()) {
    if (order_.empty()) {
      order_.resize(lists.counts.size());
      std::iota(order_.begin(), order_.end(), std::size_t{0});
    }
    for (const std::uint32_t count : lists.counts) {
      passing_.emplace_back();
      Kept& all = failing_.emplace_back(count);
      std::iota(all.begin(), all.end(), std::uint32_t{0});
    }
  }

  std::vector<DdResult> run() {
    require_failure(session_, lists_.render(failing_));
    std::vector<std::size_t> waiting = order_;
    while (!waiting.empty()) {
      const std::size_t turn = waiting.front();
      if (!failing_[turn].empty() && improved(turn)) waiting = order_;
      std::erase(waiting, turn);
    }
    if (more_passes_) require_passing_together();
    std::vector<DdResult> results;
    for (std::size_t i = 0; i < order_.size(); ++i) results.push_back({passing_[i], failing_[i]});
    return results;
  }

 private:
  bool improved(std::size_t turn) {
    const Kept now = failing_[turn];
    const DdResult found = dd(session_, list_of(turn), options_);
    const bool passes_more = found.passing.size() > passing_[turn].size();
    const bool fails_less = found.failing.size() < now.size();
    if (passes_more) passing_[turn] = select(now, found.passing);
    if (fails_less) failing_[turn] = select(now, found.failing);
    more_passes_ = more_passes_ || passes_more;
    return passes_more || fails_less;
  }

  /// The things left of one list; its candidates also have the things left of the other lists.
  RemovableList list_of(std::size_t turn) const {
    RemovableList list;
    list.count = static_cast<std::uint32_t>(failing_[turn].size());
    list.things = lists_.things;
    list.render = [this, turn, all = failing_](const Kept& chosen) {
      std::vector<Kept> kept = all;
      kept[turn] = select(all[turn], chosen);
      return lists_.render(kept);
    };
    return list;
  }

  void require_passing_together() {
    const Candidate together = lists_.render(passing_);
    if (session_.test(together.text) != Outcome::kPass) {
      throw NotPassing("parts that pass separately do not pass together");
    }
    session_.keep_passing(together.text);
  }

  Session& session_;
  const ListsTogether& lists_;
  const DdOptions options_;
  std::vector<std::size_t> order_;
  std::vector<Kept> passing_;
  std::vector<Kept> failing_;
  bool more_passes_ = false;
};

/// Throws unless the given text passes; an unresolved one does not.
void require_passing(Session& session, const std::string& text) {
  const Outcome outcome = session.test(text, "the passing input");
  if (outcome == Outcome::kPass) return;
  throw NotPassing("the passing input does not pass: its test answers `" +
                   std::string(outcome_name(outcome)) + "`");
}

/// A passing part of the input to begin with. Nothing if the empty text does not fail, since delta
/// debugging then begins with that. Throws NotPassing if no part of the input passes.
std::optional<std::string> begin_with_part(Session& session, const Problem& problem, Unit unit) {
  const std::string text = session.best();
  const RemovableList units = text_list(text, unit);
  require_failure(session, {text, ""});
  // dd() tests this text next, and then has the answer in the cache.
  const std::string words = words_on_kept(0, units.count, units.things);
  if (session.test(units.render({}).text, words) != Outcome::kFail) return std::nullopt;
  if (auto part = find_passing_part(session, problem, units)) return part;
  throw NotPassing(
      "nothing passes, neither the empty text nor a part of the input: there is no text to "
      "enlarge\nhint: `grabr diff FAILING PASSING` starts from your own");
}

/// Runs dd() on a single list: of units, or of changes to a text that passes.
void run_dd(Session& session, const Problem& problem, DdMode mode) {
  const std::string text = session.best();
  const Unit unit = problem.unit_or_chars();
  std::optional<std::string> passing = problem.passing;
  if (!passing && mode == DdMode::kMaximize) passing = begin_with_part(session, problem, unit);
  const RemovableList units = passing ? change_list(*passing, text, unit) : text_list(text, unit);
  ListsTogether lists;
  lists.counts = {units.count};
  lists.things = units.things;
  lists.render = [&](std::span<const Kept> kept) { return units.render(kept.front()); };
  if (problem.passing) {
    require_failure(session, {text, ""});
    require_passing(session, *problem.passing);
    if (problem.by_tree) return run_tree_diff(session, problem, mode);
  }
  dd_in_turns(session, lists, {mode, problem.python_set_order});
  if (problem.common) reduce_common_part(session, unit);
}

}  // namespace

std::vector<DdResult> dd_in_turns(Session& session, const ListsTogether& lists,
                                  const DdOptions& options, std::span<const std::size_t> order) {
  return Turns(session, lists, options, order).run();
}

void run_dd_min(Session& session, Problem& problem) { run_dd(session, problem, DdMode::kMinimize); }
void run_dd_max(Session& session, Problem& problem) { run_dd(session, problem, DdMode::kMaximize); }
void run_dd_diff(Session& session, Problem& problem) { run_dd(session, problem, DdMode::kBoth); }

}  // namespace grabr
