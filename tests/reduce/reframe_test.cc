// A part of an element inside the shortest phrase that the grammar has for it.
#include <algorithm>
#include <string>

#include "reduce/pass/frames.h"
#include "reduce/pass_table.h"
#include "support/golden.h"
#include "support/pass_run.h"

namespace grabr {
namespace {

using support::pass_run;
using support::squeezed;

bool reframed(TreeWork& work, double least) { return run_tree_pass("reframe", work, least); }

TEST_CASE("frames: the fewest tokens around a part, and none where it fits or never stands") {
  const auto c = support::fixed("c");
  const Analysis analysis = analyse(*c);
  const auto symbol = [&](std::string_view name) {
    const auto found = std::ranges::find(c->symbols, name, &Symbol::name);
    REQUIRE(found != c->symbols.end());
    return static_cast<SymbolId>(found - c->symbols.begin());
  };
  const Frames frames(*c, analysis, symbol("compound_statement"));
  CHECK_FALSE(frames.around(symbol("statement")));
  CHECK_FALSE(frames.around(symbol("compound_statement")));
  CHECK_FALSE(Frames(*c, analysis, symbol("external_declaration")).around(symbol("statement")));
  const auto frame = frames.around(symbol("external_declaration"));
  REQUIRE(frame);
  CHECK(frame->tokens == 3);
  CHECK(Parser(c).accepts(frame->before + " { } " + frame->after));
}

TEST_CASE("reframe: a part stands in the shortest phrase that the grammar has for it") {
  const std::string text = "int f() { switch (0) { case g(1)[2]: h(); } }";
  const auto needs = [&](std::string_view part) {
    return support::fails_if([part = std::string(part)](std::string_view t) {
      return squeezed(t).find(part) != std::string::npos;
    });
  };
  const auto d = support::shipped("d");
  const auto run = pass_run(reframed, .1, d, text, needs("g(1)[2]"));
  CHECK(run.changed);
  CHECK(run.result.size() < 25);
  CHECK(run.tests <= 12);
  CHECK(run.tests_of_another == 0);
}

TEST_CASE("reframe: a part that uses what its element introduces is left where it is") {
  const std::string text = "int f(int a) { if (1) { g(); h(); } a = 2; while (a) { g(a + 1); } }";
  pass_run(reframed, .1, support::fixed("c"), text, support::fails_if([&](std::string_view t) {
             CHECK((t == text || squeezed(t).find("g(a") == std::string::npos));
             return t == text;
           }));
}

TEST_CASE("reframe: after a few attempts in vain no more are made") {
  const std::string text = "int f() { if (a(1)) { b(2, 3); } while (c(4)) { d(5, 6); e(7); } }";
  const auto never = support::fails_if([&](std::string_view t) { return t == text; });
  const auto run = pass_run(reframed, .1, support::fixed("c"), text, never);
  CHECK_FALSE(run.changed);
  CHECK(run.tests > 0);
  CHECK(run.tests <= 9);
}

TEST_CASE("reframe: of a small text, parts stand in its shortest form, and single tokens do") {
  const auto smallest = [](const std::string& language, const std::string& text,
                           const std::string& part) {
    const auto run = pass_run(reframed, 0, support::shipped(language), text,
                              support::fails_if([part](std::string_view t) {
                                return squeezed(t).find(part) != std::string::npos;
                              }));
    CHECK(run.tests_of_another == 0);
    return squeezed(run.result);
  };
  CHECK(smallest("java", "import record.a;", "record") == "packagerecord;");
  CHECK(smallest("lua", "if 0 then end", "0") == "return0");  // fewer tokens but more bytes
  CHECK(smallest("wgsl", "diagnostic(off,a.a);", ",") == "enablea,;");  // a separator
  CHECK(smallest("url", "ws://a.b/#b", "#b") == "file:#b");             // no blanks between tokens
}

}  // namespace
}  // namespace grabr
