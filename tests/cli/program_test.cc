#include "cli/program.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "cli/help.h"
#include "cli/line/invocation.h"
#include "cli/run_grabr.h"
#include "text/error.h"

using namespace grabr;

namespace {

/// "check: -g c F", or the error message.
std::string understood(const std::string& line) {
  try {
    const Invocation call = find_invocation(split_words(line));
    std::string text = call.called.substr(6) + ":";
    for (const std::string& word : call.words) text += " " + word;
    if (call.after_dashes) text += " --";
    return text;
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("a command may stand behind its own options") {
  CHECK(understood("check -g c F") == "check: -g c F");
  CHECK(understood("-g c check F") == "check: -g c F");
  CHECK(understood("-gc check F") == "check: -gc F");
  CHECK(understood("--grammar=c check F") == "check: --grammar=c F");
  CHECK(understood("-q check F") == "check: -q F");
  CHECK(understood("-j 2 compare t f") == "compare: -j 2 t f");
  CHECK(understood("--version check") == "check: --version");
}

TEST_CASE("a test or a value that is called like a command stays what it is") {
  CHECK(understood("-t check F") == "reduce: -t check F");
  CHECK(understood("-i check -o out t") == "reduce: -i check -o out t");
  CHECK(understood("--strategy check t f") == "reduce: --strategy check t f");
  CHECK(understood("./t.sh check") == "reduce: ./t.sh check");
  CHECK(understood("-q ./t.sh check") == "reduce: -q ./t.sh check");
  CHECK(understood("-i f -- check @@") == "reduce: -i f --");
  CHECK(understood("--no-such check F") == "reduce: --no-such check F");
}

TEST_CASE("a newcomer's first words") {
  const std::string screen = "=" + short_help();
  const auto same = [](const std::string& a, const std::string& b) {
    return CallRow{a + " | { \"$GRABR\" " + b + " >\"$OUT\"; cmp - \"$OUT\"; }"};
  };
  check_calls(Workshop(Files{{"a.json", "[1,]"}}),
              {{"help", 0, {}, screen},
               {"help all", 0, {}, "=" + program_help()},
               same("help compare", "compare --help"),
               same("help grammar check", "grammar check --help"),
               same("help grammar", "grammar --help"),
               same("-h compare", "compare --help"),
               {"help compar", 2, "did you mean compare?"},
               {"version", 0, {}, "grabr 0."},
               {"-V", 0, {}, "grabr 0."},
               {"--version", 0, {}, "grabr 0."},
               {"check -V", 0, {}, "grabr 0."},
               same("grammars", "grammar list"),
               same("grammars --json", "grammar list --json"),
               // Without arguments the program prints one screen of help.
               {"", 2, screen, "="},
               // A check that cannot be made has another exit status than a file that does not
               // parse.
               {"check a.json", 1},
               {"check missing.json", 2},
               {"$ mkdir gone && cd gone && rmdir ../gone && \"$GRABR\" -i in.txt -- true", 1,
                "the current folder cannot be used"}});
}

TEST_CASE("how to call it stands on lines of its own") {
  const ShellRun run = Workshop().grabr("./t.sh");
  CHECK(run.exit == 2);
  check_contains(run.errors, "hint: call it as:\n  grabr [reduce] [options] TEST FILE [FILE...]\n");
  for (std::size_t at = 0; at < run.errors.size();) {
    const std::size_t end = run.errors.find('\n', at);
    CHECK(end - at < 100);
    at = end + 1;
  }
}

TEST_CASE("an installed program has its own grammars, and a folder beside it comes first" *
          doctest::test_suite("many runs")) {
  const std::string bare = "$ unset GRABR_GRAMMARS; [ -e bare ] || cp \"$GRABR\" bare; ./bare ";
  check_calls(Workshop({{"in.json", "{\"a\": \"BUG\"}"},
                        {"place/bin/x", ""},
                        {"place/share/grabr/grammars/x", ""}}),
              {{bare + "grammar list --json",
                0,
                {},
                {"/built-in/grammars/systemverilog.json", "!" GRABR_SOURCE_DIR}},
               {bare + "grammar check cython tsx"},  // these extend other grammars
               {bare + "-c 'grep -q BUG @@' --report r.json in.json && ./bare verify r.json"},
               {"$ cat in.reduced.json", 0, {}, "=\"BUG\""},
               {"$ unset GRABR_GRAMMARS; cp bare place/bin/grabr; cp " GRABR_SOURCE_DIR
                "/tests/support/grammars/*.json place/share/grabr/grammars/\n"
                "here=$PWD; cd / && $here/place/bin/grabr grammar list --json",
                0,
                {},
                "place/share/grabr/grammars/json.json"}});
}
