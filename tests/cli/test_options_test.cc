#include "cli/options/test_options.h"

#include <doctest/doctest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>

#include "cli/options/config_of.h"
#include "cli/options/reduce_options.h"
#include "run/files/output_places.h"
#include "temporary_folder.h"
#include "text/error.h"
#include "text/file.h"

using namespace grabr;

namespace fs = std::filesystem;

namespace {

/// A folder with an input, and the options of `grabr TEST in.c` in it.
struct OptionsBench : TemporaryFolder {
  ReduceOptions options;
  fs::path input = path() / "in.c";

  OptionsBench() {
    write("in.c", std::string(1000, 'x'));
    options.positionals = {"true", input.string()};
  }
  std::optional<fs::path> output() const {
    return find_output(config_of(options, std::nullopt).output, input.string());
  }
  ProcessOracleOptions test() const {
    return test_options(options, call_of(options, std::nullopt), path() / ".grabr");
  }
};

ProcessOracleOptions options_with(const std::function<void(ReduceOptions&)>& change) {
  OptionsBench call;
  change(call.options);
  return call.test();
}

void check_options_refused(const std::string& message,
                           const std::function<void(ReduceOptions&)>& change) {
  CAPTURE(message);
  try {
    options_with(change);
    FAIL_CHECK("not refused");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kInvalid);
    const std::string said = error.what();
    CAPTURE(said);
    CHECK(said.find(message) != std::string::npos);
  }
}

void check_output(const std::string& given, const fs::path& wanted) {
  OptionsBench call;
  fs::create_directory(call.path() / "folder");
  call.options.output = given.empty() ? given : (call.path() / given).string();
  const auto output = call.output();
  REQUIRE(output.has_value());
  CHECK(*output == call.path() / wanted);
}

}  // namespace

TEST_CASE("without options a test runs as the contract says") {
  const ProcessOracleOptions test = options_with([](ReduceOptions&) {});
  CHECK(test.command == Words{"true"});
  CHECK(test.shell_text.empty());
  CHECK(test.original.filename() == "in.c");
  CHECK(test.via == InputVia::kAll);
  CHECK(test.append_path);
  CHECK(test.timeout_s == 300);
  CHECK(test.memory_bytes == 0);
  CHECK(test.randomize_addresses);
  CHECK(test.jobs >= 1);
  CHECK(test.repeat == 1);
  CHECK(test.min_hits == 1);
  CHECK(!test.conditions.any());
  CHECK(test.launcher.empty());
  CHECK(test.also_interesting_folder.empty());
  CHECK(test.log_folder.empty());
}

TEST_CASE("each option reaches the oracle") {
  OptionsBench call;
  call.write("lib.h", "");
  fs::create_directory(call.path() / "data");
  ReduceOptions& options = call.options;
  options.copies = {(call.path() / "lib.h").string(), (call.path() / "data/").string()};
  options.input_via = "stdin";
  options.no_argument = true;
  options.also_interesting = {101};
  options.timeout_s = 9;
  options.memory_mb = 3;
  options.no_aslr = true;
  options.jobs = 7;
  options.repeat = 5;
  options.min_hits = 2;
  options.launcher = "env 'A=b c'";
  options.log_tests = (call.path() / "logs").string();
  const ProcessOracleOptions test = call.test();
  CHECK(test.copies == std::vector<fs::path>{call.path() / "lib.h", call.path() / "data"});
  CHECK(test.via == InputVia::kStdin);
  CHECK(!test.append_path);
  CHECK(test.also_interesting == std::vector<int>{101});
  CHECK(test.also_interesting_folder == call.path() / ".grabr" / "also-interesting");
  CHECK(test.timeout_s == 9);
  CHECK(test.memory_bytes == 3 * 1024 * 1024);
  CHECK(!test.randomize_addresses);
  CHECK(test.jobs == 7);
  CHECK(test.repeat == 5);
  CHECK(test.min_hits == 2);
  CHECK(test.launcher == Words{"env", "A=b c"});
  CHECK(test.log_folder == call.path() / "logs");
}

TEST_CASE("each condition reaches the oracle") {
  ReduceOptions options;
  CLI::App app;
  declare_reduce_options(app, options);
  Words words = {"--exit",
                 "1,134",
                 "--signal",
                 "SEGV",
                 "--stdout",
                 "a,b",
                 "--stdout",
                 "b",
                 "--stderr",
                 "c",
                 "--not-stdout",
                 "d",
                 "--not-stderr",
                 "e",
                 "--differs",
                 "sh -c 'exit 1'",
                 "--same-as-original"};
  std::reverse(words.begin(), words.end());
  app.parse(words);
  const ConditionOptions conditions = condition_options(options);
  CHECK(conditions == ConditionOptions{.exits = {1, 134},
                                       .signals = {"SEGV"},
                                       .output = {"a,b", "b"},
                                       .errors = {"c"},
                                       .not_output = {"d"},
                                       .not_errors = {"e"},
                                       .differs = {"sh", "-c", "exit 1"},
                                       .same_as_original = true});
  CLI::App other;
  ReduceOptions late;
  declare_reduce_options(other, late);
  other.parse("--hang 2m");
  CHECK(condition_options(late) == ConditionOptions{.hang_s = 120});
}

TEST_CASE("a shell text comes with the path in it") {
  const ProcessOracleOptions test = options_with([](ReduceOptions& options) {
    options.positionals.erase(options.positionals.begin());
    options.command = "cc -c @@";
  });
  CHECK(test.command.empty());
  CHECK(test.shell_text == "cc -c \"$1\"");
}

TEST_CASE("options that do not fit are refused with a hint") {
  check_options_refused("invalid value 'pipe' for --input-via (all, arg, stdin, basename)",
                        [](auto& options) { options.input_via = "pipe"; });
  check_options_refused("nowhere does not exist",
                        [](auto& options) { options.copies = {"nowhere"}; });
  check_options_refused("the path is empty", [](auto& options) { options.copies = {""}; });
  check_options_refused("two files called in.c",
                        [](auto& options) { options.copies = {options.positionals[1]}; });
  check_options_refused("two files called tmp", [](auto& options) {
    options.copies = {"/tmp", "/tmp/"};
  });
  check_options_refused("has no name", [](auto& options) { options.copies = {"/"}; });
  check_options_refused("at most 1024", [](auto& options) { options.jobs = 1025; });
  check_options_refused("--repeat 0", [](auto& options) { options.repeat = 0; });
  check_options_refused("--min-hits 0", [](auto& options) { options.min_hits = 0; });
  check_options_refused("--min-hits 2 exceeds --repeat 1",
                        [](auto& options) { options.min_hits = 2; });
  check_options_refused("--flaky and --repeat exclude each other",
                        [](auto& options) { options.flaky = true, options.repeat = 5; });
  check_options_refused("--flaky and --repeat exclude each other",
                        [](auto& options) { options.flaky = true, options.min_hits = 1; });
  check_options_refused("--flaky and --no-preflight exclude each other",
                        [](auto& options) { options.flaky = options.no_preflight = true; });
  check_options_refused("--flaky-error is for --flaky",
                        [](auto& options) { options.flaky_error = 0.01; });
  for (const double error : {2.0, 0.0, -1.0}) {
    check_options_refused("--flaky-error: not from 0.000001", [error](auto& options) {
      options.flaky = true, options.flaky_error = error;
    });
  }
  check_options_refused("--memory", [](auto& options) { options.memory_mb = ~std::uint64_t{0}; });
  check_options_refused("--exit 256", [](auto& options) { options.conditions.exits = {1, 256}; });
  check_options_refused("--also-interesting",
                        [](auto& options) { options.also_interesting = {-1}; });
  check_options_refused("--hang 0: not a time",
                        [](auto& options) { options.conditions.hang_s = 0; });
  check_options_refused("before --hang 5 s", [](auto& options) {
    options.conditions.hang_s = 5, options.timeout_s = 5;
  });
  check_options_refused("--differs: ",
                        [](auto& options) { options.conditions.differs = {"./no/such/program"}; });
  CHECK_THROWS_AS(split_command("--differs", "'"), Error);
  check_options_refused("--launcher: ",
                        [](auto& options) { options.launcher = "no-such-launcher -n1"; });
  check_options_refused("is not a folder",
                        [](auto& options) { options.log_tests = options.positionals[1]; });
  check_options_refused("conditions such as --exit need a command", [](auto& options) {
    options.positionals.erase(options.positionals.begin());
    options.conditions.exits = {1};
  });
  check_options_refused("NONE", [](auto& options) { options.conditions.signals = {"NONE"}; });
  check_options_refused("(", [](auto& options) { options.conditions.output = {"("}; });
  CHECK_NOTHROW(
      options_with([](auto& options) { options.conditions.hang_s = 5, options.timeout_s = 0; }));
}

TEST_CASE("how small is small enough") {
  const auto check = [](const char* text, std::uint64_t most) {
    CAPTURE(text);
    const auto goal = size_goal(text);
    CHECK((goal ? goal->most(1234) : 0) == most);
  };
  check("", 0);
  check("500", 500);
  check("2k", 2048);
  check("1.5K", 1536);
  check("2kB", 2048);
  check("7b", 7);
  check("1M", 1048576);
  check("10%", 123);
  check("0.1%", 1);
  check("100%", 1234);
  check("40tokens", 40);
  check("9 lines", 9);
  for (const char* wrong :
       {"x", "k", "%", "5 k", "5x", "-1", "5%%", "nan", "inf", "1e99", "5kk", "10%k"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(size_goal(wrong), Error);
  }
}

TEST_CASE("what outlives a run lies beside the output") {
  CHECK(kept_folder("/a/b/out.c", "/x/in.c") == "/a/b/.grabr");
  CHECK(kept_folder(std::nullopt, "/x/in.c") == "/x/.grabr");
  CHECK(kept_folder("/dev/stdout", "/x/in.c") == "/x/.grabr");
  CHECK(kept_folder("out.c", "/x/in.c") == fs::current_path() / ".grabr");
  run::Output output;
  CHECK(cache_folder(output, "/a/.grabr") == "/a/.grabr");
  output.cache = "some/cache/";
  CHECK(cache_folder(output, "/a/.grabr") == fs::current_path() / "some/cache");
}

TEST_CASE("an output that is a folder gets a file of the input's name") {
  check_output("", "in.reduced.c");
  check_output("out.c", "out.c");
  check_output("folder", "folder/in.c");
  check_output("folder/", "folder/in.c");
  check_output("new/folder/", "new/folder/in.c");
  OptionsBench call;
  call.options.output = call.path().string();  // the path of the input
  CHECK_THROWS_AS(call.output(), Error);
  call.options.output = "-";
  CHECK(!call.output().has_value());
}

TEST_CASE("conditions become a program") {
  OptionsBench call;
  CHECK_THROWS_AS(emit_script(call.options, std::nullopt), Error);
  call.options.positionals = {"sh -c 'grep -q xx \"$0\"'", call.input.string()};
  call.options.conditions.exits = {0};
  call.options.output = (call.path() / "test.sh").string();
  REQUIRE(emit_script(call.options, std::nullopt) == 0);
  CHECK(read_file(call.options.output).starts_with("#!/bin/sh\n"));
  call.write("other.c", "y");
  const auto run = [&](const char* file) {
    return std::system(("cd '" + call.path().string() + "' && ./test.sh " + file).c_str());
  };
  CHECK(run("in.c") == 0);
  CHECK(run("other.c") != 0);
}
