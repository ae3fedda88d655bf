#include "cli/command/reduction_summary.h"

#include <doctest/doctest.h>

using namespace grabr;

TEST_CASE("a result that fails in another way is said to") {
  CHECK(words_on_other_failure("KeyError: 1", "NameError: a") ==
        "the result fails in another way; --stderr KeyError (or --stdout) rules that out");
  CHECK(words_on_other_failure("KeyError: 1", "KeyError: 2").empty());
  CHECK(words_on_other_failure("SIGSEGV", "KeyError: 2").empty());
}

TEST_CASE("a table of what each pass did") {
  const std::vector<PassDone> passes = {{"sweep-changed", 120, 12, 5000, 12.34},
                                        {"replace", 7, 0, 0, 0.06},
                                        {"canonical", 1, 1, -3, 0}};
  CHECK(table_of_passes(passes) ==
        "  pass                             tests  smaller  bytes  seconds\n"
        "  deleting parts                     120       12  -5000     12.3\n"
        "  replacing parts by smaller ones      7        0      0      0.1\n"
        "  shortening names                     1        1     +3      0.0\n");
  CHECK(table_of_passes({}).empty());
}

TEST_CASE("the last gain, and what persons did") {
  CHECK(words_on_last_gain(0.5).empty());
  CHECK(words_on_last_gain(75) == "the last gain came 1 min 15 s before the end");
  CHECK(words_on_last_gain(2, false) == "the last gain came 2 s ago");
  CHECK(words_on_hands({}).empty());
  CHECK(
      words_on_hands({"left pass sweep-changed", "left out pass b"}) ==
      "by hand: left \"deleting parts\", left out \"b\"; the same options may give another result");
  CHECK(words_on_hands({"1", "2", "3", "4", "5", "6", "7"}).find("5, 2 more;") !=
        std::string::npos);
}

TEST_CASE("what to do next") {
  EndedRun run;
  run.by_default = run.has_grammar = run.finished = true;
  run.bytes = 5000;
  run.file = "in put.c";
  CHECK(stronger_search(run).starts_with("--thorough"));
  CHECK(next_commands(run) ==
        "next: grabr explain 'in put.c'          # which parts matter, and what else fails\n"
        "      grabr show --steps 'in put.c'     # every step, with its text\n"
        "      grabr show --markdown 'in put.c'  # a bug report\n"
        "      grabr show 'in put.c'             # this again\n");
  run.report = "r.json";
  run.bytes = 50;
  CHECK(stronger_search(run).empty());
  CHECK(next_commands(run).starts_with(
      "next: grabr report --html r.html r.json  # every step, as a page\n"
      "      grabr verify r.json                # nothing smaller near it fails?\n"));
  run.finished = false;
  CHECK(next_commands(run).find("verify") == std::string::npos);
}
