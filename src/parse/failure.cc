#include "parse/failure.h"

#include <algorithm>
#include <set>

namespace grabr {
namespace {

constexpr std::size_t kMaxOpenRules = 3;

std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') result += "\\n";
    else if (c == '\t') result += "\\t";
    else if (c == '\r') result += "\\r";
    else if (byte < 0x20 || byte == 0x7f) {
      static constexpr char kHex[] = "0123456789abcdef";
      result += "\\x";
      result += kHex[byte >> 4];
      result += kHex[byte & 15];
    } else {
      result += c;
    }
  }
  return result + "'";
}

/// Reads the last set of a chart that stopped.
class Inquest {
 public:
  Inquest(const Grammar& grammar, const Chart& chart, const Tokens& tokens)
      : grammar_(grammar), chart_(chart), lowered_(chart.grammar()), tokens_(tokens) {}

  std::uint32_t last_set() const { return chart_.set_count() - 1; }

  /// Everything that may follow: from the items under way down through all their first symbols,
  /// those that the look-ahead had left out included.
  void find_expected(ParseFailure& failure) const {
    std::vector<bool> seen(lowered_.symbols.size());
    std::vector<LoweredId> todo;
    if (last_set() == 0) {
      todo.push_back(chart_.start());
      add_rule_name(chart_.start(), failure);
    }
    for (const Item& item : chart_.set(last_set())) {
      if (!under_way(item)) continue;
      push_next(item.dotted, todo);
      for (const LoweredId symbol : todo_of(item.dotted)) add_rule_name(symbol, failure);
    }
    while (!todo.empty()) {
      const LoweredId symbol = todo.back();
      todo.pop_back();
      if (seen[symbol]) continue;
      seen[symbol] = true;
      const LoweredSymbol& info = lowered_.symbols[symbol];
      for (std::uint32_t r = info.first_rule; r < info.first_rule + info.rule_count; ++r) {
        push_next(lowered_.rules[r].first_dot, todo);
      }
    }
    name_terminals(seen, failure);
    if (may_end()) failure.expected.push_back("end of input");
  }

  /// The chain of rules that have begun and wait, from the innermost one outwards.
  void find_open(ParseFailure& failure) const {
    std::uint32_t set = last_set();
    Item item{};
    bool found = false;
    for (const Item& candidate : chart_.set(set)) {
      if (!waiting(candidate) || candidate.origin == set) continue;
      if (!found || candidate.origin > item.origin) item = candidate;
      found = true;
    }
    while (found && failure.open.size() < kMaxOpenRules) {
      const LoweredId lhs = lowered_.rules[lowered_.rule_at[item.dotted]].lhs;
      if (lowered_.symbols[lhs].role == Role::kRule) add_open(lhs, item.origin, failure);
      set = item.origin;
      found = find_waiting_for(lhs, set, item);
    }
  }

 private:
  bool waiting(const Item& item) const { return lowered_.after_dot[item.dotted] != Lowered::kEnd; }
  bool at_first(const Item& item) const {
    return lowered_.rules[lowered_.rule_at[item.dotted]].first_dot == item.dotted;
  }
  /// Kernel items: the rest of a set follows from them.
  bool under_way(const Item& item) const { return waiting(item) && !at_first(item); }

  /// The symbol after the dot, and those after it as long as the ones before may be empty.
  std::vector<LoweredId> todo_of(std::uint32_t dotted) const {
    std::vector<LoweredId> symbols;
    for (; lowered_.after_dot[dotted] != Lowered::kEnd; ++dotted) {
      symbols.push_back(lowered_.after_dot[dotted]);
      if (!lowered_.symbols[symbols.back()].nullable) break;
    }
    return symbols;
  }
  void push_next(std::uint32_t dotted, std::vector<LoweredId>& todo) const {
    const auto symbols = todo_of(dotted);
    todo.insert(todo.end(), symbols.begin(), symbols.end());
  }

  /// A kernel item's next symbol in the user's words; helpers stand for their part.
  void add_rule_name(LoweredId symbol, ParseFailure& failure) const {
    const SymbolId user = lowered_.symbols[symbol].user;
    if (user == kNoSymbol) return;
    const Symbol& named = grammar_.symbols[user];
    const std::string name = named.kind == SymbolKind::kLiteral ? quoted(named.text) : named.name;
    auto& names = failure.expected_rules;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }

  void name_terminals(const std::vector<bool>& seen, ParseFailure& failure) const {
    for (SymbolId s = 0; s < grammar_.symbols.size(); ++s) {
      if (!seen[s] || !grammar_.symbols[s].terminal()) continue;
      const Symbol& symbol = grammar_.symbols[s];
      failure.expected.push_back(symbol.kind == SymbolKind::kLiteral ? quoted(symbol.text)
                                                                     : symbol.name);
    }
    if (grammar_.notation == Notation::kClassic) name_bytes(seen, failure);
  }

  /// Runs of three bytes and more become ranges.
  void name_bytes(const std::vector<bool>& seen, ParseFailure& failure) const {
    const auto expected = [&](unsigned b) { return b < 256 && seen[lowered_.first_byte + b]; };
    const auto name = [](unsigned b) { return quoted(std::string(1, static_cast<char>(b))); };
    for (unsigned b = 0; b < 256; ++b) {
      if (!expected(b)) continue;
      unsigned last = b;
      while (expected(last + 1)) ++last;
      if (last < b + 2) last = b;
      failure.expected.push_back(last == b ? name(b) : name(b) + "…" + name(last));
      b = last;
    }
  }

  bool may_end() const {
    const auto items = chart_.set(last_set());
    return std::any_of(items.begin(), items.end(), [&](const Item& item) {
      return item.origin == 0 && !waiting(item) &&
             lowered_.rules[lowered_.rule_at[item.dotted]].lhs == chart_.start();
    });
  }

  std::uint32_t offset_of(std::uint32_t set) const {
    if (grammar_.notation == Notation::kClassic) return set;
    return set < tokens_.tokens.size() ? tokens_.tokens[set].text.begin : tokens_.skipped_at_end.end;
  }

  void add_open(LoweredId rule, std::uint32_t set, ParseFailure& failure) const {
    failure.open.push_back({grammar_.symbols[lowered_.symbols[rule].user].name, offset_of(set)});
  }

  /// A rule that begins with a list of its own has begun when the list has.
  bool owns(const Item& item, LoweredId helper) const {
    return lowered_.symbols[helper].role != Role::kRule && at_first(item) &&
           lowered_.rules[lowered_.rule_at[item.dotted]].lhs != helper;
  }

  /// The item with something before its dot that waits in `set` for `symbol`, be it through rules
  /// that begin there; the one that began last.
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
  const Lowered& lowered_;
  const Tokens& tokens_;
};

}  // namespace

ParseFailure find_failure(const Grammar& grammar, const Chart& chart, std::string_view text,
                          const Tokens& tokens) {
  ParseFailure failure;
  const Inquest inquest(grammar, chart, tokens);
  const std::uint32_t at = inquest.last_set();
  const auto size = static_cast<std::uint32_t>(text.size());
  if (grammar.notation == Notation::kClassic) {
    failure.span = {at, std::min(at + 1, size)};
  } else if (at < tokens.tokens.size()) {
    failure.span = tokens.tokens[at].text;
  } else if (tokens.stuck_at) {
    failure.span = {*tokens.stuck_at, *tokens.stuck_at + 1};
    failure.reason = ParseFailure::Reason::kNoToken;
  } else {
    failure.span = {size, size};
  }
  if (failure.span.size() == 0) failure.reason = ParseFailure::Reason::kEnd;
  if (chart.out_of_memory()) failure.reason = ParseFailure::Reason::kMemory;
  inquest.find_expected(failure);
  inquest.find_open(failure);
  return failure;
}

}  // namespace grabr
