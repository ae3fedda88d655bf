#include "parse/lr/epsilon_free.h"

#include <algorithm>
#include <map>
#include <utility>

#include "grammar/analyse/digraph.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxOptionalParts = 6;

class EpsilonFreeBuilder {
 public:
  explicit EpsilonFreeBuilder(const LoweredGrammar& lowered) : lowered_(lowered) {
    result_.lowered = &lowered;
    find_nonempty();
  }

  EpsilonFreeGrammar run() {
    number_symbols();
    for (std::size_t n = 0; n < origins_.size(); ++n) {  // origins_ grows by the tails
      result_.first_rule.push_back(static_cast<std::uint32_t>(result_.rules.size()));
      add_rules_of(static_cast<EpsilonFreeId>(result_.terminal_count + n));
    }
    result_.first_rule.push_back(static_cast<std::uint32_t>(result_.rules.size()));
    result_.symbol_count = static_cast<std::uint32_t>(result_.terminal_count + origins_.size());
    find_cycles();
    return std::move(result_);
  }

 private:
  /// The origin of an epsilon-free nonterminal: a lowered symbol, or the parts of a rule from
  /// `from` on.
  struct Origin {
    LoweredId symbol = LoweredGrammar::kEnd;
    std::uint32_t rule = 0;
    std::uint32_t from = 0;
  };

  /// Symbols that may derive something other than the empty string. Symbols that derive nothing at
  /// all also count: their rules stay, so that messages can say what was expected.
  void find_nonempty() {
    nonempty_.assign(lowered_.symbols.size(), false);
    std::vector<std::vector<LoweredId>> used_by(lowered_.symbols.size());
    std::vector<LoweredId> todo;
    for (LoweredId s = 0; s < lowered_.symbols.size(); ++s) {
      if (lowered_.symbols[s].nullable) continue;
      nonempty_[s] = true;
      todo.push_back(s);
    }
    for (std::uint32_t r = 0; r < lowered_.rules.size(); ++r) {
      for (const LoweredId part : lowered_.rhs(r)) used_by[part].push_back(lowered_.rules[r].lhs);
    }
    while (!todo.empty()) {
      const LoweredId symbol = todo.back();
      todo.pop_back();
      for (const LoweredId user : used_by[symbol]) {
        if (nonempty_[user]) continue;
        nonempty_[user] = true;
        todo.push_back(user);
      }
    }
  }

  /// (A grammar with tokens keeps the symbols it does not use, without rules.)
  bool transparent(LoweredId symbol) const {
    const LoweredSymbol& known = lowered_.symbols[symbol];
    return (known.role == Role::kOptional || known.role == Role::kStar) && known.rule_count > 0;
  }

  /// The replacement of an optional part that is present: its contents.
  LoweredId present(LoweredId symbol) const {
    while (transparent(symbol)) {
      symbol = lowered_.rhs(lowered_.symbols[symbol].first_rule)[0];
    }
    return symbol;
  }

  /// Steps inside `cycle` that are skipped when `symbol` is replaced by its contents.
  std::uint32_t steps_to_present(LoweredId symbol, std::uint32_t cycle) const {
    std::uint32_t steps = 0;
    while (transparent(symbol)) {
      steps +=
          cycle != EpsilonFreeGrammar::kNoCycle && lowered_.symbols[symbol].cycle == cycle ? 1 : 0;
      symbol = lowered_.rhs(lowered_.symbols[symbol].first_rule)[0];
    }
    return steps;
  }

  /// Numbers the terminals that rules mention, then one for all others, then nonterminals.
  void number_symbols() {
    std::vector<bool> used(lowered_.symbols.size(), false);
    for (std::uint32_t r = 0; r < lowered_.rules.size(); ++r) {
      for (const LoweredId part : lowered_.rhs(r)) used[part] = true;
    }
    result_.epsilon_free_of.assign(lowered_.symbols.size(), EpsilonFreeGrammar::kAbsent);
    result_.lowered_of.push_back(LoweredGrammar::kEnd);
    for (LoweredId s = 0; s < lowered_.symbols.size(); ++s) {
      if (lowered_.terminal(s) && used[s]) number(s);
    }
    for (LoweredId s = 0; s < lowered_.symbols.size(); ++s) {
      if (lowered_.terminal(s) && !used[s]) result_.epsilon_free_of[s] = next_number();
    }
    result_.lowered_of.push_back(LoweredGrammar::kEnd);
    result_.terminal_count = next_number();
    for (LoweredId s = 0; s < lowered_.symbols.size(); ++s) {
      if (lowered_.terminal(s) || transparent(s) || !nonempty_[s]) continue;
      number(s);
      origins_.push_back({s, 0, 0});
    }
    for (LoweredId s = 0; s < lowered_.symbols.size(); ++s) {
      if (transparent(s)) result_.epsilon_free_of[s] = result_.epsilon_free_of[present(s)];
    }
  }

  EpsilonFreeId next_number() const {
    return static_cast<EpsilonFreeId>(result_.lowered_of.size());
  }

  void number(LoweredId symbol) {
    result_.epsilon_free_of[symbol] = next_number();
    result_.lowered_of.push_back(symbol);
  }

  void add_rules_of(EpsilonFreeId lhs) {
    const Origin origin = origins_[lhs - result_.terminal_count];
    forms_.clear();
    if (origin.symbol == LoweredGrammar::kEnd) {
      add_forms(lhs, origin.rule, origin.from, 0);
      return;
    }
    const LoweredSymbol& symbol = lowered_.symbols[origin.symbol];
    std::vector<std::uint32_t> order(symbol.rule_count);
    for (std::uint32_t i = 0; i < symbol.rule_count; ++i) order[i] = symbol.first_rule + i;
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return lowered_.rules[a].priority > lowered_.rules[b].priority;
    });
    for (std::uint32_t rank = 0; rank < order.size(); ++rank) add_forms(lhs, order[rank], 0, rank);
  }

  bool may_go(LoweredId part) const { return lowered_.symbols[part].nullable && nonempty_[part]; }

  /// One part of a rule, or its tail.
  struct Slot {
    EpsilonFreeId symbol = EpsilonFreeGrammar::kAbsent;  ///< kAbsent: always empty
    bool optional = false;
    std::uint32_t steps = 0;
  };

  /// Adds all forms of the parts from `from` on; forms with earlier parts present come first.
  void add_forms(EpsilonFreeId lhs, std::uint32_t source, std::uint32_t from, std::uint32_t rank) {
    bool has_tail = false;
    const std::vector<Slot> slots = make_slots(source, from, has_tail);
    std::vector<std::size_t> optional;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (slots[i].optional) optional.push_back(i);
    }
    for (std::uint32_t absent = 0; absent < 1u << optional.size(); ++absent) {
      std::vector<bool> here(slots.size());
      for (std::size_t i = 0; i < slots.size(); ++i)
        here[i] = slots[i].symbol != EpsilonFreeGrammar::kAbsent;
      for (std::size_t i = 0; i < optional.size(); ++i) {
        if (absent >> (optional.size() - 1 - i) & 1) here[optional[i]] = false;
      }
      EpsilonFreeRule rule;
      rule.lhs = lhs;
      rule.source = source;
      rule.first_part = from;
      rule.has_tail = has_tail;
      rule.rank = rank;
      add_form(rule, slots, here);
    }
  }

  std::vector<Slot> make_slots(std::uint32_t source, std::uint32_t from, bool& has_tail) {
    const auto parts = lowered_.rhs(source);
    const auto optional_parts = [&](std::size_t begin) {
      return static_cast<std::size_t>(
          std::count_if(parts.begin() + static_cast<std::ptrdiff_t>(begin), parts.end(),
                        [&](LoweredId s) { return may_go(s); }));
    };
    const std::uint32_t cycle = lowered_.symbols[lowered_.rules[source].lhs].cycle;
    const bool cut = optional_parts(from) > kMaxOptionalParts;
    std::vector<Slot> slots;
    std::size_t optional = 0;
    for (std::uint32_t i = from; i < parts.size(); ++i) {
      if (cut && optional == kMaxOptionalParts - 1) {
        has_tail = true;
        slots.push_back(make_tail(source, i));
        break;
      }
      Slot slot;
      slot.optional = may_go(parts[i]);
      slot.steps = steps_to_present(parts[i], cycle) + 1;
      if (nonempty_[parts[i]]) slot.symbol = result_.epsilon_free_of[present(parts[i])];
      optional += slot.optional ? 1 : 0;
      slots.push_back(slot);
    }
    return slots;
  }

  Slot make_tail(std::uint32_t source, std::uint32_t from) {
    const auto rest = lowered_.rhs(source).subspan(from);
    const EpsilonFreeId symbol = next_number();
    result_.lowered_of.push_back(LoweredGrammar::kEnd);
    origins_.push_back({LoweredGrammar::kEnd, source, from});
    const bool optional = std::all_of(
        rest.begin(), rest.end(), [&](LoweredId part) { return lowered_.symbols[part].nullable; });
    return {symbol, optional, 0};
  }

  void add_form(EpsilonFreeRule rule, const std::vector<Slot>& slots,
                const std::vector<bool>& here) {
    std::vector<EpsilonFreeId> rhs;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (!here[i]) continue;
      rhs.push_back(slots[i].symbol);
      rule.steps = slots[i].steps;  // only matters for a single symbol
    }
    if (rhs.empty()) return;
    if (rhs.size() == 1 && rhs[0] == rule.lhs) return;
    const auto number = static_cast<std::uint32_t>(result_.rules.size());
    const auto [known, is_new] = forms_.emplace(rhs, number);
    // The same symbols allow the same splits, so the preferred rule is always chosen.
    if (!is_new && (rhs.size() > 1 || rule.steps >= result_.rules[known->second].steps)) return;
    rule.first = static_cast<std::uint32_t>(result_.symbols_of_rules.size());
    rule.size = static_cast<std::uint32_t>(rhs.size());
    rule.first_slot = static_cast<std::uint32_t>(result_.slots.size());
    rule.slot_count = static_cast<std::uint32_t>(slots.size());
    result_.symbols_of_rules.insert(result_.symbols_of_rules.end(), rhs.begin(), rhs.end());
    std::uint32_t next = 0;
    for (const bool present : here)
      result_.slots.push_back(present ? next++ : EpsilonFreeGrammar::kAbsent);
    if (is_new) result_.rules.push_back(rule);
    else result_.rules[known->second] = rule;
  }

  /// No unit rule leads from a symbol to itself, so a cycle has at least two symbols.
  void find_cycles() {
    std::vector<Digraph::Edge> steps;
    for (const EpsilonFreeRule& rule : result_.rules) {
      if (rule.size == 1) steps.emplace_back(rule.lhs, result_.symbols_of_rules[rule.first]);
    }
    const Components components(Digraph(result_.symbol_count, steps));
    result_.cycle.assign(result_.symbol_count, EpsilonFreeGrammar::kNoCycle);
    for (EpsilonFreeId symbol = 0; symbol < result_.symbol_count; ++symbol) {
      const std::uint32_t component = components.of(symbol);
      if (components.members(component).size() == 1) continue;
      result_.cycle[symbol] = component;
      result_.cyclic = true;
    }
  }

  const LoweredGrammar& lowered_;
  EpsilonFreeGrammar result_;
  std::vector<bool> nonempty_;
  std::vector<Origin> origins_;                                // by nonterminal
  std::map<std::vector<EpsilonFreeId>, std::uint32_t> forms_;  // forms of the current symbol
};

}  // namespace

EpsilonFreeGrammar make_epsilon_free(const LoweredGrammar& lowered) {
  return EpsilonFreeBuilder(lowered).run();
}

}  // namespace grabr
