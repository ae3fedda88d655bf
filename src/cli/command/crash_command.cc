// `grabr crash`: prints what --same-crash compares in a program's output, for scripts that have
// only that output. Tested by tests/cli/reduce_command_test.cc.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/options/parser_options.h"
#include "oracle/condition/conditions.h"
#include "oracle/condition/failure_signature.h"

namespace grabr {
namespace {

struct CrashOptions {
  std::string errors, output;
  int functions = kFramesToCompare;
  std::vector<std::string> parts;
};

int show_crash(const CrashOptions& options) {
  const ConditionOptions asked{.same_crash = {options.functions}, .crash_parts = options.parts};
  const Conditions checked(asked);  // throws for invalid conditions
  Execution run;
  run.errors = read_source(options.errors).bytes();
  if (!options.output.empty()) run.output = read_source(options.output).bytes();
  const CrashSignature crash = crash_signature(run, asked);
  std::cout << crash.kind << '\n';
  for (const std::string& frame : crash.frames) std::cout << frame << '\n';
  return 0;
}

}  // namespace

CommandAction declare_crash(CLI::App& app) {
  auto options = std::make_shared<CrashOptions>();
  app.add_option("ERRORS", options->errors, "The program's standard error; - is standard input")
      ->type_name("")
      ->required();
  app.add_option("OUTPUT", options->output,
                 "The program's standard output, used if ERRORS shows no failure")
      ->type_name("");
  app.add_option("--functions", options->functions,
                 "Number of innermost functions. Default: " + std::to_string(kFramesToCompare))
      ->type_name("N");
  app.add_option("--parts", options->parts, "Also compare: templates, files, lines")
      ->type_name("PART[,PART]")
      ->allow_extra_args(false)
      ->delimiter(',');
  return [options](const std::optional<Words>&) { return show_crash(*options); };
}

}  // namespace grabr
