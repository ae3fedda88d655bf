// The fast parser: Earley's algorithm over LR-automaton states.
//
// Earley sets whose items are (automaton state, origins) instead of single dotted rules are due to
// Aycock & Horspool ("Practical Earley parsing", 2002) and McLean & Horspool ("A faster Earley
// parser", 1996). Two things make it fast. Where every set has a single state, which is nearly
// everywhere in programs, the chart is a stack and is stored as one (run_stack). Where several
// actions are possible, the chart becomes a graph (run_graph, parse/fast/stack_graph.h) until a
// single state is left; above an undecided fork, a single state is a stack again.
//
//   (a) * b ;     cast or call?    … ( a )  ┬─ type_name ┐
//                                           └─ primary ──┴ …     both until ';' decides
//
// Chains of unit rules are taken in one memoised step (state below, state, next terminal → state,
// chain of rules). For an ambiguous symbol over a span only one derivation is kept, the one that
// parse/earley/choice.h documents. It is chosen whenever another one is found: derivations are
// compared only by their rule and the ends of its parts, so no forest is needed. Time is linear on
// deterministic stretches and at worst cubic; memory is that of the derivation, the stack, and the
// graph of one undecided stretch. Tested by tests/agreement against the textbook chart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "grammar/model/terminal_set.h"
#include "parse/fast/derivation.h"
#include "parse/fast/level_map.h"
#include "parse/fast/stack_graph.h"
#include "parse/fast/token_table.h"
#include "parse/fast/unit_steps.h"
#include "parse/lr/automaton.h"
#include "parse/tokens/context_lexer.h"

namespace grabr {

// The inputs of the engine. kOnDemand: tokens are read only once the parser knows what may follow.

/// Tokens by number, as terminals of the epsilon-free grammar. Token number size() is the end of
/// the input.
struct TerminalInput {
  static constexpr bool kOnDemand = false;
  const std::uint16_t* terminals = nullptr;
  std::uint32_t count = 0;

  std::uint32_t size() const { return count; }
  EpsilonFreeId operator[](std::uint32_t i) const { return i < count ? terminals[i] : kEndOfInput; }
};

/// Every byte is a token.
struct ByteInput {
  static constexpr bool kOnDemand = false;
  const char* bytes = nullptr;
  std::uint32_t count = 0;
  const EpsilonFreeId* terminal_of = nullptr;  ///< by byte

  std::uint32_t size() const { return count; }
  EpsilonFreeId operator[](std::uint32_t i) const {
    return i < count ? terminal_of[static_cast<unsigned char>(bytes[i])] : kEndOfInput;
  }
};

/// Tokens that depend on context: the longest one that fits. Tokens that are read are added to the
/// table.
struct ContextInput {
  static constexpr bool kOnDemand = true;
  ContextLexer* lexer = nullptr;
  TokenTable* tokens = nullptr;
};

/// Adds a token; returns its terminal.
EpsilonFreeId take_token(const Token& token, EpsilonFreeId terminal, const ContextInput& input);

/// The terminal to use where no allowed token matches: kEndOfInput at the end, otherwise one for
/// which no state has an action. Adds the token that is there, or notes in the table that none is.
EpsilonFreeId read_end(const ContextInput& input, const EpsilonFreeGrammar& grammar);

class Engine {
 public:
  Engine(const EpsilonFreeGrammar& grammar, EpsilonFreeId start);

  enum class Status : std::uint8_t { kAccepted, kRejected, kOutOfMemory, kTooAmbiguous, kStopped };
  struct Result {
    Status status = Status::kRejected;
    std::uint32_t position = 0;  ///< number of the first token that does not fit
    EpsilonFreeId ambiguous =
        kEndOfInput;  ///< if out of memory or too ambiguous: the symbol with the most derivations
  };

  /// Limits how often symbols may be derived again, in addition to a thousand times per token.
  void limit_derived_again(std::uint64_t most) { max_derived_again_ = most; }

  /// Parses; on success `derivation` is that of the whole input. One parse at a time.
  template <class Input>
  Result parse(const Input& input, std::size_t max_memory, Derivation& derivation);

  /// Reads the first `count` tokens, which must be accepted. Leaves all states that may be active
  /// after them, without look-ahead, in level() of graph().
  template <class Input>
  void read(const Input& input, std::uint32_t count);
  const std::vector<StackGraph::NodeId>& level() const { return level_; }
  StackGraph& graph() { return graph_; }

  /// The terminals with an action in some of these states, which are sorted.
  ViableTerminals& viable_in(const std::vector<State>& states, const ContextLexer& lexer);

  const Automaton& automaton() const { return automaton_; }
  const EpsilonFreeGrammar& grammar() const { return grammar_; }
  EpsilonFreeId start() const { return start_; }

 private:
  enum class Step : std::uint8_t {
    kAccepted,
    kRejected,
    kOutOfMemory,
    kTooAmbiguous,
    kStopped,
    kForked,
    kJoined
  };
  static constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t kWary = 64;  // value of wary_ after an expensive position

  template <class Input>
  Step run(const Input& input);
  template <class Input>
  Step run_stack(const Input& input);
  template <class Input>
  Step run_graph(const Input& input);

  /// The terminal at position_.
  template <class Input>
  EpsilonFreeId look(const Input& input) {
    if constexpr (Input::kOnDemand) return lex(input);
    else return input[position_];
  }
  EpsilonFreeId lex(const ContextInput& input);
  ViableTerminals& viable_here(const ContextLexer& lexer);
  void add_viable(State state, TerminalSet& viable) const;
  Action one_that_goes_on(Action many, EpsilonFreeId terminal);
  bool dies_on_stack(std::uint32_t rule, EpsilonFreeId terminal);
  bool can_shift(EpsilonFreeId terminal);
  std::optional<bool> can_shift_straight(EpsilonFreeId terminal);

  void begin(std::size_t max_memory, std::uint32_t stop_at);
  void push(State state, std::uint32_t label) {
    if (++top_ == stack_.size()) grow_stack();
    stack_.states[top_] = state;
    stack_.labels[top_] = label;
    stack_.positions[top_] = position_;
  }
  void grow_stack();
  bool too_large() const;
  bool is_mark() const { return position_ % Derivation::kBetweenMarks == 0; }
  void set_mark();
  bool too_ambiguous() const;
  void release_if_large();

  void enter_graph();
  void begin_level();
  void prepare_level(EpsilonFreeId terminal);
  void reduce_level(EpsilonFreeId terminal);
  void complete_level();
  bool shift_level(EpsilonFreeId terminal);
  void reduce(StackGraph::EdgeId last, std::uint32_t rule, EpsilonFreeId terminal);
  void reduce_at(StackGraph::NodeId base, std::uint32_t rule, EpsilonFreeId terminal);
  void derive_again(StackGraph::EdgeId edge, std::uint32_t rule, std::uint32_t chain);
  StackGraph::NodeId node_in_level(State state, std::uint32_t position,
                                   std::vector<StackGraph::NodeId>& level);
  void settle_cycles();
  void leave_graph(StackGraph::NodeId head);
  std::uint32_t settled(std::uint32_t label);
  EpsilonFreeId most_ambiguous() const;

  struct RuleShape {
    std::uint32_t size;
    std::uint32_t needed;  ///< least number of entries above the stack's floor
    EpsilonFreeId lhs;
  };
  /// Another derivation of a symbol that may derive itself, kept until its position is done.
  struct Rival {
    StackGraph::EdgeId edge;
    std::uint32_t label;
  };

  const EpsilonFreeGrammar& grammar_;
  EpsilonFreeId start_;
  Automaton automaton_;
  Chains chains_;
  UnitSteps unit_steps_;
  std::vector<RuleShape> shapes_;

  DerivationArena* arena_ = nullptr;                // arena of the current derivation
  std::vector<Derivation::Mark>* marks_ = nullptr;  // its marks, if they are wanted
  std::uint32_t position_ = 0;
  std::uint32_t stop_at_ = kNowhere;
  std::size_t max_memory_ = 0;

  ParseStack stack_;
  std::uint32_t top_ = 0;    // last entry of the stack
  std::uint32_t floor_ = 0;  // the entry on which the stack rests; below it is the graph

  StackGraph graph_{stack_};
  DerivationArena unsettled_;                     // derivations whose children are edges
  std::vector<StackGraph::NodeId> level_, next_;  // nodes at this position, and at the next
  std::vector<StackGraph::NodeId> node_at_;       // by state: its node in the level …
  std::vector<std::uint64_t> node_in_;            // … if it was made in this round
  std::uint64_t round_ = 0;
  EpsilonFreeId prepared_ = kNowhere;  // the terminal before which the level was reduced
  struct {
    StackGraph::Size graph;
    std::size_t words = 0;
  } prepared_from_;                        // sizes before these reductions …
  std::size_t kernel_ = 0;                 // … and the size of level_
  LevelMap edge_at_;                       // (state, node below) → edge, in this level
  std::vector<StackGraph::EdgeId> queue_;  // edges whose reductions are pending
  std::vector<StackGraph::EdgeId> way_;    // the edges of the rule being reduced
  std::vector<Rival> rivals_;
  std::vector<std::uint32_t> rival_count_;  // by symbol: how often it was derived again
  std::uint64_t derived_again_ = 0;         // the sum of these
  std::uint64_t max_derived_again_ = ~std::uint64_t{0} >> 1;
  bool in_graph_ = false;  // the active states are in level_, not on top of stack_
  // Terminals with an action in a state, or in one of several states; computed on first use.
  std::vector<std::unique_ptr<ViableTerminals>> viable_in_;
  std::map<std::vector<State>, ViableTerminals> viable_in_some_;
  std::vector<State> states_here_;
  struct StackHead {
    State state;
    std::uint32_t below;  // the entry under it
  };
  /// A state above an entry of the stack that cannot lead to a shift of the terminal. The entry's
  /// index, end and state determine what is below it.
  struct DeadEnd {
    std::uint32_t position = kNowhere;
    State below = 0, state = 0;
    EpsilonFreeId terminal = 0;
    bool operator==(const DeadEnd&) const = default;
  };
  LargeArray<DeadEnd> dead_ends_;  // by entry: the last one found there
  std::vector<StackHead> walked_;  // used by dies_on_stack
  std::uint32_t wary_ = 0;         // how many more forks to check for dead ends first
  bool look_ahead_ = true;         // off: reduce every complete rule
};

}  // namespace grabr
