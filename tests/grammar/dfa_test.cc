#include "grammar/lex/dfa.h"

#include <doctest/doctest.h>

#include <random>
#include <set>
#include <string>

using namespace grabr;

namespace {

Dfa automaton(const std::vector<std::string>& expressions) {
  Nfa nfa(100'000);
  for (Rank rank = 0; rank < expressions.size(); ++rank) {
    REQUIRE(nfa.add(parse_regex(expressions[rank], false).regex, rank));
  }
  const auto dfa = determinise(nfa, DfaLimits{});
  REQUIRE(dfa.has_value());
  return *dfa;
}

std::uint32_t state_after(const Dfa& dfa, const std::string& text) {
  std::uint32_t state = dfa.start;
  for (const char c : text) state = dfa.step(state, static_cast<unsigned char>(c));
  return state;
}

/// The number of distinguishable states, the dead one included, by Moore's pairwise marking.
std::size_t distinguishable_states(const Dfa& dfa) {
  const std::uint32_t n = dfa.state_count();
  std::vector<std::vector<bool>> differ(n, std::vector<bool>(n, false));
  bool changed = true;
  for (std::uint32_t a = 0; a < n; ++a) {
    for (std::uint32_t b = 0; b < n; ++b) differ[a][b] = dfa.accepts[a] != dfa.accepts[b];
  }
  while (changed) {
    changed = false;
    for (std::uint32_t a = 0; a < n; ++a) {
      for (std::uint32_t b = 0; b < n; ++b) {
        for (std::uint32_t c = 0; !differ[a][b] && c < dfa.class_count; ++c) {
          if (differ[dfa.next[a * dfa.class_count + c]][dfa.next[b * dfa.class_count + c]]) {
            differ[a][b] = changed = true;
          }
        }
      }
    }
  }
  std::size_t count = 0;
  for (std::uint32_t a = 0; a < n; ++a) {
    bool first = true;
    for (std::uint32_t b = 0; b < a; ++b) first = first && differ[a][b];
    count += first;
  }
  return count;
}

void check_minimal(const std::vector<std::string>& expressions) {
  CAPTURE(expressions.front());
  const Dfa large = automaton(expressions);
  const Dfa small = minimise(large);
  CHECK(small.state_count() == distinguishable_states(large));
  CHECK(distinguishable_states(small) == small.state_count());
  for (std::uint32_t s = 1; s < small.state_count(); ++s) {
    CHECK_FALSE((small.accepts[s].empty() && !small.accepts[s - 1].empty()));
  }
  std::vector<std::string> texts{""};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string text = texts[i];
    CAPTURE(text);
    REQUIRE(small.accepts[state_after(small, text)] == large.accepts[state_after(large, text)]);
    if (text.size() < 6) {
      for (const char c : {'a', 'b', 'c'}) texts.push_back(text + c);
    }
  }
}

}  // namespace

TEST_CASE("dfa: minimal automata have as many states as texts tell apart") {
  check_minimal({"a"});
  check_minimal({"a|b|c"});
  check_minimal({"(a|b)*abb"});
  check_minimal({"a*b*c*"});
  check_minimal({"(aa|bb)*(ab|ba)(aa|bb)*"});
  check_minimal({"(a|b)*a(a|b){5}"});
  check_minimal({"a{2,5}b{0,3}"});
  check_minimal({"abc", "[a-c]+", "ab", "c(ab)*"});
  check_minimal({"[ab]{1,4}", "[bc]{1,4}", "a*"});
  check_minimal({"[^a]*", "\\u{e9}+|.\\u{1f600}"});
}

TEST_CASE("dfa: minimal automata of random expressions") {
  std::mt19937 random(20240501);
  const std::vector<std::string> pieces{"a",     "b",  "c",  "[ab]",   "[^b]",    "(a|bc)",
                                        "(ab)*", "b+", "c?", "a{2,3}", "(b|ca)+", "|"};
  for (int round = 0; round < 150; ++round) {
    std::vector<std::string> expressions(1 + random() % 3);
    for (std::string& expression : expressions) {
      for (std::size_t i = 1 + random() % 5; i > 0; --i) {
        expression += pieces[random() % pieces.size()];
      }
    }
    check_minimal(expressions);
  }
}

TEST_CASE("dfa: symbols that nothing tells apart share a class") {
  const auto classes = [](const std::vector<std::string>& expressions) {
    return minimise(automaton(expressions)).class_count;
  };
  CHECK(classes({"a"}) == 2);
  CHECK(classes({"[a-z][a-z0-9]*"}) == 3);
  CHECK(classes({"[\\s\\S]"}) > 2);
  CHECK(classes({"x|y"}) == 2);
}

TEST_CASE("dfa: limits stop the construction") {
  Nfa nfa(1000);
  CHECK(nfa.add(parse_regex("(a|b)*a(a|b){12}", false).regex, 0));
  CHECK_FALSE(determinise(nfa, {.states = 1000, .moves = 1'000'000'000}).has_value());
  CHECK_FALSE(determinise(nfa, {.states = 1'000'000, .moves = 1000}).has_value());
  CHECK(determinise(nfa, {.states = 10'000, .moves = 1'000'000'000}).has_value());
}

TEST_CASE("nfa: what does not fit leaves no trace") {
  Nfa nfa(1000);
  REQUIRE(nfa.add(parse_regex("ab", false).regex, 0));
  const std::uint32_t states = nfa.state_count();
  const std::size_t edges = nfa.edges().size();
  const std::size_t jumps = nfa.jumps().size();
  CHECK_FALSE(nfa.add(parse_regex("(c{1000}){1000}", false).regex, 1));
  CHECK(nfa.state_count() == states);
  CHECK(nfa.edges().size() == edges);
  CHECK(nfa.jumps().size() == jumps);
  CHECK(nfa.accepts().size() == 1);
  CHECK(nfa.add(parse_regex("c", false).regex, 1));
}
