#include "reduce/pass/names.h"

#include <doctest/doctest.h>

#include "reduce/pass/tree_work.h"
#include "support/checked_run.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

std::string show(const std::vector<Name>& names) {
  std::string text;
  for (const Name& name : names) text += name.text + "*" + std::to_string(name.tokens.size()) + " ";
  return text;
}

std::string names_of(const std::shared_ptr<const Grammar>& grammar, const std::string& text) {
  return show(names_in(support::tree_of(grammar, text)));
}

const char* const kNoHints = R"json({
  "name": "notes", "start": "notes",
  "rules": {"notes": "note+", "note": ["WORD '=' NUMBER ';'", "'if' TEXT ';'"]},
  "tokens": {"WORD": "[A-Za-z_0-9]*[A-Za-z_][A-Za-z_0-9]*", "NUMBER": "[0-9]+",
             "TEXT": "\"[^\"]*\""},
  "skip": {"space": "[ \n]+"}})json";

TEST_CASE("names are the tokens that the hints name, grouped, in order") {
  CHECK(names_of(support::fixed("c"), "int b; int a(int b) { return b + \"b\" + 1; }") ==
        "b*3 a*1 ");
  // Without hints, names are found by their form.
  const auto notes = support::grammar_of(kNoHints);
  CHECK(names_of(notes, "ab = 12; if \"ab\"; 1x = 1; ab = 3;") == "ab*2 ");
  CHECK(names_of(support::fixed("json"), "{\"a\": [1, true]}") == "");
  CHECK(names_of(support::fixed("expr"), "1 + 2") == "");
}

const char* const kBlocks = R"json({
  "name": "blocks", "start": "code",
  "rules": {"code": "(LABEL | jump)+", "jump": "('go' | 'return') VALUE"},
  "tokens": {"VALUE": "%[a-z]+", "LABEL": "[a-z]+:"},
  "skip": {"space": "[ \n]+"}, "ignore_case": CASE,
  "hints": {"identifiers": ["VALUE", "LABEL"]}})json";

std::shared_ptr<const Grammar> blocks(const std::string& ignore_case) {
  std::string text = kBlocks;
  return support::grammar_of(text.replace(text.find("CASE"), 4, ignore_case));
}

TEST_CASE("terminals that spell a name with other signs around it have it in common") {
  const std::string text = "one: go %two two: go %one return %x y:";
  CHECK(names_of(blocks("false"), text) == "%one*2 %two*2 %x*1 y:*1 ");
  CHECK(names_of(blocks("false"), "go %a go %b") == "%a*1 %b*1 ");
}

TEST_CASE("where the grammar ignores case, names do") {
  CHECK(names_of(blocks("true"), "One: go %ONE return %two return %Two") == "%ONE*2 %two*2 ");
  CHECK(names_of(blocks("false"), "go %a") == "%a*1 ");
}

TEST_CASE("renaming spells a name as each terminal does") {
  const auto grammar = blocks("false");
  const std::string text = "one: go %one";
  FunctionOracle oracle([](std::string_view) { return Outcome::kFail; });
  Session session(oracle, text);
  const Parser parser(grammar);
  const Analysis analysis = analyse(*grammar);
  TreeWork work(session, parser, analysis, list_view(support::tree_of(grammar, text)));
  const std::vector<Edit> edits = rename_edits(work, names_in(work.tree())[0].tokens, "%a");
  CHECK(print(work.tree(), edits) == "a: go %a");
}

TEST_CASE("canonical names are never keywords, and each comes once") {
  const auto c = support::fixed("c");
  CanonicalNames names(*c, c->find("IDENTIFIER"));
  std::set<std::string> seen;
  for (std::string name = names.next(); !name.empty(); name = names.next()) {
    CHECK(seen.insert(name).second);
    CHECK(lexes_as(*c, c->find("IDENTIFIER"), name));
  }
  CHECK(seen.size() > 3000);
  for (const char* keyword : {"if", "do"}) {
    CHECK(seen.count(keyword) == 0);
    CHECK_FALSE(lexes_as(*c, c->find("IDENTIFIER"), keyword));
  }
  for (const char* other : {"", "a b", "1", "a+", " a"}) {
    CHECK_FALSE(lexes_as(*c, c->find("IDENTIFIER"), other));
  }
}

TEST_CASE("canonical names begin as all texts of their terminal do") {
  const auto grammar = support::grammar_of(R"json({
    "name": "v", "start": "all", "rules": {"all": "VARIABLE+"},
    "tokens": {"VARIABLE": "[$][a-z]+"}, "skip": {"space": "[ ]+"}})json");
  CanonicalNames names(*grammar, grammar->find("VARIABLE"));
  CHECK(names.next() == "$a");
  CHECK(names.next() == "$b");
  CHECK(names.next_unused({"$c", "$d"}) == "$e");
}

TEST_CASE("renaming keeps the skipped text, and tokens apart") {
  const auto c = support::fixed("c");
  const std::string text = "int /* one */ foo;\nint x = foo+ foo;\n";
  FunctionOracle oracle([](std::string_view) { return Outcome::kFail; });
  Session session(oracle, text);
  const Parser parser(c);
  const Analysis analysis = analyse(*c);
  TreeWork work(session, parser, analysis, list_view(support::tree_of(c, text)));
  const std::vector<Name> names = names_in(work.tree());
  REQUIRE(show(names) == "foo*3 x*1 ");
  const std::vector<Edit> edits = rename_edits(work, names[0].tokens, "b");
  CHECK(print(work.tree(), edits) == "int /* one */ b;\nint x = b+ b;\n");
  work.apply(edits);
  CHECK(show(names_in(work.tree())) == "b*3 x*1 ");
}

TEST_CASE("names of partial trees are names, too") {
  const auto c = support::fixed("c");
  const Parser parser(c);
  const Tree tree = parse_partially(parser, "int foo; foo foo ) bar; x = = foo").tree;
  CHECK(show(names_in(tree)) == "foo*4 bar*1 x*1 ");
}

}  // namespace
}  // namespace grabr
