#include "generate/mutate.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "generate/input_source.h"
#include "support/grammars.h"
#include "tree/print.h"

using namespace grabr;

namespace {

std::vector<std::string> inputs(InputSourceOptions options, int count) {
  InputSource source(std::move(options));
  std::vector<std::string> texts;
  for (int i = 0; i < count; ++i) texts.push_back(source.next());
  return texts;
}

std::size_t count_parsing(const std::shared_ptr<const Grammar>& grammar,
                          const std::vector<std::string>& texts) {
  const Parser parser(grammar);
  std::size_t count = 0;
  for (const std::string& text : texts) count += parser.accepts(text) ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("mutate: one character goes, comes or has a bit flipped") {
  RandomNumbers random(1);
  std::set<std::size_t> sizes;
  for (int i = 0; i < 200; ++i) {
    const std::string text = mutate_text("abc", random);
    sizes.insert(text.size());
    CHECK(text != "abc");
  }
  CHECK(sizes == std::set<std::size_t>{2, 3, 4});
  CHECK(mutate_text("", random).size() == 1);
}

TEST_CASE("mutate: trees of JSON stay trees of JSON") {
  const auto grammar = support::fixed("json");
  const std::vector<std::string> texts = {R"([1, {"a": 2}, [true, null]])", R"({"b": ["x"]})"};
  std::vector<Tree> trees;
  for (const std::string& text : texts) trees.push_back(support::tree_of(grammar, text));
  const TreeMutator mutator(*grammar, trees);
  const Parser parser(grammar);
  RandomNumbers random(1);
  std::set<std::string> seen;
  for (int i = 0; i < 300; ++i) {
    const std::string text = print(mutator.mutate(trees[0], random));
    INFO(text);
    CHECK(parser.accepts(text));
    seen.insert(text);
  }
  CHECK(seen.size() > 30);
  const auto any = [&](auto wanted) { return std::any_of(seen.begin(), seen.end(), wanted); };
  CHECK(seen.count(R"([ {"a": 2}, [true, null]])") == 1);
  CHECK(any([](const std::string& text) { return text.find("\"x\"") != text.npos; }));
  CHECK(any([](const std::string& text) {  // two subtrees were swapped
    return text.find("true") < text.find("1") && text.find("1") != text.npos;
  }));
}

TEST_CASE("mutate: many mutations of one tree end, and keep it well-formed") {
  const auto grammar = support::fixed("c");
  const std::string program = "int f(int a) { if (a) return a + 1; while (a) --a; return 0; }\n";
  std::vector<Tree> trees = {support::tree_of(grammar, program)};
  const TreeMutator mutator(*grammar, trees);
  RandomNumbers random(1);
  Tree tree = trees[0];
  for (int i = 0; i < 60; ++i) {
    tree = mutator.mutate(std::move(tree), random);
    if (tree.root() == kNoNode || print(tree).size() > 5000) tree = trees[0];
    const auto order = preorder(tree, tree.root());
    for (const NodeId id : order) {
      for (const NodeId child : tree.children(id)) CHECK(tree[child].parent == id);
    }
  }
}

TEST_CASE("mutate: a tree of 30,000 levels, of which each node is below or above any other") {
  constexpr std::size_t kLevels = 30'000;
  const auto grammar = support::fixed("json");
  const Tree tree =
      support::tree_of(grammar, std::string(kLevels, '[') + std::string(kLevels, ']'));
  const TreeMutator mutator(*grammar, {tree});
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    RandomNumbers random(seed);
    CHECK(mutator.mutate(tree, random).root() != kNoNode);
  }
}

TEST_CASE("inputs: the same for the same seed, the corpus first") {
  const auto grammar = support::fixed("json");
  const InputSourceOptions options{.seed = 3, .grammar = grammar, .corpus = {"[1]", "{"}};
  const auto texts = inputs(options, 200);
  CHECK(texts == inputs(options, 200));
  CHECK(texts[0] == "[1]");
  CHECK(texts[1] == "{");
  InputSourceOptions other = options;
  other.seed = 4;
  CHECK(texts != inputs(other, 200));
  const std::size_t parsing = count_parsing(grammar, texts);
  CHECK(parsing > 120);
  CHECK(parsing < 200);
  CHECK(InputSource(options).parsed() == 1);
}

TEST_CASE("inputs: a text that is added is mutated from then on, and only then") {
  const auto grammar = support::fixed("json");
  for (const bool with_grammar : {true, false}) {
    CAPTURE(with_grammar);
    const InputSourceOptions options{
        .seed = 3, .grammar = with_grammar ? grammar : nullptr, .corpus = {"[1]"}};
    const auto before = inputs(options, 20);
    InputSource source(options);
    for (const std::string& text : before) CHECK(source.next() == text);
    source.add(R"({"marker": 12345})");
    CHECK(source.parsed() == (with_grammar ? 2 : 0));
    int marked = 0;
    for (int i = 0; i < 100; ++i) {
      const std::string text = source.next();
      marked += text.find("marke") != std::string::npos || text.find("234") != std::string::npos;
    }
    CHECK(marked > 5);
  }
  InputSource first({.grammar = grammar});
  first.add("[\"only\"]");
  CHECK(first.parsed() == 1);
}

TEST_CASE("inputs: only sentences where broken ones are not wanted") {
  const auto grammar = support::fixed("json");
  const auto texts = inputs({.grammar = grammar, .only_sentences = true}, 100);
  CHECK(count_parsing(grammar, texts) == 100);
  const auto mutated =
      inputs({.grammar = grammar, .corpus = {"[1, 2]"}, .only_sentences = true}, 100);
  CHECK(count_parsing(grammar, mutated) == 100);
}

TEST_CASE("inputs: texts out of nothing have the lengths asked for") {
  std::set<std::size_t> sizes;
  for (const std::string& text : inputs({.min_chars = 2, .max_chars = 5}, 200)) {
    sizes.insert(text.size());
  }
  CHECK(sizes == std::set<std::size_t>{2, 3, 4, 5});
  for (const std::string& text : inputs({.corpus = {"hello"}}, 100)) {
    CHECK(text.size() <= 11);
  }
}
