#include "reduce/pass/derived_names.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/pass/names.h"
#include "support/checked_run.h"
#include "support/golden.h"
#include "support/pass_run.h"
#include "tree/list_view.h"

namespace grabr {
namespace {

TEST_CASE("a pattern says what in a text is a name") {
  const struct {
    const char *text, *pattern, *names;
  } rows[] = {
      {"\"fmt\"", "\"@\"", "fmt "},
      {"\"a/b\"", "\"@\"", ""},
      {"\"a.org/b/c\"", "\"%/@\"", "c "},
      {"\"rand/v2\"", "\"%/@/v\\d\"", ""},
      {"\"math/rand/v2\"", "\"%/@/v\\d\"", "rand "},
      {"\"math/rand/view\"", "\"%/@/v\\d\"", ""},
      {"#  define A_H 1", "# define @ @*", "A_H "},
      {"#define F(x, y) G(x, 2) + 3u + H_1 * G(y, \"z\")", "# define @(!*)@*", "F G H_1 z "},
      {"#define F (G)", "# define @(!*)@*", ""},
      {"#define F (G)", "# define @ @*", "F G "},
      {"#define F", "# define @ @*", "F "},
      {"\t$(CC) -o $@ ${LIBS}", "@*", "CC o LIBS "},
      {"A\\B\\C", "%\\@", "C "},
      {"&a-b", "&@@", "a-b "},
      {"--from=a-b", "--from=@@", "a-b "},
      {"type=cache,from=a,x=y", "%from=@@,%", "a "},
      {"base:${a:-1}", "%${@%", "a "},
      {"\"#/definitions/a~1b\"", "\"#/%/~@\"", "a/b "},
      {"\"#/definitions/~01\"", "\"#/%/~@\"", "~1 "},
      {"\"#/definitions/a~2\"", "\"#/%/~@\"", ""},
      {"\"#/a/b/c\"", "\"#/%/~@\"", "c "},
      {"\"#/a\"", "\"#/%/~@\"", ""},
      {"\"a b\"", "\"@@\"", "a b "},
      {"", "@", ""},
      {"", "@*", ""},
      {"\"\"", "\"@@\"", ""},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CAPTURE(row.pattern);
    std::string names;
    for (const std::string& name : names_spelt(row.text, row.pattern)) names += name + " ";
    CHECK(names == row.names);
  }
  CHECK(names_spelt(std::string(100'000, 'a'), "@").empty());
}

TEST_CASE("names are linked with the texts that derive them") {
  const struct {
    const char *language, *text, *names;
  } rows[] = {
      {"go",
       "package p\nimport (\n\"fmt\"\n\"a.b/c/rand/v2\"\ns \"sort\"\n\"x/y\"\n)\n"
       "var a = fmt.A + rand.B + s.C",
       "p*1 fmt*2 rand*2 s*2 a*1 A*1 B*1 C*1 "},
      {"java", "import java.util.List; import java.util.Map; class A { List<Map> java; }",
       "List*2 Map*2 A*1 java*1 "},
      {"kotlin", "import a.b.C\nimport a.d as e\nval x = C(e)\n", "C*2 e*2 x*1 "},
      {"csharp", "using System; using A = B.C; class D { A System; }", "A*2 D*1 System*1 "},
      {"python", "import a.b.c\nimport d as e, f\nfrom g.h import i as j, k\na.l(e, f, j, k)\n",
       "a*2 e*2 f*2 j*2 k*2 l*1 "},
      {"rust", "use a::{b, c::{d as e, f}}; use g::h; fn m() { b(e, f, h) }",
       "b*2 e*2 f*2 h*2 m*1 "},
      {"rust", "use a::b::{self, c}; fn d() { b::e(c) }", "b*2 c*2 d*1 e*1 "},
      {"javascript", "import a, {b, c as d} from \"m\"; import * as e from \"n\"; a(b, d, e);",
       "a*2 b*2 d*2 e*2 "},
      {"typescript",
       "import {type A, b as c} from \"m\"; import d = require(\"e\"); let f: A = c(d);",
       "A*2 c*2 d*2 f*1 "},
      {"php", "<?php use A\\B\\C; use D\\E as F; use G\\{H, I as J}; new C(new F, new H, new J);",
       "C*2 F*2 H*2 J*2 "},
      {"json", R"({"d": {"a/b": 1, "c": {"$ref": "#/d/a~1b"}, "e": "c"}})", "a/b*2 "},
      {"json", R"({"d": {"a": 1, "b": "x"}})", ""},
      {"yaml", "b: &b-1 {c: 1}\nd: *b-1\ne: &f g\n", "b*1 b-1*2 c*1 d*1 e*1 g*1 "},
      {"systemverilog", "`define W 8\nmodule m; wire [`W:0] a; endmodule\n", "W*2 m*1 a*1 "},
      {"yaml", "a:\n  $ref: '#/x/c-d'\nc-d: 1\ne: [g, f-g]\nf-g: g\n", "a*1 c-d*2 e*1 g*2 f-g*2 "},
      {"c", "#define N 3\nint a[N];\n", "N*2 a*1 "},
      {"c", "#define F(x) G(x, N)\n#ifdef N\nint a = F(x);\n#endif\n#define G(x, y) y\n",
       "F*2 G*2 N*2 a*1 x*1 "},
      {"make", "A = b\nc: $(A:x=y)\n\td $A\n\td $(A)\n", "A*4 b*1 c*1 "},
      {"css", "a { --b: var(--b); c: var(--d) }", "a*1 --b*2 c*1 --d*1 "},
      {"html", "<style>.a-b{c:d}#e{}f{}</style><p class='a g' id=e><a href=\"#e\" h=i>f</a>",
       "a*2 e*3 f*2 class*1 id*1 href*1 h*1 i*1 "},
      {"scss", "@mixin a($b) { c: $b } .d { @include a(1); @extend .e } .e { c: f(1) }",
       "a(*2 $b*2 c*2 .d*1 .e*2 f(*1 "},
      {"dockerfile", "ARG a=1\nFROM b:$a AS c\nFROM c\nCOPY --from=c d e\nRUN f ${a} $g\nENV g=1\n",
       "a*3 c*3 d*1 e*1 f*1 g*2 "},
  };
  for (const auto& row : rows) {
    CAPTURE(row.language);
    const Tree tree = list_view(support::tree_of(support::shipped(row.language), row.text));
    std::string names;
    for (const Name& name : linked_names_in(tree)) {
      names += name.text + "*" + std::to_string(name.tokens.size()) + " ";
    }
    CHECK(names == row.names);
  }
}

/// The number of occurrences of the word.
std::size_t count_of(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != text.npos; at += word.size()) ++count;
  return count;
}

TEST_CASE("what introduces a name goes with its uses where one without the other is refused") {
  // Like a compiler that rejects unused and undefined names: words of two or more letters must
  // occur never or at least twice.
  const struct {
    const char *language, *text;
    std::vector<const char*> names;
  } rows[] = {
      {"go",
       "package p\nimport (\n\"byt\"\n\"a/b/rnd/v2\"\nsrt \"c\"\n)\nvar z rnd.A\nvar y byt.B\n"
       "func f() { srt.C(); bug() }\n",
       {"byt", "rnd", "srt"}},
      {"go",
       "package p\nimport \"srt\"\nfunc f() {\naa, bb := g()\nif bb != nil { h() }\n"
       "var cc = k(aa)\nfor dd, ee := range cc { srt.C(ee)\nm(dd) }\nbug()\n}\n"
       "func n() { aa, bb := g()\nif bb { m(aa) } }\n",
       {"aa", "bb", "cc", "dd", "ee", "srt"}},
      {"rust",
       "use a::{bb, cc}; use ee::{self, dd}; fn x() { bb(ee::f); dd(); } fn y() { cc(ee::g); "
       "bug(); }",
       {"bb", "cc", "dd", "ee", "*"}},
      {"java",
       "import a.b.CC; import a.DD; import static e.F.gg; class K { CC x = gg(); DD y; void f() { "
       "new DD(); bug(); } }",
       {"CC", "DD", "gg"}},
      {"kotlin",
       "import a.b.CC\nimport a.D as EE\nval x = CC()\nfun f() { EE(1); bug() }\n",
       {"CC", "EE"}},
      {"csharp", "using AA = B.C; class D { AA x; void f() { E(); bug(); } }", {"AA"}},
      {"python",
       "import aa.b\nimport c as dd, ee\nfrom f import g as hh, ii\nx = aa.b.y()\ndef k():\n    "
       "dd(ee)\n    hh(ii)\n    bug()\n",
       {"aa", "dd", "ee", "hh", "ii"}},
      {"rust",
       "use a::{bb, c::{d as ee, ff}}; use g::hh; fn x() { bb(); hh(); } fn y() { ee(ff); bug(); "
       "}",
       {"bb", "ee", "ff", "hh"}},
      {"javascript",
       "import aa, {bb, c as dd} from \"m\"; import * as ee from \"n\"; let x = aa(bb); function "
       "f() "
       "{ dd(ee); bug(); }",
       {"aa", "bb", "dd", "ee"}},
      {"typescript",
       "import {type AA, b as cc} from \"m\"; let x: AA = cc(1); function f() { cc(2); bug(); }",
       {"AA", "cc"}},
      {"php",
       "<?php use A\\B\\CC; use D\\{EE, F as GG}; $x = new CC(); function f() { new EE(); "
       "new GG(); bug(); }",
       {"CC", "EE", "GG"}},
      {"json",
       R"({"a": {"$ref": "#/d/xx~1y"}, "b": [{"$ref": "#/d/zz"}],
           "d": {"xx/y": 1, "zz": 2, "w": "bug"}})",
       {"xx", "zz"}},
      {"yaml",
       "a:\n  $ref: '#/d/xx'\nb:\n  - $ref: \"#/d/zz\"\nd:\n  xx: 1\n  zz: 2\n  w: bug()\n",
       {"xx", "zz"}},
      {"yaml",
       "a:\n  r: 1\nb-b:\n  r: 1\n  n: [aa, cc]\naa:\n  n: [b-b]\ncc:\n  n: [b-b]\nd: bug()\n",
       {"b-b", "aa", "cc"}},
      {"dockerfile",
       "ARG aa=1\nFROM b:${aa} AS cc\nRUN d\nFROM e AS ff\nCOPY --from=cc g h\nFROM ff\n"
       "RUN bug() $aa\nCOPY --from=ff i j\n",
       {"aa", "cc", "ff"}},
      {"css",
       ":root { --aa: 1; --bb: 2 } p { q: var(--aa) } r { q: calc(var(--bb) + var(--aa)); s: "
       "bug() }",
       {"aa", "bb"}},
      {"scss",
       "@mixin aa($x) { y: $x } $bb: 1; .cc { d: $bb } p { @include aa($bb); } r { @include aa(2); "
       "@extend .cc; s: bug() }",
       {"aa", "bb", "cc"}},
      {"html",
       "<style>.aa{x:y}.bb{x:y}.cc{x:y}</style><p class=\"aa bb\">z</p><p id=cc>bug</p>",
       {"aa", "bb", "cc"}},
      {"html-soup",
       "<style>.aa{x:y} #cc{x:y}</style><p class='aa'>z<p id=cc>bug<a href='#cc'>z</a>",
       {"aa", "cc"}},
      {"make",
       "AA = 1\nBB = 2\nx: y$(AA)\n\tz $(BB)\nall: x\n\tw ${AA}\n\tv $(BB)\n\tbug()\n",
       {"AA", "BB"}},
      {"yaml", "b: &bb {c: 1}\nd: [*bb, 2]\ne: &ff g\nh: [*ff, *bb]\ni: bug()\n", {"bb", "ff"}},
      {"systemverilog",
       "`define WW 8\nmodule m; wire [`WW:0] a; initial begin b = `WW; bug(); end endmodule\n",
       {"WW"}},
  };
  for (const auto& row : rows) {
    CAPTURE(std::string(row.language));
    const auto judge = support::fails_if([&](std::string_view text) {
      return text.find("bug") != text.npos &&
             std::ranges::all_of(row.names, [&](auto name) { return count_of(text, name) != 1; });
    });
    REQUIRE(judge(row.text) == Outcome::kFail);
    const auto run = support::checked_run("auto", support::shipped(row.language), row.text, judge);
    CAPTURE(run.result);
    for (const char* name : row.names) CHECK(count_of(run.result, name) == 0);
  }
}

TEST_CASE("an import that a test does not mind stays as long as it is needed itself") {
  const auto judge =
      support::fails_if([](std::string_view text) { return text.find("import bad") != text.npos; });
  const auto run = support::checked_run("auto", support::shipped("python"),
                                        "import bad\nimport a\nbad.f(a)\na.g(bad.h)\n", judge);
  CHECK(run.result == "import bad");
}

}  // namespace
}  // namespace grabr
