#include <doctest/doctest.h>

#include <string>

#include "cli/run_grabr.h"
#include "run/triage/bug_needs.h"
#include "run/triage/triage_files.h"
#include "support/grammars.h"

using namespace grabr;

namespace {

std::string rest_of(const Parser* parser, const std::string& text, const TokenTexts& texts) {
  Needs needs;
  for (const std::string& need : texts) needs.push_back({need});
  return without_needs(parser, text, needs).value_or("-");
}

constexpr const char* kTwoBugs = R"sh(#!/bin/sh
if grep -q null "$1"; then echo "error: null at $$" >&2; exit 3; fi
if grep -q true "$1"; then echo "error: truth at $$" >&2; exit 3; fi
exit 0
)sh";

}  // namespace

TEST_CASE("What a result needs is taken out with the smallest elements that hold it") {
  const Parser parser(support::fixed("json"));
  CHECK(rest_of(&parser, R"({"a": 1, "b": [2, {"boom": 3}]})", {"\"boom\""}) ==
        R"({"a": 1, "b": [2, {}]})");
  CHECK(rest_of(&parser, "[1, null, 2, null]", {"null"}) == "[1, 2]");
  CHECK(rest_of(&parser, R"([1, {"x": null}, {"y": null}])", {"\"x\"", "null"}) ==
        R"([1, {}, {"y": null}])");
  // Not found inside other text; and if the text is only the failure, nothing is left to test.
  CHECK(rest_of(&parser, "[1, 2]", {"null"}) == "-");
  CHECK(rest_of(&parser, "null", {"null"}) == "-");
  CHECK(rest_of(nullptr, "a b\nc boom\nd\n", {"boom"}) == "a b\nd\n");
  CHECK(rest_of(&parser, "{ 1\nboom\n}}\n2\n", {"boom"}) == "{ 1\n}}\n2\n");
}

TEST_CASE("Needed are the rare tokens that were there from the beginning") {
  const TokenCounts counts = {{"{", 500}, {"}", 500}, {":", 900}, {"\"boom\"", 3}, {"null", 9}};
  const TokenTexts original = {"{", "\"boom\"", ":", "null", "}"};
  CHECK(needs_of({"{", "\"boom\"", ":", "null", "}"}, original, counts) ==
        Needs{{"boom", true}, {"null"}});
  CHECK(needs_of({"{", "\"a\"", ":", "null", "}"}, original, counts) == Needs{{"null"}});
  CHECK(needs_of({"[", "[", "]", "]"}, {"[", "[", "1", "]", "]"}, {}) ==
        Needs{{"["}, {"["}, {"]"}, {"]"}});
  // A part of a longer string.
  CHECK(needs_of({"\"%n\""}, {"\"some %n\""}, {}) == Needs{{"%n", true}});
}

TEST_CASE("Results are alike by their tokens, and loosely by their shapes") {
  CHECK(are_alike({"a", "1"}, {"a", "1"}, Alike::kTexts));
  CHECK_FALSE(are_alike({"a", "1"}, {"a", "-2.5"}, Alike::kTexts));
  CHECK(are_alike({"a", "1"}, {"a", "-2.5"}, Alike::kNumbers));
  CHECK_FALSE(are_alike({"a", "'x'"}, {"b", "'y'"}, Alike::kNumbers));
  CHECK(are_alike({"a", "'x'"}, {"b", "'y'"}, Alike::kNames));
  CHECK_FALSE(are_alike({"a", "("}, {"b", ")"}, Alike::kNames));
  CHECK_FALSE(are_alike({"a"}, {"a", "a"}, Alike::kNames));
}

TEST_CASE("triage: a folder becomes bugs") {
  Files files = {{"fails.sh", kTwoBugs}, {"in/good.json", "{}\n"}};
  for (int i = 0; i < 6; ++i) {
    const std::string value = i % 2 == 0 ? "null" : "true";
    files.emplace_back("in/" + std::to_string(i) + ".json",
                       "{\"a\": [" + std::to_string(i) + ", {\"b\": " + value +
                           "}], \"c\": " + std::to_string(100 + i) + "}\n");
  }
  check_calls(Workshop(files),
              {{"triage -j 2 in -- ./fails.sh @@", 10, {"2 bugs in 7 files; 1 file does not fail"}},
               {"$ cat in.bugs/1-exit-3/smallest.json", 0, {}, "=null\n"},
               {"$ cat in.bugs/2-exit-3/smallest.json", 0, {}, "=true\n"},
               {"$ in.bugs/2-exit-3/test.sh in/1.json"},
               {"$ in.bugs/2-exit-3/test.sh in/2.json", 1},
               {"$ grep -c '\"by\": \"result\"' in.bugs/triage.json", 0, {}, "4"},
               {"$ mv in.bugs two.bugs"},
               // The result does not depend on the number of jobs; a second run finds nothing new.
               {"triage -j 1 -q in -- ./fails.sh @@", 10},
               {"$ cmp in.bugs/triage.json two.bugs/triage.json"},
               {"triage in -- ./fails.sh @@", 0, {"2 bugs in 7 files"}},
               {"$ find in -name '*.json' | sort | \"$GRABR\" triage -o listed - -- ./fails.sh @@",
                10,
                {"2 bugs in 7 files"}},
               {"triage --max-tests 9 -o few in -- ./fails.sh @@", 6, {"not done"}},
               {"triage -- ./fails.sh @@", 2, {"no folder of failing files"}},
               {"triage -o in in -- ./fails.sh @@", 2, {"other files in it"}}});
}
