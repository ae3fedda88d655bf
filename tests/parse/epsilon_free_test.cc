#include "parse/lr/epsilon_free.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "support/grammars.h"

namespace grabr {
namespace {

/// Rules as `s a . b`: without the number of the left-hand side, symbols by name, omitted parts as
/// a dot; sorted.
std::set<std::string> forms(const char* json) {
  const auto grammar = support::grammar_of(json);
  const LoweredGrammar lowered = lower(*grammar);
  const EpsilonFreeGrammar epsilon_free = make_epsilon_free(lowered);
  std::set<std::string> all;
  const auto name = [&](EpsilonFreeId id) -> std::string {
    const LoweredId symbol = epsilon_free.lowered_of[id];
    if (symbol == LoweredGrammar::kEnd) return "tail";
    return symbol < grammar->symbols.size() ? grammar->symbols[symbol].name : "helper";
  };
  for (std::uint32_t r = 0; r < epsilon_free.rules.size(); ++r) {
    std::string line = name(epsilon_free.rules[r].lhs) + ":";
    for (const std::uint32_t slot : epsilon_free.slots_of(r)) {
      line += slot == EpsilonFreeGrammar::kAbsent ? " ." : " " + name(epsilon_free.rhs(r)[slot]);
    }
    all.insert(line);
  }
  return all;
}

TEST_CASE("optional parts are written out") {
  CHECK(forms(R"json({"start": "s", "rules": {"s": "'a'? 'b' 'c'?"}})json") ==
        std::set<std::string>{"s: a b c", "s: a b .", "s: . b c", "s: . b ."});
  CHECK(forms(R"json({"start": "s", "rules": {"s": "'a'* 'b'"}})json") ==
        std::set<std::string>{"s: helper b", "s: . b", "helper: a", "helper: helper a"});
}

TEST_CASE("no rule is empty or leads to itself") {
  CHECK(forms(R"json({"start": "s", "rules": {"s": ["s n", "'a'"], "n": ["'b'", "()"]}})json") ==
        std::set<std::string>{"s: s n", "s: a", "n: b"});
  CHECK(forms(R"json({"start": "s", "rules": {"s": ["n 'a'"], "n": ["()"]}})json") ==
        std::set<std::string>{"s: . a"});
}

TEST_CASE("of two rules with the same symbols the preferred one stays") {
  CHECK(forms(R"json({"start": "s", "rules": {"s": "'a'? 'a'?"}})json") ==
        std::set<std::string>{"s: a a", "s: a ."});
}

TEST_CASE("long rules are cut") {
  const std::string optional = "'a'? 'b'? 'c'? 'd'? 'e'? 'f'? 'g'? 'h'? 'i'? 'j'?";
  const std::string json = R"({"start": "s", "rules": {"s": ")" + optional + R"("}})";
  const std::set<std::string> all = forms(json.c_str());
  CHECK(all.size() == 63 + 31);
  CHECK(all.count("s: a b c d e tail") == 1);
  CHECK(all.count("tail: f g h i j") == 1);
}

TEST_CASE("cycles of unit rules are known") {
  const auto grammar = support::grammar_of(
      R"json({"start": "s", "rules": {"s": ["a", "'x' s"], "a": ["b n", "'y'"], "b": ["a"], "n": ["'z'", "()"]}})json");
  const LoweredGrammar lowered = lower(*grammar);
  const EpsilonFreeGrammar epsilon_free = make_epsilon_free(lowered);
  CHECK(epsilon_free.cyclic);
  const auto cycle = [&](const char* name) {
    return epsilon_free.cycle[epsilon_free.epsilon_free_of[grammar->find(name)]];
  };
  CHECK(cycle("a") != EpsilonFreeGrammar::kNoCycle);
  CHECK(cycle("a") == cycle("b"));
  CHECK(cycle("s") == EpsilonFreeGrammar::kNoCycle);
}

}  // namespace
}  // namespace grabr
