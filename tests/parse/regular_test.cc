#include "parse/lr/regular.h"

#include <doctest/doctest.h>

#include "support/grammars.h"

namespace grabr {
namespace {

/// What is known about <x>: its shape, longest text, longest round.
std::string properties(const std::string& rules) {
  const auto grammar = support::grammar_of("{\"<start>\": [\"<x>\", \"0\"], " + rules + "}");
  const LoweredGrammar lowered = lower(*grammar);
  const RegularSymbols symbols(lowered);
  const auto& found = symbols[grammar->find("<x>")];
  const auto number = [](std::uint32_t n) {
    return n == RegularSymbols::kMany ? std::string("many") : std::to_string(n);
  };
  switch (found.shape) {
    case RegularSymbols::Shape::kIrregular: return "irregular";
    case RegularSymbols::Shape::kNotRecursive: return "plain " + number(found.longest);
    case RegularSymbols::Shape::kRightLinear: return "right, round " + number(found.longest_round);
    case RegularSymbols::Shape::kLeftLinear: return "left, round " + number(found.longest_round);
  }
  return "";
}

void check_properties(const std::string& rules, const std::string& expected) {
  INFO(rules);
  CHECK(properties(rules) == expected);
}

TEST_CASE("which symbols are plainly regular") {
  check_properties(R"("<x>": [""])", "plain 0");
  check_properties(R"("<x>": ["a", "bcd", "<y><y>"], "<y>": ["12"])", "plain 4");
  check_properties(R"("<x>": ["a<x>", "bcd"])", "right, round 1");
  check_properties(R"("<x>": ["<x>ab", "a"])", "left, round 2");
  check_properties(R"("<x>": ["<x>a", "a<x>", "a"])", "irregular");
  check_properties(R"("<x>": ["a<x>b", ""])", "irregular");
  check_properties(R"("<x>": ["<x><x>", "a"])", "irregular");
  check_properties(R"("<x>": ["a<y>", "b"], "<y>": ["ccc<x>"])", "right, round 3");
  check_properties(R"("<x>": ["a<y>", "b"], "<y>": ["<x>c"])", "irregular");
  check_properties(R"("<x>": ["<y>,<x>", "<y>"], "<y>": ["a<y>", "a"])", "right, round many");
  check_properties(R"("<x>": ["a<x>", "<y>"], "<y>": ["<y>abc", "a"])", "right, round 3");
  check_properties(R"("<x>": ["a<y>"], "<y>": ["[<y>]", ""])", "irregular");
  check_properties(R"("<x>": ["<x>"])", "right, round 0");
}

}  // namespace
}  // namespace grabr
