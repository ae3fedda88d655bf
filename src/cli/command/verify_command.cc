// `grabr verify`: is a result still as small as its report says?
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command/meant_runs.h"
#include "cli/command/page_runs.h"
#include "cli/commands.h"
#include "cli/line/option_values.h"
#include "cli/options/saved_reduction.h"
#include "cli/show/console.h"
#include "cli/show/interruption.h"
#include "report/form/text_table.h"
#include "run/verification.h"
#include "text/escape.h"
#include "text/exit_status.h"
#include "text/file.h"

namespace grabr {
namespace {

std::string plural(std::uint64_t count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

TextRow table_row(std::string_view name, const Certificate::Row& in_report,
                  const Certificate::Row& found) {
  const auto number = [](std::uint64_t count) { return std::to_string(count); };
  return {std::string(name),        number(in_report.neighbours),      number(in_report.tested),
          number(found.neighbours), number(found.tested - found.fail), number(found.fail),
          number(found.unresolved)};
}

void show_table(const Certificate& claimed, const Certificate& found) {
  std::vector<TextRow> rows = {
      {"kind", "in report", "tested then", "tested now", "pass", "still fail", "unresolved"}};
  for (std::size_t kind = 0; kind < kNeighbourKinds; ++kind) {
    rows.push_back(table_row(neighbour_kind_name(static_cast<NeighbourKind>(kind)),
                             claimed.rows[kind], found.rows[kind]));
  }
  rows.push_back(table_row("all", claimed.total(), found.total()));
  std::cout << text_table(rows, "lrrrrrr") << std::flush;
}

/// Neighbours that the report counts as not tested do not make it wrong.
std::string claimed_words(const Certificate& claimed) {
  const Certificate::Row all = claimed.total();
  const std::uint64_t open = all.neighbours - std::min(all.neighbours, all.tested);
  if (claimed.minimal()) return "; the report says that none does";
  return "; the report counts " + plural(open, "neighbour") + " as not tested";
}

std::string confirmed_words(const std::string& path, const Certificate& claimed,
                            const run::Verified& verified) {
  const Certificate::Row all = verified.found.total();
  std::string words = "confirmed: " + shown_name(path) + " fails, and none of ";
  if (verified.sampled) {
    words += std::to_string(all.neighbours) + " among its " +
             plural(claimed.total().neighbours, "neighbour") + " does";
  } else {
    words += "its " + plural(all.neighbours, "neighbour") + " does";
  }
  if (all.unresolved == 0) return words;
  return words + "; " + std::to_string(all.unresolved) + " cannot be decided";
}

/// Returns the exit status.
int conclude(const VerifyOptions& options, const SavedReduction& saved,
             const run::Verified& verified) {
  const Certificate& claimed = saved.report().certificate;
  if (!options.quiet) show_table(claimed, verified.found);
  const Certificate::Row all = verified.found.total();
  if (all.fail > 0) {
    say_line("not minimal: " + plural(all.fail, "neighbour") + " of " +
             std::to_string(all.neighbours) + " still " + (all.fail == 1 ? "fails" : "fail") +
             claimed_words(claimed));
    return status_of(ExitStatus::kNotConfirmed);
  }
  if (!verified.as_claimed) {
    say_line("the report is wrong: the neighbours are not the " +
             std::to_string(claimed.total().neighbours) + " that it counts");
    return status_of(ExitStatus::kNotConfirmed);
  }
  if (!options.quiet) say_line(confirmed_words(saved.result_path(), claimed, verified));
  return 0;
}

int verify_one(const VerifyOptions& options, const SavedReduction& saved,
               const SavedReduction::Beside& beside) {
  run::Claim claim;
  claim.test = saved.make_test(beside);
  claim.result = saved.read_result();
  const std::optional<Parser> parser = saved.make_parser();
  claim.parser = parser ? &*parser : nullptr;
  claim.certificate = saved.report().certificate;
  if (saved.compares_with_original()) claim.original = saved.read_original();
  claim.sample = options.sample;
  claim.seed = options.seed;
  Console console(options.quiet);
  StopSignals signals;
  return conclude(options, saved, run::verify(claim, console, StopToken(signals)));
}

struct VerifyCall : VerifyOptions {
  std::string cache;
};

constexpr Instead kVerifyInstead = {
    "run the test on the result; grabr TEST RESULT says whether anything smaller fails",
    "reduce them again with --report REPORT, and name that"};

/// Changes to the folder of the reduction.
int verify_report(VerifyCall options) {
  take_report_meant(options, {options.report, options.cache, options.quiet}, kVerifyInstead);
  const SavedSet set(options);
  const bool several = set.reductions().size() > 1;
  int exit = 0;
  for (const SavedReduction& saved : set.reductions()) {
    if (several && !options.quiet)
      std::cout << shown_name(saved.result_path()) << ":\n" << std::flush;
    exit = std::max(exit, verify_one(options, saved, set.beside()));
  }
  return exit;
}

}  // namespace

CommandAction declare_verify(CLI::App& app) {
  auto options = std::make_shared<VerifyCall>();
  const auto add = [&](const char* names, auto& target, const char* type, const char* help) {
    return app.add_option(names, target, help)->type_name(type);
  };
  add("FILE", options->report, "",
      "The input, output or report of a reduction. Default: the newest of this folder");
  add("--result", options->result, "FILE", "The result, if it was moved");
  add("-g,--grammar", options->grammar, "NAME|FILE", "The grammar, if it was moved");
  add("--directory", options->directory, "DIR",
      "Folder for relative paths and the test. Default:\nthe folder of the reduction");
  add("-j,--jobs", options->jobs, "N", "Run N tests at once. Default: as many as the reduction did")
      ->check(checked<unsigned>("a whole number from 1 to 1024", 1024U, 1U));
  add("--timeout", options->timeout_s, "TIME",
      "Time limit of one test (0: none). Default: that of the reduction")
      ->transform(duration());
  add("--sample", options->sample, "N", "Check only N of the neighbours")->check(whole_number());
  add("--seed", options->seed, "S", "Random seed for --sample. Default: 0")->check(whole_number());
  declare_cache_option(app, options->cache);
  app.add_flag("--changed-test", options->changed_test,
               "Verify even if the test, or a file that it names, has changed");
  declare_trust_option(app, *options);
  app.add_flag("-q,--quiet", options->quiet, "Print only problems");
  return [options](const std::optional<Words>&) { return verify_report(*options); };
}

}  // namespace grabr
