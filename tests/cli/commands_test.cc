#include "cli/commands.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "cli/help.h"
#include "cli/run_grabr.h"

using namespace grabr;

namespace {

const Files kShop = {
    {"good.json", "{\"a\": [1]}"},
    {"bad.json", "{\"a\": [1,]\n}"},
    {"what.ever", "[]"},
    {"no.language", "nothing that a language has\n"},
    {"lines.json", "[\n1,\n\"é\" ]"},
    {"stray.json", "{\"\xff\": \xfe}"},
    {"a.json", "[1, 22, {\"x\": []}]"},
    {"broken.json", "["},
    {"loose.json", R"({"<start>": ["<strt>"], "<left>": [""]})"},
    {"wrong.json", R"({"rules": {"a": "b"}, "start": "a"})"},
    {"unnamed.json", R"({"<start>": ["a<b>c"]})"},
    {"unnamed.txt", "a<b>c"},
    {"left.json", R"({"<start>": ["<e>"], "<e>": ["<e>+<e>", "1"]})"},
    {"sum.json", R"({"<start>": ["<e>"], "<e>": ["<e>+<e>", "n"]})"},
    {"sum.txt", "n+n+n"},
    {"loop.json", R"({"<start>": ["<a>"], "<a>": ["<b>", "x"], "<b>": ["<a>", "x"]})"},
    {"loop.txt", "x"},
    {"mine/zz.json", R"({"name": "mine", "start": "s", "extensions": [".json"],
                         "rules": {"s": "'x'"}, "tokens": {}})"},
    {"x.json", "x"}};

/// If no output or message is expected, there must be none.
void check_run(const std::string& arguments, int exit, const std::string& output,
               const std::string& errors = "") {
  static const Workshop shop(kShop);
  check_calls(shop,
              {{arguments, exit, errors.empty() ? "=" : errors, output.empty() ? "=" : output}});
}

nlohmann::json json_of(const std::string& arguments) {
  return nlohmann::json::parse(Workshop(kShop).grabr(arguments).output);
}

}  // namespace

TEST_CASE("every command has help with examples first") {
  for (const Subcommand& command : commands()) {
    CAPTURE(command.name);
    if (!command.now_command.empty()) {
      const std::string now = "grabr " + std::string(command.now_command);
      check_run("help " + std::string(command.name), 0, command_help(today(command), now));
      check_run(std::string(command.name) + " --help", 0, "Examples:\n  " + now);
      CHECK(program_help().find("\n  " + std::string(command.name) + " ") == std::string::npos);
      continue;
    }
    const std::string help = command_help(command, "grabr " + std::string(command.name));
    const std::size_t examples = help.find("\nExamples:\n");
    const std::size_t usage = help.find("\nUsage:\n");
    CHECK(examples != std::string::npos);
    CHECK(usage > examples);
    CHECK(help.find(command.declare == nullptr ? "\nCommands:\n" : "\nOptions:\n") > usage);
    CHECK(help.ends_with('\n'));
    for (const char* remark : {"REQUIRED", " ...  ", "-h,--help"}) {
      CHECK(help.find(remark) == std::string::npos);
    }
    CHECK(program_help().find("  " + std::string(command.name) + " ") != std::string::npos);
    check_run(std::string(command.name) + " --help", 0, help);
  }
  check_run("help all", 0, program_help());
  check_run("grammar graph -h", 0, "left-corner");
  check_run("--version", 0, "grabr 0.");
  check_run("", 2, "", "needs no test");
}

TEST_CASE("the help of a command that tests as reduce does has its own options") {
  for (const char* const name : {"explain", "diff", "compare"}) {
    CAPTURE(name);
    const Subcommand& command = *find_command(commands(), name);
    const std::string help = command_help(command, "grabr");
    CHECK(std::ranges::count(help, '\n') <= 65);
    check_contains(help, "are given as for reduce (grabr help reduce).\n");
    for (const char* option : {"--timeout", "--signal", "-j, --jobs", "--copy"}) {
      CHECK(help.find(std::string("\n  ") + option) == std::string::npos);
    }
    const std::string all = command_help(command, "grabr", OptionsShown::kAll);
    check_run(std::string("help ") + name + " all", 0, all.substr(all.find('\n')));
    check_contains(all, "--timeout");
  }
}

TEST_CASE("help on one screen names options and commands that are there") {
  const std::string help = short_help();
  CHECK(std::ranges::count(help, '\n') <= 50);
  check_run("--help", 0, help);
  check_run("help", 0, help);
  const std::string all = program_help();
  const std::regex option("--[a-z][a-z-]+");
  for (std::sregex_iterator at(help.begin(), help.end(), option), end; at != end; ++at) {
    const std::string name = at->str();
    CAPTURE(name);
    CHECK(all.find(" " + name) != std::string::npos);
  }
}

TEST_CASE("check says which files parse" * doctest::test_suite("many runs")) {
  check_run("check good.json", 0, "");
  check_run("check -g json what.ever good.json", 0, "");
  check_run("check good.json bad.json", 1, "", "bad.json:1:10: error: ");
  check_run("check -q bad.json", 1, "");
  check_run("check -g json - < good.json", 0, "");
  check_run("check what.ever", 0, "");
  check_run("check no.language", 2, "", "no grammar is known");
  check_run("check missing.json", 2, "", "missing.json");
  check_run("check missing.json bad.json", 2, "", "bad.json:1:10: error: ");
  check_run("check --json missing.json good.json", 2, R"("ok":true)", "missing.json");
  check_run("check", 2, "", "FILE");
  check_run("check -g loose.json good.json", 1, "", "good.json:1:1: error: ");
}

TEST_CASE("check --json tells all it knows, a line a file") {
  const ShellRun run = Workshop(kShop).grabr("check --json bad.json good.json missing.json");
  CHECK(run.exit == 2);
  std::istringstream lines(run.output);
  std::string bad, good, missing;
  std::getline(lines, bad);
  std::getline(lines, good);
  std::getline(lines, missing);
  CHECK(nlohmann::json::parse(good) ==
        nlohmann::json{{"file", "good.json"}, {"grammar", "json"}, {"ok", true}});
  CHECK(nlohmann::json::parse(missing)["ok"] == false);
  check_contains(nlohmann::json::parse(missing)["message"], "missing.json");
  CHECK(
      nlohmann::json::parse(bad) ==
      nlohmann::json::parse(
          R"json({"file": "bad.json", "grammar": "json", "ok": false, "line": 1, "column": 10, "offset": 9,
          "end": 10, "reason": "unexpected", "found": "]", "token": "']'",
          "expected": ["STRING", "NUMBER", "'true'", "'false'", "'null'", "'{'", "'['"],
          "expected_rules": ["value"],
          "open": [{"rule": "array", "line": 1, "column": 7},
                   {"rule": "member", "line": 1, "column": 2},
                   {"rule": "object", "line": 1, "column": 1}],
          "message": "unexpected ']', expected STRING, NUMBER, 'true', 'false', 'null', '{' or '['",
          "notes": ["in array (line 1), in member (line 1), in object (line 1)"], "hint": null})json"));
}

TEST_CASE("check --json makes text of what is none") {
  const auto json = json_of("check --json stray.json");
  CHECK(json["found"] == "\xEF\xBF\xBD");
  CHECK(json["offset"] == 6);
  CHECK(json["reason"] == "no token");
  CHECK(json["token"].is_null());
}

TEST_CASE("parse shows what is asked for") {
  check_run("parse good.json", 0, "value");
  check_run("parse --print=tokens good.json", 0,
            "1:1\t'{'\t{\n1:2\tSTRING\t\"a\"\n1:5\t':'\t:\n1:7\t'['\t[\n1:8\tNUMBER\t1\n");
  check_run("parse --print=tokens lines.json", 0, "3:1\tSTRING\t\"é\"\n3:5\t']'");
  check_run("parse -g json - < good.json", 0, "value");
  check_run("parse --print=tokens -g unnamed.json unnamed.txt", 0, "1:1\t'a<b>c'\ta<b>c");
  check_run("parse --print json good.json", 0, "\"symbol\"");
  check_run("parse --print dot good.json", 0, "digraph");
  check_run("parse --print chart good.json", 0, "(0)");
  check_run("check --parser=reference --max-parse-memory 10M good.json", 0, "");
  check_run("parse --print forest good.json", 0, "value");
  check_run("parse --start object good.json", 0, "object");
  check_run("parse --start array good.json", 1, "", "good.json:1:1: error: ");
  check_run("parse --start arry good.json", 2, "", "did you mean array?");
  check_run("parse --print trees good.json", 2, "", "hint: did you mean tree?");
  check_run("parse bad.json", 1, "", "bad.json:1:10: error: ");
}

TEST_CASE("parse shows how ambiguous a text is, and any of its trees") {
  check_run("parse --ambiguity good.json", 0, "good.json: unambiguous\n");
  check_run("parse --ambiguity bad.json", 1, "", "bad.json:1:10: error: ");
  check_run("parse --ambiguity -g sum.json sum.txt", 0,
            "sum.txt: 2 derivations\n"
            "sum.txt:1:1-1:5: <e> is ambiguous: n+n+n\n"
            "the chosen tree:\n<e> #0\n  <e> #0\n    <e> #1\n      \"n\"\n    \"+\"\n");
  check_run("parse --ambiguity -g sum.json sum.txt", 0,
            "another tree:\n<e> #0\n  <e> #1\n    \"n\"\n  \"+\"\n  <e> #0\n");
  check_run("parse --ambiguity -g loop.json loop.txt", 0,
            "2 derivations, and cyclic ones, which are neither counted nor built\n");
  check_run("parse --tree=1 good.json", 0, "value");
  check_run("parse --tree=2 -g sum.json sum.txt", 0, "  <e> #0\n    <e> #1\n");
  check_run("parse --tree=2 --print=json -g sum.json sum.txt", 0, "\"symbol\"");
  check_run("parse --tree=3 -g sum.json sum.txt", 2, "", "sum.txt has 2 trees: there is no tree 3");
  check_run("parse --tree=2 good.json", 2, "", "good.json has one tree only: there is no tree 2");
  check_run("parse --tree=0 good.json", 2, "", "--tree takes a number from 1");
  check_run("parse --tree=2 --print=forest good.json", 2, "",
            "--print=forest does not print one tree");
  check_run("parse --ambiguity --tree=2 good.json", 2, "", "exclude each other");
}

TEST_CASE("grammars of GRABR_GRAMMARS come before those shipped") {
  check_run("$ GRABR_GRAMMARS=$PWD/mine \"$GRABR\" check -q x.json", 0, "");
  check_run("check -q x.json", 1, "");
}

TEST_CASE("grammars are listed, checked, printed and drawn") {
  check_run("grammar list", 0, "name ");
  check_run("grammar list", 0, "json ");
  check_run("grammars rust", 0, "rust ");
  check_run("grammars rust", 0, "!json ");
  check_run("grammars .rs golang", 0, "rust ");
  check_run("grammars jsn", 2, "", "did you mean json");
  check_run("grammar", 2, "", "\n  list       List the grammars");
  check_run("grammar check json", 0, "no problems");
  check_run("grammar check json wrong.json", 1, "no problems", "error: ");
  check_run("grammar check loose.json", 1, "", "warning: ");
  check_run("grammar check jsn", 2, "", "did you mean json?");
  check_run("grammar print JSON", 0, "array ::= ");
  check_run("grammar print wrong.json", 2, "", "wrong.json:1:");
  check_run("grammar graph json", 0, "digraph");
  check_run("grammar graph --of unit json", 0, "digraph");
  check_run("grammar graph --of nothing json", 2, "", "left-corner");
  check_run("grammar graph --of left-corner left.json", 0, "[color=red]");
  check_run("grammar list", 0, "!schema");
  for (const auto& card : json_of("grammar list --json")) {
    if (card["name"] != "json") continue;
    CHECK(card["language"] == "JSON");
    CHECK(card["version"] == "RFC 8259");
    CHECK(card["extensions"] == std::vector<std::string>{".json"});
    CHECK(card["rules"] == 5);
  }
}

TEST_CASE("grammar stats --on says what may be deleted in files") {
  const std::string call = "grammar stats json --on a.json broken.json";
  for (const char* part :
       {"files      1 of 2 parse\n", "deletable  10 tokens (83.3%)",
        "does not parse: broken.json\n", "array       2       0         3        3\n"}) {
    check_run(call, 1, part);
  }
  const auto json = json_of("grammar stats --json --on a.json json");
  CHECK(json["tokens"] == 12);
  CHECK(json["deletable_tokens"] == 10);
  CHECK(json["fixed"][0] == nlohmann::json({{"rule", "array"}, {"tokens", 2}}));
  CHECK(json["ambiguous"].empty());
  check_run("grammar stats json --on missing.json", 2, "", "missing.json");
}

TEST_CASE("grammar stats counts what a grammar is made of") {
  check_run("grammar stats c", 0, "LALR(1) states");
  check_run("grammar stats left.json", 0, "rules       2 rules, 3 alternatives\n");
  check_run("grammar stats wrong.json", 2, "", "error: ");
  check_run("grammar stats", 2, "", "GRAMMAR");
  const auto stats = json_of("grammar stats --json left.json");
  CHECK(stats["plain_rules"] == 3);
  CHECK(stats["conflicts"] == 1);
  CHECK(stats["lalr_states"] > 4);
  CHECK(stats["row_bytes"] > 0);
  CHECK(stats["load_ms"]["automaton"] >= 0);
}

TEST_CASE("grammar conflicts shows the rules between which one token does not decide") {
  check_run("grammar conflicts json", 0, "No conflicts");
  check_run("grammar conflicts left.json", 0,
            "1 conflict between rules, in 1 state. They are not errors");
  check_run("grammar conflicts left.json", 0,
            "\n1. before '+'\n"
            "    go on     <e> ::= <e> • '+' <e>\n"
            "    end       <e> ::= <e> '+' <e> •\n"
            "    reached by: 1+1 • +\n");
  check_run("grammar conflicts --max 2 c", 0, " more; --max N shows more of them.\n");
  check_run("grammar conflicts --max x c", 2, "", "--max");
  const auto found = json_of("grammar conflicts --json --max 3 c");
  CHECK(found["shown"].size() == 3);
  CHECK(found["groups"] > 3);
  CHECK(found["shown"][0]["reduce"].size() > 0);
  const auto none = json_of("grammar conflicts --json json");
  CHECK(none["entries"] == 0);
}

TEST_CASE("parse --partial shows the tree of what does not parse, and why") {
  check_run("parse --partial bad.json", 0, "opaque list\n                \",\"\n",
            "bad.json:1:10: warning: unexpected ']'");
  check_run("parse --partial --print=json bad.json", 0, "\"opaque\":true",
            "bad.json:1:10: warning: unexpected ']'");
  check_run("parse --partial good.json", 0, "object #0");
  check_run("parse bad.json", 1, "", "bad.json:1:10: error: unexpected ']'");
}
