// Table entries are grouped by the lowered rules and dots involved: forms of a rule with and
// without its optional parts are one rule to the user. Texts are made only for groups that are
// shown. Tested by tests/parse/conflicts_test.cc.
#include "parse/ambiguity/conflicts.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "grammar/analyse/analysis.h"
#include "parse/ambiguity/sentences.h"
#include "parse/lr/grammar_automaton.h"
#include "parse/lr/rule_display.h"
#include "parse/lr/sequence_table.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxPrefixTokens = 60;  // tokens

class Search {
 public:
  Search(const Grammar& grammar, const GrammarAutomaton& view)
      : grammar_(grammar),
        epsilon_free_(view.epsilon_free),
        automaton_(*view.automaton),
        view_(view) {}

  Conflicts run(std::size_t most) {
    for (State state = 0; state < automaton_.state_count(); ++state) {
      if (!automaton_.completed(state).empty()) add_entries(state);
    }
    result_.groups = keys_.size();
    std::vector<std::uint32_t> order(keys_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return entries_[a].size() > entries_[b].size();
    });
    order.resize(std::min(most, order.size()));
    describe(order);
    return std::move(result_);
  }

 private:
  struct Entry {
    State state;
    EpsilonFreeId terminal;
  };

  void add_entries(State state) {
    const Action* const row = automaton_.actions(state);
    const std::uint32_t before = result_.entries;
    for (EpsilonFreeId terminal = 0; terminal < epsilon_free_.terminal_count; ++terminal) {
      if (row[terminal].kind() != Action::Kind::kMany) continue;
      ++result_.entries;
      const std::uint32_t group = keys_.intern(key_of(automaton_.many(row[terminal].value()))).id;
      entries_.resize(keys_.size());
      entries_[group].push_back({state, terminal});
    }
    if (result_.entries > before) ++result_.states;
  }

  /// The key of a group: the items to shift, then the rules to reduce, as rules of the lowered
  /// grammar with a dot.
  std::span<const std::uint64_t> key_of(std::span<const Action> actions) {
    key_.clear();
    for (const Action action : actions) {
      if (action.kind() == Action::Kind::kShift) add_shifted(action.value());
    }
    const auto reductions = static_cast<std::ptrdiff_t>(key_.size());
    for (const Action action : actions) {
      if (action.kind() == Action::Kind::kReduce) {
        key_.push_back(place(action.value(), rule_size(action.value())));
      }
    }
    std::sort(key_.begin() + reductions, key_.end());
    return key_;
  }

  void add_shifted(State target) {
    for (const EpsilonFreeItem item : automaton_.kernel(target)) {
      if (item.rule < epsilon_free_.rules.size()) key_.push_back(place(item.rule, item.dot - 1));
    }
    std::sort(key_.begin(), key_.end());
    key_.erase(std::unique(key_.begin(), key_.end()), key_.end());
  }

  std::uint32_t rule_size(std::uint32_t rule) const { return epsilon_free_.rules[rule].size; }

  /// This key is equal for all forms of one lowered rule with the dot before the same part.
  std::uint64_t place(std::uint32_t rule, std::uint32_t dot) const {
    const EpsilonFreeRule& form = epsilon_free_.rules[rule];
    const auto slots = epsilon_free_.slots_of(rule);
    const auto at =
        static_cast<std::uint32_t>(std::find(slots.begin(), slots.end(), dot) - slots.begin());
    const bool ends = dot == form.size;
    return std::uint64_t{form.source} << 32 | (ends ? ~std::uint32_t{0} : form.first_part + at);
  }

  void describe(const std::vector<std::uint32_t>& groups) {
    if (groups.empty()) return;
    const RuleDisplay display(grammar_, view_.lowered);
    const Sentences sentences(epsilon_free_, automaton_);
    const BySymbol<CheapestText> cheapest = analyse(grammar_).cheapest;
    for (const std::uint32_t group : groups) {
      const std::vector<Entry>& entries = entries_[group];
      Conflict conflict;
      name_rules(display, entries.front(), conflict);
      name_tokens(display, entries, conflict);
      conflict.entries = static_cast<std::uint32_t>(entries.size());
      add_example(display, sentences, cheapest, entries, conflict);
      result_.shown.push_back(std::move(conflict));
    }
  }

  void name_rules(const RuleDisplay& display, Entry entry, Conflict& conflict) const {
    const Action action = automaton_.actions(entry.state)[entry.terminal];
    for (const Action one : automaton_.many(action.value())) {
      if (one.kind() == Action::Kind::kReduce) {
        conflict.reduce.push_back(
            display.dotted(epsilon_free_, one.value(), rule_size(one.value())));
        continue;
      }
      for (const EpsilonFreeItem item : automaton_.kernel(one.value())) {
        if (item.rule == epsilon_free_.rules.size()) conflict.shift.push_back("the input ends");
        else conflict.shift.push_back(display.dotted(epsilon_free_, item.rule, item.dot - 1));
      }
    }
    std::sort(conflict.shift.begin(), conflict.shift.end());
    conflict.shift.erase(std::unique(conflict.shift.begin(), conflict.shift.end()),
                         conflict.shift.end());
    join_equal(conflict.reduce);
  }

  /// Merges forms of one rule that end here with the same tokens: the rule itself is ambiguous.
  static void join_equal(std::vector<std::string>& rules) {
    std::sort(rules.begin(), rules.end());
    std::vector<std::string> joined;
    for (std::size_t i = 0; i < rules.size();) {
      std::size_t next = i;
      while (next < rules.size() && rules[next] == rules[i]) ++next;
      joined.push_back(rules[i]);
      if (next - i > 1) joined.back() += "  (in " + std::to_string(next - i) + " ways)";
      i = next;
    }
    rules = std::move(joined);
  }

  void name_tokens(const RuleDisplay& display, const std::vector<Entry>& entries,
                   Conflict& conflict) const {
    std::vector<EpsilonFreeId> terminals;
    State last = Lr0::kNowhere;
    for (const Entry& entry : entries) {
      terminals.push_back(entry.terminal);
      if (entry.state != last) ++conflict.states;
      last = entry.state;
    }
    std::sort(terminals.begin(), terminals.end());
    terminals.erase(std::unique(terminals.begin(), terminals.end()), terminals.end());
    for (const EpsilonFreeId terminal : terminals) {
      conflict.tokens.push_back(display.terminal(epsilon_free_, terminal));
    }
  }

  void add_example(const RuleDisplay& display, const Sentences& sentences,
                   const BySymbol<CheapestText>& cheapest, const std::vector<Entry>& entries,
                   Conflict& conflict) const {
    const Entry* best = nullptr;
    std::vector<EpsilonFreeId> shortest;
    for (const Entry& entry : entries) {
      if (best != nullptr && entry.state == best->state) continue;
      std::vector<EpsilonFreeId> prefix = sentences.prefix(entry.state, kMaxPrefixTokens);
      if (prefix.empty() || (best != nullptr && prefix.size() >= shortest.size())) continue;
      best = &entry;
      shortest = std::move(prefix);
    }
    if (best == nullptr) return;
    const bool classic = grammar_.notation == Notation::kClassic;
    for (const EpsilonFreeId terminal : shortest) {
      if (!classic && !conflict.before.empty()) conflict.before += ' ';
      conflict.before += text_of(display, cheapest, terminal);
    }
    if (best->terminal != kEndOfInput) conflict.token = text_of(display, cheapest, best->terminal);
  }

  std::string text_of(const RuleDisplay& display, const BySymbol<CheapestText>& cheapest,
                      EpsilonFreeId terminal) const {
    const LoweredId id = epsilon_free_.lowered_of[terminal];
    std::string bytes;
    if (display.literal(id, bytes)) return bytes;
    const std::string& text = cheapest[view_.lowered.symbols[id].user].text;
    return text.empty() ? display.symbol(id) : text;
  }

  const Grammar& grammar_;
  const EpsilonFreeGrammar& epsilon_free_;
  const Automaton& automaton_;
  const GrammarAutomaton& view_;
  Conflicts result_;
  SequenceTable<std::uint64_t> keys_;
  std::vector<std::vector<Entry>> entries_;  // by key
  std::vector<std::uint64_t> key_;
};

}  // namespace

Conflicts find_conflicts(const Grammar& grammar, const GrammarAutomaton& view, std::size_t most) {
  if (!view.automaton) return {};
  return Search(grammar, view).run(most);
}

}  // namespace grabr
