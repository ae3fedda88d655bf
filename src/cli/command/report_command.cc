// `grabr report`: a page about one reduction, or about several side by side.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/show/console.h"
#include "report/page.h"
#include "text/error.h"
#include "text/exit_status.h"
#include "text/file.h"
#include "text/hash.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using ReportJson = nlohmann::json;

struct PageOptions {
  std::vector<std::string> reports, traces;
  std::string html, svg;
};

/// The steps, if those that are kept led to this result.
std::vector<HistoryStep> history_of(const ReportJson& report, const std::string& sha256) {
  const ReportJson journal = report.at("oracle").value("journal", ReportJson());
  if (!journal.is_string()) return {};
  const auto output = report.at("output").at("path").get<std::string>();
  const fs::path path =
      history_path(fs::path(journal.get<std::string>()).parent_path(),
                   output == "-" ? report.at("input").at("path").get<std::string>() : output);
  if (!fs::exists(path)) return {};
  std::vector<HistoryStep> steps = read_history(path);
  const bool fits = !steps.empty() && sha256_hex(steps.back().text) == sha256;
  return fits ? steps : std::vector<HistoryStep>();
}

PageRun read_run(const std::string& path) {
  PageRun run;
  run.report = read_file(path);
  const auto report = ReportJson::parse(run.report, nullptr, false);
  try {
    const ReportJson& output = report.at("output");
    const auto sha256 = output.at("sha256").get<std::string>();
    run.steps = history_of(report, sha256);
    if (!run.steps.empty()) {
      run.result = run.steps.back().text;
      return run;
    }
    const fs::path result = fs::path(report.at("oracle").at("directory").get<std::string>()) /
                            output.at("path").get<std::string>();
    run.result = read_file(result);
    if (sha256_hex(run.result) != sha256) {
      throw Error(ErrorKind::kInvalid, result.string() + " is not the result of " + path +
                                           " any more\nhint: reduce again with --report");
    }
  } catch (const ReportJson::exception&) {
    throw Error(ErrorKind::kInvalid, path +
                                         " is no report of the reduction of one input\n"
                                         "hint: grabr --report FILE writes one");
  }
  return run;
}

void write_page(const std::string& path, const std::string& page) {
  if (path == "-") {
    std::cout << page << std::flush;
  } else if (!path.empty()) {
    write_atomically(path, page);
    say_line(path + ": " + std::to_string(page.size()) + " bytes");
  }
}

}  // namespace

CommandAction declare_report(CLI::App& app) {
  auto options = std::make_shared<PageOptions>();
  app.add_option("REPORT", options->reports,
                 "Written by grabr --report; of several a page compares them")
      ->type_name("")
      ->required();
  app.add_option("--html", options->html, "Write the page to OUT; -: to standard output")
      ->type_name("OUT");
  app.add_option("--svg", options->svg, "Write only the curve of sizes, as a picture")
      ->type_name("OUT");
  app.add_option("--trace", options->traces,
                 "The trace of a run (grabr --trace), for what the test said to\n"
                 "each smaller text; of several reports in their order")
      ->type_name("FILE");
  return [options](const std::optional<Words>&) {
    if (options->html.empty() && options->svg.empty()) {
      throw Error(ErrorKind::kInvalid, "where is the page to go?\nhint: --html OUT, or --svg OUT");
    }
    if (options->traces.size() > options->reports.size()) {
      throw Error(ErrorKind::kInvalid, "there are more traces than reports");
    }
    std::vector<PageRun> runs;
    for (const std::string& path : options->reports) runs.push_back(read_run(path));
    for (std::size_t i = 0; i < options->traces.size(); ++i) {
      runs[i].tests = read_trace(options->traces[i], read_file(options->traces[i]));
    }
    if (!options->html.empty()) write_page(options->html, html_page(runs));
    if (!options->svg.empty()) write_page(options->svg, size_curve_svg(runs));
    return status_of(ExitStatus::kFinished);
  };
}

}  // namespace grabr
