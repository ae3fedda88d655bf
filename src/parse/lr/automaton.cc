// Fills rows of the automaton: shifts and gotos from the LR(0) transitions, reductions from
// look-aheads.
#include "parse/lr/automaton.h"

#include <algorithm>
#include <bit>

#include "parse/lr/lookaheads.h"
#include "parse/lr/sequence_table.h"

namespace grabr {
namespace {

Action make_action(Action::Kind kind, std::uint32_t value) {
  return {value << 2 | static_cast<std::uint32_t>(kind)};
}

}  // namespace

/// Parts computed on demand.
struct Automaton::Lazy {
  explicit Lazy(const Lr0& lr0) : look_aheads(lr0) {}

  Action* new_row(std::size_t size) {
    blocks.push_back(std::make_unique<Action[]>(size));
    row_bytes += size * sizeof(Action);
    return blocks.back().get();
  }

  /// Adds a reduction by the rule before each of these terminals.
  void add_reduction(std::uint32_t rule, std::span<const std::uint64_t> terminals, Action* row) {
    for (std::size_t w = 0; w < terminals.size(); ++w) {
      for (std::uint64_t bits = terminals[w]; bits != 0; bits &= bits - 1) {
        const std::size_t terminal = 64 * w + static_cast<std::size_t>(std::countr_zero(bits));
        if (row[terminal].word == 0) row[terminal] = make_action(Action::Kind::kReduce, rule);
        else conflicts.push_back({static_cast<EpsilonFreeId>(terminal), rule});
      }
    }
  }

  /// Replaces conflicting actions by a list of them.
  void list_conflicts(Action* row) {
    std::stable_sort(conflicts.begin(), conflicts.end(),
                     [](const Conflict& a, const Conflict& b) { return a.terminal < b.terminal; });
    for (std::size_t i = 0; i < conflicts.size();) {
      const EpsilonFreeId terminal = conflicts[i].terminal;
      list.assign(1, row[terminal]);
      for (; i < conflicts.size() && conflicts[i].terminal == terminal; ++i) {
        list.push_back(make_action(Action::Kind::kReduce, conflicts[i].rule));
      }
      row[terminal] = make_action(Action::Kind::kMany, lists.intern(list).id);
    }
    conflicts.clear();
  }

  struct Conflict {
    EpsilonFreeId terminal;
    std::uint32_t rule;
  };

  LookAheads look_aheads;
  SequenceTable<Action> lists;
  std::vector<std::unique_ptr<Action[]>> blocks;
  std::size_t row_bytes = 0;
  std::vector<Conflict> conflicts;
  std::vector<Action> list;
};

Automaton::Automaton(const EpsilonFreeGrammar& grammar, EpsilonFreeId start)
    : lr0_(std::make_unique<const Lr0>(build_lr0(grammar, start))),
      terminal_count_(grammar.terminal_count),
      rows_(lr0_->kernels.size()),
      lazy_(std::make_unique<Lazy>(*lr0_)) {}
Automaton::~Automaton() = default;
Automaton::Automaton(Automaton&&) noexcept = default;

Automaton::Row Automaton::measure_row(State state) const {
  EpsilonFreeId first = ~EpsilonFreeId{0};
  EpsilonFreeId end = 0;
  lr0_->for_each_transition(state, [&](EpsilonFreeId symbol, State) {
    if (symbol < terminal_count_) return;
    first = std::min(first, symbol);
    end = symbol + 1;
  });
  return {nullptr, first, end == 0 ? 0 : end - first};
}

const Automaton::Row& Automaton::fill_row(State state) const {
  Row filled = measure_row(state);
  Action* const row = lazy_->new_row(std::size_t{terminal_count_} + filled.nonterminals);
  lr0_->for_each_transition(state, [&](EpsilonFreeId symbol, State target) {
    if (symbol < terminal_count_) row[symbol] = make_action(Action::Kind::kShift, target);
    else row[terminal_count_ + symbol - filled.first_nonterminal] = {target};
  });
  const auto items = kernel(state);
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    if (rules().after(items[i]) != DottedRules::kNothing || state == accepting()) continue;
    lazy_->add_reduction(items[i].rule, lazy_->look_aheads.of(state, i), row);
  }
  lazy_->list_conflicts(row);
  filled.actions = row;
  return rows_[state] = filled;
}

std::span<const Action> Automaton::many(std::uint32_t list) const { return lazy_->lists[list]; }

std::size_t Automaton::bytes_of_all_rows() const {
  std::size_t cells = 0;
  for (State state = 0; state < state_count(); ++state) {
    cells += terminal_count_ + measure_row(state).nonterminals;
  }
  return cells * sizeof(Action);
}

std::vector<std::uint32_t> Automaton::completed(State state) const {
  std::vector<std::uint32_t> completed;
  if (state == accepting()) return completed;
  for (const EpsilonFreeItem item : kernel(state)) {
    if (rules().after(item) == DottedRules::kNothing) completed.push_back(item.rule);
  }
  return completed;
}

EpsilonFreeId Automaton::entered_by(State state) const {
  const EpsilonFreeItem item = kernel(state).front();
  return item.dot == 0 ? kEndOfInput : rules().after({item.rule, item.dot - 1});
}

Automaton::Size Automaton::size() const {
  Size size;
  for (const Row& row : rows_) size.filled_rows += row.actions != nullptr ? 1 : 0;
  size.row_bytes = lazy_->row_bytes + lazy_->lists.bytes();
  size.other_bytes =
      rows_.size() * sizeof(Row) + lr0_->kernels.bytes() + lr0_->expected.bytes() +
      lr0_->states.size() * sizeof(Lr0::StateRow) + lr0_->targets.size() * sizeof(State) +
      lr0_->closures.size() * sizeof(Lr0::Closure) + lr0_->steps.size() * sizeof(Lr0::Step) +
      lr0_->rules_of_steps.size() * sizeof(std::uint32_t) + lazy_->look_aheads.bytes();
  return size;
}

}  // namespace grabr
