// Decides whether texts are sentences, and remembers the steps. A reduction asks about thousands of
// texts, each of which is the one before without a part.
//
// The rest of a text is accepted or not depending only on the set of stacks that are active before
// it. Equal stacks are stored once and share their lower parts, so a number identifies such a set.
// The set after the next terminal is looked up by that number and the terminal. So a text that goes
// on like an earlier one takes one table lookup a token. Reductions are needed only after an edit,
// until the stacks are the same as before again. No derivation is made.
// Stacks are nodes of a graph as in parse/fast/stack_graph.h; storing equal nodes once is hash
// consing (E. Goto, "Monocopy and associative algorithms in extended Lisp", 1974).
// Tested by tests/parse/recogniser_test.cc, and by tests/agreement against both engines.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parse/fast/level_map.h"
#include "parse/fast/unit_steps.h"
#include "parse/lr/automaton.h"

namespace grabr {

/// Stores each pair of numbers once, and numbers the pairs.
class PairTable {
 public:
  struct Pair {
    std::uint32_t first = 0, second = 0;
  };

  std::uint32_t place_of(std::uint32_t first, std::uint32_t second) {
    std::uint32_t& place = places_.at(first, second);
    if (place == LevelMap::kNone) {
      place = static_cast<std::uint32_t>(pairs_.size());
      pairs_.push_back({first, second});
    }
    return place;
  }
  const Pair& operator[](std::uint32_t place) const { return pairs_[place]; }
  std::size_t size() const { return pairs_.size(); }
  void clear() {
    places_.clear();
    pairs_.clear();
  }

 private:
  LevelMap places_;
  std::vector<Pair> pairs_;
};

class Recogniser {
 public:
  /// Both must outlive this.
  Recogniser(const EpsilonFreeGrammar& grammar, const Automaton& automaton);

  /// The set of active stacks, as the number of the set of their top nodes.
  using Stacks = std::uint32_t;
  static constexpr Stacks kNoStacks = ~Stacks{0};

  /// The set before the first token of a text.
  Stacks begin();
  /// The set after one more terminal; kNoStacks if the terminal is not allowed.
  Stacks after(Stacks stacks, EpsilonFreeId terminal);
  /// True if the text needs so many reductions that the engine is faster, because it remembers dead
  /// ends. Then the results of after() are not valid.
  bool gives_up() const { return work_ > kFreeWork + kWorkPerToken * read_; }
  /// The states on top of these stacks, sorted.
  void states_of(Stacks stacks, std::vector<State>& states) const;

 private:
  using Node = std::uint32_t;  ///< a state above the sets of stacks below it
  using Set = Stacks;          ///< the least of its nodes, and the set of the others
  static constexpr std::uint64_t kFreeWork = 1 << 18;  ///< edges looked at
  static constexpr std::uint64_t kWorkPerToken = 64;
  static constexpr std::size_t kMostKept = 1 << 18;  ///< nodes, sets and steps, of all texts
  static constexpr Stacks kDead = kNoStacks - 1;     ///< a step to kNoStacks that is remembered

  struct Edge {
    State state;
    Node below;
    auto operator<=>(const Edge&) const = default;
  };

  Stacks step(Stacks stacks, EpsilonFreeId terminal);
  void reduce_all(EpsilonFreeId terminal);
  void reduce(Node below, std::uint32_t rule, EpsilonFreeId terminal);
  void go_back(std::uint32_t edges);
  void add_edge(State state, Node below);
  void shift_reduced(EpsilonFreeId terminal);
  bool shifts(State state, EpsilonFreeId terminal, State& to) const;
  Stacks shifted();
  Set set_of(std::span<const Node> sorted);
  template <class Visit>
  void for_each(Set set, Visit visit) const {
    for (; set != kNoStacks; set = sets_[set].second) visit(sets_[set].first);
  }

  const EpsilonFreeGrammar& grammar_;
  const Automaton& automaton_;
  Chains chains_;
  UnitSteps unit_steps_;
  PairTable nodes_;  // state; set below
  PairTable sets_;   // least node; set of the others
  LevelMap steps_;   // (stacks, terminal) → stacks
  std::size_t step_count_ = 0;
  std::uint64_t work_ = 0, read_ = 0;  // edges looked at and terminals read in this text

  // Used within one step:
  LevelMap seen_;            // edges
  std::vector<Edge> edges_;  // from reduced states, and of the stacks given
  std::vector<Node> bases_, further_;
  std::vector<Edge> shifted_;  // the state after the terminal, and what it is above
};

}  // namespace grabr
