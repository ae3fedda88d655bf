#include "import/import_sample.h"

namespace grabr {
namespace {

using namespace import_test;

/// The rule `a` of an ANTLR grammar after import: alternatives, or one text.
void check_rewritten(const std::string& rule, const std::string& wanted) {
  CAPTURE(rule);
  check_written(
      import_text("G.g4", "grammar G;\na : " + rule + " ;\nX : 'x'+ ;\nY : 'y'+ ;\nZ : 'z'+ ;\n"),
      "\"a\": " + wanted);
}

TEST_CASE("rewriting: lists and optional parts") {
  check_rewritten("X (',' X)*", "\"X % ','\"");
  check_rewritten("(X ',')* X", "\"X % ','\"");
  check_rewritten("X Y (',' X Y)*", "\"(X Y) % ','\"");
  check_rewritten("X (',' Y X)*", "\"X % (',' Y)\"");
  check_rewritten("X (Y)* | Z", "[\"X Y*\", \"Z\"]");
  check_rewritten("| a X", "\"X*\"");
  check_rewritten("X | a ',' X", "\"X % ','\"");
  check_rewritten("X | X ',' a", "\"X % ','\"");
  check_rewritten("X | a Y", "\"X Y*\"");
  check_rewritten("'(' X ')' | '(' ')'", "\"'(' X? ')'\"");
  // Alternatives with different endings, and recursion in the middle, are unchanged.
  check_rewritten("X a Y | Z", "[\"X a Y\", \"Z\"]");
  check_rewritten("a X a | Z", "\"a_primary % X\"");
}

TEST_CASE("rewriting: a rule with operators is a ladder, the loosest first") {
  const ImportedFile imported = import_text("G.g4", R"(grammar G;
e : e '!' | '-' e | <assoc=right> e '^' e | e ('*' | '/') e | e '+' e | '(' e ')' | N ;
N : [0-9]+ ;
WS : ' ' -> skip ;
)");
  check_language(imported, {"1", "-1!+2*3/4^5^6", "((1))!!"}, {"", "1+", "!1", "1 2"});
  check_written(imported, "\"e\": \"e_2 % '+'\"");
  check_written(imported, "% ('*' | '/')");
  check_written(imported, "% '^'");
}

TEST_CASE("rewriting: a ternary stays together, a loose prefix is a right operand") {
  const ImportedFile imported = import_text("G.g4", R"(grammar G;
e : e '+' e | 'not' e | <assoc=right> e '?' e ':' e | N ;
N : [0-9]+ ;
WS : ' ' -> skip ;
)");
  check_language(imported, {"1 + not 2", "1 ? 2 : 3 ? 4 : 5", "not 1 ? 2 : 3"},
                 {"1 ? 2", "1 : 2", "+ 1"});
}

}  // namespace
}  // namespace grabr
