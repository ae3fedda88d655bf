#include "import/import_sample.h"

namespace grabr {
namespace {

using namespace import_test;

TEST_CASE("ANTLR in several files: the lexer that is named, imports, their imports") {
  const Files files = {
      {"in/ShopParser.g4",
       "parser grammar ShopParser;\noptions { tokenVocab = ShopLexer; }\nimport Prices;\n"
       "shop : (NAME price)+ EOF ;\n"},
      {"in/ShopLexer.g4",
       "lexer grammar ShopLexer;\nimport Space;\nNAME : [a-z]+ ;\nNUMBER : [0-9]+ ;\nEUR : 'EUR' "
       ";\n"},
      {"in/Prices.g4", "parser grammar Prices;\nprice : NUMBER EUR ;\nshop : NAME ;\n"},
      {"in/Space.g4", "lexer grammar Space;\nWS : [ \\n]+ -> skip ;\n"}};
  const ImportedFile imported = import_files("in/ShopParser.g4", files);
  // The first definition of a rule is used.
  check_language(imported, {"tea 3 EUR milk 2EUR"}, {"tea", "tea 3", "tea EUR"});
  CHECK(imported.sources.size() == 4);
}

TEST_CASE("ANTLR in several files: a lexer alone finds its parser") {
  const Files files = {{"ALexer.g4", "lexer grammar ALexer;\nX : 'x' ;\n"},
                       {"AParser.g4",
                        "parser grammar AParser;\noptions { tokenVocab = ALexer; }\n"
                        "a : X X EOF ;\n"}};
  check_language(import_files("ALexer.g4", files), {"xx"}, {"x", ""});
}

TEST_CASE("ANTLR in several files: what is missing is said, circles end") {
  const ImportedFile missing =
      import_files("A.g4", {{"A.g4", "grammar A;\nimport B, C;\na : X ;\nX : 'x' ;\n"},
                            {"B.g4", "grammar B;\nimport A;\nb : a ;\n"}});
  check_language(missing, {"x"}, {"xx"});
  CHECK(remarks_on(missing, "the grammar C"));
  CHECK_NOTHROW(import_files("A.g4", {{"A.g4", "grammar A;\nimport A;\na : 'x' ;\n"}}));
}

TEST_CASE("ANTLR in several files: each problem belongs to its file") {
  const ImportedFile imported = import_files("A.g4", {{"A.g4", "grammar A;\nimport B;\na : b ;\n"},
                                                      {"B.g4", "grammar B;\nb : 'x' ) ;\n"}});
  REQUIRE(imported.problems.size() == 2);
  CHECK(imported.problems[0].empty());
  CHECK(!imported.problems[1].empty());
}

}  // namespace
}  // namespace grabr
