#include "import/import_sample.h"

namespace grabr {
namespace {

using namespace import_test;

TEST_CASE("Lark: rules, tokens, counts, labels, what is skipped") {
  const ImportedFile imported = import_text("a.lark", R"lark(// a comment
start: stmt* -> all
?stmt: assign ";" | call
!call.2: NAME "(" [expr ("," expr)*] ")" -> call
       | "go"i WORDS | "stop"
assign: NAME "=" expr ~ 1..2
?expr: NAME | INT | /0[xX][\da-f]+/i | ESCAPED_STRING | "[" expr~2 "]"
NAME.1: ("_"|"a".."z")+
WORDS: /(?x)[A-Z]+ /x | "#" /[^\n]*/   // a # in quotes is no comment
%import common.INT
%import common.ESCAPED_STRING
%import common (WS, SH_COMMENT)
%ignore WS
%ignore ";;" /[a-z]+/
)lark");
  check_language(imported,
                 {"", "ab=1;", "f(x, 0XfF, \"q\\\"\")", "gO ABC", "a=[b 2] 3; ;;skipped g()"},
                 {"a=1", "a=1 2 3;", "f(,)", "[1]", "A=1;"});
}

TEST_CASE("Lark: templates") {
  check_language(import_text("a.lark", R"lark(
start: "(" sep{num, ","} ")" | sep{pair{num}, ";"}
sep{item, sign}: item (sign item)*
pair{x}: x ":" x
num: /[0-9]+/
%ignore " "
)lark"),
                 {"(1, 2)", "1:2; 3:4"}, {"(1;2)", "1,2", "()"});
}

TEST_CASE("Lark: what is imported is found beside it, with what it needs") {
  const Files files = {
      {"in/a.lark", "start: word\n%import .parts.more.word\n%import .missing.rule\n"},
      {"in/parts/more.lark", "word: part+ NUMBER\npart: \"x\" | \"y\" word\nNUMBER: /[0-9]/\n"}};
  const ImportedFile imported = import_files("in/a.lark", files);
  check_language(imported, {"xx1", "yx12"}, {"x", "1"});
  CHECK(remarks_on(imported, "the grammar .missing"));
}

TEST_CASE("Lark: indentation that code makes is our layout") {
  const ImportedFile imported = import_text("a.lark", R"lark(
start: (_NEWLINE | stmt)*
stmt: NAME _NEWLINE | "if" NAME ":" _NEWLINE _INDENT stmt+ _DEDENT
%import common.CNAME -> NAME
_NEWLINE: /(\r?\n[\t ]*)+/
%declare _INDENT _DEDENT
%ignore /[ \t]+/
)lark");
  check_language(imported, {"a\n", "if a:\n  b\n  if c:\n    d\ne\n"}, {"if a:\nb\n", "a b\n"});
}

TEST_CASE("Lark: strings that look behind") {
  const ImportedFile imported = import_text(
      "a.lark", "start: S+\nS: /\"(?!\"\").*?(?<!\\\\)(\\\\\\\\)*?\"/\n%ignore \" \"\n");
  check_language(imported, {R"("a" "b\"c" "\\")"}, {R"("a)", R"("a\")"});
}

TEST_CASE("Lark: problems have places, nothing is endless") {
  CHECK(!import_text("a.lark", "start: \"x\" ) y\n%nothing\n").problems[0].empty());
  CHECK_NOTHROW(import_text("a.lark", "start: " + std::string(20000, '(')));
  CHECK_NOTHROW(import_text("a.lark", "start: t{t{start}}\nt{x}: x t{t{x}}\n"));
  CHECK_NOTHROW(import_text("a.lark", "a: {b} | {\n: b\n?: c\n"));
  CHECK_NOTHROW(import_text("a.lark", "start: \"\"..\"b\" | \"a\"..\"\"\n"));
  CHECK_NOTHROW(import_text("a.lark", "%import .a.x\nstart: x \"a\"~99999999..999999999\n"));
}

}  // namespace
}  // namespace grabr
