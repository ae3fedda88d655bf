// Counts the derivations of a symbol over a span.
//
// Counts are kept per symbol and span and per rest of a rule (a dotted rule, where the rest begins
// and where the rule ends), so that S → S S S costs no more than two rules of two parts: n² counts
// of n terms each for n tokens, whatever the number of derivations.
//
//   E → E '+' E | n  on "n+n+n+n":   E 0…7 = E 0…1 · rest 1…7 + E 0…3 · rest 3…7 + E 0…5 · rest 5…7
//                                          = 1 · 2 + 1 · 1 + 2 · 1 = 5
//
// A derivation is cyclic if it has a symbol over a span inside the same symbol over the same span.
// If there is one, there are infinitely many; they are not counted. If symbols derive themselves,
// the count of one depends on which of them enclose it, so that set is part of the key. (Cycles in
// grammars have few symbols; the number of sets is exponential in that, and bounded by memory like
// everything here.) Tested by tests/parse/ambiguity_test.cc against enumeration of all derivations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "parse/earley/choice.h"

namespace grabr {

/// A symbol over a span, inside certain other symbols, or the rest of a rule.
struct CountKey {
  std::uint32_t what = 0;  ///< symbol or dotted rule
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t inside = 0;  ///< number of a set of symbols; kRest for a dotted rule

  static constexpr std::uint32_t kRest = ~std::uint32_t{0};
  bool operator==(const CountKey&) const = default;
};

/// A hash table from keys to numbers (open addressing, no removal). Most of the counting time is
/// spent on look-ups, and a node-based table takes three times as long.
class CountTable {
 public:
  /// Null if the key has no number yet.
  const std::uint64_t* find(const CountKey& key) const {
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[place(key)];
    return slot.number == kFree ? nullptr : &slot.number;
  }

  /// The key must be new, the number below 2^64 - 1.
  void insert(const CountKey& key, std::uint64_t number) {
    if (3 * (size_ + 1) > 2 * slots_.size()) grow();
    slots_[place(key)] = {key, number};
    ++size_;
  }

  std::size_t memory() const { return slots_.size() * sizeof(Slot); }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};
  struct Slot {
    CountKey key;
    std::uint64_t number = kFree;
  };

  std::vector<Slot> slots_;  // the size is a power of two
  std::size_t size_ = 0;

  /// The key's slot, or the free one where it belongs.
  std::size_t place(const CountKey& key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash(key) & mask;
    while (slots_[at].number != kFree && slots_[at].key != key) at = (at + 1) & mask;
    return at;
  }

  static std::size_t hash(const CountKey& key) {
    std::uint64_t hash = (std::uint64_t{key.what} << 32 | key.inside) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
    hash = (hash ^ (std::uint64_t{key.begin} << 32 | key.end)) * 0xbf58476d1ce4e5b9u;
    return hash ^ hash >> 32;
  }

  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number != kFree) slots_[place(slot.key)] = slot;
    }
  }
};

/// Counts saturate here: this number means this many or more.
inline constexpr std::uint64_t kMaxDerivations = 1'000'000'000'000'000'000;

/// The product, at most kMaxDerivations.
std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b);

class Counts {
 public:
  Counts(Forest& forest, std::size_t max_memory) : forest_(forest), max_memory_(max_memory) {}

  /// Derivations of a part; its `number` and `rule` are ignored. Throws Error(kSystem) if the
  /// counts exceed `max_memory` or have more than a thousand million terms.
  std::uint64_t of(const Part& part);
  /// The derivations that begin with `rule`, one of the part's rules.
  std::uint64_t of_rule(const Part& part, std::uint32_t rule);
  /// Ways to derive the parts after the dot.
  std::uint64_t of_rest(std::uint32_t dotted, std::uint32_t from, std::uint32_t end);
  /// The same for a whole rule of a cycle, from its beginning, without derivations where a part in
  /// the same cycle covers the whole span.
  std::uint64_t of_base_rest(std::uint32_t dotted, std::uint32_t begin, std::uint32_t end);
  /// Derivations by `rule` in which the given one of whole_parts() covers the part's whole span.
  std::uint64_t of_whole_part(const Part& part, std::uint32_t rule, std::uint32_t whole_part);
  /// Parts in the same cycle that may cover the part's whole span, all others being empty.
  std::vector<std::uint32_t> whole_parts(const Part& part, std::uint32_t rule) const;
  /// The set of symbols enclosing `part`, a child of `of_it`: none, unless it is a symbol of the
  /// same cycle over the same span.
  std::uint32_t inside(const Part& part, const Part& of_it);
  /// Has any count so far left out a cyclic derivation?
  bool cyclic() const { return cyclic_; }

 private:
  using Key = CountKey;

  Forest& forest_;
  std::size_t max_memory_;
  CountTable known_;
  std::vector<Key> missing_;  // counts that the current one still needs
  std::vector<std::vector<LoweredId>> sets_{{}};
  std::map<std::vector<LoweredId>, std::uint32_t> set_numbers_;
  std::uint64_t terms_ = 0;  // number of terms summed so far
  bool cyclic_ = false;

  const LoweredGrammar& grammar() const { return forest_.grammar(); }
  template <typename Count>
  std::uint64_t complete(Count count);
  void check_bounds(std::size_t waiting) const;
  std::uint32_t with(std::uint32_t set, LoweredId symbol);
  bool inside_itself(const Part& part) const;
  std::uint64_t lookup(const Key& key);
  std::uint64_t compute(const Key& key);
  std::uint64_t count_symbol(LoweredId symbol, std::uint32_t begin, std::uint32_t end,
                             std::uint32_t inside = 0);
  std::uint64_t count_rest(std::uint32_t dotted, std::uint32_t from, std::uint32_t end);
  std::uint64_t sum_of_rest(std::uint32_t dotted, std::uint32_t from, std::uint32_t end);
  std::uint64_t count_base_rest(std::uint32_t dotted, std::uint32_t begin, std::uint32_t end);
  std::uint64_t count_rule(const Part& part, std::uint32_t rule);
  std::uint64_t count_whole(const Part& part, std::uint32_t rule, std::uint32_t whole_part);
  std::uint64_t count_empty(const Part& part, std::uint32_t rule);
};

}  // namespace grabr
