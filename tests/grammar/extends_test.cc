#include "grammar/load/extends.h"

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "grammar/load/load.h"
#include "grammar/model/print.h"
#include "text/error.h"

namespace grabr {
namespace {

/// File contents by path; the grammar to load is g/main.json.
using Files = std::map<std::string, std::string>;

Source source_in(const Files& files, const std::string& path) {
  const auto found = files.find(path);
  if (found == files.end())
    throw Error(ErrorKind::kInvalid, "cannot read '" + path + "': gone\nhint: no");
  return Source(path, found->second);
}

GrammarFile load_files(const Files& files, const std::string& path = "g/main.json") {
  return load_grammar(source_in(files, path),
                      [&](const std::string& base) { return source_in(files, base); });
}

/// "path:line:column `text` message (hint) [note]", one line for each problem, by file.
std::string problems_of(const Files& files) {
  const Source main = source_in(files, "g/main.json");
  const GrammarFile loaded = load_files(files);
  std::string text;
  std::uint32_t begin = 0;
  for (std::size_t i = 0; i <= loaded.bases.size(); ++i) {
    const Source& source = i == 0 ? main : loaded.bases[i - 1];
    const auto size = static_cast<std::uint32_t>(source.bytes().size());
    for (const Diagnostic& problem : loaded.problems) {
      if (problem.span.begin < begin || problem.span.begin > begin + size) continue;
      const Span span{problem.span.begin - begin, problem.span.end - begin};
      const Position at = source.position(span.begin);
      text += source.name() + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) +
              " `" + std::string(source.slice(span)) + "` " + problem.message;
      if (!problem.hint.empty()) text += " (" + problem.hint + ")";
      for (const std::string& note : problem.notes) text += " [" + note + "]";
      text += "\n";
    }
    begin += size + 1;
  }
  return text;
}

void check_problems_of(const Files& files, const std::string& expected) {
  CAPTURE(files.at("g/main.json"));
  CHECK(problems_of(files) == expected);
}

std::shared_ptr<const Grammar> grammar_in(const Files& files) {
  GrammarFile loaded = load_files(files);
  INFO(render(loaded, source_in(files, "g/main.json")));
  REQUIRE(loaded.grammar.has_value());
  return std::make_shared<const Grammar>(*std::move(loaded.grammar));
}

/// The names of rules, tokens and skipped text, in order.
std::string names_in(const Grammar& grammar) {
  std::string names;
  for (const Symbol& symbol : grammar.symbols) {
    if (symbol.kind != SymbolKind::kLiteral) names += symbol.name + " ";
  }
  return names;
}

const std::string kBase = R"({
  "name": "Base", "extensions": [".b"], "notes": ["a note"], "marks": ["b"],
  "start": "file",
  "rules": {
    "file": "line*",
    "line": "NAME '=' value",
    "value": ["NUMBER", "list"],
    "list": "'[' (value % ',')? ']'"
  },
  "tokens": {
    "NAME": "[a-z]+",
    "NUMBER": "[0-9]+"
  },
  "skip": { "SPACE": "[ \\n]+" },
  "hints": {
    "identifiers": ["NAME"],
    "simplest": { "NUMBER": ["0"], "NAME": ["a"] },
    "rewrites": { "list": ["$value"] }
  }
})";

/// A file that extends the base and adds this text.
std::string extending(const std::string& more) {
  return R"({"extends": "base.json")" + (more.empty() ? "" : ",\n" + more) + "}";
}

Files over_base(const std::string& more) {
  return {{"g/base.json", kBase}, {"g/main.json", extending(more)}};
}

TEST_CASE("a grammar that extends another takes over all but its head") {
  const auto base = grammar_in({{"g/main.json", kBase}});
  const auto grammar = grammar_in(over_base(""));
  CHECK(print_rules(*grammar) == print_rules(*base));
  CHECK(names_in(*grammar) == "file line value list NAME NUMBER SPACE ");
  CHECK(grammar->name == "main");
  CHECK(grammar->extensions.empty());
  REQUIRE(grammar->hints.simplest.size() == 2);
  CHECK(grammar->hints.simplest[0].second == std::vector<std::string>{"0"});
  CHECK(grammar->hints.rewrites.size() == 1);
}

TEST_CASE("replaced entries keep their place, new ones follow, null leaves out") {
  const auto grammar = grammar_in(over_base(R"(
      "name": "Main", "extensions": [".m"],
      "rules": {"more": "'!' NUMBER", "value": ["WORD", "more"], "list": null},
      "tokens": {"WORD": "[a-z]+", "NAME": "[a-z]"},
      "hints": {"simplest": {"NAME": null, "WORD": ["w"]}, "rewrites": null})"));
  CHECK(names_in(*grammar) == "file line value more NAME NUMBER WORD SPACE ");
  CHECK(grammar->name == "Main");
  CHECK(grammar->extensions == std::vector<std::string>{".m"});
  CHECK(grammar->rule(grammar->find("value")).alternatives.size() == 2);
  CHECK(grammar->symbols[grammar->find("NAME")].text == "[a-z]");
  CHECK(grammar->hints.identifiers == std::vector<SymbolId>{grammar->find("NAME")});
  REQUIRE(grammar->hints.simplest.size() == 2);
  CHECK(grammar->hints.simplest[0].first == grammar->find("NUMBER"));
  CHECK(grammar->hints.simplest[1].first == grammar->find("WORD"));
  CHECK(grammar->hints.rewrites.empty());
}

TEST_CASE("what says how to lex is taken over or replaced") {
  Files files = {{"g/base.json", R"j({
    "start": "s", "lexing": "contextual", "ignore_case": true, "generic": true,
    "reserved": ["if"],
    "automatic": {"token": "END", "before": ["}"], "always_after": ["A"]},
    "rules": {"s": "'{' ('if'? A end)* '}'", "end": "';' | END"}, "tokens": {"A": "a"},
    "skip": {"SPACE": "[ \\n]+"}})j"}};
  files["g/main.json"] = extending("");
  const auto same = grammar_in(files);
  CHECK(same->lexing == Lexing::kContextual);
  CHECK(same->ignore_case);
  CHECK_FALSE(same->generic);
  REQUIRE(same->automatic);
  CHECK(same->automatic->before.size() == 1);
  CHECK(same->automatic->always_after.size() == 1);
  CHECK(same->symbols[same->find("if")].reserved);
  CHECK_FALSE(same->symbols[same->find(";")].reserved);

  files["g/main.json"] = extending(
      R"("ignore_case": null, "reserved": null, "automatic": {"before": [";"], "always_after": null})");
  const auto other = grammar_in(files);
  CHECK_FALSE(other->ignore_case);
  REQUIRE(other->automatic);
  CHECK(other->automatic->token == other->find("END"));
  CHECK(other->automatic->before == std::vector<SymbolId>{other->find(";")});
  CHECK(other->automatic->always_after.empty());
  CHECK(other->symbols[other->find(";")].reserved);
}

TEST_CASE("layout is merged key by key") {
  Files files = {{"g/base.json", R"j({
    "start": "s", "layout": {"style": "python", "newline": "EOL", "brackets": [["(", ")"]]},
    "rules": {"s": "('(' A ')' EOL (INDENT s DEDENT)?)*"}, "tokens": {"A": "a"},
    "skip": {"SPACE": " +"}})j"}};
  files["g/main.json"] = extending(
      R"j("layout": {"newline": null, "indent": "IN"},
          "rules": {"s": "('(' A ')' NEWLINE (IN s DEDENT)?)*"})j");
  const auto grammar = grammar_in(files);
  REQUIRE(grammar->layout);
  CHECK(grammar->symbols[grammar->layout->newline].name == "NEWLINE");
  CHECK(grammar->symbols[grammar->layout->indent].name == "IN");
  CHECK(grammar->layout->brackets.size() == 1);
}

TEST_CASE("chains") {
  Files files = over_base(R"("rules": {"value": ["NUMBER", "list", "'?'"]})");
  files["g/far/top.json"] = R"({"extends": "../main.json", "rules": {"file": "line+"}})";
  files["g/top.json"] = R"({"extends": "far/../far/top.json", "skip": null})";
  GrammarFile loaded = load_files(files, "g/top.json");
  REQUIRE(loaded.grammar);
  REQUIRE(loaded.bases.size() == 3);
  CHECK(loaded.bases[0].name() == "g/far/top.json");
  CHECK(loaded.bases[1].name() == "g/main.json");
  CHECK(loaded.bases[2].name() == "g/base.json");
  CHECK(names_in(*loaded.grammar) == "file line value list NAME NUMBER ");
  CHECK(loaded.grammar->rule(loaded.grammar->find("value")).alternatives.size() == 3);
  const Expr& file = loaded.grammar->rule(loaded.grammar->find("file")).alternatives[0].body;
  REQUIRE(file.parts.size() == 1);
  CHECK(file.parts[0].min == 1);
}

TEST_CASE("what a file says of its own counts over all that it extends") {
  Files files = over_base(R"("start": "line", "rules": {"file": null})");
  CHECK(grammar_in(files)->symbols[grammar_in(files)->start].name == "line");
  files["g/main.json"] = R"({"extends": "mid.json", "rules": {"list": "'(' value ')'"}})";
  files["g/mid.json"] = extending(R"("rules": {"list": null, "value": "NUMBER"},
                                     "hints": {"rewrites": null})");
  check_problems_of(files,
                    "g/main.json:1:35 `\"list\"` `list` cannot be reached from `file` (use "
                    "it in a rule or remove it)\n");
}

TEST_CASE("the hash of a grammar is that of all its files") {
  Files files = over_base("");
  std::set<std::string> hashes;
  const auto add = [&] { hashes.insert(grammar_in(files)->file_sha256); };
  add();
  add();
  CHECK(hashes.size() == 1);
  files["g/base.json"] += "\n";
  add();
  CHECK(hashes.size() == 2);
  files["g/main.json"] += "\n";
  add();
  CHECK(hashes.size() == 3);
}

TEST_CASE("files that cannot be extended") {
  const auto check = [](const std::string& extends, const std::string& expected) {
    Files files = over_base("");
    files["g/main.json"] = "{\"extends\": " + extends + "}";
    files["g/classic.json"] = R"({"<start>": ["x"]})";
    files["g/other.json"] = R"(["rules"])";
    files["g/broken.json"] = "{\n\"rules\": {},}";
    check_problems_of(files, expected);
  };
  check("12",
        "g/main.json:1:13 `12` `extends` must be the name of a grammar file (a string), but "
        "it is a number\n");
  check("\"gone.json\"",
        "g/main.json:1:13 `\"gone.json\"` cannot read 'g/gone.json': gone (it is "
        "looked for from the folder of the file that extends it)\n");
  check("\"main.json\"",
        "g/main.json:1:13 `\"main.json\"` the grammars extend each other in a "
        "circle: g/main.json → g/main.json (one of them must not extend another)\n");
  const std::string hint = " (a rich one has the keys \"start\", \"rules\" and \"tokens\")\n";
  check("\"classic.json\"",
        "g/main.json:1:13 `\"classic.json\"` `g/classic.json` is a classic "
        "grammar, and only a rich one can be extended" +
            hint);
  check("\"other.json\"",
        "g/main.json:1:13 `\"other.json\"` `g/other.json` is not a grammar" + hint);
  check(
      "\"broken.json\"",
      "g/broken.json:2:13 `}` not JSON: a key in double quotes is expected here (remove the comma "
      "before it) [g/main.json extends this file]\n");
}

TEST_CASE("a classic grammar extends nothing") {
  check_problems_of({{"g/main.json", R"({"extends": "base.json", "<start>": ["x"]})"}},
                    "g/main.json:1:2 `\"extends\"` a classic grammar cannot extend another one (a "
                    "rich one can; it has the keys \"start\", \"rules\" and \"tokens\")\n");
}

TEST_CASE("circles of several files") {
  check_problems_of({{"g/main.json", R"({"extends": "a.json", "rules": {}})"},
                     {"g/a.json", R"({"extends": "./b.json"})"},
                     {"g/b.json", R"({"extends": "../g/a.json"})"}},
                    "g/b.json:1:13 `\"../g/a.json\"` the grammars extend each other in a circle: "
                    "g/main.json → g/a.json → g/b.json → g/a.json (one of them must not extend "
                    "another) [g/main.json extends this file by way of g/a.json]\n");
  Files endless;
  for (int i = 0; i < 40; ++i) {
    endless["g/" + std::to_string(i) + ".json"] =
        R"({"extends": ")" + std::to_string(i + 1) + R"(.json"})";
  }
  endless["g/main.json"] = R"({"extends": "0.json"})";
  CHECK(load_files(endless).problems.back().message == "more than 20 grammars extend one another");
}

TEST_CASE("null for what is not there") {
  check_problems_of(
      over_base(R"("rules": {"lists": null, "x": null}, "layout": null, "hints": {"rewrites":
      {"file": null}}, "automatic": {"token": null}, "name": null)"),
      "g/main.json:2:11 `\"lists\"` there is no `lists` to leave out (did you mean `list`?)\n"
      "g/main.json:2:26 `\"x\"` there is no `x` to leave out (null leaves out what the extended "
      "grammar has under this key)\n"
      "g/main.json:2:38 `\"layout\"` there is no `layout` to leave out (null leaves out what the "
      "extended grammar has under this key)\n"
      "g/main.json:3:8 `\"file\"` there is no `file` to leave out (null leaves out what the "
      "extended grammar has under this key)\n"
      "g/main.json:3:38 `\"token\"` there is no `token` to leave out (null leaves out what the "
      "extended grammar has under this key)\n"
      "g/main.json:3:62 `null` `name` must be a string, but it is null\n"
      "g/main.json:3:37 `{\"token\": null}` automatic tokens need contextual lexing (add "
      "\"lexing\": "
      "\"contextual\")\n"
      "g/main.json:3:37 `{\"token\": null}` `automatic.token` must be the name of a token (a "
      "string) (rules use the token by this name, as in \"eos\": \"';' | AUTO\")\n");
  check_problems_of({{"g/main.json", R"({"start": "s", "rules": {"s": "'a'", "t": null}})"}},
                    "g/main.json:1:43 `null` `rules.t` must be a string or an array of "
                    "alternatives, but it is null\n");
}

const std::string kNote =
    " [g/main.json extends this file: what it says under the same key counts "
    "instead, and null leaves the key out]\n";

TEST_CASE("problems stand where the text stands") {
  check_problems_of(over_base(R"("rules": {"list": null, "more": "valu"})"),
                    "g/main.json:2:34 `valu` `valu` is not defined (did you mean `value`?)\n"
                    "g/main.json:2:25 `\"more\"` `more` cannot be reached from `file` (use it in a "
                    "rule or remove it)\n"
                    "g/base.json:7:26 `list` `list` is not defined (define it in \"rules\" or "
                    "\"tokens\", or quote it: 'list')" +
                        kNote + "g/base.json:18:19 `\"list\"` the rule `list` is not defined" +
                        kNote);
  check_problems_of(
      over_base(R"("tokens": {"NUMBER": "[0-9"})"),
      "g/main.json:2:23 `[0-9` in NUMBER, at \"[0-9\": this [ is not closed (add the ] that is "
      "missing)\n");
  check_problems_of(
      over_base(R"("rules": {"value": "list"}, "hints": {"simplest": {"NAME": ["1"]}})"),
      "g/main.json:2:61 `\"1\"` `1` is not a NAME (a hint that the token does not match "
      "is of no use)\n"
      "g/base.json:12:5 `\"NUMBER\"` no rule uses the token `NUMBER` (use it, remove "
      "it, or move it to \"skip\")" +
          kNote);
}

TEST_CASE("problems of a base are the extending grammar's, too") {
  Files files = over_base(R"("rules": {"more": "NAME"})");
  files["g/base.json"] = R"({"start": "a", "ruels": {}, "rules": {"a": "b more", "a": "c"}})";
  check_problems_of(
      files,
      "g/main.json:2:20 `NAME` `NAME` is not defined (define it in \"rules\" or "
      "\"tokens\", or quote it: 'NAME')\n"
      "g/base.json:1:54 `\"a\"` the key `a` appears twice (it is first on line 1; join "
      "the two or rename one) [g/main.json extends this file]\n"
      "g/base.json:1:16 `\"ruels\"` unknown key `ruels` (did you mean `rules`?)" +
          kNote +
          "g/base.json:1:45 `b` `b` is not defined (define it in \"rules\" or \"tokens\", "
          "or quote it: 'b')" +
          kNote);
}

TEST_CASE("problems of several files, as they are shown") {
  const Files files = over_base(R"("rules": {"list": "'<' valve"}, "tokens": {"NUMBER": null})");
  CHECK(render(load_files(files), source_in(files, "g/main.json")) ==
        R"(g/main.json:2:24: error: `valve` is not defined
    2 | "rules": {"list": "'<' valve"}, "tokens": {"NUMBER": null}}
      |                        ^~~~~
hint: did you mean `value`?
g/base.json:7:16: error: `NUMBER` is not defined
    7 |     "value": ["NUMBER", "list"],
      |                ^~~~~~
note: g/main.json extends this file)" +
            kNote.substr(31, kNote.size() - 33) + R"(
hint: define it in "rules" or "tokens", or quote it: 'NUMBER'
g/base.json:17:19: error: the token `NUMBER` is not defined
   17 |     "simplest": { "NUMBER": ["0"], "NAME": ["a"] },
      |                   ^~~~~~~~
note: g/main.json extends this file)" +
            kNote.substr(31, kNote.size() - 33) + "\n");
}

TEST_CASE("a misspelt key") {
  check_problems_of({{"g/main.json", R"({"extend": "base.json", "name": "x"})"}},
                    "g/main.json:1:1 `{` this is not a grammar (`extend`: did you mean "
                    "`extends`?)\n");
}

}  // namespace
}  // namespace grabr
