// What may go in a tree that the parser has not chosen.
#include <string>

#include "reduce/pass/tree_passes.h"
#include "support/build.h"
#include "support/golden.h"
#include "support/pass_run.h"

namespace grabr {
namespace {

using support::contains_all;
using support::grammar_of;
using support::pass_run;

/// The essay's.
constexpr const char* kListOrAll = R"({"<start>": ["<S>"], "<S>": ["ab<C>", "<L>"],
  "<L>": ["<X><L>", "<X>"], "<X>": ["a", "b", "c"], "<C>": ["c"]})";
constexpr const char* kOneTree = R"({"<start>": ["<S>"], "<S>": ["ab<C>"], "<C>": ["c"]})";
constexpr const char* kThrees = R"({"<start>": ["<S>"], "<S>": ["<S><S><S>", "<S><S>", "b"]})";

bool others(TreeWork& work, double) { return other_derivations(work); }
bool sweep_chosen(TreeWork& work, double) { return sweep(work); }

TEST_CASE("other derivations: what only another tree can lose goes") {
  const auto grammar = grammar_of(kListOrAll);
  CHECK_FALSE(pass_run(sweep_chosen, 0, grammar, "abc", contains_all({"b"})).changed);
  const auto run = pass_run(others, 0, grammar, "abc", contains_all({"b"}));
  CHECK(run.result == "b");
  CHECK(run.tests_of_another == 0);
}

TEST_CASE("other derivations: nothing is asked of a text with one tree, or a long one") {
  CHECK(pass_run(others, 0, grammar_of(kOneTree), "abc", contains_all({})).tests == 0);
  const std::string longer(1001, 'a');
  CHECK(pass_run(others, 0, grammar_of(kListOrAll), longer, contains_all({})).tests == 0);
  const std::string unparsed = "abd";
  CHECK(pass_run(others, 0, grammar_of(kListOrAll), unparsed, contains_all({})).tests == 0);
}

TEST_CASE("other derivations: of very many trees a few are taken") {
  const auto grammar = grammar_of(kThrees);
  const std::string text(24, 'b');
  const auto run = pass_run(others, 0, grammar, text,
                            support::fails_if([&](std::string_view one) { return one == text; }));
  CHECK(run.tests > 0);
  CHECK(run.tests <= 60);
  CHECK(run.tests_of_another == 0);
}

TEST_CASE("other derivations: senseless tests end, and each step is smaller") {
  const unsigned seeds = support::runs(40);
  for (const char* json : {kListOrAll, kThrees}) {
    const auto grammar = grammar_of(json);
    const std::string text = json == kThrees ? "bbbbbbbbbbbb" : "abcabcaabc";
    for (unsigned seed = 0; seed < seeds; ++seed) {
      pass_run(others, 0, grammar, text, support::senseless(text, seed, 2 + seed % 3));
    }
    CHECK_FALSE(pass_run(others, 0, grammar, text, support::same_size(grammar, text)).changed);
  }
}

}  // namespace
}  // namespace grabr
