// Subset construction: a state of the result is the set of NFA states that the text read so far may
// have led to. Only states with edges or accepts are kept in a set. The input symbols are first cut
// into intervals at the ends of all edges, so that one step serves a whole interval; neighbouring
// intervals that lead to the same states share the work of the closure.
//
// Worst case exponential, hence the limits; the lexers of real languages take a few hundred states.
// Tested by lexer_test.cc against a matcher on the syntax tree.
#include "grammar/dfa.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace grabr {
namespace {

using StateSet = std::vector<std::uint32_t>;

struct HashSet {
  std::size_t operator()(const StateSet& set) const {
    std::uint64_t hash = set.size();
    for (const std::uint32_t state : set) {
      hash = (hash ^ state) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 29;
    }
    return static_cast<std::size_t>(hash);
  }
};

class SubsetConstruction {
 public:
  SubsetConstruction(const Nfa& nfa, const DfaLimits& limits)
      : nfa_(nfa), limits_(limits), seen_(nfa.states().size(), 0) {}

  std::optional<Dfa> run() {
    cut_symbols();
    state_of({});
    dfa_.start = state_of(closure({0}));
    for (std::uint32_t state = 1; state < sets_.size(); ++state) {
      collect_targets(state);
      add_row();
      if (sets_.size() > limits_.states || moves_ > limits_.moves) return std::nullopt;
    }
    for (const StateSet* set : sets_) dfa_.accepts.push_back(accepts(*set));
    return std::move(dfa_);
  }

 private:
  void cut_symbols() {
    std::vector<bool> begins(kSymbolCount + 1, false);
    for (const Nfa::State& state : nfa_.states()) {
      for (const Nfa::Edge& edge : state.edges) {
        begins[edge.first] = true;
        begins[edge.last + 1u] = true;
      }
    }
    std::uint16_t interval = 0;
    for (std::uint32_t symbol = 0; symbol < kSymbolCount; ++symbol) {
      if (symbol > 0 && begins[symbol]) ++interval;
      dfa_.class_of[symbol] = interval;
    }
    dfa_.class_count = interval + 1u;
    dfa_.next.resize(dfa_.class_count, Dfa::kDead);
    targets_.resize(dfa_.class_count);
  }

  /// For each interval the states its edges lead to, empty moves not yet followed.
  void collect_targets(std::uint32_t state) {
    for (StateSet& set : targets_) set.clear();
    for (const std::uint32_t member : *sets_[state]) {
      for (const Nfa::Edge& edge : nfa_.states()[member].edges) {
        const std::uint32_t last = dfa_.class_of[edge.last];
        for (std::uint32_t i = dfa_.class_of[edge.first]; i <= last; ++i) {
          targets_[i].push_back(edge.target);
          ++moves_;
        }
      }
    }
  }

  void add_row() {
    std::uint32_t target = Dfa::kDead;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      const bool as_before = i > 0 && targets_[i] == targets_[i - 1];
      if (!as_before) target = state_of(closure(targets_[i]));
      dfa_.next.push_back(target);
    }
  }

  StateSet closure(const StateSet& from) {
    ++round_;
    StateSet result;
    todo_ = from;
    while (!todo_.empty()) {
      const std::uint32_t id = todo_.back();
      todo_.pop_back();
      if (seen_[id] == round_) continue;
      seen_[id] = round_;
      const Nfa::State& state = nfa_.states()[id];
      if (!state.edges.empty() || !state.accepts.empty()) result.push_back(id);
      todo_.insert(todo_.end(), state.empty.begin(), state.empty.end());
      moves_ += 1 + state.empty.size();
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  /// The empty set is the dead state.
  std::uint32_t state_of(StateSet set) {
    const auto id = static_cast<std::uint32_t>(sets_.size());
    const auto [entry, added] = ids_.try_emplace(std::move(set), id);
    if (added) sets_.push_back(&entry->first);
    return entry->second;
  }

  std::vector<Rank> accepts(const StateSet& set) const {
    std::vector<Rank> ranks;
    for (const std::uint32_t member : set) {
      const auto& accepts = nfa_.states()[member].accepts;
      ranks.insert(ranks.end(), accepts.begin(), accepts.end());
    }
    std::sort(ranks.begin(), ranks.end());
    return ranks;
  }

  const Nfa& nfa_;
  DfaLimits limits_;
  Dfa dfa_;
  std::unordered_map<StateSet, std::uint32_t, HashSet> ids_;
  std::vector<const StateSet*> sets_;  // by state: the key in ids_
  std::vector<StateSet> targets_;
  std::vector<std::uint32_t> seen_;  // by NFA state: the round of closure() that met it last
  std::vector<std::uint32_t> todo_;
  std::uint32_t round_ = 0;
  std::uint64_t moves_ = 0;
};

}  // namespace

std::optional<Dfa> determinise(const Nfa& nfa, const DfaLimits& limits) {
  auto dfa = SubsetConstruction(nfa, limits).run();
  if (dfa) merge_classes(*dfa);
  return dfa;
}

void merge_classes(Dfa& dfa) {
  const std::uint32_t states = dfa.state_count();
  std::map<std::vector<std::uint32_t>, std::uint16_t> merged;
  std::vector<std::uint16_t> merged_of(dfa.class_count);
  std::vector<std::uint32_t> kept;
  for (std::uint32_t c = 0; c < dfa.class_count; ++c) {
    std::vector<std::uint32_t> column(states);
    for (std::uint32_t s = 0; s < states; ++s) column[s] = dfa.next[s * dfa.class_count + c];
    const auto id = static_cast<std::uint16_t>(merged.size());
    const auto [entry, added] = merged.try_emplace(std::move(column), id);
    merged_of[c] = entry->second;
    if (added) kept.push_back(c);
  }
  std::vector<std::uint32_t> next;
  next.reserve(states * kept.size());
  for (std::uint32_t s = 0; s < states; ++s) {
    for (const std::uint32_t c : kept) next.push_back(dfa.next[s * dfa.class_count + c]);
  }
  for (std::uint16_t& c : dfa.class_of) c = merged_of[c];
  dfa.class_count = static_cast<std::uint32_t>(kept.size());
  dfa.next = std::move(next);
}

}  // namespace grabr
