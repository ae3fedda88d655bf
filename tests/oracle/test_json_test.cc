#include "oracle/process/test_json.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "oracle/condition/condition_kinds.h"
#include "text/error.h"

namespace grabr {
namespace {

using Json = nlohmann::ordered_json;

ProcessOracleOptions full_test() {
  return {.command = {"./t.sh", "", "two words", "@@"},
          .shell_text = "grep x \"$1\"",
          .original = "sub/in.c",
          .via = InputVia::kStdin,
          .append_path = false,
          .copies = {"/a/lib.h", "/a/data/"},
          .timeout_s = 2.5,
          .memory_bytes = std::uint64_t{1} << 40,
          .randomize_addresses = false,
          .jobs = 7,
          .repeat = 5,
          .min_hits = 2,
          .flaky = true,
          .conditions = {.exits = {1, 134},
                         .signals = {"SEGV", "9"},
                         .output = {"a", ""},
                         .errors = {"it's"},
                         .not_output = {"\n"},
                         .not_errors = {"d"},
                         .hang_s = 0.1,
                         .differs = {"cat", "-n", "@@"},
                         .same_as_original = true,
                         .same_crash = {3},
                         .crash_parts = {"files"},
                         .also = {{"cc", "@@"}, {"true"}},
                         .but_not = {{"grep", "a b", "@@"}},
                         .further_s = 2.5},
          .minimize = {"wc", "-c", "@@"},
          .launcher = {"srun", "-n1"},
          .also_interesting = {3, 0},
          .also_interesting_folder = "kept",
          .encoding = Encoding::kUtf16Le,
          .decode = {"gzip", "-dc", "@@"},
          .encode = {"gzip", "-c", "@@"},
          .log_folder = "logs"};
}

ProcessOracleOptions read_test(const std::string& text) {
  return test_from_json(JsonDocument("f.json", text, "a test").root());
}

TEST_CASE("a test is saved as it is read, field by field") {
  const Json json = test_json(full_test());
  CAPTURE(json.dump(2));
  CHECK(json.size() == 22);
  CHECK(json.at("conditions").size() == condition_kinds().size());
  CHECK(read_test(json.dump()) == full_test());
  CHECK(read_test(json.dump()).conditions == full_test().conditions);
}

TEST_CASE("what is as by default is left away") {
  CHECK(test_json({}) == Json::object());
  CHECK(read_test("{}") == ProcessOracleOptions{});
  CHECK(test_json({.command = {"true"}, .conditions = {.exits = {0}}}).dump() ==
        R"({"command":["true"],"conditions":{"exit":[0]}})");
  CHECK(test_json({.via = InputVia::kBaseName, .conditions = {.not_output = {"a"}}}).dump() ==
        R"({"via":"basename","conditions":{"not-stdout":["a"]}})");
}

TEST_CASE("any bytes come back") {
  std::string bytes;
  for (int byte = 1; byte < 256; ++byte) bytes += static_cast<char>(byte);
  const ProcessOracleOptions test{
      .command = {bytes, "\xFF"}, .original = "\x80", .copies = {"\xC3"}};
  const Json json = test_json(test);
  CHECK(json.at("original").dump() == R"({"bytes":[128]})");
  CHECK(read_test(json.dump()) == test);
}

TEST_CASE("of what answers depend on, paths are names, and nothing is left that only takes time") {
  const Json json = answering_test_json(full_test());
  CAPTURE(json.dump(2));
  CHECK(json.at("original") == "in.c");
  CHECK(json.at("copies") == Json({"lib.h", "data"}));
  for (const char* name : {"timeout_s", "jobs", "also_interesting", "also_interesting_folder",
                           "decode", "log_folder"}) {
    CHECK_FALSE(json.contains(name));
  }
  CHECK(json.size() == 16);
}

void check_unreadable(const char* text, const std::string& message) {
  CAPTURE(text);
  try {
    read_test(text);
    FAIL_CHECK("read");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kInvalid);
    CHECK(std::string(error.what()).find(message) != std::string::npos);
  }
}

TEST_CASE("what cannot be a test is refused") {
  check_unreadable(R"({"colour": 1})", "unknown field in the saved test: colour\nhint: ");
  check_unreadable(R"({"conditions": {"colour": 1}})",
                   "unknown condition in the saved test: colour");
  check_unreadable(R"({"via": "pipe"})", "unknown way of input in the saved test: pipe");
  check_unreadable(R"({"encoding": "no"})", "unknown encoding in the saved test: no");
  check_unreadable("[]", "f.json:1:1: this must be an object, but it is an array");
  check_unreadable("7", "must be an object, but it is 7");
  for (const char* text :
       {R"({"command": "true"})", R"({"command": {"a": "b"}})", R"({"command": [1]})",
        R"({"append_path": 1})", R"({"jobs": "1"})", R"({"original": []})", R"({"conditions": []})",
        R"({"conditions": {"exit": ["a"]}})", R"({"conditions": {"hang": null}})",
        R"({"conditions": {"same-as-original": "yes"}})"}) {
    check_unreadable(text, " must be ");
  }
  check_unreadable(R"({"command": [{}]})", "`command[0].bytes` is missing");
  for (const char* text : {R"({"jobs": 0})", R"({"jobs": 5000})", R"({"timeout_s": -1})",
                           R"({"repeat": 2, "min_hits": 3})", R"({"repeat": 0})"}) {
    check_unreadable(text, "must be a test with a time limit, tests at once and runs that can be");
  }
}

}  // namespace
}  // namespace grabr
