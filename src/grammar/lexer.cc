// All terminals become one automaton: expressions -> NFA -> DFA -> minimal DFA -> table. Terminals
// are ranked by preference, literals first, then patterns and skips, each by symbol. Where several
// end with the same text only the one with the lowest rank is kept before minimising; a terminal
// that is nowhere the one kept can never match.
// Tested by lexer_test.cc.
#include "grammar/lexer.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "grammar/dfa.h"
#include "grammar/nfa.h"
#include "grammar/regex.h"
#include "grammar/shortest.h"

namespace grabr {
namespace {

constexpr std::size_t kNfaStateLimit = 200'000;

/// A text to show in a message, cut to a readable length between characters.
std::string excerpt(std::string_view text) {
  constexpr std::size_t kLength = 30;
  std::size_t end = 0;
  while (end < text.size() && end < kLength) end += unit_at(text, end).length;
  return "\"" + std::string(text.substr(0, end)) + (end < text.size() ? "…\"" : "\"");
}

std::string shown(const Symbol& symbol) {
  return symbol.kind == SymbolKind::kLiteral ? "'" + symbol.text + "'" : symbol.name;
}

/// Symbol.span is the expression as the JSON file writes it. Without escapes (then both have the
/// same size) a place in the expression is a place in the file.
Span span_in_file(const Symbol& symbol, Span in_expression) {
  if (symbol.span.size() != symbol.text.size()) return symbol.span;
  return {symbol.span.begin + in_expression.begin, symbol.span.begin + in_expression.end};
}

class Compiler {
 public:
  Compiler(const Grammar& grammar, std::vector<Diagnostic>& problems)
      : grammar_(grammar), problems_(problems), nfa_(kNfaStateLimit) {}

  /// The minimal automaton; nothing when it would be too large.
  std::optional<Dfa> run() {
    rank_terminals();
    for (Rank rank = 0; rank < ranked_.size(); ++rank) add(rank);
    std::optional<Dfa> dfa = determinise(nfa_, DfaLimits{});
    if (!dfa) {
      report_too_large();
      return std::nullopt;
    }
    report_never_matching(*dfa);
    for (auto& accepts : dfa->accepts) accepts.resize(std::min<std::size_t>(accepts.size(), 1));
    return minimise(*dfa);
  }

  const std::vector<SymbolId>& ranked() const { return ranked_; }

 private:
  const Symbol& symbol(Rank rank) const { return grammar_.symbols[ranked_[rank]]; }

  void error(Span span, std::string message, std::string hint) {
    problems_.push_back({Severity::kError, span, std::move(message), std::move(hint)});
  }

  void rank_terminals() {
    for (const bool literals : {true, false}) {
      for (SymbolId id = 0; id < grammar_.symbols.size(); ++id) {
        const Symbol& symbol = grammar_.symbols[id];
        if (!symbol.terminal()) continue;
        if ((symbol.kind == SymbolKind::kLiteral) == literals) ranked_.push_back(id);
      }
    }
  }

  void add(Rank rank) {
    const Symbol& terminal = symbol(rank);
    const bool literal = terminal.kind == SymbolKind::kLiteral;
    RegexParse parse = literal ? RegexParse{literal_regex(terminal.text, grammar_.ignore_case), {}}
                               : parse_regex(terminal.text, grammar_.ignore_case);
    if (parse.problem) {
      report_bad_expression(terminal, *parse.problem);
    } else if (matches_empty(parse.regex)) {
      error(terminal.span, shown(terminal) + " matches the empty string",
            "a token needs at least one character: write + for * or ( )? around its uses in rules");
    } else if (!nfa_.add(parse.regex, rank)) {
      error(terminal.span, shown(terminal) + " is too large to compile",
            "lower its counted repetitions, or write * or + instead");
    } else {
      added_.push_back(rank);
    }
  }

  void report_bad_expression(const Symbol& terminal, const RegexProblem& problem) {
    std::string_view place = std::string_view(terminal.text)
                                 .substr(problem.span.begin, problem.span.size());
    if (place.empty()) place = terminal.text;
    error(span_in_file(terminal, problem.span),
          "in " + shown(terminal) + ", at " + excerpt(place) + ": " + problem.message,
          problem.hint);
  }

  /// Names the terminals that are too large alone, or all of them together.
  void report_too_large() {
    const DfaLimits limits;
    bool found = false;
    for (const Rank rank : added_) {
      Nfa alone(kNfaStateLimit);
      const Symbol& terminal = symbol(rank);
      if (terminal.kind == SymbolKind::kLiteral) continue;
      alone.add(parse_regex(terminal.text, grammar_.ignore_case).regex, rank);
      if (determinise(alone, limits)) continue;
      found = true;
      error(terminal.span,
            shown(terminal) + " is too large to compile: its automaton has too many states",
            "lower its counted repetitions, above all where their beginning is ambiguous");
    }
    if (!found && !added_.empty()) {
      error(symbol(added_.back()).span,
            "the tokens are too large to compile: their automaton has too many states",
            "lower the counted repetitions of the tokens");
    }
  }

  void report_never_matching(const Dfa& dfa) {
    std::vector<std::vector<Rank>> takers(ranked_.size());
    std::vector<bool> matches(ranked_.size(), false);
    for (const auto& accepts : dfa.accepts) {
      if (accepts.empty()) continue;
      matches[accepts.front()] = true;
      for (std::size_t i = 1; i < accepts.size(); ++i) takers[accepts[i]].push_back(accepts[0]);
    }
    for (const Rank rank : added_) {
      if (matches[rank]) continue;
      auto& by = takers[rank];
      std::sort(by.begin(), by.end());
      by.erase(std::unique(by.begin(), by.end()), by.end());
      error(symbol(rank).span,
            shown(symbol(rank)) + " can never match: " + names(by) +
                (by.size() == 1 ? " takes" : " take") + " all its text",
            never_matching_hint(rank, by.back()));
    }
  }

  std::string names(const std::vector<Rank>& ranks) const {
    constexpr std::size_t kShown = 3;
    std::string list;
    for (std::size_t i = 0; i < std::min(ranks.size(), kShown); ++i) {
      const bool last = i + 1 == ranks.size();
      if (i > 0) list += last ? " and " : ", ";
      list += shown(symbol(ranks[i]));
    }
    if (ranks.size() > kShown) list += " and " + std::to_string(ranks.size() - kShown) + " more";
    return list;
  }

  std::string never_matching_hint(Rank rank, Rank taker) const {
    if (symbol(rank).kind == SymbolKind::kLiteral) {
      return "with \"ignore_case\" both are the same; use one spelling in all rules";
    }
    if (symbol(taker).kind == SymbolKind::kLiteral) {
      return "a literal of the rules is preferred to a token of the same length";
    }
    return "of two tokens that match the same text the earlier one is preferred: put " +
           shown(symbol(rank)) + " before " + shown(symbol(taker)) + ", or remove it";
  }

  const Grammar& grammar_;
  std::vector<Diagnostic>& problems_;
  Nfa nfa_;
  std::vector<SymbolId> ranked_;  // by rank
  std::vector<Rank> added_;       // what the automaton reads
};

/// Three texts read as one.
struct Joined {
  std::string_view left, between, right;

  std::size_t size() const { return left.size() + between.size() + right.size(); }
  char operator[](std::size_t i) const {
    if (i < left.size()) return left[i];
    i -= left.size();
    return i < between.size() ? between[i] : right[i - between.size()];
  }
};

}  // namespace

std::shared_ptr<const Lexer> Lexer::compile(const Grammar& grammar,
                                            std::vector<Diagnostic>& problems) {
  Compiler compiler(grammar, problems);
  const std::optional<Dfa> dfa = compiler.run();
  std::shared_ptr<Lexer> lexer(new Lexer);
  lexer->shortest_.resize(grammar.symbols.size());
  if (!dfa) return lexer;
  const std::vector<SymbolId>& ranked = compiler.ranked();
  lexer->table_ = ScanTable(*dfa);
  for (const auto& accepts : dfa->accepts) {
    lexer->terminals_.push_back(accepts.empty() ? kNoSymbol : ranked[accepts.front()]);
  }
  std::vector<std::string> texts = shortest_texts(*dfa, ranked.size());
  for (std::size_t rank = 0; rank < ranked.size(); ++rank) {
    lexer->shortest_[ranked[rank]] = std::move(texts[rank]);
  }
  return lexer;
}

Match Lexer::match(std::string_view text, std::size_t offset) const {
  return match_of(table_.longest(text, offset));
}

Match Lexer::match(std::string_view text, std::size_t offset, FailedScans& failed) const {
  return match_of(failed.longest(table_, text, offset));
}

Match Lexer::match_of(const ScanTable::Longest& longest) const {
  if (longest.length == 0) return {};
  return {static_cast<std::uint32_t>(longest.length),
          std::span(&terminals_[table_.state(longest.row)], 1)};
}

bool Lexer::separate(std::string_view left, std::string_view between,
                     std::string_view right) const {
  if (left.empty()) return false;
  return table_.longest(Joined{left, between, right}, 0).length == left.size();
}

std::string Lexer::shortest_text(SymbolId terminal) const {
  return terminal < shortest_.size() ? shortest_[terminal] : std::string();
}

}  // namespace grabr
