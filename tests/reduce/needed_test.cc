#include "reduce/pass/needed.h"

#include <doctest/doctest.h>

#include "reduce/pass/tree_passes.h"
#include "support/checked_run.h"
#include "support/pass_run.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// The texts of those elements of the first list, except the last `kept`, that no other element
/// needs.
std::vector<std::string> not_needed_before(const std::string& language, const std::string& text,
                                           std::size_t kept) {
  const Tree tree = list_view(support::tree_of(support::fixed(language), text));
  std::vector<NodeId> units;
  for (const NodeId id : preorder(tree, tree.root())) {
    if (tree[id].kind != NodeKind::kList) continue;
    const auto children = tree.children(id);
    units.assign(children.begin(), children.end());
    break;
  }
  REQUIRE(units.size() > kept);
  units.resize(units.size() - kept);
  std::vector<std::string> texts;
  for (const std::size_t i : not_needed(tree, units)) {
    texts.push_back(support::squeezed(print_subtree(tree, units[i])));
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST_CASE("needed is what first has a name that is used behind, and what that needs") {
  const char* const text = "int a; int b = a; int c; int d = c; int e() { return b; }";
  CHECK(not_needed_before("c", text, 1) == Texts{"intc;", "intd=c;"});
  CHECK(not_needed_before("c", text, 2) == Texts{});
  CHECK(not_needed_before("c", "int a; int b; int c() { return a + b; }", 1) == Texts{});
  // A later element does not need what is defined after it.
  CHECK(not_needed_before("c", "int f() { return g(); } int g(); int h() { return g(); }", 1) ==
        Texts{"intg();"});
  // Without names no element is needed by another.
  CHECK(not_needed_before("lines", "one\ntwo\nthree\n", 1).size() == 2);
}

TEST_CASE("a sweep asks first for what the last thing seems not to need") {
  const auto c = support::fixed("c");
  std::string text;
  for (int i = 0; i < 30; ++i) {
    const std::string n = std::to_string(i);
    text += "int v" + n + " = 1; int f" + n + "() { return v" + n + " + v" + n + "; }\n";
  }
  text += "int last() { return f3() + f17(); }\n";
  // Like a compiler: a called function must exist.
  const auto compiles = support::fails_if([](std::string_view one) {
    if (one.find("f3() + f17()") == one.npos) return false;
    for (const char* name : {"int f3()", "int f17()", "int v3 ", "int v17 "}) {
      if (one.find(name) == one.npos) return false;
    }
    return one.find("v3 + v3") != one.npos && one.find("v17 + v17") != one.npos;
  });
  std::vector<std::size_t> sizes;
  FunctionOracle oracle([&](std::string_view one) {
    const Outcome outcome = compiles(one);
    if (outcome == Outcome::kFail) sizes.push_back(one.size());
    return outcome;
  });
  Session session(oracle, text);
  session.check_original("preflight");
  const Parser parser(c);
  const Analysis analysis = analyse(*c);
  TreeWork work(session, parser, analysis, list_view(support::tree_of(c, text)));
  while (sweep(work)) {
  }
  CHECK(count_tokens(work.tree(), work.tree().root()) < 60);
  // After the first success little remains besides the four needed elements.
  REQUIRE(sizes.size() > 1);
  CHECK(sizes[1] < 300);
}

}  // namespace
}  // namespace grabr
