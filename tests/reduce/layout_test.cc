#include "reduce/layout.h"

#include <doctest/doctest.h>

#include <string>

#include "grammar/analysis.h"
#include "oracle/function_oracle.h"
#include "support/grammars.h"
#include "support/python_like.h"
#include "tree/list_view.h"

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

TEST_CASE("comments and blank lines go, line breaks and indentation stay") {
  const auto c = support::fixed("c");
  CHECK(tidied(c, "// a\nint  f()\n\n\n{ /* b */ x;\n  // c\n    y; }  \n\n") ==
        "int f()\n{ x;\n    y; }\n");
  CHECK(tidied(c, "int f(){\n  x;\n}\n") == "int f(){\n  x;\n}\n");
}

TEST_CASE("blocks keep their indentation") {
  const auto python = support::python_like();
  CHECK(tidied(python, "# a\n\nif x:  # b\n\n      # c\n    y  # d\n    f(1,  # e\n  2)\nz\n") ==
        "if x:\n    y\n    f(1,\n  2)\nz\n");
  CHECK(tidied(python, "if x:\n    y\n") == "if x:\n    y\n");
}

}  // namespace
}  // namespace grabr
