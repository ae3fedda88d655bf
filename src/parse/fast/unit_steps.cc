#include "parse/fast/unit_steps.h"

namespace grabr {

UnitSteps::UnitSteps(const EpsilonFreeGrammar& grammar, const Automaton& automaton, Chains& chains)
    : grammar_(grammar),
      automaton_(automaton),
      chains_(chains),
      passable_(grammar.rules.size()),
      entries_(std::size_t{1} << 14) {
  for (std::size_t r = 0; r < grammar.rules.size(); ++r) {
    const EpsilonFreeRule& rule = grammar.rules[r];
    passable_[r] = rule.size == 1 && grammar.cycle[rule.lhs] == EpsilonFreeGrammar::kNoCycle;
  }
}

UnitSteps::Entry UnitSteps::walk(State below, State entered, EpsilonFreeId terminal) {
  Entry entry{below, entered, terminal, entered, 0};
  for (;;) {
    const Action action = automaton_.actions(entry.state)[terminal];
    if (!passes(action)) return entry;
    entry.state = automaton_.go_to(below, grammar_.rules[action.value()].lhs);
    entry.chain = chains_.extend(entry.chain, action.value());
  }
}

}  // namespace grabr
