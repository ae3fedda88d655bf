// Needles: one node of a generated sentence must stay; the test is "the parse has a node of that
// symbol". The fewest tokens of such a sentence can be computed from the grammar, so no compiler is
// needed to see how close to the minimum a reduction gets. A table for all grammars: tools/needles.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generate/generator.h"
#include "grammar/lex/lexer.h"
#include "oracle/function_oracle.h"
#include "reduce/auto_schedule.h"
#include "reduce/strategy.h"
#include "support/build.h"
#include "support/grammars.h"
#include "support/samples.h"
#include "text/error.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::uint64_t kNever = std::uint64_t{1} << 40U;

/// Whether tokens with a text follow a part. At the end of a sentence a line end has no text:
/// Python's last NEWLINE, Fortran's end of the file.
enum Where : std::size_t { kInside, kAtEnd };

/// The fewest tokens with a text, for each symbol.
class FewestTokens {
 public:
  using BySymbol = std::vector<std::uint64_t>;

  explicit FewestTokens(const Grammar& grammar) {
    for (const Where position : {kInside, kAtEnd}) {
      within_[position].assign(grammar.symbols.size(), kNever);
      around_[position].assign(grammar.symbols.size(), kNever);
      for (SymbolId symbol = 0; symbol < grammar.symbols.size(); ++symbol) {
        if (!grammar.symbols[symbol].terminal()) continue;
        within_[position][symbol] = of_terminal(grammar, symbol, position);
      }
    }
    while (changes_within(grammar)) {
    }
    around_[kAtEnd][grammar.start] = 0;
    while (changes_around(grammar)) {
    }
  }

  /// In a sentence of the symbol.
  std::uint64_t within(SymbolId symbol) const { return within_[kAtEnd][symbol]; }
  /// In a sentence of the grammar that contains the symbol.
  std::uint64_t with(SymbolId symbol) const {
    return std::min(within_[kInside][symbol] + around_[kInside][symbol],
                    within_[kAtEnd][symbol] + around_[kAtEnd][symbol]);
  }

 private:
  static std::uint64_t of_terminal(const Grammar& grammar, SymbolId symbol, Where position) {
    if (grammar.notation == Notation::kClassic && grammar.symbols[symbol].text.empty()) return 0;
    if (grammar.automatic && grammar.automatic->token == symbol) {
      const bool can_be_inside = !grammar.automatic->before.empty() || is_skipped(grammar, "\n");
      return position == kAtEnd || can_be_inside ? 0 : kNever;
    }
    if (grammar.symbols[symbol].kind != SymbolKind::kLayout) return 1;
    return position == kInside && symbol == grammar.layout->newline ? 1 : 0;
  }

  std::uint64_t of(const Expr& expr, Where position) const {
    if (expr.kind == Expr::Kind::kSymbol) return within_[position][expr.symbol];
    if (expr.kind == Expr::Kind::kOptional) return 0;
    if (expr.kind == Expr::Kind::kRepeat) return expr.min == 0 ? 0 : of(expr.parts[0], position);
    if (expr.kind == Expr::Kind::kSequence) return after(expr, 0, position).least();
    std::uint64_t least = kNever;
    for (const Expr& part : expr.parts) least = std::min(least, of(part, position));
    return least;
  }

  /// The cost of the rest of a sequence: without any text (0 if possible) or with some.
  struct Rest {
    std::uint64_t textless = 0;
    std::uint64_t with_text = kNever;

    std::uint64_t least() const { return std::min(textless, with_text); }
  };

  /// The parts of a sequence from index `first` on.
  Rest after(const Expr& sequence, std::size_t first, Where position) const {
    Rest rest;
    if (position == kInside) rest = {kNever, 0};
    for (std::size_t i = sequence.parts.size(); i > first; --i) {
      const Expr& part = sequence.parts[i - 1];
      const std::uint64_t last = sum(rest.textless, of(part, kAtEnd));
      rest.with_text = std::min(sum(rest.with_text, of(part, kInside)), last > 0 ? last : kNever);
      rest.textless = last == 0 ? 0 : kNever;
    }
    return rest;
  }

  bool changes_within(const Grammar& grammar) {
    bool changed = false;
    for (const Rule& rule : grammar.rules) {
      for (const Alternative& alternative : rule.alternatives) {
        for (const Where position : {kInside, kAtEnd}) {
          changed |= lower(within_[position][rule.symbol], of(alternative.body, position));
        }
      }
    }
    return changed;
  }

  bool changes_around(const Grammar& grammar) {
    bool changed = false;
    for (const Rule& rule : grammar.rules) {
      for (const Alternative& alternative : rule.alternatives) {
        for (const Where position : {kInside, kAtEnd}) {
          changed |= note(alternative.body, around_[position][rule.symbol], position);
        }
      }
    }
    return changed;
  }

  /// `beside`: tokens of the sentence outside of `expr`.
  bool note(const Expr& expr, std::uint64_t beside, Where position) {
    if (beside >= kNever) return false;
    if (expr.kind == Expr::Kind::kSymbol) return lower(around_[position][expr.symbol], beside);
    if (expr.kind == Expr::Kind::kRepeat) return note_list(expr, beside, position);
    bool changed = false;
    std::uint64_t before = beside;
    for (std::size_t i = 0; i < expr.parts.size(); ++i) {
      if (expr.kind == Expr::Kind::kSequence) {
        const Rest rest = after(expr, i + 1, position);
        changed |= note(expr.parts[i], sum(before, rest.with_text), kInside);
        changed |= note(expr.parts[i], sum(before, rest.textless), kAtEnd);
        before = sum(before, of(expr.parts[i], kInside));
      } else {
        changed |= note(expr.parts[i], beside, position);
      }
    }
    return changed;
  }

  bool note_list(const Expr& list, std::uint64_t beside, Where position) {
    bool changed = note(list.parts[0], beside, position);
    if (list.parts.size() < 2) return changed;
    const std::uint64_t elements = sum(of(list.parts[0], kInside), of(list.parts[0], position));
    return note(list.parts[1], sum(beside, elements), kInside) || changed;
  }

  static bool lower(std::uint64_t& known, std::uint64_t value) {
    if (value >= known) return false;
    known = value;
    return true;
  }

  /// Never plus anything is never.
  static std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return std::min(kNever, a + b); }

  BySymbol within_[2], around_[2];  ///< by position
};

struct NeedleRun {
  std::string original;
  std::string result;
  std::string needle;
  std::uint64_t before = 0;  ///< tokens
  std::uint64_t after = 0;
  std::uint64_t fewest = 0;  ///< that the grammar allows around the needle
  std::uint64_t tests = 0;
  bool ended = true;  ///< within the test budget
};

bool is_needle(const Tree& tree, NodeId id, SymbolId symbol) {
  return tree[id].symbol == symbol && tree[id].token_count() > 0 &&
         (tree[id].kind == NodeKind::kRule || tree[id].kind == NodeKind::kToken);
}

bool has_needle(const Tree& tree, SymbolId symbol) {
  const std::vector<NodeId> nodes = preorder(tree, tree.root());
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](NodeId id) { return is_needle(tree, id, symbol); });
}

/// A symbol of the sentence that can be had with fewer tokens and is never empty.
std::optional<SymbolId> some_needle(const Tree& tree, const FewestTokens& fewest,
                                    RandomNumbers& random) {
  std::vector<SymbolId> symbols;
  for (const NodeId id : preorder(tree, tree.root())) {
    const SymbolId symbol = tree[id].symbol;
    if (symbol == kNoSymbol || !is_needle(tree, id, symbol) || fewest.within(symbol) == 0) continue;
    if (fewest.with(symbol) < count_tokens(tree, tree.root())) symbols.push_back(symbol);
  }
  // Each symbol is equally likely, however often it occurs.
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
  if (symbols.empty()) return std::nullopt;
  return symbols[random.below(symbols.size())];
}

/// Returns nothing if the sentence is minimal already, or if it is parsed as another tree without
/// the needle.
std::optional<NeedleRun> needle_run(const std::shared_ptr<const Parser>& parser,
                                    const Tree& sentence, const FewestTokens& fewest,
                                    RandomNumbers& random, std::uint64_t max_tests) {
  NeedleRun run;
  run.original = print(sentence);
  ParseResult parsed = parser->parse(run.original);
  auto* tree = std::get_if<Tree>(&parsed);
  if (tree == nullptr) return std::nullopt;
  const std::optional<SymbolId> needle = some_needle(*tree, fewest, random);
  if (!needle) return std::nullopt;
  run.needle = parser->grammar().symbols[*needle].name;
  run.before = count_tokens(*tree, tree->root());
  run.fewest = fewest.with(*needle);
  Problem problem;
  problem.parser = parser;
  problem.tree = std::move(*tree);
  FunctionOracle oracle([&](std::string_view text) {
    const ParseResult again = parser->parse(text);
    const auto* read = std::get_if<Tree>(&again);
    return read != nullptr && has_needle(*read, *needle) ? Outcome::kFail : Outcome::kPass;
  });
  Session session(oracle, run.original);
  session.stop = StopToken().within({.tests = max_tests});
  try {
    run_schedule(parse_schedule("auto"), session, problem);
  } catch (const Error& error) {
    REQUIRE(error.kind() == ErrorKind::kBudget);
    run.ended = false;
  }
  run.result = session.best();
  run.tests = session.counts().committed;
  const ParseResult last = parser->parse(run.result);
  REQUIRE(std::holds_alternative<Tree>(last));
  const auto& smallest = std::get<Tree>(last);
  CHECK(has_needle(smallest, *needle));
  run.after = count_tokens(smallest, smallest.root());
  return run;
}

std::vector<NeedleRun> needle_runs(const std::string& language, std::uint64_t count,
                                   std::uint32_t nonterminals, std::uint64_t max_tests) {
  const auto parser = std::make_shared<const Parser>(support::shipped(language));
  const FewestTokens fewest(parser->grammar());
  GeneratorOptions options;
  options.strategy = GenerateStrategy::kCost;
  options.min_nonterminals = nonterminals / 2;
  options.max_nonterminals = nonterminals;
  Generator generator(parser->grammar_ptr(), options);
  std::vector<NeedleRun> runs;
  for (std::uint64_t number = 0; number < 4 * count && runs.size() < count; ++number) {
    RandomNumbers random(1, number);
    const auto run = needle_run(parser, generator.sentence(number), fewest, random, max_tests);
    if (run) runs.push_back(*run);
  }
  return runs;
}

/// Prints one line for each grammar; with GRABR_NEEDLES_SHOW the symbols for which the minimum was
/// not reached.
void print_row(const std::string& language, const std::vector<NeedleRun>& runs) {
  std::size_t optimal = 0;
  std::size_t ended = 0;
  std::uint64_t tests = 0;
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  std::uint64_t fewest = 0;
  std::map<std::string, std::pair<std::size_t, const NeedleRun*>> missed;
  for (const NeedleRun& run : runs) {
    optimal += run.after == run.fewest;
    ended += run.ended;
    tests += run.tests;
    before += run.before;
    after += run.after;
    fewest += run.fewest;
    if (run.after == run.fewest) continue;
    auto& [times, example] = missed[run.needle];
    ++times;
    if (example == nullptr || run.result.size() < example->result.size()) example = &run;
  }
  const auto n = static_cast<double>(std::max<std::size_t>(runs.size(), 1));
  std::printf("| %s | %zu | %.1f %% | %.1f | %.2f | %.2f | %.1f | %zu |\n", language.c_str(),
              runs.size(), 100.0 * static_cast<double>(optimal) / n,
              static_cast<double>(before) / n, static_cast<double>(after) / n,
              static_cast<double>(fewest) / n, static_cast<double>(tests) / n, runs.size() - ended);
  if (std::getenv("GRABR_NEEDLES_SHOW") != nullptr) {
    for (const auto& [symbol, one] : missed) {
      std::printf("    %zu x %s: %llu tokens, not %llu: %s\n", one.first, symbol.c_str(),
                  static_cast<unsigned long long>(one.second->after),
                  static_cast<unsigned long long>(one.second->fewest), one.second->result.c_str());
    }
  }
  std::fflush(stdout);
}

TEST_CASE("the fewest tokens around a symbol are those of the grammar") {
  const auto grammar = support::fixed("json");
  const FewestTokens fewest(*grammar);
  const Grammar& json = *grammar;
  CHECK(fewest.with(json.start) == fewest.within(json.start));
  for (SymbolId symbol = 0; symbol < json.symbols.size(); ++symbol) {
    if (json.symbols[symbol].text == "," || json.symbols[symbol].text == ":") {
      CAPTURE(json.symbols[symbol].text);
      CHECK(fewest.with(symbol) == 5);  // [0,0] and {"":0}
    }
  }
}

TEST_CASE("the fewest tokens: a line end has a text unless it ends the sentence") {
  const auto fewest_with = [](const std::string& language, std::string_view name) {
    const auto grammar = support::shipped(language);
    const SymbolId symbol = grammar->find(name);
    REQUIRE(symbol != kNoSymbol);
    return FewestTokens(*grammar).with(symbol);
  };
  CHECK(fewest_with("python", "finally") == 7);  // try:0 and finally:0, a line end between them
  CHECK(fewest_with("python", "name") == 1);
  CHECK(fewest_with("fortran", "save") == 3);  // save and end, a line end between them
  CHECK(fewest_with("fortran", "end") == 1);
}

TEST_CASE("a needle is found in a sentence of each language, never below the grammar's bound") {
  const std::size_t kNeedleLanguages = support::is_sanitized() ? 6 : 1000;
  std::size_t languages = 0;
  std::size_t runs = 0;
  std::size_t smaller = 0;
  for (const std::string& language : support::sample_languages()) {
    if (++languages > kNeedleLanguages) break;
    INFO(language);
    for (const NeedleRun& run : needle_runs(language, 1, 20, 150)) {
      CAPTURE(run.original);
      CAPTURE(run.result);
      CAPTURE(run.needle);
      CHECK(run.after >= run.fewest);
      CHECK(run.after <= run.before);
      ++runs;
      smaller += run.after < run.before;
    }
  }
  CHECK(runs * 2 > std::min(languages, kNeedleLanguages));
  CHECK(smaller * 10 >= runs * 8);
}

TEST_CASE("table of needles" * doctest::skip()) {
  const char* const count = std::getenv("GRABR_NEEDLES");
  const char* const asked = std::getenv("GRABR_LANGUAGE");
  const std::uint64_t runs = count == nullptr ? 1000 : std::strtoull(count, nullptr, 10);
  REQUIRE(runs > 0);
  for (const std::string& language : support::sample_languages()) {
    if (asked == nullptr || language == asked) {
      print_row(language, needle_runs(language, runs, 60, 20000));
    }
  }
}

}  // namespace
}  // namespace grabr
