// dd over the changes of two trees: reduce/diff/tree_diff.h.
#include "reduce/diff/tree_diff.h"

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "oracle/function_oracle.h"
#include "reduce/diff/tree_changes.h"
#include "reduce/strategy.h"
#include "support/grammars.h"

namespace grabr {
namespace {

struct Found {
  std::string passing;
  std::string failing;
  std::uint64_t tests = 0;
};

using TextJudge = std::function<Outcome(std::string_view)>;

/// All tested texts must be sentences.
Found difference(const std::string& language, const std::string& passing,
                 const std::string& failing, const TextJudge& judge, bool common = false) {
  Problem problem;
  problem.parser = std::make_shared<const Parser>(support::shipped(language));
  FunctionOracle oracle([&](std::string_view text) {
    CAPTURE(std::string(text));
    CHECK(problem.parser->accepts(text));
    return judge(text);
  });
  Session session(oracle, failing, CachePolicy::kAll);
  problem.passing = passing;
  problem.by_tree = true;
  problem.common = common;
  run_strategy(*find_pass("dd-diff"), session, problem);
  REQUIRE(session.passing().has_value());
  CHECK(judge(session.best()) == Outcome::kFail);
  CHECK(judge(*session.passing()) == Outcome::kPass);
  return {*session.passing(), session.best(), session.counts().committed};
}

TextJudge has(const std::string& word) {
  return [word](std::string_view text) {
    return text.find(word) == std::string_view::npos ? Outcome::kPass : Outcome::kFail;
  };
}

TEST_CASE("one change of many makes the difference") {
  const Found found = difference("c", "int f(int a) { int b = 3; g(a); return a / b; }\n",
                                 "long f(int a) { int b = 4; return a % -b; h(); }\n", has("%"));
  CHECK(found.tests < 20);
  // The other differences are in both texts or in neither.
  std::string restored = found.failing;
  restored.replace(restored.find('%'), 1, "/");
  CHECK(restored == found.passing);
}

TEST_CASE("two changes that go together") {
  const TextJudge judge = [](std::string_view text) {
    const bool opened = text.find("\"b\": 2") != std::string_view::npos;
    return opened && text.find("[7]") != std::string_view::npos ? Outcome::kFail : Outcome::kPass;
  };
  const Found found = difference("json", "{\"a\": 1, \"b\": 1, \"c\": [], \"d\": 0}",
                                 "{\"a\": 2, \"b\": 2, \"c\": [7], \"e\": 5}", judge);
  CHECK(judge(found.failing) == Outcome::kFail);
  const RemovableList left =
      tree_change_list(Parser(support::shipped("json")), found.passing, found.failing);
  CHECK(left.count == 1);  // the other one is in both, because dd-diff keeps the passing text large
}

TEST_CASE("a part that comes in is made smaller") {
  const Found found =
      difference("c", "int x = a;\n", "int x = f(1, (2 + 3 * g(BUG)), h());\n", has("BUG"));
  CHECK(found.failing == "int x = a(BUG);\n");
  const Found element =
      difference("json", "[1]", "[1, {\"a\": [1, 2, \"BUG\", 4], \"b\": {}}]", has("BUG"));
  CHECK(element.failing == "[1, \"BUG\"]");
}

TEST_CASE("what both share goes from both, as sentences") {
  const TextJudge judge = has("BUG");
  const Found found = difference("c", "int a;\nint b;\nvoid f() { g(); x(); }\n",
                                 "int a;\nint b;\nvoid f() { g(); BUG(); }\n", judge, true);
  CHECK(found.failing.find("int") == std::string::npos);
  CHECK(found.failing.size() <= std::string("void f() { BUG(); }\n").size());
}

TEST_CASE("blocks by indentation") {
  const Found found = difference(
      "python", "def f(x):\n    if x:\n        return 1\n    return 2\n",
      "def f(x):\n    if x:\n        y = BUG\n        return 1\n    z = 3\n    return 4\n",
      has("BUG"));
  CHECK(found.failing.find("BUG") != std::string::npos);
  CHECK(found.failing.size() - found.passing.size() <= std::string("        y = BUG\n").size());
}

}  // namespace
}  // namespace grabr
