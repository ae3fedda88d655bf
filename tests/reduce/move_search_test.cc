// The search over moves: the best first, each once, and all in one sequence.
#include "reduce/pass/move_search.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "support/pass_run.h"

namespace grabr {
namespace {

using support::pass_run;

constexpr const char* kDeclarations =
    "typedef int t; t f(int a, int b) { if (a) { g(a, 1); } return b; }\n"
    "int main() { t v = f(1, (2 + 3) * 4); while (v) { h(v); } return v; }\n";

/// The families of the tests, in the order of the trace.
class FamiliesSeen : public Observer {
 public:
  void on_test(const TestRecord& record) override { names.emplace_back(record.pass); }
  std::vector<std::string> names;
};

TEST_CASE("moves: all families take turns, and what is in vain is asked about once") {
  const auto c = support::fixed("c");
  std::set<std::string> texts;
  bool twice = false;
  const auto never = support::fails_if([&](std::string_view text) {
    twice |= !texts.emplace(text).second;
    return text == kDeclarations;
  });
  const auto run = pass_run(find_tree_pass("moves")->tree, .02, c, kDeclarations, never);
  CHECK_FALSE(run.changed);
  CHECK_FALSE(twice);
  CHECK(run.tests_of_another == 0);
  CHECK(run.tests > 20);
}

TEST_CASE("moves: the record says which family asked, and several do before one has nothing left") {
  const auto c = support::fixed("c");
  const Parser parser(c);
  const Analysis analysis = analyse(*c);
  FunctionOracle oracle(
      support::fails_if([](std::string_view text) { return text == kDeclarations; }));
  Session session(oracle, std::string(kDeclarations));
  FamiliesSeen seen;
  session.add_observer(&seen);
  TreeWork work(session, parser, analysis, list_view(support::tree_of(c, kDeclarations)));
  const auto find = [](std::string_view name) { return *find_pass(name); };
  const std::vector<Pass> two = {find("replace"), find("name-closures")};
  CHECK_FALSE(search_moves(work, two, {.least = .02}));
  std::size_t changes = 0;
  for (std::size_t i = 1; i < seen.names.size(); ++i) changes += seen.names[i] != seen.names[i - 1];
  CHECK(std::set<std::string>(seen.names.begin(), seen.names.end()).size() == 2);
  CHECK(changes > 2);
}

TEST_CASE("moves: `least` and the number of tests in vain limit what is asked") {
  const auto c = support::fixed("c");
  const auto asked = [&](const MoveOptions& options) {
    const auto never =
        support::fails_if([](std::string_view text) { return text == kDeclarations; });
    return pass_run([&](TreeWork& work, double) { return search_moves(work, families(), options); },
                    0, c, kDeclarations, never)
        .tests;
  };
  const auto all = asked({});
  CHECK(asked({.least = .1}) < all);
  CHECK(asked({.least = 100}) == 0);
  CHECK(asked({.most_in_vain = 7}) == 7);
}

}  // namespace
}  // namespace grabr
