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
    "Without a script (all that are given must hold; the exit status counts for --exit only)";
constexpr const char* kFurther = "Beside a script or these conditions (all must hold, too)";

/// Declares the options of one group.
class Group {
 public:
  Group(CLI::App& app, const char* name) : app_(app), name_(name) {}

  void flag(const char* names, bool& target, const char* help) {
    app_.add_flag(names, target, help)->group(name_);
  }

  /// `type` stands for the value in the help.
  template <typename T>
  CLI::Option* value(const char* names, T& target, const char* type, const char* help) {
    return app_.add_option(names, target, help)->type_name(type)->group(name_);
  }

  /// May be given several times, one value each.
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
  group.value("-t,--test", options.test, "TEST", "The test, instead of TEST");
  group.value("-i,--input", options.input, "FILE",
              "The failing input, instead of FILE; -: standard input");
  group.value("-c,--command", options.command, "TEXT",
              "A shell text instead of TEST, run by /bin/sh: @@ and\n"
              "$1 are the candidate's path");
  group.flag("--trust", options.trust,
             "Run the test of .grabr.json, which came with the folder\n"
             "and is not yours: asked for once, until it changes");
  group.values("--copy", options.copies, "PATH",
               "Put a copy of this file or folder beside each\n"
               "candidate; may be given several times");
  group.value("--input-via", options.input_via, "WAY",
              "How the test gets the candidate: arg (its path is the\n"
              "last argument), stdin, basename (only the file in the\n"
              "test's folder), or all of them, the default");
  group.flag("--no-arg", options.no_argument, "Do not add the candidate's path to the arguments");
  group
      .values("--also-interesting", options.also_interesting, "CODE",
              "Keep candidates for which the test exits with CODE, in\n"
              ".grabr/also-interesting beside the output")
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
      // Of a flag nothing but "=N" is taken for the value: TEST may follow.
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
             "Print these conditions as a shell script (-o FILE: make\nit a program), and end");
}

void declare_ready_conditions(CLI::App& app, ReduceOptions& options) {
  Group group(app, kFurther);
  group.flag(
      "--and-valid", options.and_valid,
      "The input's own language accepts it, by its parser or\ncompiler if that is installed");
  group.flag("--and-no-ub", options.and_no_ub,
             "C, C++: compiled without a warning of undefined\nbehaviour, and run clean under "
             "sanitizers, in time");
}

void declare_running(CLI::App& app, ReduceOptions& options) {
  Group group(app, kRunning);
  group
      .value("-j,--jobs", options.jobs, "N",
             "Run N tests at once; the result does not depend on it.\n"
             "Default: as many as there are cores to use")
      ->check(count());
  group
      .value("--timeout", options.timeout_s, "TIME",
             "For one test: seconds, or such as 90s, 2m; 0: no limit.\n"
             "Default: ten times the original's, at least 2; for the\nfirst run, 300")
      ->transform(duration());
  group
      .value("--memory", options.memory_mb, "MB",
             "Address space of a test's processes; default: no limit")
      ->check(whole_number());
  group.value("--file-encoding", options.encoding, "NAME",
              "Of the input: bytes, UTF-16LE, UTF-16BE;\ndefault: auto, which recognises UTF-16");
  group.flag("--no-aslr", options.no_aslr, "Give every process of a test the same addresses");
  group.value("--repeat", options.repeat, "N", "Run the test up to N times for each candidate")
      ->check(count());
  group
      .value("--min-hits", options.min_hits, "K",
             "... and demand that K of them fail. Default: 1, for\nfailures that show now and then")
      ->check(count());
  group.value("--launcher", options.launcher, "PREFIX",
              "Put a command before the test that runs it elsewhere:\n'srun -n1 -c1'. $TMPDIR must "
              "be shared");
  group.value("--cache", options.cache, "DIR",
              "Where answers are kept, so that the same call goes on\n"
              "where it ended; default: .grabr beside the output");
  group.flag("--fresh", options.fresh, "Forget the answers kept there");
  group.flag("--no-preflight", options.no_preflight,
             "Begin without checking the test on FILE and others");
  group.value(
      "--stop-at", options.stop_at, "SIZE",
      "End when small enough (exit status 0): 500, 2k\n(bytes), 40tokens, 9lines, 10% (of FILE)");
  group
      .value(
          "--max-tests", options.max_tests, "N",
          "End after N tests (exit status 6); the checks before\nthe search and the last look at "
          "the result are not among\nthem. 0: no limit")
      ->check(whole_number());
  group
      .value("--max-time", options.max_time_s, "TIME",
             "End after so long: 600 (seconds), 10m, 1h30m (exit\nstatus 6)")
      ->transform(duration());
}

void declare_flaky(CLI::App& app, ReduceOptions& options) {
  Group group(app, kRunning);
  group.flag("--flaky", options.flaky,
             "For a failure that shows now and then: find out how\noften, run each candidate until "
             "that is clear of it, and\nsay how often the result fails");
  group.value(
      "--flaky-error", options.flaky_error, "SHARE",
      "With --flaky: how many of the candidates said not to\nfail may do so all the same. Default: "
      "0.001");
}

void declare_search(CLI::App& app, ReduceOptions& options) {
  constexpr const char* kName = "The search";
  Group group(app, kName);
  group.value("-g,--grammar", options.grammar, "NAME|FILE",
              "Grammar, by name or file; default: by extension");
  group.value("--strategy", options.strategy, "NAME",
              "How to search (--list-strategies), default: auto;\n"
              "several: \"hddr:probdd then hoist\"; in rounds over\n"
              "one tree: \"sweep; unnest; replace >= 0.5; bytes\"");
  group.flag("--fast", options.fast, "auto: end where little more is to be expected");
  group.flag("--thorough", options.thorough, "auto: also try what seldom helps");
  group.value("--schedule", options.schedule, "FILE",
              "auto: the passes of FILE, one a line\n(\"grabr --explain auto\" shows its own)");
  group
      .values("--without", options.without, "PASS[,PASS]",
              "Leave out these passes: --without inline-names")
      ->delimiter(',');
  group
      .value("--from-step", options.from_step, "STEP",
             "Begin at this step of the run before on FILE, as\ngrabr history shows them")
      ->check(whole_number());
  group.values("--reduce-with", options.reduce_with, "COMMAND",
               "Also try what this program proposes, by Shrink Ray's\n"
               "protocol, between the passes; may be given several times");
  group.value("--preprocess", options.preprocess, "COMMAND",
              "Begin with what it prints for FILE, if that still fails:\n"
              "'gcc -E -P @@'; if not, with the files in place of\n"
              "#include \"...\" lines, as far as it fails");
  group.value("--decode", options.decode, "COMMAND",
              "Search on the text that it makes of FILE:\n'wasm2wat @@', with --encode");
  group.value("--encode", options.encode, "COMMAND",
              "Makes of that text the file that the test sees:\n"
              "'wat2wasm @@'; where it names {out}, it writes there");
  group.value("--minimize", options.minimize, "COMMAND",
              "Never let the number grow that it prints for a\n"
              "candidate, such as steps or seconds: 'steps @@'");
  group.value("--minimizer", options.minimizer, "NAME",
              "How strategies on trees shorten lists;\ndefault: as their authors do");
  group.value("--direction", options.direction, "END",
              "Where lists are begun: forward or backward;\n"
              "default: as the minimiser's author does");
  group.flag("--python-set-order", options.python_set_order,
             "With dd-*: parts in the order of CPython's sets,\nas the book prints them");
  group.value("--unit", options.unit, "UNIT",
              "What strategies on text remove: chars (default),\n"
              "bytes, tokens, lines, args (of a command line)\n"
              "or list (elements of a list of values). Where auto\n"
              "works on text: lines, then tokens, then chars, or\n"
              "this unit alone");
  group.flag("--strict", options.strict, "Refuse an input that does not parse (exit status 4)");
  group.flag("--no-partial", options.no_partial,
             "Reduce an input that does not parse as text only,\neven where most of it does parse");
  declare_parser_options(app, options.parse);
  for (const char* name : {"--parser", "--max-parse-memory"}) app.get_option(name)->group(kName);
}

void declare_protection(CLI::App& app, ReduceOptions& options) {
  Group group(app, "What must stay as it is (and in its order)");
  group.values("--keep", options.keep, "REGEX",
               "All that matches, with the words it is part of; may be\ngiven several times");
  group.values("--keep-lines", options.keep_lines, "LINES", "Lines of FILE: 3-9,14")
      ->delimiter(',');
  group.values("--only", options.only, "SYMBOL",
               "All but the parts of this symbol of the grammar:\n--only '<statement>'");
  group.values("--except", options.except, "SYMBOL",
               "The parts of this symbol; --not '<SYMBOL>' is the same");
  group.flag("--keep-names", options.keep_names, "Names: they may go, but not become others");
  group.flag("--keep-values", options.keep_values,
             "Numbers and strings: they may go, but not become others");
  group.flag("--no-markers", options.no_markers,
             "Do not heed marks in FILE: DDBEGIN … DDEND (only what is\n"
             "between may change), grabr:keep … grabr:end,\n"
             "DustMiteNoRemoveStart … DustMiteNoRemoveStop (stay)");
}

void declare_folder(CLI::App& app, ReduceOptions& options) {
  Group group(app, "A folder as FILE: which of its files may go or change");
  group.values("--include", options.include, "GLOB",
               "These alone: '*.c' (in any folder of it), 'src/*', src");
  group.values("--exclude", options.exclude, "GLOB", "All but these");
  group.flag("--unpack", options.unpack,
             "FILE is an archive (.tar.gz, .zip, …) of such a folder:\n"
             "the test sees the folder, the result is packed again");
}

void declare_looking(CLI::App& app, ReduceOptions& options) {
  Group group(app, kLookingGroup);
  group.flag("-q,--quiet", options.quiet, "Print errors only");
  group.flag("-v,--verbose", options.verbose, "Say what each phase did: sizes, tests, time");
  group.value("--trace", options.trace, "FILE",
              "Write every test to FILE, one line of JSON each;\n-: to standard output");
  group.flag("--trace-cached", options.trace_cached,
             "Have --trace show the answers that were known, too");
  group.flag("--trace-diffs", options.trace_diffs,
             "Have --trace show times, and texts as differences: a\n"
             "tenth of the size, or less (grabr report --schema trace)");
  group.value("--report", options.report, "FILE",
              "Write sizes, counts, phases and times to FILE as JSON;\n-: to standard output");
  group.value("--log-tests", options.log_tests, "DIR",
              "Keep what each test prints, a file each in DIR");
}

void declare_output(CLI::App& app, ReduceOptions& options) {
  Group group(app, "Output");
  group.value("-o,--output", options.output, "OUT",
              "Where the result goes: a file, a folder for one of\n"
              "FILE's name, or - for standard output.\n"
              "Default: input.c gives input.reduced.c");
  group.flag("-I,--in-place", options.in_place,
             "Replace the input itself; FILE.orig keeps it as it was");
  group.flag("--tidy", options.tidy, "With -I: keep no FILE.orig");
  group.value("--style", options.style, "STYLE",
              "Spacing of the result, where it still fails so:\n"
              "keep (default: as the search leaves it, which is short\n"
              "with auto), compact (no byte that the lexer can do\n"
              "without), pretty (a statement a line, indented; not\n"
              "where white space means something, as in Python)");
  group.value("--formatter", options.formatter, "COMMAND",
              "Last of all, a formatter's version of the result, if it\n"
              "still fails. COMMAND reads standard input and prints,\n"
              "or edits {file}: 'clang-format -i {file}'");
}

}  // namespace

void declare_reduce_options(CLI::App& app, ReduceOptions& options) {
  declare_test(
      app, options, "TEST FILE",
      "The test (a program, or a quoted command with\narguments), and the failing input: a file or "
      "a folder");
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
             "live: what happens, on the whole terminal, with keys (?\nshows them); plain: lines; "
             "off: "
             "only the end. Default:\nlive, where the terminal can; GRABR_UI=HOW is the same");
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

}  // namespace grabr
