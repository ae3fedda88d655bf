// Shared by the tests of tree walks: texts, oracles and minimizers to try them with, and checks of
// their guarantees.
#pragma once

#include <string>
#include <vector>

#include "reduce/neighbours.h"
#include "support/build.h"
#include "support/random_grammar.h"
#include "support/random_text.h"

namespace grabr::neighbours {

/// The list minimizers that promise 1-minimal lists.
inline std::vector<const Pass*> one_minimal() {
  std::vector<const Pass*> found;
  for (const Pass& minimizer : minimizers()) {
    if (minimizer.one_minimal) found.push_back(&minimizer);
  }
  return found;
}

using Neighbours = std::vector<std::string> (*)(Subject& result);

/// Runs the strategy and tests all neighbours of its result. Returns false if that is impossible,
/// because the result does not parse.
inline bool check_minimal(const std::string& strategy, const Pass* minimizer,
                          const std::shared_ptr<const Grammar>& grammar, const std::string& text,
                          const Fails& fails, Neighbours neighbours) {
  const Reduced reduced = reduce(strategy, minimizer, grammar, text, fails);
  Subject result(grammar, reduced.text);
  if (!result.parses()) return false;
  CAPTURE(text);
  CAPTURE(reduced.text);
  for (const std::string& neighbour : neighbours(result)) {
    CAPTURE(neighbour);
    CHECK_FALSE((neighbour == text || fails(neighbour)));
  }
  return true;
}

struct Sample {
  const char* grammar;
  const char* text;
  std::vector<std::string> words;  ///< of which some are needed
};

inline std::vector<Sample> samples() {
  return {
      {"expr", "((4 / 2) - (1 + 1 + 2.5)) * 11 + -(3 * (2 - 10))", {"4", "(", "2.5", "11", "-"}},
      {"json",
       R"({"a": [1, 22, {"b": null}], "c": {"d": [true, "xyz"], "e": -3.5}, "f": []})",
       {"22", "\"b\"", "true", "xyz", "-3.5", "[]"}},
      {"c",
       "struct s { int x; int y; };\nint f(int a, int b) { if (a) { return b; } return g(a, b + 1)"
       "; }\nint main(void) { int i = 0; while (i < 3) { i = f(i, bug(2)); } return i; }\n",
       {"bug", "while", "struct", "int y", "a", "if", "b + 1"}},
  };
}

/// Needs some of the sample's words, or gives answers without a pattern.
inline Fails oracle_of(const Sample& sample, std::uint32_t seed) {
  if (seed % 3 == 0) return senseless(seed, 3 + seed % 40);
  const support::Choices below = support::seeded_choices(seed);
  std::vector<std::string> needed;
  for (std::uint32_t n = 1 + below(3); n > 0; --n) {
    needed.push_back(sample.words[below(static_cast<std::uint32_t>(sample.words.size()))]);
  }
  return holds(needed);
}

/// Checks the guarantee on the samples and on random grammars, with all minimizers that promise
/// 1-minimal lists.
inline void check_guarantee(const std::string& strategy, Neighbours neighbours) {
  CAPTURE(strategy);
  const std::vector<const Pass*> lists = one_minimal();
  const std::uint32_t rounds = support::runs(18);
  for (const Sample& sample : samples()) {
    const auto grammar = support::fixed(sample.grammar);
    for (std::uint32_t seed = 0; seed < rounds; ++seed) {
      CAPTURE(seed);
      CHECK(check_minimal(strategy, lists[seed % lists.size()], grammar, sample.text,
                          oracle_of(sample, seed), neighbours));
    }
  }
  int checked = 0;
  for (std::uint32_t seed = 0; seed < 25 * rounds; ++seed) {
    CAPTURE(seed);
    support::RandomGrammars grammars(support::seeded_choices(seed));
    const auto grammar = grammars.next(support::kGrammarKinds[seed % 10]);
    support::RandomTexts texts(*grammar, support::seeded_choices(seed + 1));
    const std::string text = texts.joined(texts.sentence(0));
    if (text.size() < 3 || !Subject(grammar, text).parses()) continue;
    const Fails fails = seed % 2 == 0 ? senseless(seed, 5 + seed % 50)
                                      : holds({text.substr(seed % text.size(), 1)});
    const Pass* minimizer = lists[seed % lists.size()];
    if (check_minimal(strategy, minimizer, grammar, text, fails, neighbours)) ++checked;
  }
  CHECK(checked > static_cast<int>(3 * rounds));
}

/// For texts that do not parse: the strategy ends, and the result is no larger.
inline void check_broken_texts(const std::string& strategy) {
  CAPTURE(strategy);
  const auto c = support::fixed("c");
  const std::string text =
      "int a; foo bar baz { int b; @ }\n/* never closed\nint main() { a = = 1; b(c, ; } }\n"
      "struct s { int x, y z; };\nint last(int p { return p;";
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    reduce(strategy, nullptr, c, text, senseless(seed, 8 * seed));
    reduce(strategy, nullptr, c, text, holds({text.substr(13 * seed, 5), "p"}));
  }
}

/// Records the tested texts, one a line; "! " before failing ones.
struct Questions : Observer {
  std::string asked;
  void on_test(const TestRecord& record) override {
    if (record.cached || record.phase == "preflight") return;
    asked += (record.accepted ? "! " : "") + std::string(record.text) + "\n";
  }
};

inline std::string questions(const std::string& strategy, std::string_view minimizer,
                             const char* grammar, const std::string& text,
                             const std::string& needed) {
  Questions questions;
  reduce(strategy, minimizer.empty() ? nullptr : find_minimizer(minimizer), support::fixed(grammar),
         text, holds({needed}), &questions);
  return questions.asked;
}

}  // namespace grabr::neighbours
