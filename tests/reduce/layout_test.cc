#include "reduce/pass/layout.h"

#include <doctest/doctest.h>

#include <string>

#include "grammar/analyse/analysis.h"
#include "oracle/function_oracle.h"
#include "reduce/style/gaps.h"
#include "support/grammars.h"
#include "support/python_like.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

std::string tidied(const std::shared_ptr<const Grammar>& grammar, const std::string& text) {
  FunctionOracle oracle([](std::string_view) { return Outcome::kFail; });
  Session session(oracle, text);
  const Parser parser(grammar);
  const Analysis analysis = analyse(*grammar);
  session.check_original("preflight");
  TreeWork work(session, parser, analysis, list_view(support::tree_of(grammar, text)));
  const bool changed = tidy_layout(work);
  CHECK(changed == (session.best() != text));
  CHECK(session.counts().committed <= 1);
  return session.best();
}

TEST_CASE("comments, blanks and line ends go where the lexer needs none") {
  const auto c = support::fixed("c");
  CHECK(tidied(c, "// a\nint  f()\n\n\n{ /* b */ x;\n  // c\n    y; }  \n\n") == "int f(){x;y;}\n");
  CHECK(tidied(c, "int f(){x;}") == "int f(){x;}");
  CHECK(tidied(c, "\n#define X 1 \n int a;\n") == "#define X 1 \nint a;\n");
}

TEST_CASE("the text of a token made beside the tree is in no gap") {
  Tree tree = support::tree_of(support::fixed("c"), "int x; ");
  tree.add_new_token(tree[tokens_of(tree, tree.root()).front()].symbol, "made");
  CHECK(tree.text() == "int x; ");
  CHECK(gaps_of(tree).gaps.back().span.end == tree.text().size());
}

TEST_CASE("of indentation one blank a level stays") {
  const auto python = support::python_like();
  CHECK(tidied(python, "# a\n\nif x:  # b\n\n      # c\n    y  # d\n    f(1,  # e\n  2)\nz\n") ==
        "if x:\n y\n f(1,2)\nz\n");
  CHECK(tidied(python, "if x:\n y") == "if x:\n y");
}

TEST_CASE("of a comment that has to stay only what is needed does") {
  const std::string text = "int x; // a\n/* one two\n   three four\n   five */ int y; // b\n";
  FunctionOracle oracle([](std::string_view one) {
    const bool fails = one.find("ur") != std::string_view::npos;
    return fails && one.find("int y") != std::string_view::npos ? Outcome::kFail : Outcome::kPass;
  });
  Session session(oracle, text);
  const auto c = support::fixed("c");
  const Parser parser(c);
  const Analysis analysis = analyse(*c);
  session.check_original("preflight");
  TreeWork work(session, parser, analysis, list_view(support::tree_of(c, text)));
  CHECK(tidy_layout(work));
  CHECK(session.best() == "int x;/*ur*/int y;\n");
  CHECK(print(work.tree()) == session.best());
  CHECK(session.counts().committed < 40);
}

}  // namespace
}  // namespace grabr
