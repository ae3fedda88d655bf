// Subset construction: a state of the result is the set of NFA states the text read so far may have
// led to. Only states with edges or accepts are kept in a set. Input symbols are first divided into
// classes at the ends of all edges. A state's row is then filled in stretches: the edges leaving a
// set divide the classes into a few ranges (a dozen for an identifier with a few keywords), and all
// classes of a range have the same target. Most ranges have a single NFA target, so the DFA state
// for a single target is cached (alone_).
//
// If the NFA has an order of preference, the states of a set are in that order, and those after an
// accepting one are dropped (lazy.cc).
//
// Exponential in the worst case, hence the limits; lexers of real languages need a few hundred
// states. Tested by lexer_test.cc against a matcher on the syntax tree.
#include "grammar/lex/dfa.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>

namespace grabr {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// Numbered lists, stored contiguously in one vector.
struct Lists {
  std::vector<std::uint32_t> begins{0};
  std::vector<std::uint32_t> items;

  std::span<const std::uint32_t> operator[](std::uint32_t id) const {
    return std::span(items).subspan(begins[id], begins[id + 1] - begins[id]);
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(begins.size() - 1); }
  void close() { begins.push_back(static_cast<std::uint32_t>(items.size())); }
};

/// Numbers sets by content, from 0.
class SetNumbers {
 public:
  /// The number of a set, and whether it is new.
  std::pair<std::uint32_t, bool> number(const std::vector<std::uint32_t>& set) {
    if (2 * (sets_.size() + 1) > slots_.size()) grow();
    const std::uint64_t hash = hash_of(set);
    std::size_t slot = hash & (slots_.size() - 1);
    for (; slots_[slot] != kNone; slot = (slot + 1) & (slots_.size() - 1)) {
      const auto old = sets_[slots_[slot]];
      if (std::equal(old.begin(), old.end(), set.begin(), set.end())) return {slots_[slot], false};
    }
    slots_[slot] = sets_.size();
    sets_.items.insert(sets_.items.end(), set.begin(), set.end());
    sets_.close();
    return {slots_[slot], true};
  }
  std::span<const std::uint32_t> operator[](std::uint32_t id) const { return sets_[id]; }
  std::uint32_t size() const { return sets_.size(); }

 private:
  template <class Set>
  static std::uint64_t hash_of(const Set& set) {
    std::uint64_t hash = set.size();
    for (const std::uint32_t state : set) {
      hash = (hash ^ state) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 29;
    }
    return hash;
  }

  void grow() {
    slots_.assign(std::max<std::size_t>(1024, slots_.size() * 2), kNone);
    for (std::uint32_t id = 0; id < sets_.size(); ++id) {
      std::size_t slot = hash_of(sets_[id]) & (slots_.size() - 1);
      while (slots_[slot] != kNone) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = id;
    }
  }

  Lists sets_;
  std::vector<std::uint32_t> slots_;  // size is a power of two, at most half of it used
};

/// Groups an automaton's items, listed in any order, by state.
template <class Item, class StateOf>
class ByState {
 public:
  ByState(const std::vector<Item>& items, std::uint32_t states, StateOf state_of)
      : begins_(states + 1, 0), items_(items.size()) {
    for (const Item& item : items) ++begins_[state_of(item)];
    std::uint32_t sum = 0;
    for (std::uint32_t& begin : begins_) sum += std::exchange(begin, sum);
    std::vector<std::uint32_t> at = begins_;
    for (const Item& item : items) items_[at[state_of(item)]++] = item;
  }
  std::span<const Item> operator[](std::uint32_t state) const {
    return std::span(items_).subspan(begins_[state], begins_[state + 1] - begins_[state]);
  }

 private:
  std::vector<std::uint32_t> begins_;
  std::vector<Item> items_;
};

struct FromOf {
  template <class Item>
  std::uint32_t operator()(const Item& item) const {
    return item.from;
  }
};
struct AcceptingState {
  std::uint32_t operator()(const Nfa::Accept& accept) const { return accept.state; }
};

class SubsetConstruction {
 public:
  SubsetConstruction(const Nfa& nfa, const DfaLimits& limits)
      : nfa_(nfa),
        limits_(limits),
        edges_(nfa.edges(), nfa.state_count(), FromOf()),
        jumps_(nfa.jumps(), nfa.state_count(), FromOf()),
        accepts_(nfa.accepts(), nfa.state_count(), AcceptingState()),
        seen_(nfa.state_count(), 0),
        alone_(nfa.state_count(), kNone) {}

  std::optional<Dfa> run() {
    cut_symbols();
    state_of({});
    dfa_.start = state_of({0});
    for (std::uint32_t state = 1; state < sets_.size(); ++state) {
      collect_stretches(state);
      add_row();
      if (sets_.size() > limits_.states || moves_ > limits_.moves) return std::nullopt;
    }
    dfa_.accepts.resize(sets_.size());
    for (std::uint32_t s = 0; s < sets_.size(); ++s) dfa_.accepts[s] = accepts(sets_[s]);
    return std::move(dfa_);
  }

 private:
  void cut_symbols() {
    std::array<bool, kSymbolCount + 1> begins{};
    for (const Nfa::Edge& edge : nfa_.edges()) {
      begins[edge.first] = true;
      begins[edge.last + 1u] = true;
    }
    std::uint16_t count = 0;
    for (std::uint32_t symbol = 0; symbol < kSymbolCount; ++symbol) {
      if (symbol > 0 && begins[symbol]) ++count;
      dfa_.class_of[symbol] = count;
    }
    dfa_.class_count = count + 1u;
    dfa_.next.resize(dfa_.class_count, Dfa::kDead);
    stretch_of_.resize(dfa_.class_count);
  }

  /// Finds the stretches of one state, and for each the targets of its edges.
  void collect_stretches(std::uint32_t state) {
    std::fill(stretch_of_.begin(), stretch_of_.end(), 0);
    for (const std::uint32_t member : sets_[state]) {
      for (const Nfa::Edge& edge : edges_[member]) {
        stretch_of_[dfa_.class_of[edge.first]] = 1;
        const std::uint32_t after = dfa_.class_of[edge.last] + 1u;
        if (after < dfa_.class_count) stretch_of_[after] = 1;
      }
    }
    std::uint32_t count = 0;
    for (std::uint32_t c = 0; c < dfa_.class_count; ++c) {
      if (stretch_of_[c] && c > 0) ++count;
      stretch_of_[c] = count;
    }
    if (targets_.size() <= count) targets_.resize(count + 1);
    for (std::uint32_t i = 0; i <= count; ++i) targets_[i].clear();
    for (const std::uint32_t member : sets_[state]) {
      for (const Nfa::Edge& edge : edges_[member]) {
        const std::uint32_t last = stretch_of_[dfa_.class_of[edge.last]];
        for (std::uint32_t i = stretch_of_[dfa_.class_of[edge.first]]; i <= last; ++i) {
          targets_[i].push_back(edge.target);
          ++moves_;
        }
      }
    }
  }

  void add_row() {
    std::uint32_t stretch = kNone;
    std::uint32_t target = Dfa::kDead;
    const std::size_t row = dfa_.next.size();
    dfa_.next.resize(row + dfa_.class_count);
    for (std::uint32_t c = 0; c < dfa_.class_count; ++c) {
      if (stretch_of_[c] != stretch) target = state_of(targets_[stretch_of_[c]]);
      stretch = stretch_of_[c];
      dfa_.next[row + c] = target;
    }
  }

  /// The state for these NFA states and their closure; the dead one if there are none.
  std::uint32_t state_of(const std::vector<std::uint32_t>& targets) {
    const bool single = targets.size() == 1;
    if (single && alone_[targets[0]] != kNone) return alone_[targets[0]];
    close(targets);
    const std::uint32_t state = sets_.number(closure_).first;
    if (single) alone_[targets[0]] = state;
    return state;
  }

  /// Puts the closure of `from` into closure_: sorted, or in the order of preference.
  void close(const std::vector<std::uint32_t>& from) {
    ++round_;
    closure_.clear();
    todo_.assign(from.rbegin(), from.rend());
    while (!todo_.empty()) {
      const std::uint32_t id = todo_.back();
      todo_.pop_back();
      if (std::exchange(seen_[id], round_) == round_) continue;
      if (!edges_[id].empty() || !accepts_[id].empty()) closure_.push_back(id);
      if (nfa_.ordered() && !accepts_[id].empty()) break;
      const auto jumps = jumps_[id];
      for (auto jump = jumps.rbegin(); jump != jumps.rend(); ++jump) todo_.push_back(jump->target);
      moves_ += 1 + jumps.size();
    }
    if (!nfa_.ordered()) std::sort(closure_.begin(), closure_.end());
  }

  std::vector<Rank> accepts(std::span<const std::uint32_t> set) const {
    std::vector<Rank> ranks;
    for (const std::uint32_t member : set) {
      for (const Nfa::Accept& accept : accepts_[member]) ranks.push_back(accept.rank);
    }
    std::sort(ranks.begin(), ranks.end());
    return ranks;
  }

  const Nfa& nfa_;
  DfaLimits limits_;
  ByState<Nfa::Edge, FromOf> edges_;
  ByState<Nfa::Jump, FromOf> jumps_;
  ByState<Nfa::Accept, AcceptingState> accepts_;
  Dfa dfa_;
  SetNumbers sets_;                                  // by state
  std::vector<std::uint32_t> stretch_of_;            // by symbol class, for the row being made
  std::vector<std::vector<std::uint32_t>> targets_;  // by stretch
  std::vector<std::uint32_t> seen_;   // by NFA state: the last round of close() that met it
  std::vector<std::uint32_t> alone_;  // by NFA state: the state it gives on its own
  std::vector<std::uint32_t> closure_;
  std::vector<std::uint32_t> todo_;
  std::uint32_t round_ = 0;
  std::uint64_t moves_ = 0;
};

/// By class: a hash of its column.
std::vector<std::uint64_t> column_hashes(const Dfa& dfa) {
  std::vector<std::uint64_t> hashes(dfa.class_count, 0);
  const std::uint32_t* row = dfa.next.data();
  for (std::uint32_t s = 0; s < dfa.state_count(); ++s, row += dfa.class_count) {
    const std::uint64_t factor = s * 0x9E3779B97F4A7C15u | 1u;
    for (std::uint32_t c = 0; c < dfa.class_count; ++c) hashes[c] += factor * row[c];
  }
  return hashes;
}

bool equal_columns(const Dfa& dfa, std::uint32_t a, std::uint32_t b) {
  for (std::size_t row = 0; row < dfa.next.size(); row += dfa.class_count) {
    if (dfa.next[row + a] != dfa.next[row + b]) return false;
  }
  return true;
}

}  // namespace

std::optional<Dfa> determinise(const Nfa& nfa, const DfaLimits& limits) {
  auto dfa = SubsetConstruction(nfa, limits).run();
  if (dfa) merge_classes(*dfa);
  return dfa;
}

void merge_classes(Dfa& dfa) {
  const std::vector<std::uint64_t> hashes = column_hashes(dfa);
  std::unordered_multimap<std::uint64_t, std::uint16_t> by_hash;  // index into `kept`
  std::vector<std::uint16_t> merged_of(dfa.class_count);
  std::vector<std::uint32_t> kept;
  for (std::uint32_t c = 0; c < dfa.class_count; ++c) {
    const auto [first, last] = by_hash.equal_range(hashes[c]);
    const auto same = std::find_if(
        first, last, [&](const auto& entry) { return equal_columns(dfa, kept[entry.second], c); });
    if (same != last) {
      merged_of[c] = same->second;
      continue;
    }
    merged_of[c] = static_cast<std::uint16_t>(kept.size());
    by_hash.emplace(hashes[c], merged_of[c]);
    kept.push_back(c);
  }
  if (kept.size() == dfa.class_count) return;
  std::vector<std::uint32_t> next;
  next.reserve(dfa.state_count() * kept.size());
  for (std::size_t row = 0; row < dfa.next.size(); row += dfa.class_count) {
    for (const std::uint32_t c : kept) next.push_back(dfa.next[row + c]);
  }
  for (std::uint16_t& c : dfa.class_of) c = merged_of[c];
  dfa.class_count = static_cast<std::uint32_t>(kept.size());
  dfa.next = std::move(next);
}

}  // namespace grabr
