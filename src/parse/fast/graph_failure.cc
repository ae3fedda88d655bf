#include "parse/fast/graph_failure.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace grabr {
namespace {

constexpr std::size_t kMaxOpenFound = 16;

class GraphFailureSearch {
 public:
  GraphFailureSearch(Engine& engine, const Grammar& grammar, FailureFacts& facts)
      : engine_(engine),
        automaton_(engine.automaton()),
        epsilon_free_(engine.grammar()),
        lowered_(*epsilon_free_.lowered),
        classic_(grammar.notation == Notation::kClassic),
        facts_(facts) {}

  void find_expected() {
    for (const StackGraph::NodeId node : engine_.level()) {
      const State state = engine_.graph().node(node).state;
      const Action* const actions = automaton_.actions(state);
      for (EpsilonFreeId t = 0; t < epsilon_free_.terminal_count; ++t) {
        Action action = actions[t];
        if (action.kind() == Action::Kind::kMany) action = automaton_.many(action.value())[0];
        if (action.kind() == Action::Kind::kShift) add_terminal(t);
      }
      for (const EpsilonFreeItem& item : automaton_.kernel(state)) add_next(item);
    }
  }

  void find_open(const std::function<std::uint32_t(std::uint32_t)>& offset_of) {
    std::optional<Begun> innermost;
    for (const StackGraph::NodeId node : engine_.level()) {
      for (const EpsilonFreeItem& item : automaton_.kernel(engine_.graph().node(node).state)) {
        if (under_way(item)) consider(node, item, innermost);
      }
    }
    while (innermost && facts_.open.size() < kMaxOpenFound) {
      const EpsilonFreeId lhs = epsilon_free_.rules[innermost->rule].lhs;
      if (user_rule(lhs)) {
        const std::uint32_t begin = engine_.graph().node(innermost->base).position;
        facts_.open.push_back(
            {lowered_.symbols[epsilon_free_.lowered_of[lhs]].user, offset_of(begin)});
      }
      innermost = waiting_for(lhs, innermost->base);
    }
  }

 private:
  /// A rule with something before its dot and the node where it began.
  struct Begun {
    std::uint32_t rule;
    StackGraph::NodeId base;
  };

  void add_terminal(EpsilonFreeId terminal) {
    if (terminal == kEndOfInput) {
      facts_.end = true;
      return;
    }
    const LoweredId symbol = epsilon_free_.lowered_of[terminal];
    if (classic_) facts_.bytes.set(symbol - lowered_.first_byte);
    else facts_.terminals.push_back(lowered_.symbols[symbol].user);
  }

  bool start_rule(const EpsilonFreeItem& item) const {
    return item.rule >= epsilon_free_.rules.size();
  }
  bool under_way(const EpsilonFreeItem& item) const {
    return !start_rule(item) && item.dot > 0 && item.dot < epsilon_free_.rules[item.rule].size;
  }

  /// Adds what the item waits for: the part after its dot, and the following ones as long as those
  /// before may be empty.
  void add_next(const EpsilonFreeItem& item) {
    if (start_rule(item)) {
      if (item.dot == 0) add_user_symbol(start_symbol());
      return;
    }
    if (!under_way(item)) return;
    const EpsilonFreeRule& rule = epsilon_free_.rules[item.rule];
    const auto slots = epsilon_free_.slots_of(item.rule);
    const auto before = std::find(slots.begin(), slots.end(), item.dot - 1);
    const auto read = rule.first_part + static_cast<std::uint32_t>(before - slots.begin()) + 1;
    for (const LoweredId part : lowered_.rhs(rule.source).subspan(read)) {
      add_user_symbol(part);
      if (!lowered_.symbols[part].nullable) break;
    }
  }

  LoweredId start_symbol() const { return epsilon_free_.lowered_of[engine_.start()]; }

  void add_user_symbol(LoweredId symbol) {
    const std::vector<SymbolId> named = user_symbols(lowered_, symbol);
    facts_.next.insert(facts_.next.end(), named.begin(), named.end());
  }

  bool user_rule(EpsilonFreeId symbol) const {
    const LoweredId lowered = epsilon_free_.lowered_of[symbol];
    return lowered != LoweredGrammar::kEnd && lowered_.symbols[lowered].role == Role::kRule;
  }

  /// Keeps the rule that began last; of several, one with a user-visible name.
  void consider(StackGraph::NodeId node, const EpsilonFreeItem& item, std::optional<Begun>& best) {
    StackGraph& graph = engine_.graph();
    for (const StackGraph::Reached& reached : graph.reach(node, item.dot)) {
      const auto rank = [&](std::uint32_t rule, StackGraph::NodeId base) {
        return std::pair(graph.node(base).position, user_rule(epsilon_free_.rules[rule].lhs));
      };
      if (best && rank(item.rule, reached.node) <= rank(best->rule, best->base)) continue;
      best = Begun{item.rule, reached.node};
    }
  }

  /// The rule, with something before its dot, that waits at `base` for `symbol`, directly or
  /// through rules that begin there. A rule that begins with a list of its own counts as begun once
  /// the list has.
  std::optional<Begun> waiting_for(EpsilonFreeId symbol, StackGraph::NodeId base) {
    const State state = engine_.graph().node(base).state;
    std::vector<EpsilonFreeId> awaited{symbol};
    std::optional<Begun> best;
    for (std::size_t i = 0; i < awaited.size(); ++i) {
      const EpsilonFreeId next = awaited[i];
      for (std::uint32_t r = 0; r < epsilon_free_.rules.size(); ++r) {
        const EpsilonFreeId lhs = epsilon_free_.rules[r].lhs;
        if (epsilon_free_.rhs(r)[0] != next || automaton_.go_to(state, lhs) == 0) continue;
        if (next == symbol && !user_rule(symbol) && lhs != symbol) return Begun{r, base};
        if (std::find(awaited.begin(), awaited.end(), lhs) == awaited.end()) awaited.push_back(lhs);
      }
      for (const EpsilonFreeItem& item : automaton_.kernel(state)) {
        if (under_way(item) && epsilon_free_.rhs(item.rule)[item.dot] == next)
          consider(base, item, best);
      }
    }
    return best;
  }

  Engine& engine_;
  const Automaton& automaton_;
  const EpsilonFreeGrammar& epsilon_free_;
  const LoweredGrammar& lowered_;
  bool classic_;
  FailureFacts& facts_;
};

}  // namespace

void inquire(Engine& engine, const Grammar& grammar,
             const std::function<std::uint32_t(std::uint32_t)>& offset_of, FailureFacts& facts) {
  GraphFailureSearch search(engine, grammar, facts);
  search.find_expected();
  search.find_open(offset_of);
}

}  // namespace grabr
