#include "parse/ambiguity/counts.h"

#include <algorithm>

#include "text/error.h"

namespace grabr {
namespace {

constexpr std::size_t kBytesPerSet = 128;           // of symbols
constexpr std::uint64_t kMaxTerms = 1'000'000'000;  // takes half a minute to two

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
      known_.memory() + kBytesPerSet * sets_.size() + sizeof(Key) * waiting + forest_.memory();
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
      if (known_.find(key) != nullptr) {
        todo.pop_back();
        continue;
      }
      missing_.clear();
      const std::uint64_t number = compute(key);
      if (missing_.empty()) {
        known_.insert(key, number);
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

std::uint64_t Counts::of_rest(std::uint32_t dotted, std::uint32_t from, std::uint32_t end) {
  return complete([&] { return count_rest(dotted, from, end); });
}

std::uint64_t Counts::of_base_rest(std::uint32_t dotted, std::uint32_t begin, std::uint32_t end) {
  return complete([&] { return count_base_rest(dotted, begin, end); });
}

std::uint64_t Counts::of_whole_part(const Part& part, std::uint32_t rule,
                                    std::uint32_t whole_part) {
  return complete([&] { return count_whole(part, rule, whole_part); });
}

std::uint64_t Counts::lookup(const Key& key) {
  if (const std::uint64_t* number = known_.find(key)) return *number;
  missing_.push_back(key);
  return 0;
}

std::uint64_t Counts::compute(const Key& key) {
  if (key.inside == Key::kRest) return sum_of_rest(key.what, key.begin, key.end);
  Part part;
  part.symbol = key.what;
  part.begin = key.begin;
  part.end = key.end;
  part.inside = key.inside;
  std::uint64_t sum = 0;
  for (const std::uint32_t r : forest_.rules(part.symbol, part.begin, part.end)) {
    sum = saturating_sum(sum, count_rule(part, r));
  }
  return sum;
}

std::uint64_t Counts::count_symbol(LoweredId symbol, std::uint32_t begin, std::uint32_t end,
                                   std::uint32_t inside) {
  return grammar().terminal(symbol) ? 1 : lookup({symbol, begin, end, inside});
}

std::uint64_t Counts::count_rest(std::uint32_t dotted, std::uint32_t from, std::uint32_t end) {
  const LoweredId next = grammar().after_dot[dotted];
  if (next == LoweredGrammar::kEnd) return 1;
  if (grammar().after_dot[dotted + 1] == LoweredGrammar::kEnd) return count_symbol(next, from, end);
  return lookup({dotted, from, end, Key::kRest});
}

std::uint64_t Counts::sum_of_rest(std::uint32_t dotted, std::uint32_t from, std::uint32_t end) {
  const LoweredId next = grammar().after_dot[dotted];
  if (next == LoweredGrammar::kEnd) return 1;
  std::uint64_t sum = 0;
  for (const std::uint32_t to : forest_.next_ends(dotted, from, end)) {
    ++terms_;
    const std::uint64_t first = count_symbol(next, from, to);
    sum = saturating_sum(sum, saturating_product(first, count_rest(dotted + 1, to, end)));
  }
  return sum;
}

std::uint64_t Counts::count_base_rest(std::uint32_t dotted, std::uint32_t begin,
                                      std::uint32_t end) {
  const std::uint32_t cycle =
      grammar().symbols[grammar().rules[grammar().rule_at[dotted]].lhs].cycle;
  std::uint64_t sum = 0;
  std::uint64_t before = 1;  // ways to derive the empty string by the parts before the dot
  for (bool more = true; more; ++dotted) {
    const LoweredId next = grammar().after_dot[dotted];
    if (next == LoweredGrammar::kEnd) break;
    more = false;
    for (const std::uint32_t to : forest_.next_ends(dotted, begin, end)) {
      ++terms_;
      if (to == end && grammar().symbols[next].cycle == cycle) continue;
      const std::uint64_t first = saturating_product(before, count_symbol(next, begin, to));
      if (to == begin) {
        before = first;
        more = true;
      } else {
        sum = saturating_sum(sum, saturating_product(first, count_rest(dotted + 1, to, end)));
      }
    }
  }
  return sum;
}

std::uint64_t Counts::count_rule(const Part& part, std::uint32_t rule) {
  const std::uint32_t first_dot = grammar().rules[rule].first_dot;
  if (grammar().symbols[part.symbol].cycle == LoweredSymbol::kNoCycle) {
    return sum_of_rest(first_dot, part.begin, part.end);
  }
  if (part.begin == part.end) return count_empty(part, rule);
  std::uint64_t sum = count_base_rest(first_dot, part.begin, part.end);
  for (const std::uint32_t k : whole_parts(part, rule)) {
    sum = saturating_sum(sum, count_whole(part, rule, k));
  }
  return sum;
}

std::vector<std::uint32_t> Counts::whole_parts(const Part& part, std::uint32_t rule) const {
  const auto parts = grammar().rhs(rule);
  const auto fits = [&](std::uint32_t whole) {
    if (grammar().symbols[parts[whole]].cycle != grammar().symbols[part.symbol].cycle) return false;
    for (std::uint32_t k = 0; k < parts.size(); ++k) {
      const std::uint32_t begin = k <= whole ? part.begin : part.end;
      const std::uint32_t end = k < whole ? part.begin : part.end;
      if (!forest_.derives(parts[k], begin, end)) return false;
    }
    return true;
  };
  std::vector<std::uint32_t> found;
  for (std::uint32_t k = 0; k < parts.size(); ++k) {
    if (fits(k)) found.push_back(k);
  }
  return found;
}

bool Counts::inside_itself(const Part& part) const {
  const std::vector<LoweredId>& set = sets_[part.inside];
  return std::binary_search(set.begin(), set.end(), part.symbol);
}

std::uint32_t Counts::inside(const Part& part, const Part& of_it) {
  const std::uint32_t cycle = grammar().symbols[part.symbol].cycle;
  const bool again = cycle != LoweredSymbol::kNoCycle &&
                     grammar().symbols[of_it.symbol].cycle == cycle && of_it.begin == part.begin &&
                     of_it.end == part.end;
  return again ? with(part.inside, part.symbol) : 0;
}

/// The number of the set plus one more symbol.
std::uint32_t Counts::with(std::uint32_t number, LoweredId symbol) {
  std::vector<LoweredId> set = sets_[number];
  set.insert(std::lower_bound(set.begin(), set.end(), symbol), symbol);
  const auto [found, is_new] = set_numbers_.emplace(set, static_cast<std::uint32_t>(sets_.size()));
  if (is_new) sets_.push_back(std::move(set));
  return found->second;
}

/// Derivations in which part `whole` covers the whole span.
std::uint64_t Counts::count_whole(const Part& part, std::uint32_t rule, std::uint32_t whole_part) {
  const auto parts = grammar().rhs(rule);
  Part child = part;
  child.symbol = parts[whole_part];
  child.inside = inside(part, child);
  if (inside_itself(child)) {
    cyclic_ = true;
    return 0;
  }
  std::uint64_t product = count_symbol(child.symbol, child.begin, child.end, child.inside);
  for (std::uint32_t k = 0; k < parts.size(); ++k) {
    if (k == whole_part) continue;
    const std::uint32_t at = k < whole_part ? part.begin : part.end;
    product = saturating_product(product, count_symbol(parts[k], at, at));
  }
  return product;
}

/// Over an empty span every part covers the whole span.
std::uint64_t Counts::count_empty(const Part& part, std::uint32_t rule) {
  std::uint64_t product = 1;
  Part child = part;
  for (const LoweredId next : grammar().rhs(rule)) {
    child.symbol = next;
    child.inside = inside(part, child);
    if (inside_itself(child)) {
      cyclic_ = true;
      return 0;
    }
    product = saturating_product(product, count_symbol(next, part.begin, part.end, child.inside));
  }
  return product;
}

}  // namespace grabr
