// LALR(1) look-aheads of an LR(0) automaton, each computed on first use.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parse/lr/lr0.h"

namespace grabr {

class LookAheads {
 public:
  /// The automaton must outlive this.
  explicit LookAheads(const Lr0& automaton);

  /// Terminals before which a kernel item may be reduced, as bits. `item` is an index into the
  /// state's kernel.
  std::span<const std::uint64_t> of(State state, std::uint32_t item) {
    return sets_[solve(lr0_.kernels.begin(state) + item)];
  }

  std::size_t bytes() const;

 private:
  using Node = std::uint32_t;  ///< kernel items, contexts, steps, nonterminals: lookaheads.cc
  struct Frame {
    std::uint32_t first_edge = 0;
    std::uint32_t place = 0;   ///< on the stack of open nodes
    std::uint32_t lowest = 0;  ///< place of the outermost open node reachable from it
  };

  Node context(std::uint32_t expected) const { return first_context_ + expected; }
  Node step(std::uint32_t s) const { return first_step_ + s; }
  Node first(EpsilonFreeId nonterminal) const {
    return first_nonterminal_ + nonterminal - lr0_.rules.terminal_count;
  }

  void index_predecessors();
  std::uint32_t solve(Node node);
  void open(Node node);
  void close(std::uint32_t place);
  void expand(Node node);
  void expand_kernel_item(State state, EpsilonFreeItem item);
  void expand_context(std::uint32_t expected);
  void expand_step(std::uint32_t s);
  void expand_first(EpsilonFreeId nonterminal);
  void add_contexts(std::uint32_t closure, EpsilonFreeId lhs);
  void add_contexts_in(State state, EpsilonFreeId lhs);
  void add_what_follows(State state, EpsilonFreeId symbol);
  void add_beginning(EpsilonFreeId symbol);
  void add_set(std::uint32_t place, std::uint32_t set);
  bool derives_alone(EpsilonFreeId from, EpsilonFreeId to);

  const Lr0& lr0_;
  std::size_t words_;
  Node first_context_, first_step_, first_nonterminal_;
  SequenceTable<std::uint64_t> sets_;

  std::vector<std::uint32_t> mark_;  // by node: its set; kOpen | its place; kUnseen
  std::vector<Node> open_;
  std::vector<std::uint64_t> pending_;  // sets of open nodes, as far as known
  std::vector<Node> edges_;
  std::vector<Frame> frames_;

  std::vector<State> state_of_item_;  // by kernel item
  std::vector<std::uint32_t> closure_of_step_;
  std::vector<std::uint32_t> closure_of_expected_;
  // Numbered lists: list i is from begin[i] to begin[i + 1].
  struct Lists {
    std::vector<std::uint32_t> begin, elements;
    std::span<const std::uint32_t> operator[](std::uint32_t i) const {
      return {elements.data() + begin[i], begin[i + 1] - begin[i]};
    }
  };
  template <class Enumerate>
  static Lists make_lists(std::uint32_t count, Enumerate enumerate);
  Lists predecessors_;  // by state: those with an unshared transition to it
  Lists steps_to_;      // by state: closure steps whose shared target it is
  Lists states_of_closure_;
  std::vector<std::vector<bool>> alone_;  // by nonterminal: those it derives by unit steps
};

}  // namespace grabr
