#include "cli/options/reduce_options.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/line/option_values.h"
#include "cli/options/parser_options.h"
#include "cli/options/test_options.h"
#include "oracle/condition/condition_kinds.h"
#include "text/setting.h"

namespace grabr {
namespace {

CLI::Validator count() { return checked<std::uint64_t>("a whole number from 0 up", 4294967295U); }
CLI::Validator exit_code() { return checked<std::uint64_t>("an exit status, 0 to 255", 255U); }

constexpr const char* kRunning = "Running";
constexpr const char* kConditions =
    "Failure conditions, without a script (all must hold; the exit status counts only for --exit)";
constexpr const char* kFurther = "Further conditions, also with a script (all must hold)";

/// Declares the options of one group.
class Group {
 public:
  Group(CLI::App& app, const char* name) : app_(app), name_(name) {}

  void flag(const char* names, bool& target, const char* help) {
    app_.add_flag(names, target, help)->group(name_);
  }

  /// `type` is the placeholder for the value in the help.
  template <typename T>
  CLI::Option* value(const char* names, T& target, const char* type, const char* help) {
    return app_.add_option(names, target, help)->type_name(type)->group(name_);
  }

  /// The option may be given several times, with one value each.
  template <typename T>
  CLI::Option* values(const char* names, std::vector<T>& target, const char* type,
                      const char* help) {
    return value(names, target, type, help)->allow_extra_args(false);
  }

 private:
  CLI::App& app_;
  const char* name_;
};

void declare_test(CLI::App& app, ReduceOptions& options, const char* positionals,
                  const char* help) {
  Group group(app, "The test");
  group.value(positionals, options.positionals, "", help);
  group.value("-t,--test", options.test, "TEST", "The same as TEST");
  group.value("-i,--input", options.input, "FILE", "The same as FILE; -: standard input");
  group.value("-c,--command", options.command, "TEXT",
              "Use a shell command as the test, run by /bin/sh; @@ or $1 is the candidate's path");
  group.flag(
      "--trust", options.trust,
      "Run the test of a .grabr.json that you did not write; needed once, until the file changes");
  group.values("--copy", options.copies, "PATH",
               "Put a copy of this file or folder beside each candidate. Repeatable");
  group.value("--input-via", options.input_via, "WAY",
              "How the test gets the candidate: arg (its path is the last argument), stdin, "
              "basename (only a file in the test's folder). Default: all three");
  group.flag("--no-arg", options.no_argument,
             "Do not add the path of the candidate to the arguments");
  group
      .values("--also-interesting", options.also_interesting, "CODE",
              "Keep candidates for which the test exits with CODE, in .grabr/also-interesting "
              "beside the output")
      ->delimiter(',')
      ->check(exit_code());
}

void declare_command(CLI::App& app, const ConditionKind& kind, Words& words) {
  const std::string option = spelled_condition(kind);
  const auto read = [option, &words](const std::string& command) {
    words = split_command(option, command);
  };
  app.add_option_function<std::string>(option, read, spelled(kind.help))
      ->type_name(kind.value_name)
      ->group(kConditions);
}

bool is_symbol(const std::string& text) {
  return text.size() > 2 && text.front() == '<' && text.back() == '>' &&
         text.find(' ') == std::string::npos;
}

/// "--not '<type>'" protects a symbol, as --except does.
void declare_commands(CLI::App& app, const ConditionKind& kind, std::vector<Words>& commands,
                      std::vector<std::string>& symbols) {
  const std::string option = spelled_condition(kind);
  const bool excludes = kind.name == "not";
  const auto read = [option, excludes, &commands, &symbols](const std::vector<std::string>& given) {
    for (const std::string& command : given) {
      if (excludes && is_symbol(command)) symbols.push_back(command);
      else commands.push_back(split_command(option, command));
    }
  };
  app.add_option_function<std::vector<std::string>>(option, read, spelled(kind.help))
      ->type_name(kind.value_name)
      ->group(kFurther)
      ->allow_extra_args(false);
}

void declare_condition(CLI::App& app, const ConditionKind& kind, ReduceOptions& given) {
  ConditionOptions& options = given.conditions;
  using Texts = Words ConditionOptions::*;
  Group group(app, kind.looks_at == LooksAt::kFurtherCommand ? kFurther : kConditions);
  const std::string name = spelled_condition(kind), help = spelled(kind.help);
  const auto values = [&](auto member) {
    return group.values(name.c_str(), options.*member, kind.value_name, help.c_str());
  };
  switch (kind.syntax) {
    case ConditionSyntax::kStatuses:
      values(std::get<std::vector<int> ConditionOptions::*>(kind.values))
          ->delimiter(',')
          ->check(exit_code());
      break;
    case ConditionSyntax::kNames: values(std::get<Texts>(kind.values))->delimiter(','); break;
    case ConditionSyntax::kExpressions: values(std::get<Texts>(kind.values)); break;
    case ConditionSyntax::kTime: {
      auto& seconds = options.*std::get<std::optional<double> ConditionOptions::*>(kind.values);
      group.value(name.c_str(), seconds, kind.value_name, help.c_str())->transform(duration());
      break;
    }
    case ConditionSyntax::kCommand:
      declare_command(app, kind, options.*std::get<Texts>(kind.values));
      break;
    case ConditionSyntax::kCommands:
      declare_commands(app, kind,
                       options.*std::get<std::vector<Words> ConditionOptions::*>(kind.values),
                       given.except);
      break;
    case ConditionSyntax::kFlag:
      group.flag(name.c_str(), options.*std::get<bool ConditionOptions::*>(kind.values),
                 help.c_str());
      break;
    case ConditionSyntax::kCount:
      // Only "=N" gives this flag a value: the next word may be TEST.
      app.add_flag(name + "{3}",
                   options.*std::get<std::vector<int> ConditionOptions::*>(kind.values), kind.help)
          ->check(whole_number())
          ->group(kConditions);
      break;
  }
}

void declare_conditions(CLI::App& app, ReduceOptions& options) {
  for (const ConditionKind& kind : condition_kinds()) {
    declare_condition(app, kind, options);
  }
}

void declare_script(CLI::App& app, ReduceOptions& options) {
  Group group(app, kConditions);
  group.flag("--emit-script", options.emit_script,
             "Print these conditions as a shell script and exit; with -o FILE, write an executable "
             "script");
}

void declare_ready_conditions(CLI::App& app, ReduceOptions& options) {
  Group group(app, kFurther);
  group.flag("--and-valid", options.and_valid,
             "Also require that a program of the language (compiler or parser, if installed) "
             "accepts the candidate");
  group.flag("--and-no-ub", options.and_no_ub,
             "C, C++: also require that it compiles without warnings about undefined behaviour and "
             "runs clean under sanitizers within 10 s");
}

void declare_running(CLI::App& app, ReduceOptions& options) {
  Group group(app, kRunning);
  group
      .value("-j,--jobs", options.jobs, "N",
             "Run N tests at once; the result does not depend on it. Default: the number of cores")
      ->check(count());
  group
      .value("--timeout", options.timeout_s, "TIME",
             "Time limit of one test, such as 90s or 2m; 0: none. Default: ten times what the "
             "original takes, at least 2 s; 300 s for the first run")
      ->transform(duration());
  group
      .value("--memory", options.memory_mb, "MB",
             "Memory limit (address space) of the processes of a test. Default: none")
      ->check(whole_number());
  group.value(
      "--file-encoding", options.encoding, "NAME",
      "Encoding of the input: bytes, UTF-16LE, UTF-16BE. Default: auto, which recognises UTF-16");
  group.flag("--no-aslr", options.no_aslr, "Switch off address randomisation in tests");
  group.value("--repeat", options.repeat, "N", "Run the test up to N times for each candidate")
      ->check(count());
  group
      .value("--min-hits", options.min_hits, "K",
             "With --repeat: accept a candidate if K of the runs fail. Default: 1")
      ->check(count());
  group.value("--launcher", options.launcher, "PREFIX",
              "Put this command before each test, to run it on another machine: 'srun -n1 -c1'. "
              "$TMPDIR must be shared");
  group.value("--cache", options.cache, "DIR",
              "Folder for test results, from which an interrupted run resumes. Default: .grabr "
              "beside the output");
  group.flag("--fresh", options.fresh, "Ignore earlier test results");
  group.flag("--no-preflight", options.no_preflight,
             "Skip the checks of the test before the search");
  group.value("--stop-at", options.stop_at, "SIZE",
              "Finish (exit status 0) when the result is this small: 500, 2k (bytes), 40tokens, "
              "9lines, 10% (of the input)");
  group
      .value("--max-tests", options.max_tests, "N",
             "Stop (exit status 6) after N tests, not counting checks before and after the search "
             "or speculative tests (-j). 0: no limit")
      ->check(whole_number());
  group
      .value("--max-time", options.max_time_s, "TIME",
             "Stop (exit status 6) after this time: 600 (seconds), 10m, 1h30m")
      ->transform(duration());
}

void declare_flaky(CLI::App& app, ReduceOptions& options) {
  Group group(app, kRunning);
  group.flag("--flaky", options.flaky,
             "For intermittent failures: measure their rate, rerun each candidate until the answer "
             "is statistically clear, and report the failure rate of the result");
  group.value("--flaky-error", options.flaky_error, "SHARE",
              "With --flaky: the share of failing candidates that may be missed. Default: 0.001");
}

void declare_search(CLI::App& app, ReduceOptions& options) {
  constexpr const char* kName = "The search";
  Group group(app, kName);
  group.value("-g,--grammar", options.grammar, "NAME|FILE",
              "Grammar, by name or file. Default: by the name and content of the input");
  group.value(
      "--strategy", options.strategy, "NAME",
      "Search strategy (grabr strategies); default: auto. Several in a row: \"hddr:probdd then "
      "hoist\"; passes over one tree, in rounds: \"sweep; unnest; replace >= 0.5; bytes\"");
  group.flag("--fast", options.fast, "auto: stop early when little is left to gain");
  group.flag("--thorough", options.thorough, "auto: also try passes that rarely help");
  group.value("--schedule", options.schedule, "FILE",
              "auto: run the passes listed in FILE, one per line (grabr strategies auto shows the "
              "default)");
  group
      .values("--without", options.without, "PASS[,PASS]",
              "Skip these passes: --without inline-names")
      ->delimiter(',');
  group
      .value("--from-step", options.from_step, "STEP",
             "Start from this step of the previous run (grabr show --steps lists them)")
      ->check(whole_number());
  group.values("--reduce-with", options.reduce_with, "COMMAND",
               "Also test the candidates of this program (Shrink Ray's protocol). Repeatable");
  group.value("--preprocess", options.preprocess, "COMMAND",
              "Start from the output of COMMAND if it still fails: 'gcc -E -P @@'; otherwise "
              "inline as many #include \"...\" files as possible");
  group.value(
      "--decode", options.decode, "COMMAND",
      "Convert the input to text by COMMAND and reduce that: 'wasm2wat @@' (with --encode)");
  group.value("--encode", options.encode, "COMMAND",
              "Convert text back into the test's input: 'wat2wasm @@'. COMMAND may write {out} "
              "instead of its standard output");
  group.value(
      "--minimize", options.minimize, "COMMAND",
      "Reject candidates for which COMMAND prints a larger number (steps, seconds): 'steps @@'");
  group.value(
      "--minimizer", options.minimizer, "NAME",
      "List minimiser that tree strategies use. Default: the one in the strategy's publication");
  group.value("--direction", options.direction, "END",
              "Direction of list minimisers: forward, backward. Default: as published");
  group.flag("--python-set-order", options.python_set_order,
             "dd-*: order parts as CPython's sets do, for the same results as in the Fuzzing Book");
  group.value(
      "--unit", options.unit, "UNIT",
      "Units that text strategies remove: chars (default), bytes, tokens, lines, args (of a "
      "command line), list (elements of a list of values). With auto and no tree: use only "
      "this unit instead of lines, tokens and chars in turn");
  group.flag("--strict", options.strict, "Refuse an input that does not parse (exit status 4)");
  group.flag("--no-partial", options.no_partial,
             "If the input does not parse, reduce it only as text, not by parsable parts");
  declare_parser_options(app, options.parse);
  for (const char* name : {"--parser", "--max-parse-memory"}) app.get_option(name)->group(kName);
}

void declare_protection(CLI::App& app, ReduceOptions& options) {
  Group group(app, "What must not change");
  group.values("--keep", options.keep, "REGEX",
               "Keep matching text, and the words it is part of. Repeatable");
  group.values("--keep-lines", options.keep_lines, "LINES", "Keep these lines: 3-9,14")
      ->delimiter(',');
  group.values("--only", options.only, "SYMBOL",
               "Change only this symbol of the grammar: --only '<statement>'");
  group.values("--except", options.except, "SYMBOL", "Keep this grammar symbol: --except '<type>'");
  group.flag("--keep-names", options.keep_names, "Do not rename names; they can be deleted");
  group.flag("--keep-values", options.keep_values,
             "Do not change numbers and strings; they can be deleted");
  group.flag(
      "--no-markers", options.no_markers,
      "Ignore markers in the input: DDBEGIN … DDEND (only the text between them may change), "
      "grabr:keep … grabr:end, DustMiteNoRemoveStart … DustMiteNoRemoveStop (must stay)");
}

void declare_folder(CLI::App& app, ReduceOptions& options) {
  Group group(app, "If FILE is a folder: the files to reduce");
  group.values("--include", options.include, "GLOB",
               "Reduce only these: '*.c' (anywhere), 'src/*', src");
  group.values("--exclude", options.exclude, "GLOB", "Skip these");
  group.flag("--unpack", options.unpack,
             "Unpack the input, an archive (.tar.gz, .zip, …), reduce it as a folder, and pack the "
             "result");
}

void declare_looking(CLI::App& app, ReduceOptions& options) {
  Group group(app, kLookingGroup);
  group.flag("-q,--quiet", options.quiet, "Print errors only");
  group.flag("-v,--verbose", options.verbose, "Print what each phase did: sizes, tests, time");
  group.value("--trace", options.trace, "FILE",
              "Write every test to FILE as JSON Lines; -: to standard output");
  group.flag("--trace-cached", options.trace_cached,
             "In --trace, also list answers that were known without a test");
  group.flag("--trace-diffs", options.trace_diffs,
             "In --trace, add times, and store texts as diffs, which makes the file about ten "
             "times smaller (grabr report --schema trace)");
  group.value("--report", options.report, "FILE",
              "Write sizes, counts, phases and times to FILE as JSON; -: to standard output");
  group.value("--log-tests", options.log_tests, "DIR",
              "Keep the output of each test as a file in DIR");
}

void declare_output(CLI::App& app, ReduceOptions& options) {
  Group group(app, "Output");
  group.value("-o,--output", options.output, "OUT",
              "Output file, or a folder for a file of the same name; -: standard output. Default: "
              "input.reduced.c for input.c");
  group.flag("-I,--in-place", options.in_place,
             "Replace the input; the original is kept as FILE.orig");
  group.flag("--tidy", options.tidy, "With -I: do not keep FILE.orig");
  group.value(
      "--style", options.style, "STYLE",
      "Layout of the result, if it still fails: keep (default), compact (no unneeded white space), "
      "pretty (one statement per line, indented; not for languages such as Python)");
  group.value("--formatter", options.formatter, "COMMAND",
              "Format the result at the end, if it still fails. COMMAND reads standard input, or "
              "edits {file}: 'clang-format -i {file}'");
}

}  // namespace

void declare_reduce_options(CLI::App& app, ReduceOptions& options) {
  declare_test(
      app, options, "TEST FILE",
      "The test (a program, or a quoted command), and the failing input (a file or a folder)");
  declare_conditions(app, options);
  declare_script(app, options);
  declare_ready_conditions(app, options);
  declare_running(app, options);
  declare_flaky(app, options);
  declare_search(app, options);
  declare_protection(app, options);
  declare_folder(app, options);
  declare_looking(app, options);
  Group(app, kLookingGroup)
      .value("--ui", options.ui, "HOW",
             "live (full screen; ? shows the keys), plain (lines), off (only the end). Default: "
             "live on a terminal. $GRABR_UI sets it, too");
  declare_output(app, options);
}

void remove_options(CLI::App& app, std::initializer_list<const char*> names) {
  for (const char* name : names) app.remove_option(app.get_option(name));
}

void declare_problem_options(CLI::App& app, ReduceOptions& options) {
  declare_reduce_options(app, options);
  remove_options(
      app, {"--strategy", "--minimizer",   "--direction",   "--schedule",     "--without",
            "--fast",     "--thorough",    "--reduce-with", "--from-step",    "--preprocess",
            "--decode",   "--encode",      "--minimize",    "--include",      "--exclude",
            "--unpack",   "--emit-script", "--trace",       "--trace-cached", "--trace-diffs",
            "--report",   "--ui",          "--output",      "--in-place",     "--also-interesting",
            "--tidy",     "--style",       "--formatter"});
}

void declare_testing_options(CLI::App& app, ReduceOptions& options, const char* positionals,
                             const char* help) {
  declare_test(app, options, positionals, help);
  declare_conditions(app, options);
  declare_running(app, options);
  remove_options(app, {"--stop-at", "--trust"});
  declare_looking(app, options);
}

void declare_run_options(CLI::App& app, ReduceOptions& options) {
  declare_test(app, options, "TEST FILE", "");
  declare_conditions(app, options);
  declare_running(app, options);
  remove_options(
      app, {"TEST FILE", "--test", "--input", "--trust", "--also-interesting", "--same-as-original",
            "--same-crash", "--repeat", "--min-hits", "--cache", "--fresh", "--no-preflight",
            "--stop-at", "--max-tests", "--timeout", "--max-time", "--file-encoding"});
}

void declare_every_bug(CLI::App& app, ReduceOptions& options, const char* help) {
  Group(app, kLookingGroup).flag("--every-bug", options.every_bug, help);
}

}  // namespace grabr
