#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

using Json = nlohmann::json;

/// A doubly parenthesized expression.
const Files kDoubled = {{"t.sh", "#!/bin/sh\ngrep -q '((.*))' \"$1\"\n"},
                        {"in.expr", "1 + ((2 * 3))"},
                        {"small.expr", "((0))"}};

const std::string kReduce = "-q -g expr ./t.sh in.expr";
/// Small numbers, for tests that are not about them.
const std::string kFew = "explain --samples 5 --together 10 ";
const char* const kAbstraction = "((<expr>))";

}  // namespace

TEST_CASE("explain and compare have no options of what they do not do") {
  const Parts options = {"--timeout",      "!--ui ",       "!--trace",
                         "!--report FILE", "!--minimizer", "!--style"};
  check_calls(Workshop(),
              {{"help explain all", 0, {}, options}, {"help compare all", 0, {}, options}});
}

TEST_CASE("after a reduction no word is needed, and nothing is asked twice" *
          doctest::test_suite("many runs")) {
  const Workshop shop(kDoubled);
  check_calls(shop, {{kReduce},
                     {"explain >first && cat first",
                      0,
                      {},
                      {kAbstraction, "any <expr> (20 of 20 fail)",
                       "All parts at once: 100 of 100 fail (at 95 %: at most 3.0 % do"}},
                     {"explain in.reduced.expr | cmp - first"},
                     {"explain", 0, "; 2 ran, the other answers were known"}});
}

TEST_CASE("the test of a report, from anywhere, or one that is named; any number of jobs") {
  const Workshop shop(kDoubled);
  const std::string here = "-g expr ";
  check_calls(
      shop,
      {{"-q -g expr --report r.json ./t.sh in.expr"},
       {kFew + "in.reduced.expr >first && grep -F '" + kAbstraction + "' first", 0, {}, "("},
       {"$ here=$PWD; cd / && \"$GRABR\" " + kFew + "$here/r.json | cmp - $here/first"},
       {kFew + here + "./t.sh small.expr | cmp - first"},
       {kFew + here + "-t ./t.sh -i small.expr | cmp - first"},
       {kFew + here + "-c 'grep -q \"((.*))\" @@' small.expr | cmp - first"},
       {kFew + here + "--exit 0 small.expr -- grep '((.*))' @@ | cmp - first"},
       {kFew + here + "--abstraction more.json ./t.sh small.expr"},
       {"grammar check more.json"},
       // A test that names the input file gets the known result under that name.
       {"$ printf '#!/bin/sh\\nexec grep -q \"((.*))\" in.expr\\n' >named.sh; chmod +x named.sh"},
       {"-q -g expr ./named.sh in.expr"},
       {kFew + here + "./named.sh in.reduced.expr", 0, {}, kAbstraction}});
  const std::string call = kFew + "--fresh -g expr --json - ./t.sh small.expr ";
  const ShellRun one = shop.grabr(call + "-j 1");
  CHECK(shop.grabr(call + "-j 4").output == one.output);
  CHECK(Json::parse(one.output)["seed"] == 0);
  CHECK(Json::parse(shop.grabr(call + "--seed 3").output)["seed"] == 3);
}

TEST_CASE("a real interpreter: a parameter that is global, too, and fresh sentences like it" *
          doctest::test_suite("many runs")) {
  const Workshop shop({{"in.py", "def f(b):\n    global b\n"},
                       // The texts are compiled, not run.
                       {"compile.py",
                        "import sys, warnings\n"
                        "warnings.simplefilter('ignore')\n"
                        "def fails(path):\n"
                        "    try:\n"
                        "        compile(open(path).read(), 'text', 'exec')\n"
                        "    except SyntaxError as error:\n"
                        "        return 'is parameter and global' in str(error)\n"
                        "    return False\n"
                        "print(sum(map(fails, sys.argv[1:])))\n"}});
  const std::string grammar = "-g '" GRABR_SOURCE_DIR "/grammars/python.json' ";
  check_calls(shop,
              {{"-q --max-tests 40 " + grammar +
                "--stdout '^1$' in.py -- python3 -IS $PWD/compile.py @@; [ -s in.reduced.py ]"},
               {kFew + "--abstraction more.json --json e.json"},
               {"generate -g more.json -n 50 --seed 77 -o fresh"}});
  const Json json = Json::parse(shop.read("e.json"));
  CHECK(json["together"]["failed"] == 10);
  check_contains(json["parts"].dump(), "\"verdict\":\"linked\"");
  CHECK(std::stoi(shop.shell("python3 -IS compile.py fresh/*").output) >= 45);
}

TEST_CASE("comments in the result, which stays the same; a budget, and the next call goes on") {
  const Workshop shop(kDoubled);
  shop.write("small.c", "int bug;\n");
  check_calls(shop, {{kFew + "--comments -g c -c 'grep -q bug @@' small.c",
                      0,
                      {},
                      {"// `bug`: matters: with ", "int"}},
                     {kFew + "--comments -g expr ./t.sh small.expr", 0, "no known comment syntax",
                      kAbstraction},
                     {"explain --fresh -g expr --max-tests 30 ./t.sh small.expr", 6,
                      "the budget of 30 tests is used up: these are the results so far",
                      "All parts at once: not tried."},
                     {kFew + "-g expr ./t.sh small.expr"}});
}

TEST_CASE("what is missing is said") {
  Files files = kDoubled;
  files.insert(files.end(),
               {{"single.expr", "(2)"}, {"wrong.expr", "((2"}, {"any.sh", "#!/bin/sh\n"}});
  check_refusals(files, {{"explain", 2, "no reduction is known here"},
                         {"explain small.expr", 2, "no reduction of small.expr is known here"},
                         {"explain none.json", 2, "no reduction of none.json is known here"},
                         {"explain -g expr ./t.sh none.expr", 2, "none.expr"},
                         {"explain -g expr ./t.sh single.expr", 3, "the result does not fail"},
                         {"explain -g expr ./any.sh wrong.expr", 4, "wrong.expr:1:4: "},
                         {"explain --samples 0 ./t.sh small.expr", 2, "--samples"}});
  check_calls(Workshop(kDoubled), {{kReduce},
                                   {"-q -g expr -o other.expr ./t.sh in.expr"},
                                   {kFew, 0, "other.expr is used, the newest; the others: in.r"},
                                   {kFew + "other.expr"}});
}
