// `grabr report`: a page about one reduction, or about several side by side.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "catalogue/read_grammar.h"
#include "cli/commands.h"
#include "cli/show/page_output.h"
#include "parse/parser.h"
#include "parse/repair/partial.h"
#include "report/page.h"
#include "text/error.h"
#include "text/exit_status.h"
#include "text/file.h"
#include "text/hash.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using ReportJson = nlohmann::ordered_json;

/// A result up to this size is parsed, for its tree.
constexpr std::size_t kMostParsed = 100'000;  // bytes

struct PageOptions {
  std::vector<std::string> reports, traces;
  std::string html, svg, schema;
};

/// The folder that paths of the report begin in.
fs::path directory_of(const ReportJson& report) {
  return report.at("oracle").at("directory").get<std::string>();
}

/// The steps, if those that are kept led to this result.
std::vector<HistoryStep> history_of(const ReportJson& report, const std::string& sha256) {
  const ReportJson journal = report.at("oracle").value("journal", ReportJson());
  if (!journal.is_string()) return {};
  const auto output = report.at("output").at("path").get<std::string>();
  const fs::path folder = (directory_of(report) / journal.get<std::string>()).parent_path();
  const fs::path path = history_path(
      folder, output == "-" ? report.at("input").at("path").get<std::string>() : output);
  if (!fs::exists(path)) return {};
  std::vector<HistoryStep> steps = read_history(path);
  const bool fits = !steps.empty() && sha256_hex(steps.back().text) == sha256;
  return fits ? steps : std::vector<HistoryStep>();
}

/// Nothing where its grammar is not the same any more, or cannot be read.
std::optional<Tree> tree_of(const ReportJson& report, const std::string& text) {
  const ReportJson& grammar = report.at("grammar");
  if (!grammar.is_object() || text.size() > kMostParsed) return std::nullopt;
  try {
    const fs::path file = directory_of(report) / grammar.at("file").get<std::string>();
    const auto read = read_grammar(file);
    if (read->file_sha256 != grammar.at("sha256").get<std::string>()) return std::nullopt;
    const Parser parser(read);
    ParseResult result = parser.parse(text);
    if (auto* tree = std::get_if<Tree>(&result)) return std::move(*tree);
    if (report.at("parsed") != "partial") return std::nullopt;
    return parse_partially(parser, text).tree;
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// The result's text; nothing where the reduction has ended without one.
std::optional<std::string> result_of(const ReportJson& report, const std::string& path) {
  const ReportJson& output = report.at("output");
  if (output.is_null()) return std::nullopt;
  const fs::path result = directory_of(report) / output.at("path").get<std::string>();
  const std::string hint = "\nhint: reduce again with --report";
  if (output.at("path") == "-") {
    throw Error(ErrorKind::kInvalid,
                path + ": the result went to standard output, and its steps are not kept" + hint);
  }
  std::string text = read_file(result);
  if (sha256_hex(text) != output.at("sha256").get<std::string>()) {
    throw Error(ErrorKind::kInvalid,
                result.string() + " is not the result of " + path + " any more" + hint);
  }
  return text;
}

PageRun run_of(const ReportJson& report, const std::string& path) {
  PageRun run;
  run.report = report.dump();
  const ReportJson& output = report.at("output");
  if (!output.is_null()) run.steps = history_of(report, output.at("sha256").get<std::string>());
  run.result = run.steps.empty() ? result_of(report, path) : run.steps.back().text;
  if (run.result) run.tree = tree_of(report, *run.result);
  return run;
}

/// That of the file; of several inputs, which have one for each turn, the last of each.
std::vector<ReportJson> reports_in(const std::string& path) {
  const auto parsed = ReportJson::parse(read_file(path), nullptr, false);
  if (!parsed.is_array()) return {parsed};
  std::vector<ReportJson> last;
  for (const ReportJson& turn : parsed) {
    const auto same = std::find_if(last.begin(), last.end(), [&](const ReportJson& other) {
      return other.at("input").at("path") == turn.at("input").at("path");
    });
    if (same == last.end()) last.push_back(turn);
    else *same = turn;
  }
  return last;
}

std::vector<PageRun> read_runs(const std::vector<std::string>& paths) {
  std::vector<PageRun> runs;
  for (const std::string& path : paths) {
    try {
      for (const ReportJson& report : reports_in(path)) runs.push_back(run_of(report, path));
    } catch (const ReportJson::exception&) {
      throw Error(ErrorKind::kInvalid,
                  path + " is no report of a reduction\nhint: grabr --report FILE writes one");
    }
  }
  if (runs.empty()) throw Error(ErrorKind::kInvalid, "there is no reduction in the report");
  return runs;
}

int show_schema(const std::string& name) {
  const auto schema = schema_named(name);
  if (!schema) {
    throw Error(ErrorKind::kInvalid,
                "there is no schema called " + name + "\nhint: page, events or trace");
  }
  std::cout << *schema << std::flush;
  return status_of(ExitStatus::kFinished);
}

int make_pages(const PageOptions& options) {
  if (!options.schema.empty()) return show_schema(options.schema);
  if (options.reports.empty()) {
    throw Error(ErrorKind::kInvalid, "no report is given\nhint: grabr --report FILE writes one");
  }
  if (options.html.empty() && options.svg.empty()) {
    throw Error(ErrorKind::kInvalid, "where is the page to go?\nhint: --html OUT, or --svg OUT");
  }
  std::vector<PageRun> runs = read_runs(options.reports);
  if (options.traces.size() > runs.size()) {
    throw Error(ErrorKind::kInvalid, "there are more traces than reports");
  }
  for (std::size_t i = 0; i < options.traces.size(); ++i) {
    runs[i].tests = read_trace(options.traces[i], read_file(options.traces[i]));
  }
  if (!options.html.empty()) write_page(options.html, html_page(runs));
  if (!options.svg.empty()) write_page(options.svg, size_curves_svg(runs));
  return status_of(ExitStatus::kFinished);
}

}  // namespace

CommandAction declare_report(CLI::App& app) {
  auto options = std::make_shared<PageOptions>();
  app.add_option("REPORT", options->reports,
                 "Written by grabr --report; of several a page compares them")
      ->type_name("");
  app.add_option("--html", options->html, "Write the page to OUT; -: to standard output")
      ->type_name("OUT");
  app.add_option("--svg", options->svg, "Write only the curve of sizes, as a picture")
      ->type_name("OUT");
  app.add_option("--trace", options->traces,
                 "The trace of a run (grabr --trace), for what the test said to\n"
                 "more texts near the result; of several reports in their order")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--schema", options->schema,
                 "Print the JSON schema of a page's data, of events or of a\n"
                 "trace: page, events, trace")
      ->type_name("NAME");
  return [options](const std::optional<Words>&) { return make_pages(*options); };
}

}  // namespace grabr
