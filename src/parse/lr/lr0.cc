// Construction by kernels (F. DeRemer, "Simple LR(k) grammars", 1971): states are expanded in the
// order in which they are found, so their numbers depend on the grammar alone. Each closure is
// traversed once, with a stack of nonterminals; its rules are then grouped by first symbol by
// counting. Time is linear in the sizes of closures and kernels. Tested by
// tests/parse/automaton_test.cc.
#include "parse/lr/lr0.h"

#include <algorithm>
#include <utility>

#include "text/error.h"

namespace grabr {
namespace {

DottedRules dotted_rules(const EpsilonFreeGrammar& grammar, EpsilonFreeId start) {
  DottedRules result;
  result.terminal_count = grammar.terminal_count;
  result.symbol_count = grammar.symbol_count;
  result.first_rule = grammar.first_rule;
  const auto add = [&](EpsilonFreeId lhs, std::span<const EpsilonFreeId> rhs) {
    result.begin.push_back(static_cast<std::uint32_t>(result.after_dot.size()));
    result.after_dot.insert(result.after_dot.end(), rhs.begin(), rhs.end());
    result.after_dot.push_back(DottedRules::kNothing);
    result.lhs.push_back(lhs);
  };
  result.after_dot.reserve(grammar.symbols_of_rules.size() + grammar.rules.size() + 3);
  for (std::uint32_t r = 0; r < grammar.rules.size(); ++r) {
    add(grammar.rules[r].lhs, grammar.rhs(r));
  }
  const EpsilonFreeId start_rule[] = {start, kEndOfInput};
  add(DottedRules::kNothing, start_rule);
  return result;
}

class Construction {
 public:
  Construction(const EpsilonFreeGrammar& grammar, EpsilonFreeId start)
      : stamp_(grammar.symbol_count, 0), count_(grammar.symbol_count, 0) {
    lr0_.rules = dotted_rules(grammar, start);
  }

  Lr0 run() {
    const EpsilonFreeItem begin{static_cast<std::uint32_t>(rules().lhs.size() - 1), 0};
    add_state({&begin, 1});
    for (State state = 0; state < lr0_.kernels.size(); ++state) expand(state);
    return std::move(lr0_);
  }

 private:
  const DottedRules& rules() const { return lr0_.rules; }

  State add_state(std::span<const EpsilonFreeItem> kernel) {
    const auto [state, fresh] = lr0_.kernels.intern(kernel);
    if (fresh && state >= Lr0::kMaxStates) throw too_large();
    return state;
  }

  static Error too_large() {
    return Error(ErrorKind::kInvalid,
                 "the grammar's parser automaton grows too large\n"
                 "hint: are there thousands of rules that all begin with each "
                 "other?");
  }

  void expand(State state) {
    const std::span<const EpsilonFreeItem> kernel = lr0_.kernels[state];
    order_by_next_symbol(kernel);
    const auto [closure, fresh] = lr0_.expected.intern(expected_);
    if (fresh) add_closure();
    lr0_.states.push_back({closure, static_cast<std::uint32_t>(lr0_.targets.size())});
    std::size_t at = 0;
    for (const EpsilonFreeId symbol : expected_) {
      items_.clear();
      for (; at < waiting_.size() && waiting_[at].first == symbol; ++at) {
        items_.push_back({waiting_[at].second.rule, waiting_[at].second.dot + 1});
      }
      const Lr0::Step& step = lr0_.steps[lr0_.find_step(closure, symbol)];
      append_items_of(step);
      std::sort(items_.begin(), items_.end());
      const State target = add_state(items_);
      lr0_.targets.push_back(target);
      if (symbol == kEndOfInput) lr0_.accepting = target;
    }
    if (fresh) find_shared_targets(closure);
  }

  /// Fills `waiting_` with the kernel items that expect a symbol, and `expected_` with those
  /// symbols.
  void order_by_next_symbol(std::span<const EpsilonFreeItem> kernel) {
    waiting_.clear();
    expected_.clear();
    for (const EpsilonFreeItem item : kernel) {
      const EpsilonFreeId next = rules().after(item);
      if (next != DottedRules::kNothing) waiting_.emplace_back(next, item);
    }
    std::sort(waiting_.begin(), waiting_.end());
    for (const auto& [symbol, item] : waiting_) {
      if (expected_.empty() || expected_.back() != symbol) expected_.push_back(symbol);
    }
  }

  void append_items_of(const Lr0::Step& step) {
    for (std::uint32_t i = 0; i < step.rule_count; ++i) {
      items_.push_back({lr0_.rules_of_steps[step.first_rule + i], 1});
    }
  }

  /// Adds the closure of `expected_`: the rules that may begin, by first symbol.
  void add_closure() {
    find_nonterminals();
    symbols_.assign(expected_.begin(), expected_.end());
    for (const EpsilonFreeId symbol : symbols_) mark(symbol);
    for_each_rule([&](std::uint32_t, EpsilonFreeId first) {
      if (mark(first)) symbols_.push_back(first);
      ++count_[first];
    });
    std::sort(symbols_.begin(), symbols_.end());
    lr0_.closures.push_back({static_cast<std::uint32_t>(lr0_.steps.size()),
                             static_cast<std::uint32_t>(symbols_.size())});
    auto next = static_cast<std::uint32_t>(lr0_.rules_of_steps.size());
    for (const EpsilonFreeId symbol : symbols_) {
      lr0_.steps.push_back({symbol, next, count_[symbol], Lr0::kNowhere});
      next += std::exchange(count_[symbol], next);
    }
    lr0_.rules_of_steps.resize(next);
    if (lr0_.steps.size() > Lr0::kMaxSteps || next > Lr0::kMaxSteps) throw too_large();
    for_each_rule([&](std::uint32_t rule, EpsilonFreeId first) {
      lr0_.rules_of_steps[count_[first]++] = rule;
    });
    for (const EpsilonFreeId symbol : symbols_) count_[symbol] = 0;
  }

  /// Finds the nonterminals at the left edge of what is expected, in order.
  void find_nonterminals() {
    nonterminals_.clear();
    ++now_;
    const auto reach = [&](EpsilonFreeId symbol) {
      if (!rules().terminal(symbol) && mark(symbol)) nonterminals_.push_back(symbol);
    };
    for (const EpsilonFreeId symbol : expected_) reach(symbol);
    for (std::size_t i = 0; i < nonterminals_.size(); ++i) {
      const EpsilonFreeId lhs = nonterminals_[i];
      for (std::uint32_t r = rules().rules_begin(lhs); r < rules().rules_end(lhs); ++r) {
        reach(rules().after({r, 0}));
      }
    }
    std::sort(nonterminals_.begin(), nonterminals_.end());
    ++now_;
  }

  template <class Visit>
  void for_each_rule(Visit visit) const {
    for (const EpsilonFreeId lhs : nonterminals_) {
      for (std::uint32_t r = rules().rules_begin(lhs); r < rules().rules_end(lhs); ++r) {
        visit(r, rules().after({r, 0}));
      }
    }
  }

  bool mark(EpsilonFreeId symbol) { return std::exchange(stamp_[symbol], now_) != now_; }

  void find_shared_targets(std::uint32_t closure) {
    const Lr0::Closure range = lr0_.closures[closure];
    auto own = expected_.begin();
    for (std::uint32_t s = range.first_step; s < range.first_step + range.step_count; ++s) {
      if (own != expected_.end() && *own == lr0_.steps[s].symbol) {
        ++own;
        continue;
      }
      items_.clear();
      append_items_of(lr0_.steps[s]);
      lr0_.steps[s].target = add_state(items_);
    }
  }

  Lr0 lr0_;
  std::vector<std::pair<EpsilonFreeId, EpsilonFreeItem>> waiting_;
  std::vector<EpsilonFreeId> expected_;
  std::vector<EpsilonFreeItem> items_;
  std::vector<EpsilonFreeId> nonterminals_;
  std::vector<EpsilonFreeId> symbols_;
  std::vector<std::uint32_t> stamp_;  // by symbol: when it was last marked
  std::vector<std::uint32_t> count_;  // by symbol: rules that begin with it
  std::uint32_t now_ = 0;
};

}  // namespace

std::uint32_t Lr0::find_step(std::uint32_t closure, EpsilonFreeId symbol) const {
  const auto among = steps_of(closure);
  const auto found =
      std::lower_bound(among.begin(), among.end(), symbol,
                       [](const Step& step, EpsilonFreeId s) { return step.symbol < s; });
  return static_cast<std::uint32_t>(&*found - steps.data());
}

Lr0 build_lr0(const EpsilonFreeGrammar& grammar, EpsilonFreeId start) {
  return Construction(grammar, start).run();
}

}  // namespace grabr
