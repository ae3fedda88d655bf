// `grabr verify`: is a result still as small as its report says?
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.h"
#include "cli/duration.h"
#include "cli/number_check.h"
#include "run/verification.h"

namespace grabr {

CommandAction declare_verify(CLI::App& app) {
  auto options = std::make_shared<VerifyOptions>();
  const auto add = [&](const char* names, auto& target, const char* type, const char* help) {
    return app.add_option(names, target, help)->type_name(type);
  };
  add("REPORT", options->report, "", "What --report of a reduction has written")->required();
  add("--result", options->result, "FILE", "The result, if it is no longer where it was written");
  add("-g,--grammar", options->grammar, "NAME|FILE",
      "The grammar, if it is no longer where it was");
  add("--directory", options->directory, "DIR",
      "Where relative paths and the test are looked for;\ndefault: the folder of the reduction");
  add("-j,--jobs", options->jobs, "N", "Run N tests at once; default: as the reduction did")
      ->check(checked<unsigned>("a whole number from 1 to 1024", 1024U, 1U));
  add("--timeout", options->timeout_s, "TIME",
      "Seconds for one test, 0: no limit; default: as then")
      ->transform(duration());
  add("--sample", options->sample, "N", "Check N of the neighbours only")->check(whole_number());
  add("--seed", options->seed, "S", "Which ones: the same for the same number (default 0)")
      ->check(whole_number());
  app.add_flag("--changed-test", options->changed_test,
               "Check although the test or files it names have changed");
  app.add_flag("-q,--quiet", options->quiet, "Say nothing but what is wrong");
  return [options](const std::optional<Words>&) { return verify_report(*options); };
}

}  // namespace grabr
