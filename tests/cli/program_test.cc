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

/// "check: -g c F", or why not.
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
  const Workshop shop;
  CHECK(shop.grabr("help").output == short_help());
  CHECK(shop.grabr("help all").output == program_help());
  CHECK(shop.grabr("help compare").output == shop.grabr("compare --help").output);
  CHECK(shop.grabr("help grammar check").output == shop.grabr("grammar check --help").output);
  CHECK(shop.grabr("help grammar").output == shop.grabr("grammar --help").output);
  CHECK(shop.grabr("-h compare").output == shop.grabr("compare --help").output);
  const ShellRun unknown = shop.grabr("help compar");
  CHECK(unknown.exit == 2);
  check_contains(unknown.errors, "did you mean compare?");
  for (const char* const call : {"version", "-V", "--version", "check -V"}) {
    CAPTURE(call);
    const ShellRun run = shop.grabr(call);
    CHECK(run.exit == 0);
    CHECK(run.output.starts_with("grabr 0."));
  }
  CHECK(shop.grabr("grammars").output == shop.grabr("grammar list").output);
  CHECK(shop.grabr("grammars --json").output == shop.grabr("grammar list --json").output);
}

TEST_CASE("no words at all give one screen") {
  const ShellRun run = Workshop().grabr("");
  CHECK(run.exit == 2);
  CHECK(run.output.empty());
  CHECK(run.errors == short_help());
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

TEST_CASE("a check that cannot be made is no file that does not parse") {
  const Workshop shop;
  shop.write("a.json", "[1,]");
  CHECK(shop.grabr("check a.json").exit == 1);
  CHECK(shop.grabr("check missing.json").exit == 2);
}

TEST_CASE("an installed program has its own grammars, and a folder beside it comes first" *
          doctest::test_suite("many runs")) {
  const Workshop shop;
  const std::string bare = "unset GRABR_GRAMMARS; cp \"$GRABR\" ./bare; ";
  const ShellRun list = shop.shell(bare + "./bare grammar list --json");
  CHECK(list.exit == 0);
  check_contains(list.output, "/built-in/grammars/systemverilog.json");
  CHECK(list.output.find(GRABR_SOURCE_DIR) == std::string::npos);
  const ShellRun check = shop.shell(bare + "./bare grammar check cython tsx");  // they extend
  CHECK(check.exit == 0);
  shop.write("in.json", "{\"a\": \"BUG\"}");
  const ShellRun run = shop.shell(
      bare + "./bare -c 'grep -q BUG @@' --report r.json in.json && ./bare verify r.json");
  CHECK(run.exit == 0);
  CHECK(shop.read("in.reduced.json") == "\"BUG\"");
  std::filesystem::create_directories(shop.path() / "place/bin");
  std::filesystem::create_directories(shop.path() / "place/share/grabr/grammars");
  const ShellRun installed = shop.shell(
      "unset GRABR_GRAMMARS; cp \"$GRABR\" place/bin/grabr\n"
      "cp " GRABR_SOURCE_DIR
      "/tests/support/grammars/*.json place/share/grabr/grammars/\n"
      "cd / && \"$OLDPWD\"/place/bin/grabr grammar list --json");
  CHECK(installed.exit == 0);
  check_contains(installed.output, "place/share/grabr/grammars/json.json");
}

TEST_CASE("a current folder that is gone is named") {
  const ShellRun run =
      Workshop().shell("mkdir gone && cd gone && rmdir ../gone && \"$GRABR\" -i in.txt -- true");
  CHECK(run.exit == 1);
  check_contains(run.errors, "the current folder cannot be used");
}
