// All terminals are compiled into one automaton: expressions -> NFA -> DFA -> minimal DFA.
// Terminals are ranked by preference. In plain lexing, if several match the same text only the
// lowest rank is kept, before minimising; a terminal that is kept nowhere can never match. In
// contextual lexing the rules may allow only the later one, so it is enough that a terminal is not
// taken by reserved words everywhere and does not duplicate another one under a second name. Tested
// by lexer_test.cc.
#include "grammar/lex/terminal_automaton.h"

#include <algorithm>
#include <utility>

#include "grammar/lex/nfa.h"
#include "grammar/lex/opener.h"
#include "grammar/lex/regex.h"

namespace grabr {
namespace {

constexpr std::size_t kNfaStateLimit = 200'000;

/// A text for a message, cut to a readable length at a character boundary.
std::string excerpt(std::string_view text) {
  constexpr std::size_t kLength = 30;
  std::size_t end = 0;
  while (end < text.size() && end < kLength) end += unit_at(text, end).length;
  return "\"" + std::string(text.substr(0, end)) + (end < text.size() ? "…\"" : "\"");
}

std::string shown(const Symbol& symbol) {
  return symbol.kind == SymbolKind::kLiteral ? "'" + symbol.text + "'" : symbol.name;
}

/// Symbol.span is the expression as written in the JSON file. If it has no escapes (then both have
/// the same size), offsets in the expression map directly to the file.
Span span_in_file(const Symbol& symbol, Span in_expression) {
  if (symbol.span.size() != symbol.text.size()) return symbol.span;
  return {symbol.span.begin + in_expression.begin, symbol.span.begin + in_expression.end};
}

class Compiler {
 public:
  Compiler(const Grammar& grammar, std::vector<Diagnostic>& problems)
      : grammar_(grammar), problems_(problems), nfa_(kNfaStateLimit) {}

  std::optional<TerminalAutomaton> run() {
    rank_terminals();
    for (Rank rank = 0; rank < ranked_.size(); ++rank) add(rank);
    std::optional<Dfa> dfa = determinise(nfa_, DfaLimits{});
    if (!dfa) {
      report_too_large();
      return std::nullopt;
    }
    report_never_matching(*dfa);
    if (!contextual()) {
      for (auto& accepts : dfa->accepts) keep_preferred(accepts);
    }
    return TerminalAutomaton{minimise(*dfa, first_matcher_), std::move(ranked_), first_matcher_};
  }

 private:
  const Symbol& symbol(Rank rank) const { return grammar_.symbols[ranked_[rank]]; }
  bool contextual() const { return grammar_.lexing == Lexing::kContextual; }

  /// Keeps one terminal and all openers of matchers.
  void keep_preferred(std::vector<Rank>& accepts) const {
    const auto first_opener = std::lower_bound(accepts.begin(), accepts.end(), first_matcher_);
    if (first_opener - accepts.begin() > 1) accepts.erase(accepts.begin() + 1, first_opener);
  }

  void error(Span span, std::string message, std::string hint) {
    problems_.push_back({Severity::kError, span, std::move(message), std::move(hint)});
  }

  void rank_terminals() {
    const auto push_all = [&](auto wanted) {
      for (SymbolId id = 0; id < grammar_.symbols.size(); ++id) {
        const Symbol& symbol = grammar_.symbols[id];
        if (symbol.terminal() && symbol.kind != SymbolKind::kLayout && wanted(symbol)) {
          ranked_.push_back(id);
        }
      }
    };
    const auto literal = [](const Symbol& s) { return s.kind == SymbolKind::kLiteral; };
    const auto matcher = [](const Symbol& s) { return s.matcher != kNoMatcher; };
    push_all(literal);
    push_all([&](const Symbol& s) { return !literal(s) && !matcher(s); });
    first_matcher_ = static_cast<Rank>(ranked_.size());
    push_all(matcher);
  }

  RegexParse expression(const Symbol& terminal) const {
    if (terminal.matcher != kNoMatcher) return opener_regex(grammar_.matchers[terminal.matcher]);
    if (terminal.kind != SymbolKind::kLiteral) {
      return parse_regex(terminal.text, grammar_.ignore_case);
    }
    return {literal_regex(terminal.text, grammar_.ignore_case), {}};
  }

  void add(Rank rank) {
    const Symbol& terminal = symbol(rank);
    const RegexParse parse = expression(terminal);
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
    std::string_view place =
        std::string_view(terminal.text).substr(problem.span.begin, problem.span.size());
    if (place.empty()) place = terminal.text;
    error(span_in_file(terminal, problem.span),
          "in " + shown(terminal) + ", at " + excerpt(place) + ": " + problem.message,
          problem.hint);
  }

  /// Reports the terminals that are too large on their own, or all of them together.
  void report_too_large() {
    const DfaLimits limits;
    bool found = false;
    for (const Rank rank : added_) {
      Nfa alone(kNfaStateLimit);
      const Symbol& terminal = symbol(rank);
      if (terminal.kind == SymbolKind::kLiteral) continue;
      alone.add(expression(terminal).regex, rank);
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

  /// By rank: the ranks that take its text, for each place where it ends. Ranks that can be read
  /// somewhere are not listed.
  struct Taken {
    std::vector<bool> somewhere_read;
    std::vector<std::vector<Rank>> takers;
  };

  Taken find_taken(const Dfa& dfa) const {
    Taken taken{std::vector<bool>(ranked_.size(), false),
                std::vector<std::vector<Rank>>(ranked_.size())};
    for (const auto& accepts : dfa.accepts) {
      for (const Rank rank : accepts) {
        const bool read = rank == accepts.front() || rank >= first_matcher_ ||
                          (contextual() && !takes(accepts.front(), rank));
        if (read) {
          taken.somewhere_read[rank] = true;
        } else {
          taken.takers[rank].push_back(accepts.front());
        }
      }
    }
    return taken;
  }

  /// In contextual lexing: is the preferred terminal read even if the rules allow only the other?
  bool takes(Rank preferred, Rank other) const {
    if (symbol(preferred).kind != SymbolKind::kLiteral) return false;
    return symbol(other).kind == SymbolKind::kLiteral || is_taken(symbol(preferred), symbol(other));
  }

  void report_never_matching(const Dfa& dfa) {
    Taken taken = find_taken(dfa);
    for (const Rank rank : added_) {
      auto& by = taken.takers[rank];
      if (const auto twin = earlier_twin(rank)) {
        by.assign(1, *twin);
      } else if (taken.somewhere_read[rank]) {
        continue;
      }
      std::sort(by.begin(), by.end());
      by.erase(std::unique(by.begin(), by.end()), by.end());
      if (by.empty()) {
        error(symbol(rank).span, shown(symbol(rank)) + " can never match: no text fits it",
              "a lazy repetition ends where the text after it can be read");
        continue;
      }
      error(symbol(rank).span,
            shown(symbol(rank)) + " can never match: " + names(by) +
                (by.size() == 1 ? " takes" : " take") + " all its text",
            never_matching_hint(rank, by.back()));
    }
  }

  /// An earlier terminal that is identical except for its name. Nothing else detects this in
  /// contextual lexing, or among matchers.
  std::optional<Rank> earlier_twin(Rank rank) const {
    const Symbol& later = symbol(rank);
    const bool matcher = rank >= first_matcher_;
    if (later.kind == SymbolKind::kLiteral || (!contextual() && !matcher)) return std::nullopt;
    for (Rank other = matcher ? first_matcher_ : 0; other < rank; ++other) {
      const Symbol& earlier = symbol(other);
      if (earlier.kind != later.kind || earlier.immediate != later.immediate) continue;
      const bool same = matcher
                            ? grammar_.matchers[earlier.matcher] == grammar_.matchers[later.matcher]
                            : earlier.text == later.text;
      if (same) return other;
    }
    return std::nullopt;
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
    if (contextual() && symbol(taker).kind == SymbolKind::kLiteral) {
      return "reserved words are never read as another token; name those that are in \"reserved\"";
    }
    if (contextual()) {
      return "one name is enough: use " + shown(symbol(taker)) +
             ", or make a rule of the other name";
    }
    if (symbol(rank).kind == SymbolKind::kSkip && symbol(taker).kind != SymbolKind::kSkip) {
      return "a token is preferred to skipped text: \"lexing\": \"contextual\" reads " +
             shown(symbol(taker)) + " only where the rules allow it; or let it not begin so";
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
  std::vector<Rank> added_;       // the ranks that the automaton reads
  Rank first_matcher_ = 0;
};

}  // namespace

std::optional<TerminalAutomaton> compile_automaton(const Grammar& grammar,
                                                   std::vector<Diagnostic>& problems) {
  return Compiler(grammar, problems).run();
}

}  // namespace grabr
