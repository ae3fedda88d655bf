#include "cli/options/test_options.h"

#include <algorithm>
#include <charconv>
#include <iostream>
#include <limits>
#include <set>

#include "cli/show/console.h"
#include "cli/show/interruption.h"
#include "oracle/condition/conditions.h"
#include "oracle/process/cores.h"
#include "oracle/process/spawn.h"
#include "oracle/process/test_json.h"
#include "oracle/test/program.h"
#include "run/check/crash_taken.h"
#include "run/check/rate_search.h"
#include "run/files/converter.h"
#include "run/files/output_places.h"
#include "text/ascii.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/named_value.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr double kMinFlakyError = 1e-6;
constexpr double kMaxFlakyError = 0.25;
constexpr unsigned kMaxJobsPerCore = 4;  // more jobs per core than this give a warning

[[noreturn]] void refuse_option(const std::string& message) {
  throw Error(ErrorKind::kInvalid, message);
}

/// The absolute path, without a slash at the end, so that filename() is never empty.
fs::path absolute_path(const std::string& given) {
  const fs::path path = fs::absolute(given).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

/// Splits a command into words; throws if its program does not exist.
Words command_words(const char* option, const std::string& command) {
  Words words = split_command(option, command);
  try {
    if (!words.empty()) find_program(words.front());
    return words;
  } catch (const Error& error) {
    throw Error(error.kind(), std::string(option) + ": " + error.what());
  }
}

void check_kept_codes(const std::vector<int>& codes) {
  for (const int code : codes) {
    if (code >= 0 && code <= 255) continue;
    refuse_option("--also-interesting: there is no exit status " + std::to_string(code) +
                  "\nhint: 0 to 255; for the death by a signal: --signal NAME");
  }
}

std::vector<fs::path> copied_paths(const ReduceOptions& options, const Call& call) {
  std::vector<fs::path> paths;
  std::set<std::string> names = {fs::path(call.input).filename().string()};
  for (const std::string& given : options.copies) {
    if (given.empty()) refuse_option("--copy: the path is empty");
    const fs::path path = absolute_path(given);
    std::error_code error;
    if (!fs::exists(path, error)) {
      refuse_option("--copy: " + shown_name(given) +
                    " does not exist\nhint: it is searched for in " +
                    shown_name(fs::current_path()));
    }
    const std::string name = path.filename().string();
    if (name.empty()) refuse_option("--copy: " + shown_name(given) + " has no name for the copy");
    if (!names.insert(name).second) {
      refuse_option(
          "--copy: the folder of a test cannot hold two files called " + shown_name(name) +
          "\nhint: one of them is the input or another --copy; tests reach files elsewhere "
          "through $GRABR_DIR");
    }
    paths.push_back(path);
  }
  return paths;
}

unsigned job_count(const ReduceOptions& options) {
  if (options.jobs == 0) return std::max(1U, usable_cores());
  if (options.jobs > kMaxJobs) {
    refuse_option("--jobs " + std::to_string(options.jobs) + ": at most " +
                  std::to_string(kMaxJobs));
  }
  return options.jobs;
}

/// Sets the number of runs, and how many of them must fail.
void set_repetitions(const ReduceOptions& options, ProcessOracleOptions& test) {
  test.repeat = options.repeat;
  test.min_hits = options.min_hits.value_or(1);
  if (test.repeat == 0) refuse_option("--repeat 0: a test is run at least once");
  if (test.min_hits == 0) {
    refuse_option("--min-hits 0: every candidate would be accepted\nhint: from 1 to --repeat");
  }
  if (test.min_hits > test.repeat) {
    refuse_option("--min-hits " + std::to_string(test.min_hits) + " exceeds --repeat " +
                  std::to_string(test.repeat) + "\nhint: --repeat N says how often a test is run");
  }
}

/// --flaky replaces --repeat.
void set_flaky(const ReduceOptions& options, const Call& call, ProcessOracleOptions& test) {
  test.flaky = options.flaky;
  if (options.flaky_error && !options.flaky) {
    refuse_option(
        "--flaky-error is for --flaky\nhint: give both, or --repeat N for a fixed number of runs");
  }
  if (!options.flaky) return;
  const double error = options.flaky_error.value_or(kFlakyError);
  if (!(error >= kMinFlakyError && error <= kMaxFlakyError)) {
    refuse_option(
        "--flaky-error: not from 0.000001 to 0.25\nhint: 0.001 means 1 wrong answer in 1,000");
  }
  if (options.repeat != 1 || options.min_hits) {
    refuse_option(
        "--flaky and --repeat exclude each other\nhint: --flaky chooses the number of runs itself");
  }
  if (options.no_preflight) {
    refuse_option(
        "--flaky and --no-preflight exclude each other\nhint: the failure rate of the original is "
        "measured before the search");
  }
  if (!call.further_inputs.empty()) {
    refuse_option("--flaky reduces one input\nhint: --repeat N works with several");
  }
}

void set_minimize(const ReduceOptions& options, const Call& call, ProcessOracleOptions& test) {
  if (options.minimize.empty()) return;
  test.minimize = conversion_words(options.minimize, "{minimize}");
  if (options.flaky) refuse_option("--minimize and --flaky exclude each other");
  if (!call.further_inputs.empty()) refuse_option("--minimize is for one input");
}

void set_limits(const ReduceOptions& options, ProcessOracleOptions& test) {
  if (options.memory_mb > std::numeric_limits<std::uint64_t>::max() / kMegabyte) {
    refuse_option("--memory " + std::to_string(options.memory_mb) + ": too large");
  }
  test.timeout_s = options.timeout_s.value_or(kFirstLimit_s);
  test.memory_bytes = options.memory_mb * kMegabyte;
  test.randomize_addresses = !options.no_aslr;
  test.encoding = named_encoding(options).value_or(Encoding::kAsIs);
}

fs::path log_folder(const std::string& given) {
  if (given.empty()) return {};
  std::error_code ignored;
  if (fs::exists(given, ignored) && !fs::is_directory(given, ignored)) {
    refuse_option("--log-tests: " + given + " is not a folder");
  }
  return absolute_path(given);
}

[[noreturn]] void refuse_size(std::string_view text) {
  refuse_option("invalid value '" + std::string(text) +
                "' for --stop-at (500, 2k or 1M: bytes; 40tokens; 9lines; 10%: of the input)");
}

}  // namespace

Call call_of(const ReduceOptions& options, const std::optional<Words>& after_dashes, bool several) {
  Call call = resolve_call({.positionals = options.positionals,
                            .test = options.test,
                            .input = options.input,
                            .after_dashes = after_dashes,
                            .shell_text = options.command,
                            .conditions = options.conditions.any(),
                            .several = several});
  const auto take_input = [&](const std::string& input) {
    hide_like(input);
    if (!options.in_place) note_read(input);
  };
  take_input(call.input);
  for (const std::string& input : call.further_inputs) take_input(input);
  for (const std::string& word : call.command) note_read(word);
  for (const std::string& copy : options.copies) note_read(copy);
  note_read(options.grammar);
  return call;
}

void note_many_jobs(const ReduceOptions& options) {
  const unsigned cores = std::max(1U, usable_cores());
  if (options.quiet || !options.launcher.empty() || options.jobs <= kMaxJobsPerCore * cores) return;
  std::cerr << "grabr: " << options.jobs << " tests at once, and this machine has " << cores
            << (cores == 1 ? " core" : " cores")
            << ": tests will wait for each other, and may time out\n"
               "hint: without -j, one test per core runs; --launcher runs them "
               "elsewhere\n";
}

Words split_command(const std::string& option, const std::string& command) {
  if (command.empty()) return {};
  try {
    return test_command(command);
  } catch (const Error& error) {
    throw Error(error.kind(), option + ": " + error.what());
  }
}

ConditionOptions condition_options(const ReduceOptions& options) {
  check_time_limit(options.conditions, options.timeout_s.value_or(0));
  return Conditions(options.conditions).options();
}

ProcessOracleOptions test_options(const ReduceOptions& options, const Call& call,
                                  const fs::path& kept) {
  check_kept_codes(options.also_interesting);
  ProcessOracleOptions test;
  test.command = call.command;
  test.shell_text = shell_text_with_path(call.shell_text);
  test.original = call.input;
  test.via = parse_enum("--input-via", options.input_via, input_ways());
  test.append_path = !options.no_argument;
  test.copies = copied_paths(options, call);
  test.jobs = job_count(options);
  set_limits(options, test);
  set_repetitions(options, test);
  set_flaky(options, call, test);
  test.conditions = condition_options(options);
  set_minimize(options, call, test);
  test.launcher = command_words("--launcher", options.launcher);
  test.also_interesting = options.also_interesting;
  if (!test.also_interesting.empty()) {
    test.also_interesting_folder = absolute_path(kept.string()) / "also-interesting";
  }
  test.log_folder = log_folder(options.log_tests);
  return test;
}

std::optional<Encoding> named_encoding(const ReduceOptions& options) {
  if (options.encoding == "auto") return std::nullopt;
  if (const auto encoding = encoding_by_name(options.encoding)) return encoding;
  refuse_value("--file-encoding", options.encoding, Words{"auto", "bytes", "UTF-16LE", "UTF-16BE"});
}

std::optional<run::SizeGoal> size_goal(std::string_view text) {
  if (text.empty()) return std::nullopt;
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  std::string_view unit(read.ptr, static_cast<std::size_t>(end - read.ptr));
  if (read.ec != std::errc() || !(number >= 0) || number > 1e15) refuse_size(text);
  using In = run::SizeGoal::In;
  if (unit == "%") return run::SizeGoal{number, In::kPercent};
  const std::string_view word = unit.starts_with(' ') ? unit.substr(1) : unit;
  if (word == "tokens" || word == "token") return run::SizeGoal{number, In::kTokens};
  if (word == "lines" || word == "line") return run::SizeGoal{number, In::kLines};
  double factor = 1;
  if (!unit.empty() && is_one_of(unit[0], "kKmMgG")) {
    factor = is_one_of(unit[0], "kK") ? 1024 : is_one_of(unit[0], "mM") ? 1048576 : 1073741824;
    unit.remove_prefix(1);
  }
  if (!unit.empty() && is_one_of(unit[0], "bB")) unit.remove_prefix(1);
  if (!unit.empty()) refuse_size(text);
  return run::SizeGoal{number * factor, In::kBytes};
}

int emit_script(const ReduceOptions& options, const std::optional<Words>& after_dashes) {
  const Call call = call_of(options, after_dashes);
  ConditionOptions conditions = condition_options(options);
  if (may_take_crash(call.plain_command, conditions)) {
    Console console(options.quiet);
    StopSignals signals;
    conditions = crash_of_original(test_options(options, call, kept_folder({}, call.input)),
                                   console, StopToken(signals));
  } else if (!conditions.any() && !conditions.any_further()) {
    refuse_option(
        "--emit-script writes conditions as a script, but none are given\nhint: give some, such as "
        "--signal SEGV or --stderr 'Assertion .* failed'");
  }
  ScriptedTest test{.command = call.words(), .original = call.input};
  for (const fs::path& path : copied_paths(options, call)) test.copies.push_back(path.string());
  test.append_path = !options.no_argument || !call.shell_text.empty();
  const std::string script = condition_script(test, conditions);
  if (options.output.empty() || options.output == "-") {
    std::cout << script << std::flush;
    return 0;
  }
  write_atomically(options.output, script);
  if (can_be_replaced(options.output)) make_executable(options.output);
  return 0;
}

}  // namespace grabr
