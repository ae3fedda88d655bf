// Examines the last set of a chart that could not read the next token. Tested by
// tests/parse/failure_test.cc, describe_test.cc and, against the fast engine, tests/agreement.
#include <algorithm>
#include <set>

#include "parse/diagnose/failure.h"
#include "parse/earley/reading.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxOpenRules = 16;

class ChartFailureSearch {
 public:
  ChartFailureSearch(const Grammar& grammar, const Chart& chart, const Tokens& tokens)
      : grammar_(grammar), chart_(chart), lowered_(chart.grammar()), tokens_(tokens) {}

  void find_expected(FailureFacts& facts) const {
    if (chart_.size() == 0) add_next(chart_.start(), facts);
    for (const Item& item : chart_.set(chart_.size())) {
      if (!under_way(item)) continue;
      for (const LoweredId symbol : lowered_.may_come_first(item.dotted)) add_next(symbol, facts);
    }
    const TerminalSet ahead = terminals_ahead(chart_);
    for (SymbolId s = 0; s < grammar_.symbols.size(); ++s) {
      if (ahead.contains(s)) facts.terminals.push_back(s);
    }
    if (grammar_.notation == Notation::kClassic) {
      for (unsigned b = 0; b < 256; ++b) facts.bytes[b] = ahead.contains(lowered_.first_byte + b);
    }
    facts.end = may_end();
  }

  /// Finds the chain of rules that have begun and are waiting, innermost first.
  void find_open(FailureFacts& facts) const {
    std::uint32_t set = chart_.size();
    Item item{};
    bool found = false;
    for (const Item& candidate : chart_.set(set)) {
      if (!waiting(candidate) || candidate.origin == set) continue;
      if (!found || candidate.origin > item.origin) item = candidate;
      found = true;
    }
    while (found && facts.open.size() < kMaxOpenRules) {
      const LoweredId lhs = lowered_.rules[lowered_.rule_at[item.dotted]].lhs;
      if (lowered_.symbols[lhs].role == Role::kRule) add_open(lhs, item.origin, facts);
      set = item.origin;
      found = find_waiting_for(lhs, set, item);
    }
  }

 private:
  bool waiting(const Item& item) const {
    return lowered_.after_dot[item.dotted] != LoweredGrammar::kEnd;
  }
  bool at_first(const Item& item) const {
    return lowered_.rules[lowered_.rule_at[item.dotted]].first_dot == item.dotted;
  }
  /// Is it a kernel item? The rest of a set follows from those.
  bool under_way(const Item& item) const { return waiting(item) && !at_first(item); }

  void add_next(LoweredId symbol, FailureFacts& facts) const {
    const std::vector<SymbolId> named = user_symbols(lowered_, symbol);
    facts.next.insert(facts.next.end(), named.begin(), named.end());
  }

  bool may_end() const {
    const auto items = chart_.set(chart_.size());
    return std::any_of(items.begin(), items.end(), [&](const Item& item) {
      return item.origin == 0 && !waiting(item) &&
             lowered_.rules[lowered_.rule_at[item.dotted]].lhs == chart_.start();
    });
  }

  std::uint32_t offset_of(std::uint32_t set) const {
    if (grammar_.notation == Notation::kClassic) return set;
    return set < tokens_.tokens.size() ? tokens_.tokens[set].text.begin
                                       : tokens_.skipped_at_end.end;
  }

  void add_open(LoweredId rule, std::uint32_t set, FailureFacts& facts) const {
    facts.open.push_back({lowered_.symbols[rule].user, offset_of(set)});
  }

  /// Does the item wait for its own helper? A rule that begins with a list has begun when the list
  /// has.
  bool owns(const Item& item, LoweredId helper) const {
    return lowered_.symbols[helper].role != Role::kRule && at_first(item) &&
           lowered_.rules[lowered_.rule_at[item.dotted]].lhs != helper;
  }

  /// The item, with something before its dot, that waits in `set` for `symbol`, directly or through
  /// rules that begin there; if several, the one that began last.
  bool find_waiting_for(LoweredId symbol, std::uint32_t set, Item& item) const {
    std::set<LoweredId> awaited{symbol};
    std::vector<LoweredId> todo{symbol};
    bool found = false;
    while (!todo.empty()) {
      const LoweredId next = todo.back();
      todo.pop_back();
      for (const Item& candidate : chart_.set(set)) {
        if (lowered_.after_dot[candidate.dotted] != next) continue;
        const LoweredId lhs = lowered_.rules[lowered_.rule_at[candidate.dotted]].lhs;
        if (next == symbol && owns(candidate, symbol)) {
          item = candidate;
          return true;
        }
        if (candidate.origin == set) {
          if (awaited.insert(lhs).second) todo.push_back(lhs);
        } else if (!found || candidate.origin > item.origin) {
          item = candidate;
          found = true;
        }
      }
    }
    return found;
  }

  const Grammar& grammar_;
  const Chart& chart_;
  const LoweredGrammar& lowered_;
  const Tokens& tokens_;
};

}  // namespace

TerminalSet terminals_ahead(const Chart& chart) {
  const LoweredGrammar& grammar = chart.grammar();
  TerminalSet terminals(grammar.symbols.size());
  std::vector<bool> seen(grammar.symbols.size());
  std::vector<LoweredId> todo;
  const auto note = [&](std::span<const LoweredId> symbols) {
    todo.insert(todo.end(), symbols.begin(), symbols.end());
  };
  if (chart.size() == 0) todo.push_back(chart.start());
  for (const Item& item : chart.set(chart.size())) note(grammar.may_come_first(item.dotted));
  while (!todo.empty()) {
    const LoweredId symbol = todo.back();
    todo.pop_back();
    if (seen[symbol]) continue;
    seen[symbol] = true;
    const LoweredSymbol& info = grammar.symbols[symbol];
    if (grammar.terminal(symbol)) terminals.insert(symbol);
    for (std::uint32_t r = info.first_rule; r < info.first_rule + info.rule_count; ++r) {
      note(grammar.may_come_first(grammar.rules[r].first_dot));
    }
  }
  return terminals;
}

ParseFailure find_failure(const Grammar& grammar, const Chart& chart, std::string_view text,
                          const Tokens& tokens) {
  FailureFacts facts;
  const ChartFailureSearch search(grammar, chart, tokens);
  const std::uint32_t at = chart.size();
  const auto size = static_cast<std::uint32_t>(text.size());
  if (grammar.notation == Notation::kClassic) {
    facts.span = {at, std::min(at + 1, size)};
  } else if (at < tokens.tokens.size()) {
    facts.span = tokens.tokens[at].text;
    facts.token = tokens.tokens[at].terminal;
  } else if (tokens.stuck_at) {
    facts.span = {*tokens.stuck_at, *tokens.stuck_at + 1};
    facts.reason = ParseFailure::Reason::kNoToken;
    facts.stuck_reason = tokens.stuck_reason;
  } else {
    facts.span = {size, size};
  }
  if (facts.span.size() == 0 && facts.token == kNoSymbol) facts.reason = ParseFailure::Reason::kEnd;
  if (chart.out_of_memory()) facts.reason = ParseFailure::Reason::kMemory;
  facts.before = std::span(tokens.tokens).first(std::min<std::size_t>(at, tokens.tokens.size()));
  search.find_expected(facts);
  search.find_open(facts);
  return make_failure(grammar, facts, text);
}

}  // namespace grabr
