// Whole messages with their carets, as recorded in tests/golden/errors.txt: GRABR_UPDATE_GOLDEN=1
// rewrites that file; review the diff.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "parse/parser.h"
#include "support/grammars.h"

namespace grabr {
namespace {

using namespace std::string_literals;

constexpr const char* kStatementList = R"json({
  "name": "statements", "start": "program",
  "rules": {
    "program": "statement*",
    "statement": ["block", "conditional", "loop", "call ';'", "assignment", "'return' sum? ';'",
                  "'print' sum ';'"],
    "block": "'{' statement* '}'",
    "conditional": "'if' '(' sum ')' statement ('else' statement)?",
    "loop": "'while' '(' sum ')' statement",
    "assignment": "NAME ':=' sum ';'",
    "call": "NAME '(' (sum % ',')? ')'",
    "sum": "product % ('+' | '-')",
    "product": "factor % ('*' | '/' | '\\\\' | '\\t')",
    "factor": ["NAME", "NUMBER", "STRING", "'(' sum ')'", "'[' (sum % ',')? ']'", "call",
               "'-' factor", "'not' factor", "'true'", "'false'"]
  },
  "tokens": {"NAME": "[a-zäöü]+", "NUMBER": "[0-9]+", "STRING": "\"([^\"\\\\\n]|\\\\.)*\""},
  "skip": {"SPACE": "[ \\n\\r]+", "COMMENT": "#[^\\n]*\\n|/\\*([^*]|\\*+[^*/])*\\*+/"}
})json";

struct Case {
  std::string grammar;  ///< of this repository, or "statements"
  std::string name;
  std::string text;
};

std::string nested(std::size_t depth) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += "{\n";
  return text;
}

const Case kCases[] = {
    {"c", "missing semicolon", "int f(void) {\n  int x = 1\n  return x;\n}\n"},
    {"c", "missing semicolon after an expression", "void f(void) {\n  g(1)\n}\n"},
    {"c", "missing closing brace",
     "int g;\nint f(void) {\n  if (g) {\n    g = 1;\n  return 0;\n}\n"},
    {"c", "extra closing brace", "int f(void) {\n  return 0;\n}\n}\n"},
    {"c", "missing closing parenthesis", "int f(void) {\n  if ((1 + 2) * (3 {\n  }\n}\n"},
    {"c", "closing bracket of another kind", "int x = (1 + 2];\n"},
    {"c", "misspelt keyword", "int f(void) {\n  retrun 0;\n}\n"},
    {"c", "misspelt type", "strcut s { int a; };\n"},
    {"c", "keyword as name", "int while = 3;\n"},
    {"c", "operator without an operand", "int x = 1 + ;\n"},
    {"c", "many expected tokens", "int f(void) {\n  x = a b;\n}\n"},
    {"c", "statement expected", "int f(void) {\n  if (x)\n}\n"},
    {"c", "else without if", "int f(void) {\n  else x = 1;\n}\n"},
    {"c", "unterminated string", "char *s = \"abc;\nint x;\n"},
    {"c", "unterminated character", "int f(void) { return 'a; }\n"},
    {"c", "unterminated comment", "int x;\n/* no end\nint y;\n"},
    {"c", "stray byte", "int x = 3 @ 4;\n"},
    {"c", "NUL", "int x;\0int y;\n"s},
    {"c", "line ends of Windows", "int x;\r\nint y\r\nint z;\r\n"},
    {"c", "error in the first byte", ")int x;\n"},
    {"c", "error in the last byte", "int x;}"},

    {"json", "empty", ""},
    {"json", "blank", " \n "},
    {"json", "comma before the end", "[1, 2,]"},
    {"json", "comma missing", "{\"a\": 1\n \"b\": 2}"},
    {"json", "end inside nested values", "{\"a\": [\n  {\"b\": [1, 2"},
    {"json", "end after a comma", "{\"a\": 1,\n"},
    {"json", "bracket never closed", "[\n  [1, 2],\n  [3, 4\n"},
    {"json", "two values", "[1]\n[2]"},
    {"json", "misspelt word", "{\"a\": flase}"},
    {"json", "unfinished word", "[tru"},
    {"json", "unquoted key", "{key: 1}"},
    {"json", "string without end", "[\"abc]\n, 1]"},
    {"json", "string up to the end of the input", "[\"abc"},
    {"json", "wrong escape", "[\"ab\\qc\"]"},
    {"json", "control character in a string", "[\"a\x01z\"]"},
    {"json", "single quotes", "{'a': 1}"},
    {"json", "number with a leading zero", "[012]"},
    {"json", "minus alone", "[-]"},
    {"json", "invalid UTF-8", "[\"a\", \xff]"},
    {"json", "cut UTF-8", "{\"a\" \xc3(}"},
    {"json", "byte order mark", "\xEF\xBB\xBF{\"a\": 1}"},
    {"json", "UTF-16", "\xFF\xFE{\0}\0"s},
    {"json", "wide characters before", "[\"日本\", \"e\u0301\", 語]"},
    {"json", "tabs before", "[\n\t\t1\t2\n]"},
    {"json", "very long line", "[" + std::string(500, ' ') + "1 2" + std::string(500, ' ') + "]"},
    {"json", "long token", "[1 \"" + std::string(200, 'x') + "\"]"},

    {"expr", "empty", ""},
    {"expr", "digit expected", "1 + "},
    {"expr", "letter", "1 + x"},
    {"expr", "space missing", "1+2"},
    {"expr", "bracket never closed", "(1 + (2 * 3)"},
    {"expr", "bracket too many", "(1))"},
    {"expr", "line end", "1\n"},
    {"expr", "wide character", "1 + ä"},
    {"expr", "invalid UTF-8", "\xff"},
    {"expr", "deep recursion", "1 + 2 + 3 + 4 + 5 + (6 * 7 * "},

    {"statements", "misspelt keyword", "whle (x) print x;"},
    {"statements", "misspelt word among operands", "x := tre 1;"},
    {"statements", "missing semicolon", "{\n  x := 1\n  y := 2;\n}"},
    {"statements", "wrong assignment", "x = 1;"},
    {"statements", "end inside nested rules", "if (a) {\n  while (b) {\n    f(1, [2,\n"},
    {"statements", "deep nesting", nested(100) + "x := ;"},
    {"statements", "unterminated comment is an operator", "x := 1; /* no end\n x := 2;"},
    {"statements", "string without end", "print \"abc;\nprint 1;"},
    {"statements", "closing bracket of another kind", "f(1, [2, 3);"},
    {"statements", "statement expected", "while (1)\n"},
    {"statements", "odd characters are expected", "print x \xe2\x80\xae;"},
    {"statements", "bracket open since an earlier line", "f(1,\n  (2 + 3\nx := 1;\n"},
    {"statements", "NUL", "\0"s},
    {"statements", "token after a comment", "x := 1 # one\n  2;"},
};

/// One parser for many failures.
const Parser& parser_named(const std::string& name) {
  static std::map<std::string, Parser> parsers;
  const auto known = parsers.find(name);
  if (known != parsers.end()) return known->second;
  const auto grammar =
      name == "statements" ? support::grammar_of(kStatementList) : support::fixed(name);
  return parsers.emplace(name, Parser(grammar)).first->second;
}

std::string message_of(const Case& row) {
  const Parser& parser = parser_named(row.grammar);
  const ParseResult result = parser.parse(row.text);
  const auto* failure = std::get_if<ParseFailure>(&result);
  if (failure == nullptr) return "parses\n";
  const Source source("in", row.text);
  return render(parser.describe(*failure, source), source);
}

std::string heading(const Case& row) { return "== " + row.grammar + ": " + row.name + "\n"; }

std::string all_messages() {
  std::string text;
  for (const Case& row : kCases) text += heading(row) + message_of(row) + "\n";
  return text;
}

}  // namespace

TEST_CASE("messages are those of the golden file") {
  const std::string path = GRABR_SOURCE_DIR "/tests/golden/errors.txt";
  if (std::getenv("GRABR_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << all_messages();
  }
  const std::string golden = read_file(path);
  std::size_t rows = 0;
  for (const Case& row : kCases) {
    CAPTURE(heading(row));
    const std::size_t at = golden.find(heading(row));
    REQUIRE(at != std::string::npos);
    const std::size_t begin = at + heading(row).size();
    const std::size_t end = std::min(golden.find("\n== ", begin), golden.size() - 1);
    CHECK(golden.substr(begin, end - begin) == message_of(row));
    ++rows;
  }
  std::size_t headings = 0;
  for (std::size_t at = 0; (at = golden.find("== ", at)) != std::string::npos; ++at) {
    headings += at == 0 || golden[at - 1] == '\n' ? 1 : 0;
  }
  CHECK(headings == rows);
}

TEST_CASE("every message is lines of text") {
  for (const Case& row : kCases) {
    CAPTURE(heading(row));
    for (const char c : message_of(row)) {
      const auto byte = static_cast<unsigned char>(c);
      CHECK((byte >= 0x20 || c == '\n' || c == '\t'));
    }
  }
}

}  // namespace grabr
