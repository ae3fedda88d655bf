#include "parse/ambiguity/conflicts.h"

#include <doctest/doctest.h>

#include "parse/ambiguity/sentences.h"
#include "parse/lr/grammar_automaton.h"
#include "support/grammars.h"

namespace grabr {
namespace {

std::string show(const Conflict& conflict) {
  std::string text = "before";
  for (const std::string& token : conflict.tokens) text += " " + token;
  text += " x" + std::to_string(conflict.states) + "\n";
  for (const std::string& rule : conflict.shift) text += "  go on " + rule + "\n";
  for (const std::string& rule : conflict.reduce) text += "  end " + rule + "\n";
  return text + "  " + conflict.before + " • " + conflict.token + "\n";
}

std::string conflicts_of(const std::string& json, std::size_t most = 100) {
  const auto grammar = support::grammar_of(json);
  const GrammarAutomaton automaton(*grammar);
  std::string text;
  for (const Conflict& conflict : find_conflicts(*grammar, automaton, most).shown) {
    text += show(conflict);
  }
  return text;
}

/// Rules of a rich grammar; the first is the start symbol, NAME and NUMBER are tokens.
std::string rich(const std::string& start, const std::string& rules) {
  return R"({"start": ")" + start + R"(", "rules": {)" + rules +
         R"(}, "tokens": {"NAME": "[a-z]+", "NUMBER": "[0-9]+"}, "skip": {"SPACE": " +"}})";
}

void check_conflicts(const std::string& json, const std::string& expected) {
  CAPTURE(json);
  CHECK(conflicts_of(json) == expected);
}

TEST_CASE("conflicts in the words of the grammar") {
  check_conflicts(rich("s", R"("s": ["'if' NAME s ('else' s)?", "NUMBER"])"),
                  "before 'else' x1\n"
                  "  go on ('else' s) ::= • 'else' s  (of s)\n"
                  "  end s ::= 'if' NAME s ('else' s)? •\n"
                  "  if a 0 • else\n");
  check_conflicts(rich("e", R"("e": ["e '+' e", "NUMBER"])"),
                  "before '+' x1\n"
                  "  go on e ::= e • '+' e\n"
                  "  end e ::= e '+' e •\n"
                  "  0 + 0 • +\n");
}

TEST_CASE("forms of one rule with and without its optional parts are one rule") {
  check_conflicts(rich("s", R"("s": "NAME? a", "a": "NAME ','? | NUMBER")"), "");
  check_conflicts(rich("s", R"("s": ["a ';'", "b ';'"], "a": "NAME NUMBER?", "b": "NAME NAME?")"),
                  "before ';' x1\n"
                  "  end a ::= NAME NUMBER? •\n"
                  "  end b ::= NAME NAME? •\n"
                  "  a • ;\n");
}

TEST_CASE("helpers as users write them, with the rule that they are part of") {
  check_conflicts(rich("s", R"("s": "(NAME % ',') (',' NUMBER)? | t ','", "t": "NAME % ','")"),
                  "before ',' x1\n"
                  "  end NAME % ',' ::= NAME •  (of s)\n"
                  "  end NAME % ',' ::= NAME •  (of t)\n"
                  "  a • ,\n"
                  "before ',' x1\n"
                  "  go on NAME % ',' ::= (NAME % ',') • ',' NAME  (of t)\n"
                  "  end t ::= (NAME % ',') •\n"
                  "  a • ,\n");
  check_conflicts(rich("s", R"("s": "NAME+ ';' | NAME+ ','")"),
                  "before NAME x1\n"
                  "  end NAME+ ::= NAME •  (of s)  (in 2 ways)\n"
                  "  a • a\n");
}

TEST_CASE("terminals of classic grammars are bytes") {
  check_conflicts(R"({"<start>": ["<s>"], "<s>": ["if <s>", "if <s> else <s>", "x"]})",
                  "before ' ' x1\n"
                  "  go on <s> ::= 'if ' <s> • ' else ' <s>\n"
                  "  end <s> ::= 'if ' <s> •\n"
                  "  if x •  \n");
}

TEST_CASE("no more groups than asked for, the largest first") {
  const std::string json =
      rich("e", R"("e": ["e '+' e", "e '*' e", "'-' e", "NUMBER", "f '!'", "g '!'"],
                                        "f": "NAME", "g": "NAME")");
  const auto grammar = support::grammar_of(json);
  const GrammarAutomaton automaton(*grammar);
  const Conflicts all = find_conflicts(*grammar, automaton, 100);
  const Conflicts two = find_conflicts(*grammar, automaton, 2);
  CHECK(all.groups == all.shown.size());
  CHECK(two.groups == all.groups);
  REQUIRE(two.shown.size() == 2);
  CHECK(two.shown[0].entries >= two.shown[1].entries);
  std::uint32_t entries = 0;
  for (const Conflict& conflict : all.shown) entries += conflict.entries;
  CHECK(entries == all.entries);
}

TEST_CASE("a language without a sentence or with only the empty one has no automaton") {
  const auto grammar = support::grammar_of(R"({"<start>": [""]})");
  const GrammarAutomaton automaton(*grammar);
  CHECK(!automaton.automaton);
  CHECK(find_conflicts(*grammar, automaton, 10).groups == 0);
  CHECK(count_grammar(*grammar, automaton).states == 0);
}

TEST_CASE("counts") {
  const auto grammar =
      support::grammar_of(rich("e", R"("e": ["e '+' e", "'(' (e % ',')? ')'", "NUMBER"])"));
  const GrammarAutomaton automaton(*grammar);
  const GrammarCounts counts = count_grammar(*grammar, automaton);
  CHECK(counts.rules == 1);
  CHECK(counts.alternatives == 3);
  CHECK(counts.lowered_rules == 7);
  CHECK(counts.helpers == 2);
  CHECK(counts.epsilon_free_rules == 6);
  CHECK(counts.terminals == 5);
  CHECK(counts.lexer_states > 0);
  CHECK(counts.states == automaton.automaton->state_count());
  CHECK(counts.conflicts == 1);
  CHECK(counts.conflict_states == 1);
  CHECK(counts.table_bytes > 0);
}

TEST_CASE("a shortest beginning leads to each state") {
  const auto grammar = support::fixed("c");
  const GrammarAutomaton view(*grammar);
  const Automaton& automaton = *view.automaton;
  const Sentences sentences(view.epsilon_free, automaton);
  CHECK(sentences.prefix(Automaton::kStart, 100).empty());
  std::size_t longest = 0;
  for (State state = 1; state < automaton.state_count(); ++state) {
    const std::vector<EpsilonFreeId> prefix = sentences.prefix(state, 100);
    CHECK(!prefix.empty());
    CHECK(sentences.prefix(state, prefix.size() - 1).empty());
    longest = std::max(longest, prefix.size());
  }
  CHECK(longest < 30);
}

}  // namespace
}  // namespace grabr
