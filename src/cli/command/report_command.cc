// `grabr report`: a page about one reduction, or about several side by side.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/command/meant_runs.h"
#include "cli/command/page_runs.h"
#include "cli/commands.h"
#include "cli/show/console.h"
#include "oracle/process/spawn.h"
#include "report/page/page.h"
#include "report/tables/explanation_text.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/exit_status.h"
#include "text/file.h"
#include "text/setting.h"

namespace grabr {
namespace {

struct PageOptions {
  std::vector<std::string> reports, traces, explanations;
  std::string cache, html, svg, schema;
};

int show_schema(const std::string& name) {
  const auto schema = schema_named(name);
  if (!schema) {
    throw Error(ErrorKind::kInvalid, "there is no schema called " + name +
                                         "\nhint: page, triage, events, trace or explanation");
  }
  std::cout << *schema << std::flush;
  return status_of(ExitStatus::kFinished);
}

int make_pages(const PageOptions& options) {
  if (!options.schema.empty()) return show_schema(options.schema);
  if (options.html.empty() && options.svg.empty()) {
    throw Error(ErrorKind::kInvalid,
                "no output is named for the page\nhint: --html OUT, or --svg OUT");
  }
  for (const auto* given : {&options.reports, &options.traces, &options.explanations}) {
    for (const std::string& path : *given) {
      hide_like(path);
      note_read(path);
    }
  }
  const std::vector<PageSource> sources = page_sources(options.reports, options.cache);
  if (const auto turns = page_turns(sources)) {
    if (!options.traces.empty() || !options.explanations.empty()) {
      throw Error(ErrorKind::kInvalid,
                  spelled("{trace} and {explanation} are for reductions of one input"));
    }
    if (!options.html.empty()) write_page(options.html, html_page(*turns));
    if (!options.svg.empty()) write_page(options.svg, size_curves_svg(*turns));
    return status_of(ExitStatus::kFinished);
  }
  std::vector<PageRun> runs = page_runs(sources);
  if (options.traces.size() > runs.size()) {
    throw Error(ErrorKind::kInvalid, "there are more traces than reports");
  }
  for (std::size_t i = 0; i < options.traces.size(); ++i) {
    runs[i].tests = read_trace(options.traces[i], read_file(options.traces[i]));
  }
  if (options.explanations.size() > runs.size()) {
    throw Error(ErrorKind::kInvalid, "there are more explanations than reports");
  }
  for (std::size_t i = 0; i < options.explanations.size(); ++i) {
    const std::string& path = options.explanations[i];
    runs[i].explanation = read_file(path);
    if (!runs[i].result || !explains(path, runs[i].explanation, *runs[i].result)) {
      throw Error(ErrorKind::kInvalid, shown_name(path) + " explains another text than the result");
    }
  }
  if (!options.html.empty()) write_page(options.html, html_page(runs));
  if (!options.svg.empty()) write_page(options.svg, size_curves_svg(runs));
  return status_of(ExitStatus::kFinished);
}

}  // namespace

CommandAction declare_report(CLI::App& app) {
  auto options = std::make_shared<PageOptions>();
  app.add_option("RUN", options->reports,
                 "The input, output or report of a reduction, or a folder; a page of several "
                 "compares them. Default: the newest of this folder")
      ->type_name("");
  app.add_option("--html", options->html, "Write the page to OUT; -: to standard output")
      ->type_name("OUT");
  app.add_option("--svg", options->svg,
                 "Write a picture to share: the failure, the result, the size curve. With several "
                 "reductions: only the curves")
      ->type_name("OUT");
  app.add_option("--trace", options->traces,
                 "Trace of the run (grabr --trace); adds more tested neighbours to the page. "
                 "Several reports take one trace each, in their order")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option(
         "--explanation", options->explanations,
         "Explanation of the result (grabr explain --json). Default: the last one of grabr explain")
      ->type_name("FILE")
      ->allow_extra_args(false);
  declare_cache_option(app, options->cache);
  app.add_option("--schema", options->schema,
                 "Print the JSON schema of page, triage, events, trace or explanation")
      ->type_name("NAME");
  return [options](const std::optional<Words>&) { return make_pages(*options); };
}

}  // namespace grabr
