#include "import/import_sample.h"

namespace grabr {
namespace {

using namespace import_test;

TEST_CASE("PEG: the plain notation, down to the characters") {
  const ImportedFile imported = import_text("a.peg", R"peg(# a comment
Sum     <- Spacing Product (('+' / '-') Spacing Product)* !.
Product <- Value ('*' Spacing Value)*
Value   <- (Number / Word / '(' Spacing Sum2 ')') Spacing
Sum2    <- Product ('+' Spacing Product)*
Number  <- [0-9]+ !'x'
Word    <- !Keyword [a-z] [a-z0-9]* / Quoted
Quoted  <- '"' (!'"' .)* '"'
Keyword <- 'if' ![a-z]
Spacing <- (' ' / '\t' / '#' (![\n] .)* '\n')*
)peg");
  check_language(imported, {"1", " a1*(2 + \"b c\")", "1 #x\n + 2"}, {"", "1+", "\"a", "A"});
  CHECK(remarks_on(imported, "the predicate !Keyword"));
  CHECK(remarks_on(imported, "the order of choices"));
}

TEST_CASE("PEG.js: labels, code, names for people, case") {
  const ImportedFile imported = import_text("a.pegjs", R"peg({ const x = "}"; }
// a comment
start "everything" = head:item tail:(_ "," _ @item)* { return [head, ...tail]; }
item = "null"i / digits:$[0-9]+ &{ return true; } { return 1; } / !"x" [^0-9,\]}a-wA-Z ]
_ = [ \n]*
)peg");
  check_language(imported, {"nULL", "12 , z,null"}, {"", "12,", "nul", "12 3"});
  CHECK(remarks_on(imported, "a predicate"));
}

TEST_CASE("Peggy: counts with a separator") {
  check_language(import_text("a.peggy", "a = 'x'|2..3| 'y'|.., \",\"| 'z'|1..| 'w'|..1|\n"),
                 {"xxz", "xxxy,yzzw"}, {"xz", "xxyyz", "xxzww", "xxw"});
}

TEST_CASE("pest: white space between parts, atomic rules are tokens") {
  const ImportedFile imported = import_text("a.pest", R"peg(
file = { SOI ~ pair* ~ EOI }
pair = { name ~ "=" ~ (string | number){1, 2} ~ ";" }
name = @{ !keyword ~ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "_")* }
keyword = { "true" }
number = @{ "-"? ~ ASCII_DIGIT+ }
string = ${ "\"" ~ inner ~ "\"" }
inner = @{ (!("\"" | "\\") ~ ANY)* ~ ("\\" ~ ANY ~ inner)? }
WHITESPACE = _{ " " | NEWLINE }
COMMENT = _{ "/*" ~ (!"*/" ~ ANY)* ~ "*/" }
)peg");
  check_language(imported, {"", "a_1 = -12;", "a=\"x y\\\"\" 2; /* c */ b /**/ =\n\"\";"},
                 {"a b = 1;", "a=1 2 3;", "a=- 1;", "a=1"});
}

TEST_CASE("PEG: problems have places, nothing is endless") {
  CHECK(!import_text("a.peg", "a <- 'x' / )\nb <- 'y'\n").problems[0].empty());
  const std::string deep(20000, '(');
  CHECK_NOTHROW(import_text("a.peg", "a <- " + deep));
  CHECK_NOTHROW(import_text("a.pest", "a = @{ b } b = { a | c } WHITESPACE = { a }"));
  CHECK_NOTHROW(import_text("a.pest", "a = { ''..'b' | 'a'..'' }"));
  CHECK_NOTHROW(import_text("a.pest", "a = { !b ~ c{9999999999} } b = { b } c = {"));
}

}  // namespace
}  // namespace grabr
