#include <doctest/doctest.h>

#include <string>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

const char* const kLexer = "lexer grammar PairLexer; ID : [a-z]+ ; WS : [ ] -> skip ;";
const char* const kParser =
    "parser grammar PairParser; options { tokenVocab = PairLexer; }\nfile : ID ID {0}? EOF ;";

TEST_CASE("a grammar of another tool is imported to a file, and what differs is told") {
  const Workshop shop;
  shop.write("PairLexer.g4", kLexer);
  shop.write("PairParser.g4", kParser);
  const ShellRun run = shop.grabr("grammar import PairParser.g4 -o pair.json");
  CHECK(run.exit == 0);
  check_contains(run.errors, "PairParser.g4:2:14: note: the predicate {0}?: wider");
  CHECK(shop.grabr("grammar check pair.json").exit == 0);
  shop.write("one", "a b");
  CHECK(shop.grabr("check one -g pair.json").exit == 0);
  shop.write("one", "a");
  CHECK(shop.grabr("check one -g pair.json").exit == 1);
  const ShellRun quiet = shop.grabr("grammar import -q PairParser.g4");
  CHECK(quiet.exit == 0);
  CHECK(quiet.errors.empty());
  check_contains(quiet.output, "\"file\": \"ID ID\"");
}

TEST_CASE("-g takes a grammar of another tool") {
  const Workshop shop;
  shop.write("PairLexer.g4", kLexer);
  shop.write("PairParser.g4", kParser);
  shop.write("one", "a b");
  CHECK(shop.grabr("check one -g PairParser.g4").exit == 0);
  CHECK(shop.grabr("grammar check PairParser.g4").exit == 0);
  shop.write("one", "a b c");
  CHECK(shop.grabr("check one -g PairParser.g4").exit == 1);
}

TEST_CASE("what cannot be imported says why") {
  const Workshop shop;
  shop.write("Bad.g4", "grammar Bad;\nfile : ( ;");
  const ShellRun run = shop.grabr("grammar import Bad.g4");
  CHECK(run.exit == 0);  // a rule of nothing is left
  check_contains(run.errors, "Bad.g4:2:10: error: unexpected ';'");
  shop.write("None.g4", "grammar None;\n");
  const ShellRun none = shop.grabr("grammar import None.g4");
  CHECK(none.exit == 2);
  check_contains(none.errors, "nothing can be imported from None.g4");
  CHECK(shop.grabr("grammar import gone.g4").exit == 2);
  shop.write("x.y", "%%");
  CHECK(shop.grabr("grammar import x.y").exit == 2);
}

}  // namespace
