#include "grammar/load/json_reader.h"

#include <doctest/doctest.h>

#include "grammar/show.h"

namespace grabr {
namespace {

using Kind = JsonValue::Kind;

/// The text that the span of each key and value covers, in file order, one a line.
std::string spans(const JsonValue& value, const Source& file) {
  std::string text = std::string(file.slice(value.span)) + "\n";
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (value.is(Kind::kObject)) text += std::string(file.slice(value.keys[i].span)) + "\n";
    text += spans(value.items[i], file);
  }
  return text;
}

void check_spans(const std::string& text, const std::string& expected) {
  const Source file("f.json", text);
  Problems problems;
  const auto value = read_json(file, problems);
  CAPTURE(text);
  CHECK(show(problems.list, file) == "");
  REQUIRE(value);
  CHECK(spans(*value, file) == expected);
}

void check_problem(const std::string& text, const std::string& expected) {
  const Source file("f.json", text);
  Problems problems;
  read_json(file, problems);
  CAPTURE(text);
  CHECK(show(problems.list, file) == expected + "\n");
}

TEST_CASE("each key and value knows its place") {
  check_spans("1", "1\n");
  check_spans(" -1.5e+3 ", "-1.5e+3\n");
  check_spans("[12,3 , 4\n]", "[12,3 , 4\n]\n12\n3\n4\n");
  check_spans("[true, false,null ]", "[true, false,null ]\ntrue\nfalse\nnull\n");
  check_spans(R"("")", "\"\"\n");
  check_spans(R"(["", "a"])", R"(["", "a"]
""
"a"
)");
  check_spans(R"(["\"", "\\", "\\\"", "a\"b\\"])", R"(["\"", "\\", "\\\"", "a\"b\\"]
"\""
"\\"
"\\\""
"a\"b\\"
)");
  check_spans(R"({"k" : [1], "l":{}, "\"":"é"})", R"({"k" : [1], "l":{}, "\"":"é"}
"k"
[1]
1
"l"
{}
"\""
"é"
)");
  check_spans("\xEF\xBB\xBF[1]", "[1]\n1\n");
}

TEST_CASE("keys keep their order, of duplicates the first stays") {
  const Source file("f.json", R"({"z": 1, "a": 2, "z": {"a": [3]}, "m": 4})");
  Problems problems;
  const auto value = read_json(file, problems);
  REQUIRE(value);
  REQUIRE(value->keys.size() == 3);
  CHECK(value->keys[0].text == "z");
  CHECK(value->keys[1].text == "a");
  CHECK(value->keys[2].text == "m");
  CHECK(value->find("z")->number == 1);
  CHECK(value->find("m")->number == 4);
  CHECK(value->find("x") == nullptr);
  CHECK(show(problems.list, file) ==
        "1:18 `\"z\"` error: the key `z` appears twice "
        "(it is first on line 1; join the two or rename one)\n");
}

TEST_CASE("a key twice inside the value of a key that is there twice") {
  const Source file("f.json", R"({"a": 1, "a": {"b": 1, "b": [2, {}], "c": 3, "c": 4}, "d": 5})");
  Problems problems;
  const auto value = read_json(file, problems);
  REQUIRE(value);
  CHECK(value->keys.size() == 2);
  CHECK(value->find("a")->number == 1);
  CHECK(value->find("d")->number == 5);
  CHECK(problems.list.size() == 3);
}

TEST_CASE("what is not JSON") {
  check_problem("",
                "1:1 `` error: not JSON: the text ends where a value is expected "
                "(the file is empty)");
  check_problem("[1, 2", "1:6 `` error: not JSON: the text ends where `,` or `]` is expected");
  check_problem("{\"a\": 1,}",
                "1:9 `}` error: not JSON: a key in double quotes is expected here "
                "(remove the comma before it)");
  check_problem("[1,\n]",
                "2:1 `]` error: not JSON: a value is expected here "
                "(remove the comma before it)");
  check_problem("[\"a\" \"b\"]",
                "1:6 `\"b\"` error: not JSON: `,` or `]` is expected here "
                "(is a comma missing before it?)");
  check_problem("[\"a\"] // x",
                "1:7 `/` error: not JSON: the end of the text is expected here "
                "(JSON has no comments)");
  check_problem("{\"a\" 12}", "1:6 `12` error: not JSON: `:` is expected here");
  check_problem("['a']",
                "1:2 `'` error: not JSON: a value is expected here "
                "(JSON strings are written in double quotes)");
  check_problem("[tru, 1]", "1:2 `tru` error: not JSON: a value is expected here");
  check_problem("[01]", "1:2 `01` error: not JSON: not a number");
  check_problem("[1e999]", "1:2 `1e999` error: not JSON: a number that is too large");
  check_problem("[\"a\\q\"]",
                "1:4 `\\q` error: not JSON: not an escape sequence "
                "(in JSON a backslash is written \\\\)");
  check_problem("[\"ab", "1:2 `\"ab` error: not JSON: a string without its closing quote");
}

TEST_CASE("keys that are not known, and flags that are none") {
  const Source file("f.json", R"({"open": true, "shut": false, "opne": 1, "far": null})");
  const std::vector<std::string> known = {"open", "shut", "far"};
  Problems problems;
  const auto value = read_json(file, problems);
  REQUIRE(value);
  CHECK(read_flag(*value, "open", "door.open", problems));
  CHECK_FALSE(read_flag(*value, "shut", "door.shut", problems));
  CHECK_FALSE(read_flag(*value, "near", "door.near", problems));
  CHECK(problems.list.empty());
  CHECK_FALSE(read_flag(*value, "far", "door.far", problems));
  report_unknown_keys(*value, known, problems);
  CHECK(show(problems.list, file) ==
        "1:49 `null` error: `door.far` must be true or false, but it is null\n"
        "1:31 `\"opne\"` error: unknown key `opne` (did you mean `open`?)\n");
}

TEST_CASE("odd bytes and deep nesting end in one problem") {
  const auto problem_count = [](const std::string& text) {
    Problems problems;
    CHECK_FALSE(read_json(Source("f.json", text), problems));
    return problems.list.size();
  };
  CHECK(problem_count(std::string("\0\0", 2)) == 1);
  CHECK(problem_count(std::string("[1]\0", 4)) == 1);
  CHECK(problem_count("[\"\xFF\"]") == 1);
  CHECK(problem_count("[\"a\nb\"]") == 1);
  CHECK(problem_count("[\"\\q\"]") == 1);
  CHECK(problem_count("[\"\\ud800\"]") == 1);
  CHECK(problem_count("[1e999]") == 1);
  CHECK(problem_count("\"") == 1);
  CHECK(problem_count("-") == 1);
  CHECK(problem_count(std::string(1000000, '[')) == 1);
  check_problem(std::string(5000, '['), "1:101 `[` error: nested more than 100 levels deep");
}

/// `parts`: for each byte of the decoded text, how it was written in the file.
void check_places(const std::string& literal, const std::vector<std::string>& parts) {
  const Source file("f.json", literal);
  Problems problems;
  const auto value = read_json(file, problems);
  REQUIRE(value);
  const PlacedText text = placed(*value, file);
  CAPTURE(literal);
  REQUIRE(text.text().size() == parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    CHECK(file.slice(text.span(i, i + 1)) == parts[i]);
  }
  CHECK(file.slice(text.span()) == literal.substr(1, literal.size() - 2));
}

TEST_CASE("bytes of a decoded string know how they were written") {
  check_places(R"("ab")", {"a", "b"});
  check_places(R"("a\"\\b")", {"a", R"(\")", R"(\\)", "b"});
  check_places(R"("\n\u0041x")", {R"(\n)", R"(\u0041)", "x"});
  check_places(R"("\u00e9x")", {R"(\u00e9)", R"(\u00e9)", "x"});
  check_places(R"("\u20AC.")", {R"(\u20AC)", R"(\u20AC)", R"(\u20AC)", "."});
  check_places(R"("\ud83d\ude00!")",
               {R"(\ud83d\ude00)", R"(\ud83d\ude00)", R"(\ud83d\ude00)", R"(\ud83d\ude00)", "!"});
}

}  // namespace
}  // namespace grabr
