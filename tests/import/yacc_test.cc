#include "import/import_sample.h"

namespace grabr {
namespace {

using namespace import_test;

/// A grammar with its lexer beside it.
ImportedFile import_pair(const std::string& grammar, const std::string& lexer) {
  return import_files("calc.y", {{"calc.y", grammar}, {"calc.l", lexer}});
}

TEST_CASE("yacc: levels of operators, actions and declarations") {
  const ImportedFile imported = import_text("calc.y", R"(%{
#include <stdio.h>  /* '%}' in a comment is none */
%}
%union { int value; char *name; }
%token <value> NUMBER
%token <name> NAME
%token LE "<="
%left '+' '-'
%left '*' '/'
%right '^'
%precedence UMINUS
%type <value> expr
%define api.value.type {union YYSTYPE}
%start input
%%
input: %empty | input line ;
line: expr[e] ';' { printf("}%d\n", $e); }
    | error ';' { yyerrok; }
    | expr <name>{ $$ = 0; } "<=" expr ';'
expr: NUMBER { $$ = $1; }
    | NAME
    | expr '+' expr | expr '-' expr { /* } */ }
    | expr '*' expr | expr '/' expr
    | expr '^' expr
    | '-' expr %prec UMINUS
    | '(' expr ')'
    ;
%%
int main() { return '%'; }
)");
  check_language(imported, {"", "1;", "a*-b^2+(3);x<=1;", "1 + 2 // comment\n;"},
                 {"1", "1+;", "a b;", "1<=2<=3;"});
  check_written(imported, "expr_2 % ('+' | '-')");
  check_written(imported, "% '^'");
  CHECK(remarks_on(imported, "recovers from errors"));
}

TEST_CASE("yacc: names of tokens are guessed, and it is said") {
  const ImportedFile imported = import_text("sql.y", R"(
%token SELECT_P FROM T_IDENT ICONST SCONST NOT_EQUALS T_END 0 "end of file"
%%
query: SELECT_P list FROM T_IDENT where T_END;
list: T_IDENT | list ',' T_IDENT;
where: | T_IDENT NOT_EQUALS value;
value: ICONST | SCONST;
)");
  check_language(imported, {"select a, b FROM t", "SELECT a from b -- c\n a <> 'x'"},
                 {"select from t", "a"});
  CHECK(imported.guesses.size() >= 2);
  CHECK(imported.guesses[0].find("NOT_EQUALS `<>`") != std::string::npos);
}

TEST_CASE("flex: definitions, classes, counts, quotes, case, and which token is returned") {
  const ImportedFile imported = import_pair(R"(
%token NUM ID STR IF ARROW TYPE
%%
all: item | all item;
item: NUM | ID ';' | STR | IF '(' ID ')' | ID ARROW TYPE;
)",
                                            R"(
%option noyywrap
D   [0-9]
HEX 0[xX][[:xdigit:]]{1,2}
%%
{D}+("."{D}*)?    { yylval = 1; return NUM; }
{HEX}             |
0b[01]{2,}        { return NUM; }
"->"              return ARROW;
(?i:if)           { return IF; }
"int"|"char"      { return TYPE; }
[[:alpha:]_][[:alnum:]_]*  { return ID; }
\"([^"\\\n]|\\.)*\"  { return STR; }
[ \t\r\n]+        ;
"/*"              { comment(); }
"//".*            /* nothing */
[-+();]           { return yytext[0]; }
.                 { error("no such character"); }
%%
int yywrap() { return 1; }
)");
  check_language(imported, {"1.5 0xF 0b01", "iF(a)", "a -> int /* x */ // y\n\"q\\\"\""},
                 {"0b1", "a -> b", "if", "a", "!"});
}

TEST_CASE("flex: a token that is read in a state of its own, and a skipped state") {
  const ImportedFile imported = import_pair(R"(
%token STRING ID
%%
all: word | all word;
word: STRING | ID;
)",
                                            R"(
%x TEXT COMMENT
%%
\"               BEGIN(TEXT);
<TEXT>[^"\\]+    { append(yytext); }
<TEXT>\\.        { append(yytext + 1); }
<TEXT>\"         { BEGIN(INITIAL); return STRING; }
<TEXT><<EOF>>    { error("open"); }
"/*"             { BEGIN(COMMENT); }
[0-9]+           { if (!big()) return ID; if (end()) return 0; return ID; }
<COMMENT>{
  [^*]+          ;
  "*"            ;
  "*/"           { BEGIN(INITIAL); }
}
[a-z]+           { return ID; }
[ \n]+           ;
)");
  check_language(imported, {"a \"b\\\" c\" 12", "/* \"a */ b", "\"/*\" a"}, {"\"a", "/* a", "A"});
}

TEST_CASE("flex: one pattern, several tokens") {
  const ImportedFile imported = import_pair(R"(
%token IDENTIFIER TYPE_NAME
%%
all: TYPE_NAME IDENTIFIER ';' | IDENTIFIER '=' IDENTIFIER ';';
)",
                                            R"(
%%
[a-z]+  { return check_type(); }
" "     { }
[=;]    { return *yytext; }
%%
static int check_type(void) {
  if (is_type(yytext)) return TYPE_NAME;
  return IDENTIFIER;
}
)");
  check_language(imported, {"a b;", "a = b;"}, {"a b c;", "a;"});
}

TEST_CASE("flex: a token of its own that another pattern may be, too") {
  check_language(
      import_pair("%token ID TYPE\n%%\nall: ID TYPE;\n",
                  "%%\n[A-Z]+ return ID;\n[a-z]+ return known() ? TYPE : ID;\n\" \" ;\n"),
      {"A b", "a b"}, {"a B", "a"});
}

TEST_CASE("flex: what follows a token is left out and said") {
  const ImportedFile imported =
      import_pair("%token A B\n%%\nall: A B;\n", "%%\n[a-z]+/=  return A;\n^=[0-9]+  return B;\n");
  check_language(imported, {"ab=12"}, {"=12", "ab"});
  CHECK(remarks_on(imported, "trailing context"));
  CHECK(remarks_on(imported, "anchor"));
}

TEST_CASE("yacc: rules with parameters") {
  const ImportedFile imported = import_text("p.y", R"(
%rule pair(X, Y): X ':' Y ;
%token ID
%%
all: separated_list(',', pair(ID, ID)) option('.') ;
)");
  check_language(imported, {"", "a:b", "a:b, c:d."}, {"a", "a:b,", ".."});
}

TEST_CASE("yacc and flex: what is not closed is said") {
  const auto said = [](const std::string& grammar, const std::string& lexer) {
    std::string messages;
    const ImportedFile imported = import_pair(grammar, lexer);
    for (std::size_t i = 0; i < imported.problems.size(); ++i) {
      messages += render(imported.problems[i], imported.sources[i]);
    }
    return messages;
  };
  const std::string grammar = "%token A\n%%\nall: A;\n";
  const auto begins = [&](const std::string& lexer, const std::string& wanted) {
    const std::string messages = said(grammar, lexer);
    INFO(messages);
    CHECK(messages.starts_with(wanted));
  };
  begins("/* D\n%%\n", "calc.l:1:1: error: this COMMENT has no end");
  begins("%{ D\n%%\n", "calc.l:1:1: error: this PROLOGUE has no end");
  begins("%%\na return A;\n/* D", "calc.l:3:1: error: this COMMENT has no end");
  begins("%%\na return A;\n%{ D", "calc.l:3:1: error: this PROLOGUE has no end");
  begins("%%\n[a return A;\n", "calc.l:2:1: error: this PATTERN has no end on its line");
  begins("%%\na{2,1} return A;\n", "calc.l:2:1: error: this pattern cannot be read");
  CHECK(said("%{ D\n%%", "%%\na return A;\n")
            .starts_with("calc.y:1:1: error: this PROLOGUE has no end"));
}

TEST_CASE("yacc: problems have places, and nothing is endless") {
  CHECK(import_text("a.y", "%token A\n%%\n").text.empty());
  const ImportedFile broken = import_text("a.y", "%%\na: 'x' | ) ;\nb\n");
  CHECK(!broken.problems[0].empty());
  const ImportedFile alone = import_text("a.l", "%%\na return A;\n");
  REQUIRE(alone.problems[0].size() == 1);
  CHECK(alone.problems[0][0].message == "a lexer alone has no rules");
  CHECK_NOTHROW(import_text("a.y", "%%\na: " + std::string(20000, '(')));
  CHECK_NOTHROW(
      import_pair("%token A\n%%\na: A;", "%%\n" + std::string(20000, '(') + " return A;"));
  CHECK_NOTHROW(import_text("a.y", "%%\na: a(a(a(a))) | b(x); %rule b(x): b(b(x)) ;"));
  CHECK_NOTHROW(import_text("a.y", "%%a|<>(?b)"));  // only the first character of a symbol is there
  // A name without a definition matches no text.
  CHECK_NOTHROW(
      import_pair("%token A\n%%\na: A;", "%x S\n%%\n{D} return A;\n<S>x BEGIN(INITIAL);"));
}

}  // namespace
}  // namespace grabr
