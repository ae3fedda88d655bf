// Whether a text is a sentence, for many texts that are nearly alike: a reduction asks about
// thousands, each of which is the last one without a part.
//
// What may follow in a text depends on the stacks of states alone that may be active. They are
// shared by their lower parts and stored once each, so that a number stands for all of them, and
// from such a number and the next terminal follows the next number, which is remembered. Where a
// text goes as one before it, each token is one step in a table; only behind an edit, until the
// stacks are the same again, are there reductions. There is no derivation. (Stacks as nodes of a
// graph: parse/fast/stack_graph.h. Hash-consing makes equal nodes one: Goto, "Monocopy and
// associative algorithms in extended Lisp", 1974.) Tested by tests/agreement against both engines.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parse/fast/level_map.h"
#include "parse/fast/unit_steps.h"
#include "parse/lr/automaton.h"

namespace grabr {

/// Pairs of numbers, each stored once, by their place.
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

  /// Stacks that may be active, as a set of their tops.
  using Stacks = std::uint32_t;
  static constexpr Stacks kNoStacks = ~Stacks{0};

  /// Those before the first token of a text.
  Stacks begin();
  /// Those after one more terminal; kNoStacks if it cannot come.
  Stacks after(Stacks stacks, EpsilonFreeId terminal);
  /// True where a text needs so many reductions that the engine, which knows dead ends, is faster;
  /// what after() says means nothing then.
  bool gives_up() const { return work_ > kFreeWork + kWorkPerToken * read_; }
  /// Their states, sorted.
  void states_of(Stacks stacks, std::vector<State>& states) const;

 private:
  using Node = std::uint32_t;  ///< a state above the sets of stacks below it
  using Set = Stacks;          ///< of nodes: one, and the set of the others, which are greater
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
  std::uint64_t work_ = 0, read_ = 0;  // of this text

  // Of one step.
  LevelMap seen_;            // edges
  std::vector<Edge> edges_;  // from reduced states, and of the stacks given
  std::vector<Node> bases_, further_;
  std::vector<Edge> shifted_;  // the state after the terminal, and what it is above
};

}  // namespace grabr
