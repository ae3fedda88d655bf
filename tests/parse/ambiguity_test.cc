#include "parse/ambiguity/ambiguity.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "support/build.h"
#include "support/grammars.h"
#include "support/random_grammar.h"
#include "text/error.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr const char* kSum = R"({"<start>": ["<E>"], "<E>": ["<E>+<E>", "n"]})";
constexpr const char* kThrees = R"({"<start>": ["<S>"], "<S>": ["<S><S><S>", "<S><S>", "b"]})";
constexpr std::size_t kMemory = std::size_t{64} << 20;

/// All derivations of a text that parses.
struct Input {
  Input(const std::shared_ptr<const Grammar>& loaded, std::string words,
        std::size_t max_memory = kMemory)
      : grammar(loaded),
        text(std::move(words)),
        parser(grammar),
        derivations(grammar, read(parser, text), text, max_memory) {}
  Input(const char* json, std::string words, std::size_t max_memory = kMemory)
      : Input(support::grammar_of(json), std::move(words), max_memory) {}

  std::shared_ptr<const Grammar> grammar;
  std::string text;
  Parser parser;
  AllDerivations derivations;

  static Reading read(const Parser& parser, const std::string& text) {
    Reading reading = parser.read(text);
    REQUIRE(reading.accepted);
    return reading;
  }
};

std::string sum_of(std::size_t operands) {
  std::string text = "n";
  while (text.size() < 2 * operands - 1) text += "+n";
  return text;
}

void check_count(const char* grammar, const std::string& text, std::uint64_t number,
                 bool cyclic = false) {
  CAPTURE(grammar);
  CAPTURE(text);
  Input input(grammar, text);
  const DerivationCount count = input.derivations.count();
  CHECK(count.number == number);
  CHECK(count.cyclic == cyclic);
  CHECK(input.derivations.first_ambiguity().has_value() == (number > 1));
}

TEST_CASE("sums have Catalan numbers of trees") {
  std::uint64_t catalan = 1;
  for (std::uint64_t n = 1; n <= 33; ++n) {
    check_count(kSum, sum_of(n), catalan);
    catalan = catalan * 2 * (2 * n - 1) / (n + 1);
  }
  check_count(kSum, sum_of(50), kMaxDerivations);
}

TEST_CASE("numbers of trees") {
  const std::uint64_t threes[] = {1, 1, 3, 10, 38, 154, 654, 2871};  // A001002
  for (std::size_t n = 0; n < std::size(threes); ++n) {
    check_count(kThrees, std::string(n + 1, 'b'), threes[n]);
  }
  const char* list = R"({"<start>": ["<x>,<start>", "<x>"], "<x>": ["a", ""]})";
  check_count(list, "a,,a", 1);
  const char* same = R"({"<start>": ["<a>", "<b>", "x"], "<a>": ["x"], "<b>": ["x"]})";
  check_count(same, "x", 3);
  const char* empty = R"({"<start>": ["<a><a>"], "<a>": ["", "x"]})";
  check_count(empty, "", 1);
  check_count(empty, "x", 2);
  check_count(empty, "xx", 1);
}

TEST_CASE("cyclic derivations are not counted, and it is said that there are some") {
  const char* loop = R"({"<start>": ["<loop>"], "<loop>": ["<loop>", "x"]})";
  check_count(loop, "x", 1, true);
  const char* unused = R"({"<start>": ["<loop>", "y"], "<loop>": ["<loop>", "x"]})";
  check_count(unused, "y", 1);
  const char* two = R"({"<start>": ["<a>"], "<a>": ["<b>", "x"], "<b>": ["<a>", "x"]})";
  check_count(two, "x", 2, true);  // a(x), a(b(x)); a(b(a…)) is cyclic
  const char* hidden = R"({"<start>": ["<s>"], "<s>": ["<e><s><e>", "x"], "<e>": ["", "y"]})";
  check_count(hidden, "yx", 1, true);
  const char* empty = R"({"<start>": ["<s>"], "<s>": ["<s><s>", ""]})";
  check_count(empty, "", 1, true);
}

TEST_CASE("many derivations are counted without stepping through them") {
  check_count(kThrees, std::string(100, 'b'), kMaxDerivations);
  std::string deep(20000, '(');
  deep += "x" + std::string(20000, ')');
  check_count(R"json({"<start>": ["(<start>)", "x"]})json", deep, 1);
  check_count(R"({"<start>": ["<x><start>", "<x>"], "<x>": ["x"]})", std::string(2000, 'x'), 1);
  check_count(R"({"<start>": ["<start><x>", "<x>"], "<x>": ["x"]})", std::string(20000, 'x'), 1);
}

TEST_CASE("what takes too much memory is refused") {
  Input input(kSum, sum_of(200), 100000);
  CHECK_THROWS_AS(input.derivations.count(), Error);
  CHECK(input.derivations.first_ambiguity().has_value());
}

TEST_CASE("trees far down the order are found at once") {
  Input input(kSum, sum_of(50));
  input.derivations.count();
  std::set<std::string> different;
  const std::uint64_t million = 1'000'000;
  for (const std::uint64_t number : {std::uint64_t{1}, std::uint64_t{2}, million * million,
                                     million * million + 1, kMaxDerivations}) {
    const Tree tree = input.derivations.tree(number);
    CHECK(print(tree) == input.text);
    CHECK(different.insert(dump(tree)).second);
  }
}

/// Checks the first ambiguity: symbol, text, and that two different trees of it are shown.
void check_first(const char* grammar, const std::string& text, const std::string& symbol,
                 std::uint32_t begin, const std::string& ambiguous) {
  CAPTURE(grammar);
  CAPTURE(text);
  Input input(grammar, text);
  const auto found = input.derivations.first_ambiguity();
  REQUIRE(found.has_value());
  CHECK(found->symbol == symbol);
  CHECK(found->span == Span{begin, begin + static_cast<std::uint32_t>(ambiguous.size())});
  CHECK(text.substr(found->span.begin, found->span.size()) == ambiguous);
  CHECK(print_subtree(found->chosen, found->chosen.root()) ==
        print_subtree(found->other, found->other.root()));
  CHECK(dump(found->chosen) != dump(found->other));
  CHECK(dump(input.derivations.tree(1)) == dump(support::tree_of(input.grammar, text)));
}

TEST_CASE("the first ambiguity begins leftmost, is the shortest there, and the innermost") {
  check_first(kSum, "n+n+n+n", "<E>", 0, "n+n+n");
  const char* pairs =
      R"({"<start>": ["<p><start>", "<p>"], "<p>": ["x", "<q>", "y"], "<q>": ["y"]})";
  check_first(pairs, "xxyxy", "<p>", 2, "y");
  const char* units =
      R"({"<start>": ["<a>", "<b>"], "<a>": ["<b>", "<c>"], "<b>": ["<c>"], "<c>": ["x"]})";
  check_first(units, "x", "<a>", 0, "x");
  const char* nothing = R"({"<start>": ["x<a>x"], "<a>": ["<b>", ""], "<b>": [""]})";
  check_first(nothing, "xx", "<a>", 1, "");
  const char* rich = R"json({"start": "s", "rules": {"s": "'do' e ';'", "e": ["e '-' e", "N"]},
                             "tokens": {"N": "[0-9]+"}, "skip": {"S": "[ \\n]+"}})json";
  check_first(rich, " do\n1 - 20 - 3 ;\n", "e", 4, "1 - 20 - 3");
  const char* lists = R"json({"start": "s", "rules": {"s": "(a+ ';')+", "a": "'x'? 'x'?"},
                              "tokens": {}, "skip": {"S": "[ ]+"}})json";
  check_first(lists, "x x;", "list in s", 0, "x x");
}

/// All derivations of a symbol over a span, found by exhaustive search: as trees, in the documented
/// order unless a symbol derives itself.
class Enumeration {
 public:
  static constexpr std::size_t kMaxTrees = 400;

  Enumeration(const LoweredGrammar& grammar, const std::string& text)
      : grammar_(grammar), text_(text) {}

  /// Returns nothing if there are more than kMaxTrees for some symbol.
  std::vector<std::string> trees(LoweredId start) {
    return trees_of(start, 0, static_cast<std::uint32_t>(text_.size()), {});
  }
  bool too_many() const { return too_many_; }

 private:
  using Symbols = std::set<LoweredId>;
  using Trees = std::vector<std::string>;

  /// `around`: the enclosing symbols over the same span.
  const Trees& trees_of(LoweredId symbol, std::uint32_t begin, std::uint32_t end, Symbols around) {
    static const Trees kNone;
    if (too_many_ || !around.insert(symbol).second) return kNone;
    const auto key = std::tuple(symbol, begin, end, around);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    Trees trees;
    if (grammar_.terminal(symbol)) {
      const std::string letter = text_.substr(begin, end - begin);
      if (letter.size() == 1 &&
          symbol == grammar_.first_byte + static_cast<unsigned char>(letter[0])) {
        trees.push_back(letter);
      }
    } else {
      for (const std::uint32_t rule : rules(symbol)) {
        add_splits(rule, begin, end, around, {}, trees);
      }
    }
    too_many_ = too_many_ || trees.size() > kMaxTrees;
    return known_[key] = std::move(trees);
  }

  std::vector<std::uint32_t> rules(LoweredId symbol) const {
    std::vector<std::uint32_t> rules(grammar_.symbols[symbol].rule_count);
    for (std::size_t i = 0; i < rules.size(); ++i) {
      rules[i] = grammar_.symbols[symbol].first_rule + static_cast<std::uint32_t>(i);
    }
    std::stable_sort(rules.begin(), rules.end(), [&](std::uint32_t a, std::uint32_t b) {
      return grammar_.rules[a].priority > grammar_.rules[b].priority;
    });
    return rules;
  }

  void add_splits(std::uint32_t rule, std::uint32_t begin, std::uint32_t end, const Symbols& around,
                  const std::vector<std::uint32_t>& ends, Trees& trees) {
    const std::uint32_t from = ends.empty() ? begin : ends.back();
    if (ends.size() == grammar_.rules[rule].size) {
      if (from == end) add_trees(rule, begin, end, around, ends, trees);
      return;
    }
    for (std::uint32_t to = end + 1; to-- > from;) {
      auto more = ends;
      more.push_back(to);
      add_splits(rule, begin, end, around, more, trees);
    }
  }

  /// All combinations of the parts' trees; those of the last part change fastest.
  void add_trees(std::uint32_t rule, std::uint32_t begin, std::uint32_t end, const Symbols& around,
                 const std::vector<std::uint32_t>& ends, Trees& trees) {
    const auto parts = grammar_.rhs(rule);
    Trees combined{""};
    std::uint32_t from = begin;
    for (std::size_t k = 0; k < parts.size() && !combined.empty(); ++k) {
      const bool same_span = from == begin && ends[k] == end;
      const Trees& of_part = trees_of(parts[k], from, ends[k], same_span ? around : Symbols{});
      Trees longer;
      for (const std::string& before : combined) {
        for (const std::string& tree : of_part) longer.push_back(before + as_part(rule, k, tree));
      }
      too_many_ = too_many_ || longer.size() > kMaxTrees;
      if (too_many_) return;
      combined = std::move(longer);
      from = ends[k];
    }
    for (const std::string& inside : combined) trees.push_back(as_node(rule, inside));
  }

  /// Lists are flat: the rest of a list belongs to the same node.
  std::string as_part(std::uint32_t rule, std::size_t k, const std::string& tree) const {
    const LoweredId part = grammar_.rhs(rule)[k];
    if (grammar_.symbols[part].role != Role::kList) return tree;
    const LoweredRule& in = grammar_.rules[rule];
    const bool goes_on = in.lhs == part && k == 0 && in.size > 1;
    return goes_on || grammar_.symbols[in.lhs].role == Role::kStar ? tree : "{" + tree + "}";
  }

  std::string as_node(std::uint32_t rule, const std::string& inside) const {
    const LoweredRule& of = grammar_.rules[rule];
    const std::string number = std::to_string(of.alternative);
    switch (grammar_.symbols[of.lhs].role) {
      case Role::kRule: return "(" + std::to_string(of.lhs) + "#" + number + " " + inside + ")";
      case Role::kGroup: return of.size == 1 ? inside : "[" + number + " " + inside + "]";
      case Role::kOptional: return "<" + inside + ">";
      case Role::kStar: return "{" + inside + "}";
      default: return inside;
    }
  }

  const LoweredGrammar& grammar_;
  const std::string& text_;
  std::map<std::tuple<LoweredId, std::uint32_t, std::uint32_t, Symbols>, Trees> known_;
  bool too_many_ = false;
};

/// A tree in the same form.
std::string written(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  std::string inside;
  for (const NodeId child : tree.children(id)) inside += written(tree, child);
  switch (node.kind) {
    case NodeKind::kToken: return std::string(tree.token_text(id));
    case NodeKind::kRule:
      return "(" + std::to_string(node.symbol) + "#" + std::to_string(node.alternative()) + " " +
             inside + ")";
    case NodeKind::kGroup: return "[" + std::to_string(node.alternative()) + " " + inside + "]";
    case NodeKind::kOptional: return "<" + inside + ">";
    case NodeKind::kList: break;
  }
  return "{" + inside + "}";
}

/// Returns the number of compared derivations.
std::size_t check_all_trees(const std::shared_ptr<const Grammar>& grammar,
                            const LoweredGrammar& lowered, const std::string& text) {
  CAPTURE(text);
  Enumeration enumeration(lowered, text);
  std::vector<std::string> expected = enumeration.trees(grammar->start);
  if (enumeration.too_many()) return 0;
  REQUIRE(Parser(grammar).accepts(text) == !expected.empty());
  if (expected.empty()) return 0;
  Input input(grammar, text);
  const DerivationCount count = input.derivations.count();
  REQUIRE(count.number == expected.size());
  REQUIRE(input.derivations.first_ambiguity().has_value() == (count.number > 1));
  std::vector<std::string> trees;
  for (std::uint64_t number = 1; number <= count.number; ++number) {
    const Tree tree = input.derivations.tree(number);
    REQUIRE(print(tree) == text);
    trees.push_back(written(tree, tree.root()));
  }
  const Tree chosen = support::tree_of(grammar, text);
  REQUIRE(trees[0] == written(chosen, chosen.root()));
  const bool cycles =
      std::any_of(lowered.symbols.begin(), lowered.symbols.end(),
                  [](const LoweredSymbol& s) { return s.cycle != LoweredSymbol{}.cycle; });
  if (cycles) {  // the order among them depends on heights
    std::sort(trees.begin(), trees.end());
    std::sort(expected.begin(), expected.end());
  }
  REQUIRE(trees == expected);
  return trees.size();
}

TEST_CASE("all derivations in order, against enumeration on random grammars") {
  const std::size_t grammars = support::runs(60);
  const support::Choices below = support::seeded_choices(7);
  support::RandomGrammars random(below);
  for (const support::GrammarKind& kind : support::kGrammarKinds) {
    if (kind.rich) continue;
    std::size_t compared = 0;
    for (std::size_t i = 0; i < grammars; ++i) {
      const auto grammar = random.next(kind);
      const LoweredGrammar lowered = lower(*grammar);
      for (int k = 0; k < 6; ++k) {
        std::string text;
        for (std::uint32_t n = below(6); n > 0; --n) {
          text += static_cast<char>('a' + below(kind.letters));
        }
        CAPTURE(kind.name);
        compared += check_all_trees(grammar, lowered, text);
      }
    }
    CAPTURE(kind.name);
    CHECK(compared > grammars);
  }
}

}  // namespace
}  // namespace grabr
