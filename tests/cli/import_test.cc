#include <doctest/doctest.h>

#include "cli/run_grabr.h"

using namespace grabr;

TEST_CASE(
    "a grammar of another tool is imported to a file, or read by -g, and what differs is told") {
  check_calls(
      Workshop({{"PairLexer.g4", "lexer grammar PairLexer; ID : [a-z]+ ; WS : [ ] -> skip ;"},
                {"PairParser.g4",
                 "parser grammar PairParser; options { tokenVocab = PairLexer; }\n"
                 "file : ID ID {0}? EOF ;"},
                {"Bad.g4", "grammar Bad;\nfile : ( ;"},
                {"None.g4", "grammar None;\n"},
                {"x.y", "%%"},
                {"one", "a b"},
                {"short", "a"}}),
      {{"grammar import PairParser.g4 -o pair.json", 0,
        "PairParser.g4:2:14: note: the predicate {0}?: wider"},
       {"grammar check pair.json"},
       {"check one -g pair.json"},
       {"check short -g pair.json", 1},
       {"grammar import -q PairParser.g4", 0, "=", "\"file\": \"ID ID\""},
       {"check one -g PairParser.g4"},
       {"grammar check PairParser.g4"},
       {"check short -g PairParser.g4", 1},
       // A rule without content remains.
       {"grammar import Bad.g4", 0, "Bad.g4:2:10: error: unexpected ';'"},
       {"grammar import None.g4", 2, "nothing can be imported from None.g4"},
       {"grammar import gone.g4", 2},
       {"grammar import x.y", 2}});
}
