#include "text/diff.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

namespace grabr {
namespace {

using Sequence = std::vector<std::uint32_t>;

std::size_t cost(const std::vector<Change>& changes) {
  std::size_t elements = 0;
  for (const Change& change : changes) elements += change.before.size() + change.after.size();
  return elements;
}

Sequence applied(const std::vector<Change>& changes, const Sequence& before,
                 const Sequence& after) {
  Sequence result;
  std::size_t at = 0;
  for (const Change& change : changes) {
    for (; at < change.before.begin; ++at) result.push_back(before[at]);
    for (std::size_t i = change.after.begin; i < change.after.end; ++i) result.push_back(after[i]);
    at = change.before.end;
  }
  for (; at < before.size(); ++at) result.push_back(before[at]);
  return result;
}

/// The number of deletions and insertions of a shortest script, from the table of longest common
/// subsequences.
std::size_t least_cost(const Sequence& before, const Sequence& after) {
  std::vector<std::vector<std::size_t>> common(before.size() + 1,
                                               std::vector<std::size_t>(after.size() + 1, 0));
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (std::size_t j = 0; j < after.size(); ++j) {
      common[i + 1][j + 1] =
          before[i] == after[j] ? common[i][j] + 1 : std::max(common[i][j + 1], common[i + 1][j]);
    }
  }
  return before.size() + after.size() - 2 * common[before.size()][after.size()];
}

void check_shortest(const Sequence& before, const Sequence& after) {
  CAPTURE(before.size());
  CAPTURE(after.size());
  const std::vector<Change> changes = shortest_changes(before, after);
  CHECK(applied(changes, before, after) == after);
  CHECK(cost(changes) == least_cost(before, after));
  for (std::size_t i = 0; i < changes.size(); ++i) {
    CHECK(changes[i].before.size() + changes[i].after.size() > 0);
    if (i > 0) CHECK(changes[i - 1].before.end < changes[i].before.begin);
  }
}

TEST_CASE("all pairs of short sequences over three elements have shortest scripts") {
  std::vector<Sequence> all = {{}};
  for (std::size_t i = 0; all[i].size() < 4; ++i) {
    for (std::uint32_t element = 0; element < 3; ++element) {
      Sequence longer = all[i];
      longer.push_back(element);
      all.push_back(longer);
    }
  }
  for (const Sequence& before : all) {
    for (const Sequence& after : all) check_shortest(before, after);
  }
}

TEST_CASE("random pairs have shortest scripts") {
  std::mt19937 numbers(7);
  const auto random = [&] { return static_cast<std::uint32_t>(numbers()); };
  const auto sequence = [&](std::uint32_t elements) {
    Sequence made(random() % 40);
    for (std::uint32_t& element : made) element = random() % elements;
    return made;
  };
  for (int i = 0; i < 400; ++i) {
    const std::uint32_t elements = 1 + random() % 9;
    check_shortest(sequence(elements), sequence(elements));
  }
}

TEST_CASE("sequences with nothing in common are one change") {
  Sequence before(3000), after(3000);
  for (std::uint32_t i = 0; i < 3000; ++i) {
    before[i] = i;
    after[i] = 3000 + i;
  }
  const std::vector<Change> all = shortest_changes(before, after);
  CHECK(all == std::vector<Change>{{{0, 3000}, {0, 3000}}});
}

void check_diff(std::string_view before, std::string_view after, const std::string& lines) {
  const std::string names = "--- good\n+++ bad\n";
  const std::string diff = unified_diff(before, after, {"good", "bad", 1, false});
  CHECK(diff == (lines.empty() ? lines : names + lines));
}

TEST_CASE("unified diffs are what diff -U1 prints") {
  check_diff("a\n", "a\n", "");
  check_diff("a\nb\nc\nd\n", "a\nx\nc\nd\n", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
  check_diff("", "a\n", "@@ -0,0 +1 @@\n+a\n");
  check_diff("a\n", "", "@@ -1 +0,0 @@\n-a\n");
  check_diff("a\nb\nc\nd\n", "b\nc\nd\ne\n", "@@ -1,2 +1 @@\n-a\n b\n@@ -4 +3,2 @@\n d\n+e\n");
  check_diff("a\nb\nc\n", "b\nc\nd\n", "@@ -1,3 +1,3 @@\n-a\n b\n c\n+d\n");
  check_diff("a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
}

TEST_CASE("colours are escape sequences around whole lines") {
  const std::string diff = unified_diff("a\n", "b\n", {"x", "y", 3, true});
  CHECK(diff ==
        "\x1b[1m--- x\x1b[m\n\x1b[1m+++ y\x1b[m\n\x1b[36m@@ -1 +1 @@\x1b[m\n"
        "\x1b[31m-a\x1b[m\n\x1b[32m+b\x1b[m\n");
  const std::string foreign = unified_diff("\x1b[2J\n=\r\n", "b\n=\r\n", {"\a", "y", 3, true});
  CHECK(foreign ==
        "\x1b[1m--- \\x07\x1b[m\n\x1b[1m+++ y\x1b[m\n\x1b[36m@@ -1,2 +1,2 @@\x1b[m\n"
        "\x1b[31m-\\x1b[2J\x1b[m\n\x1b[32m+b\x1b[m\n =\\r\n");
}

}  // namespace
}  // namespace grabr
