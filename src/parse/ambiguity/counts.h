// Counts the derivations of a symbol over a span.
//
// Counts are kept per symbol and span and per item of the chart (the parts before a dot, where the
// rule began and where the parts end), so that S → S S S costs no more than two rules of two parts:
// n² counts of n terms each for n tokens, whatever the number of derivations.
//
//   E → E '+' E | n  on "n+n+n+n":   E 0…7 = E 0…1 · E 2…7 + E 0…3 · E 4…7 + E 0…5 · E 6…7
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
#include <unordered_map>
#include <vector>

#include "parse/earley/choice.h"

namespace grabr {

/// A symbol over a span, inside certain other symbols, or the beginning of a rule.
struct CountKey {
  std::uint32_t what = 0;  ///< symbol or dotted rule
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t inside = 0;  ///< number of a set of symbols; kDotted for a dotted rule

  static constexpr std::uint32_t kDotted = ~std::uint32_t{0};
  bool operator==(const CountKey&) const = default;
};

struct CountKeyHash {
  std::size_t operator()(const CountKey& key) const {
    std::uint64_t hash = (std::uint64_t{key.what} << 32 | key.inside) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
    hash = (hash ^ (std::uint64_t{key.begin} << 32 | key.end)) * 0xbf58476d1ce4e5b9u;
    return hash ^ hash >> 32;
  }
};

/// Counts saturate here: this number means this many or more.
inline constexpr std::uint64_t kMaxDerivations = 1'000'000'000'000'000'000;

/// The product, at most kMaxDerivations.
std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b);

class Counts {
 public:
  Counts(Forest& forest, std::size_t max_memory) : forest_(forest), max_memory_(max_memory) {}

  /// Derivations of a part; its `number` is ignored. Throws Error(kSystem) if the counts exceed
  /// `max_memory` or have more than 300 million terms.
  std::uint64_t of(const Part& part);
  /// The derivations that begin with `rule`, one of the part's rules.
  std::uint64_t of_rule(const Part& part, std::uint32_t rule);
  /// For each edge of a way to derive the part: the derivations of its part and all behind it.
  void count_edges(const Part& part, Splits& way);
  /// The set of symbols enclosing `part`, a child of `of_it`: none, unless it is a symbol of the
  /// same cycle over the same span.
  std::uint32_t inside(const Part& part, const Part& of_it);
  /// Has any count so far left out a cyclic derivation?
  bool cyclic() const { return cyclic_; }

 private:
  using Key = CountKey;

  Forest& forest_;
  std::size_t max_memory_;
  std::unordered_map<Key, std::uint64_t, CountKeyHash> known_;
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
  std::uint64_t lookup(const Key& key);
  std::uint64_t compute(const Key& key);
  std::uint64_t count_symbol(LoweredId symbol, std::uint32_t begin, std::uint32_t end,
                             std::uint32_t inside = 0);
  std::uint64_t count_before(std::uint32_t dotted, std::uint32_t origin, std::uint32_t end);
  std::uint64_t sum_before(std::uint32_t dotted, std::uint32_t origin, std::uint32_t end);
  std::uint64_t count_rule(const Part& part, std::uint32_t rule);
  std::uint64_t count_way(const Part& part, Splits& way);
};

}  // namespace grabr
