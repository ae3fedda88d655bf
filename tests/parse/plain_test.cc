#include "parse/lr/plain.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "support/grammars.h"

namespace grabr {
namespace {

/// Rules as `s a . b`: the left-hand side's lowered number is left out, symbols by name, absent
/// parts as a dot; sorted.
std::set<std::string> forms(const char* json) {
  const auto grammar = support::grammar_of(json);
  const Lowered lowered = lower(*grammar);
  const Plain plain = make_plain(lowered);
  std::set<std::string> all;
  const auto name = [&](PlainId id) -> std::string {
    const LoweredId symbol = plain.lowered_of[id];
    if (symbol == Lowered::kEnd) return "tail";
    return symbol < grammar->symbols.size() ? grammar->symbols[symbol].name : "helper";
  };
  for (std::uint32_t r = 0; r < plain.rules.size(); ++r) {
    std::string line = name(plain.rules[r].lhs) + ":";
    for (const std::uint32_t slot : plain.slots_of(r)) {
      line += slot == Plain::kAbsent ? " ." : " " + name(plain.rhs(r)[slot]);
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
  const Lowered lowered = lower(*grammar);
  const Plain plain = make_plain(lowered);
  CHECK(plain.cyclic);
  const auto cycle = [&](const char* name) {
    return plain.cycle[plain.plain_of[grammar->find(name)]];
  };
  CHECK(cycle("a") != Plain::kNoCycle);
  CHECK(cycle("a") == cycle("b"));
  CHECK(cycle("s") == Plain::kNoCycle);
}

}  // namespace
}  // namespace grabr
