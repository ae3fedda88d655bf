#include <doctest/doctest.h>

#include <functional>
#include <set>

#include "parse/tokens/tokenize.h"
#include "reduce/pass/tree_passes.h"
#include "reduce/pass_table.h"
#include "support/build.h"
#include "support/checked_run.h"
#include "support/pass_run.h"

namespace grabr {
namespace {

using support::checked_run;
using support::contains_all;

struct ReductionRow {
  const char* strategy;
  const char* grammar;
  const char* text;
  std::vector<std::string> needed;
  const char* result;
};

void check_row(const ReductionRow& row) {
  CAPTURE(row.strategy);
  CAPTURE(row.text);
  const auto grammar = support::fixed(row.grammar);
  const auto judge = contains_all(row.needed);
  const auto run = checked_run(row.strategy, grammar, row.text, judge);
  CHECK(run.result == row.result);
  // It does not change its own results.
  CHECK(checked_run(row.strategy, grammar, run.result, judge).accepted.empty());
}

TEST_CASE("T-Rec: names, numbers and strings become as small as the test allows") {
  check_row({"trec", "c", "int counter = 17 + counter2;", {"+"}, "int a = 0 + a;"});
  check_row({"trec", "c", "int counter = 17 + counter2;", {"counter2"}, "int a = 0 + counter2;"});
  check_row({"trec", "c", "int f() { puts(\"hello\"); }", {"puts"}, "int a() { puts(\"\"); }"});
  check_row({"trec", "c", "int f() { puts(\"hello\"); }", {"ll"}, "int a() { a(\"ll\"); }"});
  check_row({"trec", "c", "int x = 5 + 5 + 123;", {"12"}, "int a = 0 + 0 + 12;"});
  check_row({"trec", "json", "{\"key\": [123, -4.5e6]}", {"{", "-", "5"}, "{\"\": [0, -5]}"});
  check_row({"trec", "json", "[\"zebra\"]", {"b"}, "[\"b\"]"});
  check_row({"trec", "expr", "1 + 2", {"+"}, "1 + 2"});
}

TEST_CASE("T-Rec: characters that cannot go become simple ones") {
  const auto json = support::fixed("json");
  const auto run = checked_run("trec", json, "[\"xyz\"]", [](std::string_view text) {
    return text.size() == 7 ? Outcome::kFail : Outcome::kPass;
  });
  CHECK(run.result == "[\"000\"]");
}

TEST_CASE("T-Rec: tokens of one text go together where they must, and alone where they can") {
  const auto c = support::fixed("c");
  const auto together = checked_run("trec", c, "int foo; int b = foo;", [](std::string_view text) {
    const std::string name(text.substr(4, text.find(';') - 4));
    return text.ends_with("= " + name + ";") ? Outcome::kFail : Outcome::kPass;
  });
  CHECK(together.result == "int a; int a = a;");
  const auto alone = checked_run("trec", c, "int foo; int b = foo;", [](std::string_view text) {
    return text.starts_with("int foo;") ? Outcome::kFail : Outcome::kPass;
  });
  CHECK(alone.result == "int foo; int a = a;");
}

TEST_CASE("canonical: all names at once, or each that can") {
  const char* text = "int count(int x1) { return x1 + foo; }";
  check_row({"canonical", "c", text, {"return"}, "int a(int b) { return b + c; }"});
  check_row({"canonical", "c", text, {"foo"}, "int a(int b) { return b + foo; }"});
  check_row({"canonical", "c", text, {"count", "x1", "foo"}, text});
  check_row({"canonical", "c", "int b, a, c;", {"int"}, "int a, b, c;"});
  check_row({"canonical", "json", "{\"key\": 1}", {"1"}, "{\"key\": 1}"});
  // A name that the first renaming gains nothing from stays available for the second.
  check_row({"canonical", "c", "int a, count, x1;", {"x1"}, "int a, b, x1;"});
}

TEST_CASE("canonical: of more names than there are short ones the last stay as they are") {
  std::string text = "int n1";
  const int count = 3400;
  for (int i = 2; i <= count; ++i) text += ",n" + std::to_string(i);
  const auto run = checked_run("canonical", support::fixed("c"), text + ";", contains_all({";"}));
  CHECK(run.tests < 5);
  CHECK(run.result.starts_with("int a,b,c,d,e,"));
  CHECK(run.result.ends_with(",n3399,n3400;"));
}

TEST_CASE("canonical: no two names become one") {
  const auto c = support::fixed("c");
  const std::string text = "int one, two, three, a, b; int f(int z) { return one + z + two; }";
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto judge = support::senseless(text, seed, 3);
    const auto run = checked_run("canonical", c, text, judge);
    std::set<std::string> names;
    for (const Token& token : tokenize(*c, run.result).tokens) {
      if (token.terminal == c->find("IDENTIFIER")) {
        names.insert(run.result.substr(token.text.begin, token.text.size()));
      }
    }
    CHECK(names.size() == 7);
  }
}

TEST_CASE("senseless tests: it ends and each step is smaller") {
  const unsigned seeds = support::runs(15);
  const auto c = support::fixed("c");
  for (const std::string& text :
       {std::string("int alpha = 12; char *beta = \"text\"; int f(int x) { return alpha + x; }"),
        std::string("int foo; foo foo ) bar; x = = \"foo\" 'c'")}) {
    for (const char* strategy : {"trec", "canonical"}) {
      for (unsigned seed = 0; seed < seeds; ++seed) {
        checked_run(strategy, c, text, support::senseless(text, seed, 2));
      }
      checked_run(strategy, c, text, support::same_size(c, text));
    }
  }
}

struct Lettered {
  std::string text;
  std::uint64_t tests = 0;
};

/// The text after the pass letter-names, which changes nothing when it runs again.
Lettered lettered(const std::string& language, const std::string& text,
                  const std::function<bool(std::string_view)>& fails) {
  const auto grammar = support::shipped(language);
  FunctionOracle oracle(support::fails_if(fails));
  Session session(oracle, text);
  session.check_original("preflight");
  const Parser parser(grammar);
  const Analysis analysis = analyse(*grammar);
  TreeWork work(session, parser, analysis, list_view(support::tree_of(grammar, text)));
  find_tree_pass("letter-names")->tree(work, 0);
  const Lettered done{session.best(), session.counts().committed};
  CHECK(print(work.tree()) == done.text);
  CHECK_FALSE(find_tree_pass("letter-names")->tree(work, 0));
  return done;
}

bool any_text(std::string_view) { return true; }

TEST_CASE("letter names: of LLVM's numbers all get letters but those that have no definition") {
  const auto needs_zero = [](std::string_view one) {
    return one.find(" %0,") != std::string_view::npos;
  };
  const Lettered done = lettered("llvm-ir",
                                 "define void @f(i8) {\n  %2 = alloca i8\n  %3 = load i8, i8* %2\n"
                                 "  br label %4\n4:\n  store i8 %0, i8* %2\n  ret void\n}\n",
                                 needs_zero);
  CHECK(done.text ==
        "define void @f(i8) {\n  %a = alloca i8\n  %b = load i8, i8* %a\n"
        "  br label %c\nc:\n  store i8 %0, i8* %a\n  ret void\n}\n");
  CHECK(done.tests < 8);
}

TEST_CASE("letter names: the first block, which has a number but no label, becomes number 0") {
  const Lettered done =
      lettered("llvm-ir",
               "define void @g(i8 %0, i8 %1) {\n  %3 = add i8 %0, %1\n  ret void\n}\n"
               "define i8 @f(i8 %0) {\n  br label %2\n2:\n  %3 = phi i8 [ %0, %1 ]\n"
               "  ret i8 %3\n}\n",
               any_text);
  CHECK(done.text ==
        "define void @g(i8 %a, i8 %b) {\n  %c = add i8 %a, %b\n  ret void\n}\n"
        "define i8 @f(i8 %a) {\n  br label %b\nb:\n  %c = phi i8 [ %a, %0 ]\n"
        "  ret i8 %c\n}\n");
  CHECK(done.tests == 1);
}

TEST_CASE("letter names: each function becomes letters by itself") {
  const std::string f = "define i8 @f(i8 %0) {\n  %2 = add i8 %0, 1\n  ret i8 %2\n}\n";
  const std::string g = "define i8 @g(i8 %0) {\n  %2 = add i8 %0, 2\n  ret i8 %2\n}\n";
  const Lettered done = lettered("llvm-ir", f + g, [&](std::string_view one) {
    return one.find(g) != std::string_view::npos;
  });
  CHECK(done.text == "define i8 @f(i8 %a) {\n  %b = add i8 %a, 1\n  ret i8 %b\n}\n" + g);
}

TEST_CASE("letter names: constants of an assembler, which count nothing, stay as they are") {
  const std::string text = "f:\n\tmovl $8, %eax\n\taddl $16, %eax\n\tret\n";
  const Lettered done = lettered("asm", text, any_text);
  CHECK(done.text == text);
  CHECK(done.tests == 0);
}

}  // namespace
}  // namespace grabr
