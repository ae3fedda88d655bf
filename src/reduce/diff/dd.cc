// General delta debugging. Keeps two sets of things, `pass` inside `fail`, and cuts their
// difference into n parts. For each part in turn, four questions: does `pass` with it fail, does
// `fail` without it pass (both only while n = 2), does `fail` without it fail, does `pass` with it
// pass? The first "yes" moves one of the two sets; the mode says which of them may move. The next
// round continues with the part at which this one ended; if no answer is "yes", n doubles.
//
//   "(7)" fails while it has both brackets; mode '-', characters:
//   n = 2: "(7" passes, ")" passes; n = 3: "7)" passes, "()" fails, taken;
//   n = 2, second part first: ")" is known, "(" passes; "()" is the result.
//
// Guarantee: '-' is 1-minimal, '+' 1-maximal; '+-' gives a difference no single thing of which can
// be added to `pass` or removed from `fail`. About log n tests if each half decides, n² at worst.
//
// The book cuts a Python set into parts, which need not be in ascending order
// (reduce/literature/python_set.h). With `python_set_order` the traces equal the book's, test by
// test; without it, each part consists of neighbouring things. Source: A. Zeller, R. Hildebrandt,
// "Simplifying and Isolating Failure-Inducing Input" (TSE 2002); A. Zeller, "Reducing
// Failure-Inducing Inputs", The Debugging Book; L. Kirschner, E. Soremekun, A. Zeller, "Debugging
// Inputs" (ICSE 2020) for '+'. Tested by tests/reduce/dd_test.cc with the book's own traces.
#include "reduce/diff/dd.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "reduce/literature/python_set.h"

namespace grabr {
namespace {

/// The sets of the algorithm, listed ascending.
class AscendingSet {
 public:
  AscendingSet() = default;
  static AscendingSet range(std::uint32_t count) {
    AscendingSet set;
    set.things_.resize(count);
    std::iota(set.things_.begin(), set.things_.end(), std::uint32_t{0});
    return set;
  }
  static AscendingSet of(std::span<const std::uint32_t> things) {
    AscendingSet set;
    set.things_.assign(things.begin(), things.end());
    return set;
  }
  AscendingSet operator-(const AscendingSet& other) const {
    AscendingSet rest;
    std::ranges::set_difference(things_, other.things_, std::back_inserter(rest.things_));
    return rest;
  }
  AscendingSet operator|(const AscendingSet& other) const {
    AscendingSet all;
    std::ranges::set_union(things_, other.things_, std::back_inserter(all.things_));
    return all;
  }
  const Kept& in_order() const { return things_; }

 private:
  Kept things_;
};

template <typename Set>
Kept kept_of(const Set& set) {
  Kept kept = set.in_order();
  std::ranges::sort(kept);
  return kept;
}

/// The first |things| mod n parts are one longer than the others.
template <typename Set>
std::vector<Set> split(const Kept& things, std::size_t n) {
  const std::size_t size = things.size() / n;
  const std::size_t longer = things.size() % n;
  std::vector<Set> parts;
  for (std::size_t i = 0, begin = 0; i < n; ++i) {
    const std::size_t length = size + (i < longer ? 1 : 0);
    parts.push_back(Set::of(std::span(things).subspan(begin, length)));
    begin += length;
  }
  return parts;
}

template <typename Set>
class DeltaDebugging {
 public:
  DeltaDebugging(Session& session, const RemovableList& list, const DdOptions& options)
      : session_(session),
        list_(list),
        may_ask_(options.may_ask),
        minimizes_(options.mode != DdMode::kMaximize),
        maximizes_(options.mode != DdMode::kMinimize),
        failing_(Set::range(list.count)) {}

  DdResult run() {
    if (ends_at_once()) return result();
    while (true) {
      const Kept between = (failing_ - passing_).in_order();
      if (between.size() < parts_) return result();
      if (moved(split<Set>(between, parts_))) continue;
      if (parts_ >= between.size()) return result();
      parts_ = std::min(parts_ * 2, between.size());
    }
  }

 private:
  DdResult result() const { return {kept_of(passing_), kept_of(failing_)}; }

  /// Tests the two ends. Returns whether the search is over.
  bool ends_at_once() {
    if (!maximizes_ && fails(passing_)) {
      failing_ = passing_;
      return true;
    }
    if (maximizes_) require_passing();
    const Candidate whole = candidate(failing_);
    const Outcome outcome =
        maximizes_ && !minimizes_ ? outcome_or_passing(whole) : session_.test(whole.text);
    if (outcome == Outcome::kPass && minimizes_) {
      throw NotFailing("the input does not fail: its test answers `pass`");
    }
    if (outcome == Outcome::kPass) passing_ = failing_;
    if (outcome == Outcome::kFail) session_.begin_with(whole);
    return outcome == Outcome::kPass;
  }

  /// The empty list may be unresolved, as in the book.
  void require_passing() {
    if (outcome_or_passing(candidate(passing_)) != Outcome::kFail) return;
    throw NotPassing("the passing input does not pass: with all " + list_.things +
                     " removed it still fails");
  }

  Outcome outcome_or_passing(const Candidate& asked) {
    const Outcome outcome = session_.test(asked.text, asked.edit);
    if (outcome == Outcome::kPass) session_.keep_passing(asked.text);
    return outcome;
  }

  Candidate candidate(const Set& set) const {
    const Kept kept = kept_of(set);
    Candidate made = list_.render(kept);
    if (made.edit.empty()) made.edit = words_on_kept(kept.size(), list_.count, list_.things);
    return made;
  }

  bool allowed(const Set& set) const { return set.in_order().size() >= list_.min; }

  bool fails(const Set& set) {
    if (!allowed(set)) return false;
    Candidate asked = candidate(set);
    if (may_ask_ && !may_ask_(asked.text)) return false;
    if (!session_.fails(std::move(asked.text), std::move(asked.edit))) return false;
    if (list_.on_accept) list_.on_accept(kept_of(set));
    return true;
  }

  bool passes(const Set& set) {
    if (!allowed(set)) return false;
    const Candidate asked = candidate(set);
    return (!may_ask_ || may_ask_(asked.text)) && outcome_or_passing(asked) == Outcome::kPass;
  }

  bool moved(const std::vector<Set>& parts) {
    for (std::size_t j = 0; j < parts.size(); ++j) {
      const std::size_t i = (j + offset_) % parts.size();
      if (!moved_by(parts[i])) continue;
      offset_ = i;
      return true;
    }
    return false;
  }

  bool moved_by(const Set& part) {
    const Set more_passing = passing_ | part;
    const Set less_failing = failing_ - part;
    const bool halves = parts_ == 2;
    const std::size_t fewer_parts = std::max<std::size_t>(parts_ - 1, 2);
    if (minimizes_ && halves && fails(more_passing)) {
      failing_ = more_passing;
    } else if (maximizes_ && halves && passes(less_failing)) {
      passing_ = less_failing;
    } else if (minimizes_ && fails(less_failing)) {
      failing_ = less_failing;
      parts_ = fewer_parts;
    } else if (maximizes_ && passes(more_passing)) {
      passing_ = more_passing;
      parts_ = fewer_parts;
    } else {
      return false;
    }
    return true;
  }

  Session& session_;
  const RemovableList& list_;
  const std::function<bool(std::string_view text)> may_ask_;
  const bool minimizes_;
  const bool maximizes_;
  Set passing_;
  Set failing_;
  std::size_t parts_ = 2;
  std::size_t offset_ = 0;
};

}  // namespace

Kept DdResult::difference() const {
  Kept rest;
  std::ranges::set_difference(failing, passing, std::back_inserter(rest));
  return rest;
}

DdResult dd(Session& session, const RemovableList& list, const DdOptions& options) {
  if (options.python_set_order) {
    return DeltaDebugging<PythonSet>(session, list, options).run();
  }
  return DeltaDebugging<AscendingSet>(session, list, options).run();
}

}  // namespace grabr
