#include "bench/case_list.h"

#include <doctest/doctest.h>

#include "temporary_folder.h"
#include "text/error.h"

using namespace grabr;

namespace {

struct CaseFolder : TemporaryFolder {
  void add(const std::string& name, bool test = true, bool input = true) const {
    std::filesystem::create_directories(path() / name);
    if (test) program(name + "/interesting.sh", "#!/bin/sh\n");
    if (input) write(name + "/input.c", "x");
  }
};

std::vector<std::string> names_of(const std::vector<BenchCase>& cases) {
  std::vector<std::string> names;
  for (const BenchCase& one : cases) names.push_back(one.name);
  return names;
}

std::string refusal(const std::filesystem::path& path) {
  try {
    read_cases(path);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kInvalid);
    return error.what();
  }
  return "nothing";
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a folder's cases are the folders with an input and a test, by name") {
  const CaseFolder folder;
  folder.add("c-two");
  folder.add("a-one");
  folder.add("no-test", false);
  folder.add("no-input", true, false);
  folder.write("file", "");
  const CaseList list = read_cases(folder.path());
  CHECK(names_of(list.cases) == Names{"a-one", "c-two"});
  CHECK(list.cases[0].input == folder.path() / "a-one/input.c");
  CHECK(list.cases[0].test == (folder.path() / "a-one/interesting.sh").string());
  CHECK(list.strategies.empty());
}

TEST_CASE("a test may be called test.sh, and what is not a case is said") {
  const CaseFolder folder;
  folder.add("a-one");
  folder.add("b-two", false);
  folder.program("b-two/test.sh", "#!/bin/sh\n");
  folder.add("no-test", false);
  folder.add("no-input", true, false);
  folder.add(".grabr", false, false);
  folder.add("nothing", false, false);
  const CaseList list = read_cases(folder.path());
  CHECK(names_of(list.cases) == Names{"a-one", "b-two"});
  CHECK(list.cases[1].test == (folder.path() / "b-two/test.sh").string());
  CHECK(list.left_out == Names{"no-input: no input.EXT", "no-test: no interesting.sh or test.sh",
                               "nothing: neither input.EXT nor interesting.sh or test.sh"});
  CHECK(names_of(read_cases(folder.path() / "b-two").cases) == Names{"b-two"});
  CHECK(refusal(folder.path() / "no-test").find("no case") != std::string::npos);
}

TEST_CASE("a case's own grammar stands in its meta.json") {
  const CaseFolder folder;
  folder.add("a");
  folder.add("b");
  folder.add("c");
  folder.write("a/meta.json", R"({"name": "a", "grammar": "json"})");
  folder.write("b/meta.json", R"({"grammar": "own.json"})");
  folder.write("b/own.json", "{}");
  folder.write("c/meta.json", R"({"language": "C"})");
  const CaseList list = read_cases(folder.path());
  CHECK(list.cases[0].grammar == "json");
  CHECK(list.cases[1].grammar == (folder.path() / "b/own.json").string());
  CHECK(list.cases[2].grammar.empty());
  folder.write("c/meta.json", R"({"grammar": 3})");
  CHECK(refusal(folder.path()).find("c/meta.json") != std::string::npos);
  folder.write("c/meta.json", "{");
  CHECK(refusal(folder.path()).find("not JSON") != std::string::npos);
}

TEST_CASE("one grammar is for cases without their own, of several each case gets each") {
  std::vector<BenchCase> cases(2);
  cases[0].name = "a";
  cases[1].name = "b";
  cases[1].grammar = "own";
  const auto one = cases_with_grammars(cases, {"x"}, {"/x.json"});
  REQUIRE(one.size() == 2);
  CHECK(one[0].grammar == "/x.json");
  CHECK(one[0].asked_grammar == "x");
  CHECK(one[1].grammar == "own");
  CHECK(one[1].asked_grammar.empty());
  const auto two = cases_with_grammars(cases, {"x", "y"}, {"/x.json", "/y.json"});
  CHECK(names_of(two) == Names{"a", "a", "b", "b"});
  CHECK(two[3].grammar == "/y.json");
  CHECK(two[3].asked_grammar == "y");
}

TEST_CASE("a manifest names cases, grammars and strategies") {
  const CaseFolder folder;
  folder.add("cases/one");
  folder.write("a.c", "x");
  folder.write("b.json", "x");
  folder.write("t.sh", "x");
  folder.write("my-c.json", "x");
  const auto manifest = folder.write("m.json", R"({
      "cases": [{"name": "b", "input": "b.json", "test": "grep -q x", "grammar": "json"},
                {"input": "a.c", "test": "t.sh"}],
      "grammars": {".c": "my-c.json"}, "strategies": ["auto", "hddr then hoist"]})");
  const CaseList list = read_cases(manifest);
  CHECK(names_of(list.cases) == Names{"a", "b"});
  CHECK(list.cases[0].test == (folder.path() / "t.sh").string());
  CHECK(list.cases[0].grammar == (folder.path() / "my-c.json").string());
  CHECK(list.cases[1].test == "grep -q x");
  CHECK(list.cases[1].grammar == "json");
  CHECK(list.strategies == Names{"auto", "hddr then hoist"});
  const auto of_folder = folder.write("f.json", R"({"cases": "cases"})");
  CHECK(names_of(read_cases(of_folder).cases) == Names{"one"});
}

TEST_CASE("what is not a list of cases is refused") {
  const CaseFolder folder;
  folder.write("a.c", "x");
  CHECK(refusal(folder.path()).find("no case") != std::string::npos);
  CHECK(refusal(folder.path() / "nothing.json").find("nothing.json") != std::string::npos);
  CHECK(refusal(folder.write("1.json", "[]")).find("\"cases\"") != std::string::npos);
  CHECK(refusal(folder.write("2.json", R"({"cases": [{"input": "a.c"}]})")).find("test") !=
        std::string::npos);
  CHECK(refusal(folder.write("3.json", R"({"cases": [{"input": "lost.c", "test": "t"}]})"))
            .find("lost.c") != std::string::npos);
  CHECK(refusal(folder.write("4.json", R"({"cases": [{"input": "a.c", "test": "t"},
                                          {"input": "a.c", "test": "u"}]})"))
            .find("two cases") != std::string::npos);
}

TEST_CASE("patterns choose among the cases") {
  std::vector<BenchCase> cases(3);
  cases[0].name = "c-a";
  cases[1].name = "c-b";
  cases[2].name = "d";
  CHECK(names_of(matching_cases(cases, "")) == Names{"c-a", "c-b", "d"});
  CHECK(names_of(matching_cases(cases, "c-*")) == Names{"c-a", "c-b"});
  CHECK(names_of(matching_cases(cases, "d,c-b")) == Names{"c-b", "d"});
  CHECK_THROWS_AS(matching_cases(cases, "c-*,e*"), Error);
}
