#include <filesystem>

#include "import/import.h"
#include "import/import_sample.h"
#include "text/file.h"

namespace grabr {
namespace {

using namespace import_test;

TEST_CASE("ABNF: everything down to the characters") {
  const ImportedFile imported = import_text("a.abnf", R"(; a comment
pairs = pair *( CRLF pair ) [ CRLF ]
pair = key "=" 1*3DIGIT / key %s"=Y"
pair =/ key ":" <what people like> 2HEXDIG
key = 1*ALPHA / %x61.62 %x2D / %d48-57
)");
  check_language(imported, {"abc=1", "ab=123\r\nx=Y\n", "ab-:ff", "Z:0A", "7=1"},
                 {"", "a=", "a=1234", "a=y", "a = 1", "a:f"});
  CHECK(remarks_on(imported, "<what people like>"));
}

TEST_CASE("ABNF: texts ignore case, as RFC 7405 says when they do not") {
  check_language(import_text("a.abnf", "x = \"ab\" %s\"Cd\" %i\"e\" \"1\"\n"), {"abCde1", "ABCdE1"},
                 {"abcde1", "abCD e1"});
}

TEST_CASE("ABNF: what is no value is a problem with its place") {
  struct Row {
    const char* value;
    bool is_good;
  };
  for (const Row& row :
       {Row{"%x41", true}, Row{"%b1000001", true}, Row{"%D65", true}, Row{"%S\"a\"", true},
        Row{"%I\"a\"", true}, Row{"%o101", false}, Row{"%q5", false}, Row{"%x", false},
        Row{"%xZZ", false}, Row{"%b2", false}, Row{"%sx", false}, Row{"%", false}}) {
    CAPTURE(row.value);
    const ImportedFile imported =
        import_text("x.abnf", std::string("y = \"a\"\nx = ") + row.value + " y\n");
    CHECK(imported.problems[0].empty() == row.is_good);
    if (row.is_good) continue;
    CHECK(render(imported.problems[0], imported.sources[0]).find("x.abnf:2:5:") !=
          std::string::npos);
  }
}

TEST_CASE("EBNF of the W3C") {
  const ImportedFile imported = import_text("x.ebnf", R"(
/* a comment */
[1] Doc ::= (Name '=' Value)* Rest?
Value ::= [0-9]+ | '"' [^"#x0A]* '"' | Name - 'none'
Name ::= Start [a-z0-9]*
Start ::= [a-z]
Rest ::= "end" Value+
)");
  check_language(imported, {"", "a = 12", "a=\"b c\" b1 = c end 1 2"}, {"a", "= 1", "a = \"b"});
  CHECK(remarks_on(imported, "the exception"));
}

TEST_CASE("EBNF: a rule for white space that others name is kept to") {
  check_language(import_text("x.ebnf", "Doc ::= A (S A)*\nA ::= [a-z]+\nS ::= (#x20 | #x9)+\n"),
                 {"a", "ab c", "a \t b"}, {" a", "a ", "a\nb"});
}

TEST_CASE("EBNF of ISO 14977 and BNF") {
  check_language(import_text("x.ebnf", R"j((* a comment *)
list = "(" , { item , "," } , [ item ] , ")" ;
item = 2 * "x" | "y" , { "z" } ;)j"),
                 {"()", "(xx,y,yzz)", "( x x )"}, {"(x)", "(xx", "(yy)"});
  check_language(import_text("x.bnf",
                             "<list> ::= <my item> | <list> \",\" <my item>\n"
                             "<my item> ::= \"x\" | \"y\"\n"),
                 {"x", "x,y,x"}, {"", "x,", "xy"});
}

TEST_CASE("small notations: problems have places, nesting is bounded") {
  const ImportedFile imported = import_text("x.ebnf", "a ::= 'x' | )\nb ::= 'y'\n");
  CHECK(!imported.problems[0].empty());
  const std::string deep(20000, '(');
  CHECK_NOTHROW(import_text("x.ebnf", "a ::= " + deep));
  CHECK_NOTHROW(import_text("x.abnf", "a = " + deep));
  CHECK_NOTHROW(import_text("x.abnf", "a = 99999999999999999999\"x\" %xFFFFFFFFFFFF"));
}

TEST_CASE("a grammar of ours is none of another tool's, whatever its rules are called") {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(GRABR_SOURCE_DIR "/grammars")) {
    if (entry.path().extension() != ".json") continue;
    CAPTURE(entry.path().string());
    ++count;
    CHECK(import_notation(entry.path().string(), read_file(entry.path())) == ImportNotation::kNone);
  }
  CHECK(count > 60);
  CHECK(import_notation("grammar.json", "{\"rules\": {\"a\": {\"type\": \"CHOICE\"}}}") ==
        ImportNotation::kTreeSitter);
  CHECK(import_notation("grammar.json", "{\"rules\": {\"a\": {\"type\"") == ImportNotation::kNone);
}

}  // namespace
}  // namespace grabr
