#include "parse/ambiguity/counts.h"

#include <algorithm>

#include "text/error.h"

namespace grabr {
namespace {

constexpr std::size_t kBytesPerSet = 128;         // of symbols
constexpr std::size_t kBytesPerCount = 56;        // in a hash table with a node for each
constexpr std::uint64_t kMaxTerms = 300'000'000;  // takes half a minute to two

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
  return std::min(a + b, kMaxDerivations);  // both are at most that, so no overflow
}

}  // namespace

std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return kMaxDerivations;
  return std::min(product, kMaxDerivations);
}

void Counts::check_bounds(std::size_t waiting) const {
  if (terms_ > kMaxTerms) {
    throw Error(ErrorKind::kSystem, "too ambiguous: counting the derivations takes too long");
  }
  const std::size_t used =
      kBytesPerCount * known_.size() + kBytesPerSet * sets_.size() + sizeof(Key) * waiting;
  if (used <= max_memory_) return;
  throw Error(ErrorKind::kSystem, "too ambiguous: counting the derivations takes more than " +
                                      std::to_string(max_memory_ >> 20) + " MiB");
}

/// Runs count() once everything it needs is known. Missing counts are computed first, using a
/// stack.
template <typename Count>
std::uint64_t Counts::complete(Count count) {
  missing_.clear();
  std::uint64_t result = count();
  std::vector<Key> todo;
  while (!missing_.empty()) {
    todo.assign(missing_.begin(), missing_.end());
    while (!todo.empty()) {
      const Key key = todo.back();
      if (known_.contains(key)) {
        todo.pop_back();
        continue;
      }
      missing_.clear();
      const std::uint64_t number = compute(key);
      if (missing_.empty()) {
        known_.emplace(key, number);
        todo.pop_back();
      } else {
        todo.insert(todo.end(), missing_.begin(), missing_.end());
      }
      check_bounds(todo.size());
    }
    missing_.clear();
    result = count();
  }
  return result;
}

std::uint64_t Counts::of(const Part& part) {
  return complete([&] { return count_symbol(part.symbol, part.begin, part.end, part.inside); });
}

std::uint64_t Counts::of_rule(const Part& part, std::uint32_t rule) {
  return complete([&] { return count_rule(part, rule); });
}

void Counts::count_edges(const Part& part, Splits& way) {
  complete([&] { return count_way(part, way); });
}

std::uint64_t Counts::lookup(const Key& key) {
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  missing_.push_back(key);
  return 0;
}

std::uint64_t Counts::compute(const Key& key) {
  if (key.inside == Key::kDotted) return sum_before(key.what, key.begin, key.end);
  Part part;
  part.symbol = key.what;
  part.begin = key.begin;
  part.end = key.end;
  part.inside = key.inside;
  std::uint64_t sum = 0;
  for (const std::uint32_t rule : forest_.rules(part.symbol, part.begin, part.end)) {
    sum = saturating_sum(sum, count_rule(part, rule));
  }
  return sum;
}

std::uint64_t Counts::count_symbol(LoweredId symbol, std::uint32_t begin, std::uint32_t end,
                                   std::uint32_t inside) {
  if (grammar().terminal(symbol)) return 1;
  if (std::ranges::binary_search(sets_[inside], symbol)) {
    cyclic_ = true;
    return 0;
  }
  return lookup({symbol, begin, end, inside});
}

std::uint64_t Counts::count_rule(const Part& part, std::uint32_t rule) {
  if (grammar().symbols[part.symbol].cycle == LoweredSymbol::kNoCycle) {
    return count_before(grammar().end_of(rule), part.begin, part.end);
  }
  Splits way(forest_, rule, part.begin, part.end);
  return count_way(part, way);
}

/// Derivations of the parts before the dot of an item in set `end`.
std::uint64_t Counts::count_before(std::uint32_t dotted, std::uint32_t origin, std::uint32_t end) {
  const std::uint32_t first = grammar().rules[grammar().rule_at[dotted]].first_dot;
  while (dotted > first && grammar().terminal(grammar().after_dot[dotted - 1])) --dotted, --end;
  if (dotted == first) return 1;
  if (dotted == first + 1) return count_symbol(grammar().after_dot[first], origin, end);
  return lookup({dotted, origin, end, Key::kDotted});
}

std::uint64_t Counts::sum_before(std::uint32_t dotted, std::uint32_t origin, std::uint32_t end) {
  std::uint64_t sum = 0;
  for (const std::uint32_t begin : forest_.begins(dotted, origin, end)) {
    ++terms_;
    const std::uint64_t last = count_symbol(grammar().after_dot[dotted - 1], begin, end);
    sum = saturating_sum(sum, saturating_product(count_before(dotted - 1, origin, begin), last));
  }
  return sum;
}

/// Also sets the counts of the edges.
std::uint64_t Counts::count_way(const Part& part, Splits& way) {
  const auto sum_of = [&](std::uint32_t k, std::uint32_t from) {
    if (k == way.size()) return std::uint64_t{1};
    std::uint64_t sum = 0;
    for (const Splits::Edge& edge : way.edges(k, from)) sum = saturating_sum(sum, edge.count);
    return sum;
  };
  Part child;
  for (std::uint32_t k = way.size(); k-- > 0;) {
    child.symbol = grammar().rhs(way.rule())[k];
    for (Splits::Edge& edge : way.edges(k)) {
      ++terms_;
      child.begin = edge.from;
      child.end = edge.to;
      const std::uint64_t count =
          count_symbol(child.symbol, child.begin, child.end, inside(child, part));
      edge.count = saturating_product(count, sum_of(k + 1, edge.to));
    }
  }
  return sum_of(0, part.begin);
}

std::uint32_t Counts::inside(const Part& part, const Part& of_it) {
  const std::uint32_t cycle = grammar().symbols[of_it.symbol].cycle;
  const bool again = cycle != LoweredSymbol::kNoCycle &&
                     grammar().symbols[part.symbol].cycle == cycle && of_it.begin == part.begin &&
                     of_it.end == part.end;
  return again ? with(of_it.inside, of_it.symbol) : 0;
}

/// The number of the set plus one more symbol.
std::uint32_t Counts::with(std::uint32_t number, LoweredId symbol) {
  std::vector<LoweredId> set = sets_[number];
  set.insert(std::lower_bound(set.begin(), set.end(), symbol), symbol);
  const auto [found, is_new] = set_numbers_.emplace(set, static_cast<std::uint32_t>(sets_.size()));
  if (is_new) sets_.push_back(std::move(set));
  return found->second;
}

}  // namespace grabr
