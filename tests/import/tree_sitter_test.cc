#include "import/import_sample.h"

namespace grabr {
namespace {

using namespace import_test;

const std::string kHead = R"({"$schema": "https://tree-sitter.github.io/x.json", "name": "tiny",)";

ImportedFile import_rules(const std::string& rules, const std::string& rest = "\"extras\": []") {
  return import_text("grammar.json", kHead + rest + ", \"rules\": {" + rules + "}}");
}

TEST_CASE("tree-sitter: every kind of node") {
  const ImportedFile imported = import_rules(R"j(
"file": {"type": "REPEAT", "content": {"type": "SYMBOL", "name": "_item"}},
"_item": {"type": "CHOICE", "members": [{"type": "SYMBOL", "name": "list"}, {"type": "SYMBOL", "name": "call"},
   {"type": "ALIAS", "content": {"type": "SYMBOL", "name": "number"}, "named": true, "value": "n"}]},
"list": {"type": "SEQ", "members": [{"type": "STRING", "value": "["},
   {"type": "CHOICE", "members": [{"type": "SEQ", "members": [{"type": "SYMBOL", "name": "_item"},
      {"type": "REPEAT", "content": {"type": "SEQ", "members": [{"type": "STRING", "value": ","},
         {"type": "SYMBOL", "name": "_item"}]}}]}, {"type": "BLANK"}]},
   {"type": "STRING", "value": "]"}]},
"call": {"type": "PREC", "value": 2, "content": {"type": "SEQ", "members": [
   {"type": "FIELD", "name": "f", "content": {"type": "SYMBOL", "name": "id"}},
   {"type": "IMMEDIATE_TOKEN", "content": {"type": "STRING", "value": "("}},
   {"type": "RESERVED", "context_name": "x", "content": {"type": "REPEAT1", "content": {"type": "SYMBOL", "name": "id"}}},
   {"type": "STRING", "value": ")"}]}},
"id": {"type": "PATTERN", "value": "[\\p{L}_]\\w*"},
"number": {"type": "TOKEN", "content": {"type": "SEQ", "members": [{"type": "PATTERN", "value": "\\d+?"},
   {"type": "CHOICE", "members": [{"type": "PATTERN", "value": "px", "flags": "i"}, {"type": "BLANK"}]}]}},
"comment": {"type": "TOKEN", "content": {"type": "PREC", "value": -1, "content": {"type": "PATTERN", "value": "#.*"}}}
)j",
                                             R"("extras": [{"type": "PATTERN", "value": "\\s"},
                                             {"type": "SYMBOL", "name": "comment"}], "word": "id")");
  check_written(imported, R"("list": "'[' (_item % ',')? ']'")");
  check_language(imported, {"", "[1, 2PX]", "f(a b)", "[] # f (\n[f(é)]", "[1,[2]]"},
                 {"f (a)", "[1,]", "f()", "["});
}

TEST_CASE("tree-sitter: external tokens by usual names and by a side file") {
  const std::string rules = R"(
"file": {"type": "REPEAT", "content": {"type": "SEQ", "members": [{"type": "SYMBOL", "name": "id"},
   {"type": "SYMBOL", "name": "_automatic_semicolon"}]}},
"other": {"type": "BLANK"},
"id": {"type": "PATTERN", "value": "[a-z]+"})";
  const std::string externals = R"("extras": [{"type": "PATTERN", "value": "\\s"}],
      "externals": [{"type": "SYMBOL", "name": "_automatic_semicolon"}])";
  check_language(import_rules(rules, externals), {"a\nb", "a"}, {"a b"});
  const std::string own = R"({"type": "SYMBOL", "name": "_my_end"})";
  std::string text = kHead + externals + ", \"rules\": {" + rules + "}}";
  for (std::size_t at = 0; (at = text.find("_automatic_semicolon", at)) != text.npos;) {
    text.replace(at, 20, "_my_end");
  }
  const ImportedFile unknown = import_files("p/src/grammar.json", {{"p/src/grammar.json", text}});
  CHECK(remarks_on(unknown, "the external token _my_end"));
  const ImportedFile known = import_files(
      "p/src/grammar.json",
      {{"p/src/grammar.json", text}, {"p/src/../tiny.externals.json", R"({"_my_end": "[;.]"})"}});
  check_language(known, {"a;", "a. b;"}, {"a b", "a\nb"});
}

TEST_CASE("tree-sitter: a name is a name where the contents of a string read the same") {
  const ImportedFile imported = import_rules(R"j(
"file": {"type": "REPEAT", "content": {"type": "CHOICE", "members": [{"type": "SYMBOL", "name": "string"},
   {"type": "SYMBOL", "name": "id"}]}},
"string": {"type": "SEQ", "members": [{"type": "STRING", "value": "'"}, {"type": "SYMBOL", "name": "text"},
   {"type": "STRING", "value": "'"}]},
"text": {"type": "TOKEN", "content": {"type": "PATTERN", "value": "[^']+"}},
"id": {"type": "PATTERN", "value": "[a-z]+"})j",
                                             R"("extras": [{"type": "PATTERN", "value": "\\s"}])");
  check_language(imported, {"a 'b c' d"}, {"a 'b"});
  check_written(imported, R"("identifiers": ["id"])");
  const std::size_t id = imported.text.find(R"("id": )"), text = imported.text.rfind(R"("text": )");
  CHECK(id < text);
}

TEST_CASE("tree-sitter: operators with precedences are a ladder") {
  const std::string e = R"({"type": "SYMBOL", "name": "e"})";
  const auto binary = [&](const std::string& kind, int level, const std::string& sign) {
    return R"({"type": ")" + kind + R"(", "value": )" + std::to_string(level) +
           R"(, "content": {"type": "SEQ", "members": [)" + e +
           R"(, {"type": "STRING", "value": ")" + sign + "\"}, " + e + "]}}";
  };
  const ImportedFile imported =
      import_rules("\"file\": " + e + R"(, "e": {"type": "CHOICE", "members": [)" +
                   binary("PREC_LEFT", 1, "+") + ", " + binary("PREC_LEFT", 2, "*") + ", " +
                   binary("PREC_RIGHT", 3, "^") + R"(, {"type": "PATTERN", "value": "[a-z]"}]})");
  check_written(imported, R"("e": "e_2 % '+'")");
  check_written(imported, R"("e_2": "e_3 % '*'")");
  check_language(imported, {"a", "a+b*c^d+e"}, {"a+", "a b"});
}

TEST_CASE("tree-sitter: what is no grammar says so") {
  const ImportedFile none = import_text("grammar.json", kHead + "\"rules\": 3}");
  CHECK(none.text.empty());
  REQUIRE(!none.problems[0].empty());
  std::string deep = kHead + "\"extras\": [], \"rules\": {\"a\": ";
  for (int i = 0; i < 5000; ++i) deep += R"({"type": "REPEAT", "content": )";
  CHECK_NOTHROW(import_text("grammar.json", deep));
}

TEST_CASE("tree-sitter: words that go on with a line, in Kotlin") {
  const std::string text =
      R"({"$schema": "x", "name": "kotlin", "extras": [{"type": "PATTERN", "value": "\\s"}],
"externals": [{"type": "SYMBOL", "name": "_automatic_semicolon"}], "rules": {
"file": {"type": "REPEAT", "content": {"type": "SEQ", "members": [{"type": "SYMBOL", "name": "sum"},
   {"type": "SYMBOL", "name": "_automatic_semicolon"}]}},
"sum": {"type": "CHOICE", "members": [{"type": "SYMBOL", "name": "id"},
   {"type": "PREC_LEFT", "value": 1, "content": {"type": "SEQ", "members": [{"type": "SYMBOL", "name": "sum"},
      {"type": "CHOICE", "members": [{"type": "SYMBOL", "name": "id"}, {"type": "STRING", "value": "?:"}]},
      {"type": "SYMBOL", "name": "id"}]}}]},
"id": {"type": "PATTERN", "value": "[a-z]+"}}})";
  // `a plus b` is an operation, but the name on the next line begins a statement.
  check_language(import_text("grammar.json", text),
                 {"a plus b", "a\n?: b; c", "a\nb", "a\nb plus c"}, {"a ?:", "a plus"});
}

TEST_CASE("tree-sitter: a keyword as a key, and a token of the scanner that the grammar has, too") {
  const std::string text =
      R"({"$schema": "x", "name": "ruby", "extras": [{"type": "PATTERN", "value": "\\s"}],
"externals": [{"type": "SYMBOL", "name": "hash_key_symbol"}, {"type": "SYMBOL", "name": "_short_interpolation"}],
"rules": {
"file": {"type": "REPEAT1", "content": {"type": "CHOICE", "members": [{"type": "SYMBOL", "name": "pair"},
   {"type": "SYMBOL", "name": "test"}]}},
"pair": {"type": "SEQ", "members": [{"type": "SYMBOL", "name": "hash_key_symbol"},
   {"type": "IMMEDIATE_TOKEN", "content": {"type": "STRING", "value": ":"}}, {"type": "SYMBOL", "name": "id"}]},
"test": {"type": "SEQ", "members": [{"type": "STRING", "value": "if"}, {"type": "SYMBOL", "name": "id"},
   {"type": "SYMBOL", "name": "_short_interpolation"}, {"type": "STRING", "value": "then"},
   {"type": "SYMBOL", "name": "id"},
   {"type": "IMMEDIATE_TOKEN", "content": {"type": "STRING", "value": "#"}}]},
"id": {"type": "PATTERN", "value": "[a-z]+"}}})";
  const ImportedFile imported = import_text("grammar.json", text);
  check_language(imported, {"if: x", "then: y if a# then b#"}, {"if :x", "if a then b", "q: x"});
  check_written(imported, R"("hash_key_symbol": ["'if'", "'then'"])");
}

TEST_CASE("tree-sitter: indentation, with line ends among what is skipped") {
  const std::string text = R"({"$schema": "x", "name": "python",
"extras": [{"type": "PATTERN", "value": "[ \\u200B]|\\r?\\n"}],
"externals": [{"type": "SYMBOL", "name": "_newline"}, {"type": "SYMBOL", "name": "_indent"},
   {"type": "SYMBOL", "name": "_dedent"}],
"rules": {
"file": {"type": "REPEAT", "content": {"type": "SYMBOL", "name": "statement"}},
"statement": {"type": "CHOICE", "members": [
   {"type": "SEQ", "members": [{"type": "SYMBOL", "name": "id"}, {"type": "SYMBOL", "name": "_newline"}]},
   {"type": "SEQ", "members": [{"type": "STRING", "value": "if"}, {"type": "SYMBOL", "name": "id"},
      {"type": "SYMBOL", "name": "_indent"}, {"type": "REPEAT1", "content": {"type": "SYMBOL", "name": "statement"}},
      {"type": "SYMBOL", "name": "_dedent"}]}]},
"id": {"type": "PATTERN", "value": "[a-z]+"}}})";
  check_language(import_text("grammar.json", text), {"a\nb\n", "if a\n  b\n\n  c\nd"},
                 {"a b", "if a\nb"});
}

TEST_CASE("tree-sitter: two tokens of the scanner that read the same are one") {
  const std::string text =
      R"({"$schema": "x", "name": "html", "extras": [{"type": "PATTERN", "value": "\\s"}],
"externals": [{"type": "SYMBOL", "name": "_start_tag_name"}, {"type": "SYMBOL", "name": "_end_tag_name"}],
"rules": {"file": {"type": "SEQ", "members": [{"type": "STRING", "value": "<"},
   {"type": "SYMBOL", "name": "_start_tag_name"}, {"type": "STRING", "value": "></"},
   {"type": "SYMBOL", "name": "_end_tag_name"}, {"type": "STRING", "value": ">"}]}}})";
  check_language(import_text("grammar.json", text), {"<a></b>"}, {"<></b>", "< a></b>"});
}

}  // namespace
}  // namespace grabr
