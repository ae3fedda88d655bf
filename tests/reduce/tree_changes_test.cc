// The difference of two derivation trees: reduce/diff/tree_changes.h.
#include "reduce/diff/tree_changes.h"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "support/grammars.h"
#include "support/samples.h"

namespace grabr {
namespace {

const Parser& parser_of(const std::string& language) {
  static std::map<std::string, Parser> parsers;
  const auto found = parsers.find(language);
  if (found != parsers.end()) return found->second;
  return parsers.emplace(language, Parser(support::shipped(language))).first->second;
}

RemovableList changes_of(const std::string& language, const std::string& before,
                         const std::string& after) {
  CAPTURE(before);
  CAPTURE(after);
  RemovableList list = tree_change_list(parser_of(language), before, after);
  CHECK(list.render({}).text == before);
  CHECK(list.render(keep_all(list)).text == after);
  return list;
}

/// Checks that the single changes give `texts`, in this order.
void check_singles(const std::string& language, const std::string& before, const std::string& after,
                   const std::vector<std::string>& texts) {
  const RemovableList list = changes_of(language, before, after);
  CAPTURE(before);
  CAPTURE(after);
  REQUIRE(list.count == texts.size());
  for (std::uint32_t i = 0; i < list.count; ++i) CHECK(list.render({i}).text == texts[i]);
}

TEST_CASE("what is alike on both sides is no change, what is not is one each") {
  check_singles("c", "int x = a;\n", "int x = a;\n", {});
  check_singles("c", "int f(int a) { return a / b; }\n", "int f(int a) { return a % -b; }\n",
                {"int f(int a) { return a % b; }\n", "int f(int a) { return a / -b; }\n"});
  check_singles("c", "int x = a;\n", "long x = b;\n", {"long x = a;\n", "int x = b;\n"});
  check_singles("json", "{\"a\": [1, 2], \"b\": true}", "{\"a\": [1, 3], \"b\": {}}",
                {"{\"a\": [1, 3], \"b\": true}", "{\"a\": [1, 2], \"b\": {}}"});
}

TEST_CASE("elements come and go with a separator") {
  check_singles("json", "[1, 2, 3]", "[2]", {"[ 2, 3]", "[1,2, 3]", "[1, 2]"});
  check_singles("json", "[2]", "[1, 2, 3]", {"[1,2]", "[ 2]", "[2, 3]"});
  check_singles("json", "[1, 2, 3]", "[1, 4, 2, 3, 5]", {"[1, 4, 2, 3]", "[1, 2, 3, 5]"});
  check_singles("json", "[1, 2]", "[]", {"[]"});
  check_singles("json", "[]", "[1, 2]", {"[1, 2]"});
  check_singles(
      "c", "void f() { a(); b(); }\n", "void f() { b(); c(); d(); }\n",
      {"void f() { b(); }\n", "void f() { a(); b(); c(); }\n", "void f() { a(); b(); d(); }\n"});
}

TEST_CASE("an optional part comes and goes") {
  check_singles("c", "void f() { if (a) b(); }\n", "void f() { if (a) b(); else c(); }\n",
                {"void f() { if (a) b(); else c(); }\n"});
  check_singles("c", "void f() { return a; }\n", "void f() { return; }\n",
                {"void f() { return; }\n"});
}

TEST_CASE("skipped text between tokens that stay is a change of its own") {
  check_singles("json", "[1, 2]\n", "[1,\n 2] \n", {"[1,\n 2]\n", "[1, 2] \n"});
  check_singles("c", "int a; /* why */ int b;\n", "int a; int c;\n",
                {"int a; int b;\n", "int a; /* why */ int c;\n"});
}

TEST_CASE("parts that would run together are kept apart") {
  const RemovableList list =
      changes_of("c", "int f() { return(a); }\n", "int f() { return -b; }\n");
  for (std::uint32_t i = 0; i < list.count; ++i) {
    CHECK(parser_of("c").accepts(list.render({i}).text));
  }
}

/// Any subset of the changes between two texts gives a sentence, unless the changes declare
/// otherwise.
void check_choices(const std::string& language, double least) {
  const std::vector<std::string> texts = support::samples_of(language, "valid.txt");
  std::mt19937_64 random(7);
  std::size_t asked = 0, sentences = 0;
  for (std::size_t i = 0; i + 1 < texts.size() && i < 12; ++i) {
    const RemovableList list = changes_of(language, texts[i], texts[i + 1]);
    for (int round = 0; round < 10; ++round) {
      Kept kept;
      for (std::uint32_t change = 0; change < list.count; ++change) {
        if (random() % 2 == 0) kept.push_back(change);
      }
      ++asked;
      sentences += parser_of(language).accepts(list.render(kept).text) ? 1 : 0;
    }
  }
  CAPTURE(language);
  CAPTURE(sentences);
  REQUIRE(asked >= 20);
  CHECK(static_cast<double>(sentences) >= least * static_cast<double>(asked));
}

TEST_CASE("any choice of changes is a sentence") {
  check_choices("json", 1);
  check_choices("sql", .95);
  check_choices("c", .9);
  check_choices("javascript", .9);
}

}  // namespace
}  // namespace grabr
