#include "grammar/analyse/digraph.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

namespace grabr {
namespace {

/// Components as "c b,a": in order, with sorted members. The graph as "ab ba": a → b, b → a.
std::string components_of(const std::string& graph, std::uint32_t vertices) {
  std::vector<Digraph::Edge> edges;
  for (std::size_t i = 0; i + 1 < graph.size(); i += 3) {
    edges.emplace_back(graph[i] - 'a', graph[i + 1] - 'a');
  }
  const Components components(Digraph(vertices, edges));
  std::string out;
  for (std::uint32_t c = 0; c < components.count(); ++c) {
    std::string names;
    for (const std::uint32_t member : components.members(c)) {
      names += static_cast<char>('a' + member);
      CHECK(components.of(member) == c);
    }
    std::sort(names.begin(), names.end());
    out += (c == 0 ? "" : " ") + names;
  }
  return out;
}

TEST_CASE("components come after those that they lead to") {
  CHECK(components_of("", 0) == "");
  CHECK(components_of("", 3) == "a b c");
  CHECK(components_of("aa", 1) == "a");
  CHECK(components_of("ab bc", 3) == "c b a");
  CHECK(components_of("ba cb", 3) == "a b c");
  CHECK(components_of("ab ba bc", 3) == "c ab");
  CHECK(components_of("ab bc ca", 3) == "abc");
  CHECK(components_of("ab ac bd cd", 4) == "d b c a");
  CHECK(components_of("ab bc cb cd dc", 4) == "bcd a");
  CHECK(components_of("ab ba cd dc bd", 4) == "cd ab");
}

TEST_CASE("components of random graphs against reachability") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const auto n = static_cast<std::uint32_t>(1 + random() % 8);
    std::vector<Digraph::Edge> edges;
    for (std::size_t e = random() % 16; e > 0; --e) {
      edges.emplace_back(static_cast<std::uint32_t>(random() % n),
                         static_cast<std::uint32_t>(random() % n));
    }
    std::vector<std::vector<bool>> reaches(n, std::vector<bool>(n));
    for (std::uint32_t v = 0; v < n; ++v) reaches[v][v] = true;
    for (std::uint32_t pass = 0; pass < n; ++pass) {
      for (const auto& [from, to] : edges) {
        for (std::uint32_t v = 0; v < n; ++v) {
          if (reaches[to][v]) reaches[from][v] = true;
        }
      }
    }
    const Components components(Digraph(n, edges));
    for (std::uint32_t a = 0; a < n; ++a) {
      for (std::uint32_t b = 0; b < n; ++b) {
        CHECK((components.of(a) == components.of(b)) == (reaches[a][b] && reaches[b][a]));
        if (reaches[a][b]) CHECK(components.of(a) >= components.of(b));
      }
    }
  }
}

TEST_CASE("a long chain needs no deep stack") {
  std::vector<Digraph::Edge> edges;
  constexpr std::uint32_t kCount = 200'000;
  for (std::uint32_t v = 0; v + 1 < kCount; ++v) edges.emplace_back(v, v + 1);
  CHECK(Components(Digraph(kCount, edges)).count() == kCount);
  edges.emplace_back(kCount - 1, 0);
  CHECK(Components(Digraph(kCount, edges)).count() == 1);
}

}  // namespace
}  // namespace grabr
