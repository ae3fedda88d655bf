#include <doctest/doctest.h>

#include "reduce/pass/name_closures.h"
#include "reduce/pass/tree_work.h"
#include "support/build.h"
#include "support/checked_run.h"
#include "support/golden.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

using support::checked_run;

const char* const kProgram = "struct s { int x; }; struct s v; int main() { v.x = 1; f(); }";

TEST_CASE("the closure of a name: what is defined in its units, and so on") {
  const auto c = support::fixed("c");
  const Parser parser(c);
  const Analysis analysis = analyse(*c);
  FunctionOracle oracle([](std::string_view) { return Outcome::kFail; });
  Session session(oracle, kProgram);
  TreeWork work(session, parser, analysis, list_view(support::tree_of(c, kProgram)));
  const NameClosures names(work);
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::vector<std::size_t> closure = names.closure(i);
    std::string text = names.name(i).text + ":";
    for (const std::size_t other : closure) text += " " + names.name(other).text;
    const std::vector<Edit> edits = work.leave_out(names.wide_units(closure));
    shown.push_back(text + " | " + print(work.tree(), edits));
  }
  REQUIRE(shown.size() == 5);
  CHECK(shown[0].starts_with("s: "));
  CHECK(shown[3].starts_with("main: "));
  CHECK(shown[3].find("f") != std::string::npos);
}

/// Like a compiler: every name must be declared before it is used.
bool compiles(std::string_view text, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const std::size_t declared = text.find("int " + name);
    const std::size_t first = text.find(name);
    if (first != text.npos && (declared == text.npos || declared + 4 != first)) return false;
  }
  return true;
}

std::vector<std::string> numbered(int count) {
  std::vector<std::string> names;
  for (int i = 100; i < 100 + count; ++i) names.push_back("n" + std::to_string(i));
  return names;
}

TEST_CASE("a declaration goes with its uses") {
  const auto c = support::fixed("c");
  const std::vector<std::string> names = numbered(6);
  std::string text;
  for (const std::string& name : names) text += "int " + name + "; ";
  text += "int f() { ";
  for (const std::string& name : names) text += name + " = " + name + " + 1; ";
  text += "bug(); }";
  // Uses and declarations depend on each other, so neither can be deleted alone: what deletes one
  // by one leaves the last.
  const auto judge = support::fails_if([&](std::string_view t) {
    for (const std::string& name : names) {
      const bool declared = t.find("int " + name) != t.npos;
      if (declared != (t.find(name + " = " + name) != t.npos)) return false;
    }
    return compiles(t, names) && t.find("bug()") != t.npos;
  });
  CHECK(checked_run("pardis", c, text, judge).result.find("n105") != std::string::npos);
  const std::pair<const char*, std::uint64_t> searches[] = {{"closure", 15}, {"sweep", 50}};
  for (const auto& [search, most_tests] : searches) {
    CAPTURE(search);
    const auto run = checked_run(search, c, text, judge);
    CHECK(run.result.find("n10") == std::string::npos);
    CHECK(run.result.find("bug()") != std::string::npos);
    CHECK(run.tests <= most_tests);
  }
}

TEST_CASE("of many names in chains the needed ones are found by binary search") {
  const auto c = support::fixed("c");
  const std::vector<std::string> names = numbered(200);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += "int " + names[i] + (i < 4 ? ";\n" : " = " + names[i - 4] + ";\n");
  }
  // n150 needs n146, which needs n142: a declaration between them cannot be deleted alone with its
  // initializer.
  const auto judge = support::fails_if([&](std::string_view t) {
    return compiles(t, names) && t.find("int n150 = n146") != t.npos &&
           t.find("int n146 = n142") != t.npos;
  });
  const auto run = checked_run("closure", c, text, judge);
  CHECK(support::token_count(*c, run.result) <= 13);
  CHECK(run.tests < 50);
}

TEST_CASE("names that are local to many functions do not link them") {
  const auto c = support::fixed("c");
  constexpr int kCount = 100;
  constexpr int kStep = 10;
  const auto called = [](int i) { return "f" + std::to_string(i) + "(x)"; };
  const auto type = [](int i) { return "struct s" + std::to_string(i) + " "; };
  std::string text;
  for (int i = 0; i < kCount; ++i) text += type(i) + "{ int x; int p; };\n";
  for (int i = 0; i < kCount; ++i) {
    text += "int f" + std::to_string(i) + "(int x) { " + type(i) + "p; int i; i = x; return ";
    text += (i < kStep ? "i" : called(i - kStep)) + "; }\n";
  }
  text += "int main() { int x; return " + called(kCount - 1) + "; }\n";
  // What is used must be declared, and each function of the chain must call the next one.
  const auto judge = support::fails_if([&](std::string_view t) {
    for (int i = 0; i < kCount; ++i) {
      const bool has_type = t.find(type(i) + "{") != t.npos;
      const bool has_function = t.find("int f" + std::to_string(i) + "(") != t.npos;
      if (!has_type && t.find(type(i) + "p") != t.npos) return false;
      if (!has_function && t.find("return " + called(i)) != t.npos) return false;
      if (i % kStep == kStep - 1 && t.find("return " + called(i)) == t.npos) return false;
    }
    return true;
  });
  const auto run = checked_run("closure", c, text, judge);
  CHECK(run.result.find("f50") == std::string::npos);
  CHECK(run.tests < 150);
}

TEST_CASE("a variable that must not stay is a constant") {
  const auto c = support::fixed("c");
  const auto judge = support::fails_if([](std::string_view t) {
    return t.find("f(") != t.npos && t.find(", 2)") != t.npos && t.find("(,") == t.npos &&
           (t.find("count") == t.npos || t.find("int count") != t.npos);
  });
  const auto run = checked_run("closure", c, "int count; int a = f(count, 2);", judge);
  CHECK(run.result.find("count") == std::string::npos);
  CHECK(run.result.find(", 2)") != std::string::npos);
}

TEST_CASE("in the place of a name stands what the grammar's templates say") {
  const auto llvm = support::shipped("llvm-ir");
  // No integer may be used as an address.
  const auto judge = support::fails_if([](std::string_view text) {
    std::string t(text);
    std::erase(t, ' ');
    const bool declared = t.find("(i32*%p)") != t.npos;
    return t.find("%v=loadi32,i32*") != t.npos && t.find("reti32%v") != t.npos &&
           t.find("i32*0") == t.npos && (declared || t.find("%p") == t.npos);
  });
  const auto run =
      checked_run("closure", llvm,
                  "define i32 @f(i32* %p) {\n  %v = load i32, i32* %p\n  ret i32 %v\n}\n", judge);
  CHECK(run.result.find("%p") == std::string::npos);
  CHECK(run.result.find("undef") != std::string::npos);
}

TEST_CASE("in the place of a name stands another one from such places") {
  const auto vhdl = support::shipped("vhdl");
  // Every type must be declared or be string, and the function must return one of them.
  const auto judge = support::fails_if([](std::string_view text) {
    std::string t(text);
    std::erase(t, ' ');
    const std::size_t at = t.find("return");
    if (t.find("functionf(s:string") == t.npos || at == t.npos) return false;
    const std::string type = t.substr(at + 6, t.find(';', at) - at - 6);
    return type == "string" || (type == "kind" && t.find("typekindis(") != t.npos);
  });
  const auto run = checked_run(
      "closure", vhdl,
      "package p is type kind is (one, two); function f(s : string) return kind; end;", judge);
  CHECK(run.result.find("return string") != std::string::npos);
  CHECK(run.result.find("kind") == std::string::npos);
}

TEST_CASE("a name goes with tokens near it") {
  const auto c = support::fixed("c");
  // A function must take or return a structure, and every name except its own must be declared.
  const auto judge = support::fails_if([](std::string_view text) {
    std::string t(text);
    std::erase(t, ' ');
    return t == "typedefstruct{}t;tv;f(){f(v);}" || t == "typedefstruct{}t;tf(){f();}" ||
           t == "struct{}f(){f();}";
  });
  const auto run = checked_run("sfc", c, "typedef struct {} t; t v; f() { f(v); }", judge);
  CHECK(support::token_count(*c, run.result) == 12);
}

}  // namespace
}  // namespace grabr
