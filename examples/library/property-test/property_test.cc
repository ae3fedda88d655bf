// A property over random sums, with counterexamples made small by grabr.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <grabr/grabr.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr const char* kSums = R"({
  "start": "sum",
  "rules": {"sum": "term (('+' | '-') term)*", "term": "NUMBER | '(' sum ')'"},
  "tokens": {"NUMBER": "0|[1-9][0-9]*"}
})";

/// The first text of `tries` that does not have the property, as small as it gets; nothing: all
/// have it.
template <class Generate, class Property>
std::optional<std::string> counterexample(const grabr::Grammar& grammar, int tries,
                                          const Generate& generate, const Property& holds) {
  for (int i = 0; i < tries; ++i) {
    const std::string text = generate();
    if (holds(text)) continue;
    return grabr::reduce(text, grammar,
                         [&](std::string_view smaller) {
                           return grammar.accepts(smaller) && !holds(smaller);
                         })
        .text;
  }
  return std::nullopt;
}

std::string random_sum(std::mt19937& random, int depth) {
  std::string text;
  for (unsigned terms = 1 + random() % 4; terms > 0; --terms) {
    const bool nested = depth > 0 && random() % 3 == 0;
    text += nested ? "(" + random_sum(random, depth - 1) + ")" : std::to_string(random() % 100);
    if (terms > 1) text += random() % 2 == 0 ? "+" : "-";
  }
  return text;
}

/// What is tested. From the right, which is wrong: 3-2-1 is 2 for it.
long value(std::string_view& rest);

long term(std::string_view& rest) {
  if (rest.front() == '(') {
    rest.remove_prefix(1);
    const long inner = value(rest);
    rest.remove_prefix(1);
    return inner;
  }
  long number = 0;
  for (; !rest.empty() && rest.front() >= '0' && rest.front() <= '9'; rest.remove_prefix(1)) {
    number = 10 * number + (rest.front() - '0');
  }
  return number;
}

long value(std::string_view& rest) {
  const long first = term(rest);
  if (rest.empty() || rest.front() == ')') return first;
  const char sign = rest.front();
  rest.remove_prefix(1);
  return sign == '+' ? first + value(rest) : first - value(rest);
}

/// What it should be: each number with the signs before it and before the brackets around it.
long signed_sum(std::string_view text) {
  std::vector<long> outer = {1};
  long sign = 1, sum = 0, number = 0;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      number = 10 * number + (c - '0');
      continue;
    }
    sum += sign * std::exchange(number, 0);
    if (c == '+') sign = outer.back();
    if (c == '-') sign = -outer.back();
    if (c == '(') outer.push_back(sign);
    if (c == ')') outer.pop_back();
  }
  return sum + sign * number;
}

TEST_CASE("sums are what they should be") {
  const auto grammar = grabr::Grammar::from_text(kSums).value();
  std::mt19937 random(1);
  const auto found = counterexample(
      grammar, 1000, [&] { return random_sum(random, 4); },
      [](std::string_view text) {
        std::string_view rest = text;
        return value(rest) == signed_sum(text);
      });
  if (found) MESSAGE("not so for " << *found);
  CHECK_FALSE(found);
}

}  // namespace
