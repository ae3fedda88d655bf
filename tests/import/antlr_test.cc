#include "import/import_sample.h"

namespace grabr {
namespace {

using namespace import_test;

TEST_CASE("ANTLR: rules, lists, literals and skipped text") {
  const ImportedFile imported = import_text("Pairs.g4", R"(
/* SPDX-License-Identifier: MIT */
grammar Pairs;
file : object EOF ;
object : '{' pair (',' pair)* '}' | '{' '}' ;   // a list
pair : key=STRING ':' (object | NUMBER | TRUE) ;
TRUE : 'true' ;
STRING : '"' (~["\\] | '\\' .)* '"' ;
NUMBER : '-'? [0-9]+ ;
WS : [ \t\r\n]+ -> skip ;
COMMENT : '/*' .*? '*/' -> channel(HIDDEN) ;
)");
  check_written(imported, R"("object": "'{' (pair % ',')? '}'")");
  check_written(imported, R"("NUMBER": "-?[0-9]+")");
  check_written(imported, R"("license": "MIT")");
  check_written(imported, R"("NUMBER": ["0"])");
  CHECK(imported.remarks.empty());
  check_language(imported, {"{}", "{\"a\":1}", "{ \"a\\\"\" : true, \"b\":{} /* , */ }"},
                 {"", "{", "{\"a\":1,}", "{\"a\" 1}", "{} /* */ */"});
}

TEST_CASE("ANTLR: operators become a ladder, the first alternative binds tightest") {
  const ImportedFile imported = import_text("E.g4", R"(grammar E;
e : e '[' e ']' | <assoc=right> e '^' e | '-' e | e ('*'|'/') e | e '+' e | e '?' e ':' e | ID ;
ID : [a-z] ; WS : ' ' -> skip ;)");
  check_language(imported, {"a", "a+b*c", "-a^b", "a^-b", "a[b+c][d]", "a?b:c?d:e", "-a[b]*c"},
                 {"a+", "+a", "a b", "a[b", "a?b"});
  const Parser parser = parser_of(imported);
  const ParseResult result = parser.parse("a+b*c");
  REQUIRE(std::holds_alternative<Tree>(result));
  check_written(imported, "% '+'");
  check_written(imported, "% ('*' | '/')");
}

TEST_CASE("ANTLR: a loose prefix may be the right operand of a tighter operator") {
  check_language(import_text("E.g4", R"(grammar E;
e : e '*' e | 'not' e | e 'and' e | ID ; ID : [a-z] ; WS : ' ' -> skip ;)"),
                 {"not a and b", "a * not b and c", "not not a"}, {"a not b", "not"});
}

TEST_CASE("ANTLR: lexer and parser files, imports, a cycle of them, what is missing") {
  const Files files = {
      {"d/AParser.g4",
       "parser grammar AParser; options { tokenVocab = ALexer; } "
       "import Rest; file : (ID | number)+ EOF ;"},
      {"d/ALexer.g4",
       "lexer grammar ALexer; import Gone; ID : [a-z]+ ; NUM : DIGIT+ ; "
       "fragment DIGIT : '0'..'9' ; WS : [ ] -> skip ;"},
      {"d/Rest.g4", "parser grammar Rest; import AParser; number : NUM ; file : ID ;"}};
  const ImportedFile imported = import_files("d/AParser.g4", files);
  check_language(imported, {"a", "a 12 b"}, {"", "a;"});
  CHECK(imported.sources.size() == 3);
  CHECK(remarks_on(imported, "Gone"));
  check_language(import_files("d/ALexer.g4", files), {"a 12 b"}, {"a;"});
}

TEST_CASE("ANTLR: modes become contextual lexing, pieces of a token one token") {
  const ImportedFile imported = import_text("X.g4", R"(grammar X;
file : (string | tag | TEXT)* EOF ;
string : '"' (CHARS | '${' TEXT '}')* END ;
tag : OPEN NAME+ CLOSE ;
TEXT : [a-z]+ ;
WS : [ \n]+ -> skip ;
QUOTE : '"' -> pushMode(STRING) ;
OPEN : '<' -> pushMode(TAG) ;
PI : '<?' -> more, pushMode(REST) ;
mode STRING;
CHARS : ~["$]+ ;
START : '${' -> pushMode(DEFAULT_MODE) ;
END : '"' -> popMode ;
mode TAG;
NAME : [A-Z]+ ;
CLOSE : '>' -> popMode ;
TAG_WS : [ ]+ -> skip ;
mode REST;
PI_END : '?>' -> popMode, skip ;
ANY : . -> more ;
)");
  check_language(imported, {"", "ab \"c d; <e\" f", "<A B> x", "a <? \" < ?> b", "\"a${b}c\""},
                 {"<a>", "\"a", "<? ", "A"});
  CHECK(remarks_on(imported, "modes"));
}

TEST_CASE("ANTLR: types, case, sets of tokens, tokens inside themselves") {
  const ImportedFile imported = import_text("T.g4", R"(grammar T;
options { caseInsensitive = true; }
file : (SELECT name | . ~(SEMI | SELECT))* SEMI EOF ;
name : ID ;
SELECT : 'select' ; SEMI : ';' ; PLUS : '+' ; STAR : '*' ;
QUOTED : '`' ~'`'+ '`' -> type(ID) ;
ID : [a-z]+ ;
WS : [ ] -> skip ;
NOTE : '(*' (NOTE | .)*? '*)' -> skip ;
RAW : 'r' RAW_REST ;
fragment RAW_REST : '#' RAW_REST '#' | '"' .*? '"' ;
)");
  check_written(imported, R"("ignore_case": true)");
  check_written(imported, R"j("NOTE": { "match": "nested", "open": "(*", "close": "*)" })j");
  check_language(imported, {"SELECT a;", "select `B c`;", "+*;", "a (* x (* y *) *) + ;"},
                 {"select select;", "+ ;", "a (* (* *) + ;"});
}

TEST_CASE("ANTLR: code is left out, and each piece of it told") {
  const ImportedFile imported = import_text("P.g4", R"(grammar P;
@members { int n = 0; }
file returns [int x] locals [int y] @init { n = '}'; } : {n < 1}? line+ { done(); } EOF ;
line : a=ID b+=ID* {isEnd()}? ';' # Named
     | ID<assoc=right> '=' ID ';' ;
catch [Exception e] { }
ID : [a-z]+ {ok()}? ;
WS : [ \n] -> skip ;
)");
  check_language(imported, {"a;", "a b c; d;", "a = b;"}, {"", "a", "a = ;"});
  CHECK(remarks_on(imported, "the predicate {n < 1}?: wider"));
  CHECK(remarks_on(imported, "the action { done(); }"));
  CHECK(remarks_on(imported, "@members"));
}

TEST_CASE("ANTLR: line ends that code finds are an automatic token") {
  check_language(import_text("J.g4", R"(grammar J;
file : stat* EOF ;
stat : 'return' ({this.notLineTerminator()}? ID)? eos | ID '=' ID eos ;
eos : ';' | EOF | {this.lineTerminatorAhead()}? | {this.closeBrace()}? ;
ID : [a-z]+ ; WS : [ \n] -> skip ;)"),
                 {"a=b;c=d", "a=b\nc=d", "return\na=b", "return a"}, {"a=b c=d", "a="});
  check_language(import_text("G.g4", R"(grammar G;
file : (stat eos)* EOF ;
stat : ID | 'if' ID '{' ID eos '}' | ID '+' ID ;
eos : ';' | EOS | {this.closingBracket()}? ;
ID : [a-z]+ -> mode(NLSEMI) ; RC : '}' -> mode(NLSEMI) ; RP : ')' -> mode(NLSEMI) ;
RB : ']' -> mode(NLSEMI) ;
WS : [ ]+ -> skip ; NL : [\n]+ -> skip ;
mode NLSEMI;
WS2 : [ ]+ -> skip ;
EOS : ([\n]+ | ';' | EOF) -> mode(DEFAULT_MODE) ;
OTHER : -> mode(DEFAULT_MODE), skip ;)"),
                 {"a\nb\n", "if a {\n b }\n", "a +\nb;"}, {"a b\n", "a\n+ b\n"});
}

TEST_CASE("ANTLR: indentation of Python's kind is layout") {
  check_language(import_text("Y.g4", R"(grammar Y;
tokens { INDENT, DEDENT }
file : stat* EOF ;
stat : ID NEWLINE | 'if' ID ':' NEWLINE INDENT stat+ DEDENT ;
NEWLINE : ('\n' | '\r\n') { indent(); } ;
ID : [a-z]+ ; WS : [ \t\r\n]+ -> skip ;)"),
                 {"a\n", "if a:\n  b\n  c\nd\n"}, {"if a:\nb\n", "  a\n", "a b\n"});
}

TEST_CASE("ANTLR: problems are told at their place and do not stop the rest") {
  const ImportedFile imported = import_text("Bad.g4", R"(grammar Bad;
file : ID gone | ID ';' ;
other : ID ) ;
last : ID ^^ ;
ID : [a-z]+ | UNKNOWN ;
)");
  check_language(imported, {"a;"}, {"a"});
  REQUIRE(!imported.problems[0].empty());
  const std::string told = render(imported.problems[0], imported.sources[0]);
  CHECK(told.find("Bad.g4:3:12: ") != std::string::npos);
  CHECK(told.find("Bad.g4:4:12: ") != std::string::npos);
  CHECK(remarks_on(imported, "the undefined gone"));
  CHECK(remarks_on(imported, "the unknown token UNKNOWN"));
}

TEST_CASE("ANTLR: deep nesting and unclosed ends are bounded") {
  const std::size_t levels = support::runs(20'000);
  const std::string deep(levels, '(');
  for (const std::string& rest :
       {deep, deep + "'a'" + std::string(levels, ')') + ";", std::string("'a"), std::string("[a"),
        std::string("{ {"), std::string("~") + deep}) {
    CHECK_NOTHROW(import_text("D.g4", "grammar D; file : " + rest));
    CHECK_NOTHROW(import_text("D.g4", "grammar D; file : A ; A : " + rest));
  }
  CHECK_NOTHROW(import_text("A.g4", "grammar A; a: ( ) {  | { }? ( ;"));
  // Every fragment uses the one before it twice: fully expanded, it would have 2^60 parts.
  std::string doubling = "grammar W; file : A60 ; fragment A0 : 'a' 'b'? ;";
  for (int i = 1; i <= 60; ++i) {
    const std::string before = std::to_string(i - 1);
    doubling += (i < 60 ? " fragment A" : " A") + std::to_string(i) + " : A" + before + " A" +
                before + " ;";
  }
  const ImportedFile imported = import_text("W.g4", doubling);
  CHECK(remarks_on(imported, "too large"));
}

TEST_CASE("ANTLR: a lazy comment may end with the input") {
  check_language(
      import_text("C.g4", R"(grammar C; file : (ID | '/')* ; ID : [a-z]+ ; WS : [ \n]+ -> skip ;
LINE : '//' .*? ('\n' | EOF) -> skip ; DOS : '#' .*? END -> skip ; fragment END : '\r'? '\n' | EOF ;)"),
      {"a // b; c", "a // b;\nc", "a #;\r\nb#;", "a / b"}, {"a // b;\n;", "#\r\n;"});
}

TEST_CASE("ANTLR: pairs of surrogates are one character") {
  check_language(import_text("S.g4", R"(grammar S; file : ID ;
ID : [a-z]+ | [\uD800-\uDBFF] [\uDC00-\uDFFF] | [\uD835] [\uDC00-\uDC33] | [\uD800] ;)"),
                 {"a", "\xF0\x9D\x90\x80"}, {"", "\xC3\xA9"});
}

TEST_CASE("ANTLR: a choice of texts takes them from the tokens after it") {
  check_language(import_text("B.g4", R"(grammar B; file : BOOL (',' (TRUE | ID))* ;
BOOL : 'false' | 'true' ; TRUE : 'true' ; ID : [a-z]+ ;)"),
                 {"true", "false,a", "true,true"}, {"a", "true,"});
}

TEST_CASE("ANTLR: of what is skipped and a token behind it, the first counts") {
  check_language(import_text("O.g4", R"(grammar O; file : (ID | OTHER)* EOF ; ID : [a-z]+ ;
WS : [ \n]+ -> skip ; OTHER : . ;)"),
                 {"a b", "a + b"}, {});
  const ImportedFile stray =
      import_text("B.g4", R"(grammar B; file : '+'* EOF ; OTHER : . -> skip ;)");
  check_language(stray, {"+ and +", ""}, {});
  check_language(import_text("L.g4", R"(grammar L; file : (ID OTHER ';')* EOF ; ID : [a-z]+ ;
WS : [ \n]+ -> skip ; OTHER : . ;)"),
                 {"a + ;"}, {"a  ;", "a ;"});
}

TEST_CASE("ANTLR: the start rule is the one that reaches most, not that of an imported part") {
  const Files files = {{"A.g4",
                        "grammar A; import Hint; file : statement ; statement : (ID | pair) EOF ; "
                        "pair : ID ',' ID ; ID : [a-z] ;"},
                       {"Hint.g4", "grammar Hint; hint : '#' name EOF ; name : '!' ;"}};
  check_language(import_files("A.g4", files), {"a", "a,b"}, {"#!"});
}

TEST_CASE("ANTLR: indentation that a lexer's base class makes") {
  const Files files = {
      {"S.g4",
       "grammar S; options { superClass = SBase; } tokens { INDENT, DEDENT } "
       "file : stat (NEWLINE stat)* EOF ; stat : VAL ID '=' block | ID ; "
       "block : ID | INDENT stat (NEWLINE stat)* DEDENT ; "
       "VAL : 'val' ; EQ : '=' ; ID : [a-z]+ ; NEWLINE : '\\r'? '\\n' ; WS : [ ]+ -> skip ;"},
      {"Java/SBase.java", R"(abstract class SBase extends Lexer {
  private static boolean canEndStat(int t) { switch (t) { case SLexer.ID: case S.DEDENT: return true; } }
  static boolean canStartStat(int t) { switch (t) { case S.ID: case S.VAL: case S.GONE: return true; } }
  boolean canStartIndent(int t) { switch (t) { case S.EQ: return true; default: return false; } } })"}};
  check_language(import_files("S.g4", files),
                 {"val a = b\nc", "val a =\n  b\n  val c = d\ne", "a\n\nb"}, {"val a =", "a b"});
}

}  // namespace
}  // namespace grabr
