// Properties of every list minimizer of the table, from either end, and a worked trace for those
// whose essay has one.
#include "reduce/minimizer/list_minimizers.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "reduce/list_subject.h"
#include "reduce/minimizer/probability_search.h"
#include "support/build.h"
#include "text/hash.h"

namespace grabr {
namespace {

using support::both_directions;
using support::Condition;
using support::kept_of;
using support::ListRun;
using support::needs;
using support::numbered_list;
using support::reduce_list;

/// `expected`: for each question the kept elements, and whether they fail ("0,1,! 2,").
void check_worked(const char* name, const RemovableList& list, const Kept& needed,
                  const std::string& expected) {
  CAPTURE(name);
  const ListRun run = reduce_list(list, needs(needed), ListReducer(*find_minimizer(name)));
  std::string asked;
  for (const auto& [text, outcome] : run.tests) {
    asked += (asked.empty() ? "" : " ") + ("[" + text.substr(0, text.size() - !text.empty())) + "]";
    if (outcome == "FAIL") asked += "!";
  }
  CHECK(asked == expected);
  CHECK(run.kept == needed);
}

RemovableList weighted() {
  RemovableList list = numbered_list(4);
  list.weights = {1, 1, 1, 3};
  return list;
}

TEST_CASE("the examples of the essays") {
  check_worked("ddmin-2000", numbered_list(8), {2}, "[0,1,2,3]! [0,1] [2,3]! [2]!");
  check_worked("ddmin-2000", numbered_list(8), {2, 5},
               "[0,1,2,3] [4,5,6,7] [0,1] [2,3] [4,5] [6,7] [2,3,4,5,6,7]! [2,3,6,7] [2,3,4,5]! "
               "[2] [3] [4] [5] [3,4,5] [2,4,5]! [2,5]!");
  check_worked("lithium", numbered_list(8), {2}, "[0,1,2,3]! [] [0,1] [0,3] [2,3]! [2]!");
  check_worked("adaptive", numbered_list(8), {2},
               "[0,1,2,3,4,5,6]! [0,1,2,3,4,5]! [0,1,2,3,4]! [0,1,2,3]! [0,1,2]! [0] [0,1] "
               "[0,2]! [2]! []");
  check_worked("cdd", numbered_list(8), {2}, "[] [6,7] [0,1,2,3,4,5]! [3,4,5] [0,1,2]! [2]!");
  check_worked("probdd", numbered_list(8), {2}, "[] [5,6,7] [0,1,2,3,4]! [3,4] [0,1,2]! [2]!");
  check_worked("wddmin", weighted(), {2}, "[0,1,2]! [0] [1,2]! [1] [2]! []");
  check_worked("wprobdd", weighted(), {2}, "[0,1,2]! [] [2]!");
}

TEST_CASE("what is needed alone is all that is kept, from either end") {
  const std::vector<std::pair<std::uint32_t, Kept>> subjects = {{0, {}},
                                                                {1, {}},
                                                                {1, {0}},
                                                                {2, {0}},
                                                                {2, {1}},
                                                                {2, {0, 1}},
                                                                {3, {1}},
                                                                {8, {}},
                                                                {8, {2, 5}},
                                                                {100, {0, 99}},
                                                                {100, {40, 41, 42, 43}},
                                                                {64, {1, 5, 17, 33, 63}}};
  for (const Pass& minimizer : minimizers()) {
    for (const ListReducer& reducer : both_directions(minimizer)) {
      for (const auto& subject : subjects) {
        const std::uint32_t count = subject.first;
        const Kept& needed = subject.second;
        CAPTURE(minimizer.name);
        CAPTURE(count);
        const ListRun run = reduce_list(numbered_list(count), needs(needed), reducer);
        if (needed.empty() && !minimizer.empties) {
          CHECK(run.kept.size() <= 1);
        } else {
          CHECK(run.kept == needed);
        }
      }
    }
  }
}

/// Deterministic pseudo-random numbers below `end`.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1) {}
  std::uint32_t below(std::uint32_t end) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>((state_ >> 33) % end);
  }

 private:
  std::uint64_t state_;
};

/// Some elements are needed, and some need others: monotone up to the references.
Condition with_references(std::uint32_t count, std::uint64_t seed) {
  Numbers numbers(seed);
  Kept needed;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (numbers.below(5) == 0) needed.push_back(i);
  }
  std::vector<std::uint32_t> needs_too(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    needs_too[i] = numbers.below(3) == 0 ? numbers.below(count) : i;
  }
  return [=](const Kept& kept) {
    const auto there = [&](std::uint32_t i) {
      return std::binary_search(kept.begin(), kept.end(), i);
    };
    return std::all_of(needed.begin(), needed.end(), there) &&
           std::all_of(kept.begin(), kept.end(),
                       [&](std::uint32_t i) { return there(needs_too[i]); });
  };
}

Condition senseless(std::uint32_t count, std::uint64_t seed) {
  return [=](const Kept& kept) {
    return kept.size() == count ||
           (hash128(support::text_of(kept)).low ^ (seed * 0x9E3779B97F4A7C15u)) % 100 <
               5 + seed % 60;
  };
}

/// Whether no single element can be deleted, except the last one of a list that must not become
/// empty.
bool is_one_minimal(const RemovableList& list, const Pass& minimizer, const Kept& kept,
                    const Condition& condition) {
  if (kept.size() <= list.min || (kept.size() == 1 && !minimizer.empties)) return true;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (condition(without(kept, {i, i + 1}))) return false;
  }
  return true;
}

void check_result(const Pass& minimizer, const RemovableList& list, const Condition& condition) {
  for (const ListReducer& reducer : both_directions(minimizer)) {
    Kept heard = keep_all(list);
    RemovableList with_owner = list;
    with_owner.on_accept = [&](const Kept& kept) {
      CHECK(kept.size() < heard.size());
      heard = kept;
    };
    const ListRun run = reduce_list(with_owner, condition, reducer);
    CHECK(heard == run.kept);
    CHECK(condition(run.kept));
    CHECK(run.kept.size() >= std::min(list.min, list.count));
    CHECK(run.counts.committed <= list.count * list.count + 3 * list.count + 1);
    for (const auto& test : run.tests) CHECK(kept_of(test.first).size() >= list.min);
    if (minimizer.one_minimal) {
      CHECK(is_one_minimal(list, minimizer, run.kept, condition));
    }
  }
}

TEST_CASE("with references and with senseless oracles: ends, fails, and is 1-minimal where said") {
  const std::uint64_t seeds = support::runs(40);
  for (const Pass& minimizer : minimizers()) {
    CAPTURE(minimizer.name);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      CAPTURE(seed);
      RemovableList list = numbered_list(static_cast<std::uint32_t>(5 + seed % 23));
      if (seed % 2 == 0) {
        Numbers numbers(seed);
        for (std::uint32_t i = 0; i < list.count; ++i) list.weights.push_back(1 + numbers.below(9));
      }
      list.min = seed % 3 == 0 ? 2 : 0;
      check_result(minimizer, list, with_references(list.count, seed));
      check_result(minimizer, list, senseless(list.count, seed));
    }
  }
}

TEST_CASE("no more than the minimum stays when everything may go") {
  for (const Pass& minimizer : minimizers()) {
    for (const ListReducer& reducer : both_directions(minimizer)) {
      for (const std::uint32_t min : {0u, 1u, 3u, 10u, 12u}) {
        CAPTURE(minimizer.name);
        CAPTURE(min);
        RemovableList list = numbered_list(10);
        list.min = min;
        const ListRun run = reduce_list(list, needs({}), reducer);
        const std::size_t least = std::min(10u, min == 0 && !minimizer.empties ? 1 : min);
        CHECK(run.kept.size() >= std::min(10u, min));
        if (minimizer.one_minimal) CHECK(run.kept.size() == least);
      }
    }
  }
}

TEST_CASE("heavy things go first where weights count") {
  RemovableList list = numbered_list(16);
  list.weights.assign(16, 1);
  list.weights[9] = 100;
  const ListRun weighted_run = reduce_list(list, needs({2}), wprobdd);
  CHECK(kept_of(weighted_run.tests.at(0).first) == without(keep_all(list), {9, 10}));
  const ListRun split = reduce_list(list, needs({2}), wddmin);
  CHECK(kept_of(split.tests.at(0).first) == Kept{0, 1, 2, 3, 4, 5, 6, 7, 8});
  list.weights.clear();
  const ListRun alike = reduce_list(list, needs({2}), wddmin);
  CHECK(kept_of(alike.tests.at(0).first).size() == 8);
}

TEST_CASE("one needed of many: questions within the known bounds") {
  for (const Pass& minimizer : minimizers()) {
    for (const ListReducer& reducer : both_directions(minimizer)) {
      for (const std::uint32_t needed : {0u, 100u, 255u}) {
        CAPTURE(minimizer.name);
        const ListRun run = reduce_list(numbered_list(256), needs({needed}), reducer);
        const bool linear =
            minimizer.name == "probdd" || minimizer.name == "cdd" || minimizer.name == "wprobdd";
        CHECK(run.counts.committed <= (linear ? 256 / 2 : 2 * std::log2(256) + 20));
      }
    }
  }
}

TEST_CASE("probabilities are divided: ProbDD never gives up a thing that was not asked for alone") {
  const RemovableList list = numbered_list(30);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Kept needed;
    Numbers numbers(seed);
    for (std::uint32_t i = 0; i < 30; ++i) {
      if (numbers.below(4) == 0) needed.push_back(i);
    }
    CHECK(reduce_list(list, needs(needed), probdd).kept == needed);
  }
  ProbabilitySearch early = probdd_search();
  early.start = 0.25;
  early.certain = 0.8;
  const ListRun run = reduce_list(list, needs({3, 20}), [&](Session& session, const auto& things) {
    return drop_improbable(session, things, early);
  });
  CHECK(needs({3, 20})(run.kept));
  CHECK(kept_of(run.tests.at(0).first).size() == 26);
}

}  // namespace
}  // namespace grabr
