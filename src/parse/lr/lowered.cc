#include "parse/lr/lowered.h"

#include <algorithm>
#include <utility>

#include "grammar/analyse/digraph.h"

namespace grabr {
namespace {

class Lowering {
 public:
  explicit Lowering(const Grammar& grammar) : grammar_(grammar) {}

  LoweredGrammar run() {
    for (const Symbol& symbol : grammar_.symbols) {
      LoweredSymbol lowered;
      lowered.role = symbol.terminal() ? Role::kTerminal : Role::kRule;
      lowered.user = static_cast<SymbolId>(result_.symbols.size());
      result_.symbols.push_back(lowered);
    }
    if (grammar_.notation == Notation::kClassic) add_bytes();
    for (const Rule& rule : grammar_.rules) add_alternatives(rule);
    number_rules();
    find_nullable();
    find_cycles();
    return std::move(result_);
  }

 private:
  struct Draft {
    LoweredId lhs;
    std::uint32_t alternative;
    int priority;
    std::vector<LoweredId> rhs;
  };

  void add_bytes() {
    result_.first_byte = static_cast<LoweredId>(result_.symbols.size());
    LoweredSymbol byte;
    byte.role = Role::kTerminal;
    result_.symbols.insert(result_.symbols.end(), 256, byte);
  }

  void add_alternatives(const Rule& rule) {
    for (std::uint32_t i = 0; i < rule.alternatives.size(); ++i) {
      const Alternative& alternative = rule.alternatives[i];
      drafts_.push_back({rule.symbol, i, alternative.priority, right_hand_side(alternative.body)});
    }
  }

  std::vector<LoweredId> right_hand_side(const Expr& body) {
    std::vector<LoweredId> rhs;
    if (body.kind == Expr::Kind::kSequence) {
      for (const Expr& part : body.parts) append_part(part, rhs);
    } else {
      append_part(body, rhs);
    }
    return rhs;
  }

  bool is_bytes(const Expr& part) const {
    return grammar_.notation == Notation::kClassic && part.kind == Expr::Kind::kSymbol &&
           grammar_.symbols[part.symbol].terminal();
  }

  void append_part(const Expr& part, std::vector<LoweredId>& rhs) {
    if (is_bytes(part)) {
      for (const char c : grammar_.symbols[part.symbol].text) {
        rhs.push_back(result_.first_byte + static_cast<unsigned char>(c));
      }
    } else {
      rhs.push_back(lower_part(part));
    }
  }

  /// A single symbol for any expression, a helper unless it already is one.
  LoweredId lower_part(const Expr& part) {
    switch (part.kind) {
      case Expr::Kind::kSymbol:
        if (is_bytes(part)) break;
        return part.symbol;
      case Expr::Kind::kOptional: return lower_optional(part);
      case Expr::Kind::kRepeat: return lower_repeat(part);
      case Expr::Kind::kSequence:
        if (part.parts.size() == 1) return lower_part(part.parts[0]);
        break;
      case Expr::Kind::kChoice: break;
    }
    return lower_group(part);
  }

  LoweredId add_helper(Role role, SymbolId user) {
    LoweredSymbol symbol;
    symbol.role = role;
    symbol.user = user;
    result_.symbols.push_back(symbol);
    return static_cast<LoweredId>(result_.symbols.size() - 1);
  }

  SymbolId user_symbol(LoweredId id) const {
    const LoweredSymbol& symbol = result_.symbols[id];
    return symbol.role == Role::kRule || symbol.role == Role::kTerminal ? symbol.user : kNoSymbol;
  }

  LoweredId lower_group(const Expr& part) {
    const LoweredId group = add_helper(Role::kGroup, kNoSymbol);
    if (part.kind == Expr::Kind::kChoice) {
      for (std::uint32_t i = 0; i < part.parts.size(); ++i) {
        drafts_.push_back({group, i, 0, right_hand_side(part.parts[i])});
      }
    } else {
      drafts_.push_back({group, 0, 0, right_hand_side(part)});
    }
    return group;
  }

  LoweredId lower_optional(const Expr& part) {
    const LoweredId inner = lower_part(part.parts[0]);
    const LoweredId optional = add_helper(Role::kOptional, user_symbol(inner));
    drafts_.push_back({optional, 0, 0, {inner}});
    drafts_.push_back({optional, 1, 0, {}});
    return optional;
  }

  LoweredId lower_repeat(const Expr& part) {
    const LoweredId element = lower_part(part.parts[0]);
    const bool separated = part.parts.size() > 1;
    const LoweredId separator = separated ? lower_part(part.parts[1]) : 0;
    const LoweredId list = add_helper(Role::kList, user_symbol(element));
    result_.symbols[list].separated = separated;
    result_.symbols[list].min = part.min > 0 ? 1 : 0;
    drafts_.push_back({list, 0, 0, {element}});
    if (separated) drafts_.push_back({list, 1, 0, {list, separator, element}});
    else drafts_.push_back({list, 1, 0, {list, element}});
    if (part.min > 0) return list;
    const LoweredId star = add_helper(Role::kStar, user_symbol(element));
    result_.symbols[star].separated = separated;
    drafts_.push_back({star, 0, 0, {list}});
    drafts_.push_back({star, 1, 0, {}});
    return star;
  }

  /// Sorts rules by left-hand side (a user's alternatives stay in order) and numbers dotted rules.
  void number_rules() {
    std::stable_sort(drafts_.begin(), drafts_.end(),
                     [](const Draft& a, const Draft& b) { return a.lhs < b.lhs; });
    for (const Draft& draft : drafts_) {
      const auto number = static_cast<std::uint32_t>(result_.rules.size());
      LoweredSymbol& lhs = result_.symbols[draft.lhs];
      if (lhs.rule_count++ == 0) lhs.first_rule = number;
      LoweredRule rule;
      rule.lhs = draft.lhs;
      rule.alternative = draft.alternative;
      rule.priority = draft.priority;
      rule.first_dot = static_cast<std::uint32_t>(result_.after_dot.size());
      rule.size = static_cast<std::uint32_t>(draft.rhs.size());
      result_.rules.push_back(rule);
      result_.after_dot.insert(result_.after_dot.end(), draft.rhs.begin(), draft.rhs.end());
      result_.after_dot.push_back(LoweredGrammar::kEnd);
      result_.rule_at.insert(result_.rule_at.end(), draft.rhs.size() + 1, number);
    }
  }

  /// A rule is nullable once all of its parts are.
  void find_nullable() {
    std::vector<std::vector<std::uint32_t>> used_in(result_.symbols.size());
    std::vector<std::uint32_t> missing(result_.rules.size());
    std::vector<LoweredId> todo;
    const auto found = [&](LoweredId symbol) {
      if (std::exchange(result_.symbols[symbol].nullable, true)) return;
      todo.push_back(symbol);
    };
    for (std::uint32_t r = 0; r < result_.rules.size(); ++r) {
      missing[r] = result_.rules[r].size;
      for (const LoweredId part : result_.rhs(r)) used_in[part].push_back(r);
      if (missing[r] == 0) found(result_.rules[r].lhs);
    }
    while (!todo.empty()) {
      const LoweredId symbol = todo.back();
      todo.pop_back();
      for (const std::uint32_t rule : used_in[symbol]) {
        if (--missing[rule] == 0) found(result_.rules[rule].lhs);
      }
    }
  }

  /// A → B for each B that may be all of A, because everything around it is nullable.
  std::vector<Digraph::Edge> unit_steps() const {
    std::vector<Digraph::Edge> steps;
    for (std::uint32_t r = 0; r < result_.rules.size(); ++r) {
      const auto nullable = [&](LoweredId id) { return result_.symbols[id].nullable; };
      const auto rhs = result_.rhs(r);
      const auto solid =
          rhs.size() - static_cast<std::size_t>(std::ranges::count_if(rhs, nullable));
      for (const LoweredId part : rhs) {
        if (result_.terminal(part) || solid > 1 || (solid == 1 && nullable(part))) continue;
        steps.emplace_back(result_.rules[r].lhs, part);
      }
    }
    return steps;
  }

  /// Numbers the groups of symbols with A ⇒+ A, in the order of their first symbols.
  void find_cycles() {
    const auto count = static_cast<std::uint32_t>(result_.symbols.size());
    const std::vector<Digraph::Edge> steps = unit_steps();
    const Components components(Digraph(count, steps));
    std::vector<bool> cyclic(components.count(), false);
    for (const auto& [from, to] : steps) {
      if (components.of(from) == components.of(to)) cyclic[components.of(from)] = true;
    }
    std::vector<std::uint32_t> number(components.count(), LoweredSymbol::kNoCycle);
    std::uint32_t next = 0;
    for (LoweredId s = 0; s < count; ++s) {
      if (!cyclic[components.of(s)]) continue;
      std::uint32_t& cycle = number[components.of(s)];
      if (cycle == LoweredSymbol::kNoCycle) cycle = next++;
      result_.symbols[s].cycle = cycle;
    }
  }

  const Grammar& grammar_;
  LoweredGrammar result_;
  std::vector<Draft> drafts_;
};

}  // namespace

LoweredGrammar lower(const Grammar& grammar) { return Lowering(grammar).run(); }

std::vector<SymbolId> user_symbols(const LoweredGrammar& grammar, LoweredId symbol) {
  std::vector<SymbolId> result;
  std::vector<bool> seen(grammar.symbols.size());
  std::vector<LoweredId> todo{symbol};
  while (!todo.empty()) {
    const LoweredId next = todo.back();
    todo.pop_back();
    if (seen[next]) continue;
    seen[next] = true;
    const LoweredSymbol& known = grammar.symbols[next];
    if (known.role == Role::kRule || (known.role == Role::kTerminal && known.user != kNoSymbol)) {
      result.push_back(known.user);
      continue;
    }
    for (std::uint32_t r = known.first_rule; r < known.first_rule + known.rule_count; ++r) {
      for (const LoweredId part : grammar.rhs(r)) {
        todo.push_back(part);
        if (!grammar.symbols[part].nullable) break;
      }
    }
  }
  return result;
}

}  // namespace grabr
