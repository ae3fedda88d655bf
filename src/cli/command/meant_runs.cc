// Tested by tests/cli/running_test.cc.
#include "cli/command/meant_runs.h"

#include <algorithm>
#include <system_error>

#include "cli/show/console.h"
#include "report/saved/saved_report.h"
#include "report/trace/kept_files.h"
#include "run/files/run_status.h"
#include "run/triage/decisions.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/json.h"
#include "text/utf8.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKeptRuns = ".grabr";

/// Removes bytes that are not UTF-8, and the marks that JSON has in their place.
std::string well_formed(std::string_view text) {
  constexpr std::string_view kReplacement = "\xef\xbf\xbd";
  std::string kept;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    const std::string_view one = text.substr(at, std::max<std::size_t>(length, 1));
    if (length > 0 && one != kReplacement) kept += one;
    at += one.size();
  }
  return kept;
}

/// Is the name the last part of a path in a status?
bool is_name_of(const fs::path& name, const std::string& kept) {
  const fs::path last = fs::path(kept).filename();
  return last == name ||
         (!is_utf8(name.string()) && well_formed(last.string()) == well_formed(name.string()));
}

/// The status files of runs with this input or output.
std::vector<fs::path> statuses_of(const fs::path& name, const fs::path& folder) {
  std::vector<fs::path> all = run::find_statuses(folder), outputs;
  std::erase_if(all, [&](const fs::path& path) {
    const run::Status status = run::read_status(path);
    // An output has one run, an input may have several.
    if (is_name_of(name, status.output)) outputs.push_back(path);
    std::vector<std::string> names = status.also;
    names.insert(names.end(), {status.input, status.output});
    return std::ranges::none_of(names,
                                [&](const std::string& one) { return is_name_of(name, one); });
  });
  return outputs.empty() ? all : outputs;
}

/// Where the runs of a name may be kept.
struct RunPlace {
  fs::path name;  ///< name of an input or output; empty: any
  fs::path folder;
};

/// Finds the run of a report by the paths in the report.
RunPlace place_of_report(const std::string& path) {
  const JsonDocument document(path, read_own_file(path), "a report of a reduction");
  const std::vector<JsonField> reports = last_reports(document.root());
  if (reports.empty()) throw Error(ErrorKind::kInvalid, "the report contains no reduction");
  const JsonField& report = reports.front();
  const JsonField oracle = report.at("oracle");
  const fs::path directory = oracle.get<std::string>("directory");
  const auto input = report.at("input").get<std::string>("path");
  std::string output;
  if (const auto made = report.find("output")) output = made->get<std::string>("path");
  const fs::path name = output.empty() || output == "-" ? input : output;
  const auto journal = oracle.find("journal");
  const fs::path folder =
      journal ? fs::path(journal->as<std::string>()).parent_path() : name.parent_path() / kKeptRuns;
  return {name.filename(), directory / folder};
}

/// Where the runs are recorded that reduced this folder as a whole; nothing if there are none.
std::optional<RunPlace> place_of_reduced_folder(const std::string& path, const std::string& cache) {
  const fs::path whole = fs::absolute(path).lexically_normal();
  const fs::path self = whole.has_filename() ? whole : whole.parent_path();
  RunPlace place = {self.filename(),
                    cache.empty() ? self.parent_path() / kKeptRuns : fs::path(cache)};
  if (statuses_of(place.name, place.folder).empty()) return std::nullopt;
  return place;
}

RunPlace place_meant(const RunOptions& options) {
  std::error_code ignored;
  const fs::path file = options.file, cache = options.cache;
  if (!file.empty() && fs::is_directory(file, ignored)) {
    if (const auto result = result_of_bug(file)) {
      return {result->filename(), result->parent_path() / kKeptRuns};
    }
    if (auto place = place_of_reduced_folder(options.file, options.cache)) return *place;
    const bool is_kept = file.lexically_normal().filename() == kKeptRuns;
    return {"", !cache.empty() ? cache : is_kept ? file : file / kKeptRuns};
  }
  if (is_report(options.file)) {
    const RunPlace place = place_of_report(options.file);
    return {place.name, cache.empty() ? place.folder : cache};
  }
  return {file.filename(), cache.empty() ? file.parent_path() / kKeptRuns : cache};
}

std::vector<fs::path> runs_in(const RunPlace& place) {
  return place.name.empty() ? run::find_statuses(place.folder)
                            : statuses_of(place.name, place.folder);
}

struct KnownRun {
  fs::path path;
  run::Status status;
};

constexpr std::size_t kMaxOthersNamed = 5;

std::string result_name(const run::Status& status) {
  return shown_name(fs::path(status.output.empty() ? status.input : status.output).filename());
}

/// Tells the user which run was chosen: the first one.
void tell_choice(const std::vector<KnownRun>& runs) {
  std::string words = result_name(runs.front().status) + " is used, the newest; the others:";
  const std::size_t named = std::min(runs.size(), kMaxOthersNamed + 1);
  for (std::size_t i = 1; i < named; ++i) words += " " + result_name(runs[i].status);
  if (named < runs.size()) words += " and " + std::to_string(runs.size() - named) + " more";
  say_line(words);
}

fs::path choose_run(const std::vector<fs::path>& paths, const RunOptions& options,
                    FirstChoice first) {
  if (paths.size() == 1) return paths.front();
  std::vector<KnownRun> runs;
  for (const fs::path& path : paths) runs.push_back({path, run::read_status(path)});
  std::ranges::stable_sort(runs, [first](const KnownRun& one, const KnownRun& other) {
    const bool runs_itself = first == FirstChoice::kRunning && one.status.runs();
    const bool other_runs = first == FirstChoice::kRunning && other.status.runs();
    if (runs_itself != other_runs) return runs_itself;
    return one.status.began > other.status.began;
  });
  if (!options.quiet) tell_choice(runs);
  return runs.front().path;
}

}  // namespace

void declare_cache_option(CLI::App& app, std::string& cache) {
  app.add_option("--cache", cache,
                 "Where the reduction keeps its test results. Default: .grabr beside FILE")
      ->type_name("DIR");
}

void declare_run_options(CLI::App& app, RunOptions& options, const char* without) {
  app.add_option("FILE", options.file,
                 "The input, output or report of the reduction, or a folder. Default: " +
                     std::string(without))
      ->type_name("");
  declare_cache_option(app, options.cache);
}

bool is_report(const std::string& path) {
  if (!is_file(path)) return false;
  const std::string begin = read_if_there(path, 1);
  if (begin != "{" && begin != "[") return false;
  return read_file(path).find("\"grabr-report-") != std::string::npos;
}

std::vector<fs::path> meant_runs(const RunOptions& options) {
  const RunPlace place = place_meant(options);
  std::vector<fs::path> all = runs_in(place);
  if (!all.empty()) return all;
  throw Error(ErrorKind::kInvalid,
              "no reduction" +
                  (place.name.empty() ? std::string() : " of " + shown_name(options.file)) +
                  " is known in " + shown_name(place.folder) +
                  "\nhint: the folder is beside the output; --cache names another");
}

fs::path meant_run(const RunOptions& options, FirstChoice first) {
  return choose_run(meant_runs(options), options, first);
}

std::optional<fs::path> find_run(const RunOptions& options) {
  const std::vector<fs::path> all = runs_in(place_meant(options));
  if (all.empty()) return std::nullopt;
  return choose_run(all, options, FirstChoice::kNewest);
}

void require_ended(const fs::path& status) {
  const run::Status run = run::read_status(status);
  if (run.exit) return;
  throw Error(ErrorKind::kInvalid,
              "the reduction of " + shown_name(run.input) + " has not ended\nhint: " +
                  (run.runs() ? "grabr show shows its progress, grabr wait waits for its end"
                              : "it was killed; the same command continues it"));
}

void refuse_turns(const fs::path& status, const Instead& instead) {
  const auto turns = read_turns(fs::path(status).replace_extension(".turns"));
  if (!turns) return;
  const std::string name = shown_name(run::read_status(status).input);
  throw Error(ErrorKind::kInvalid,
              (turns->is_folder ? name + " is a folder, whose files were reduced in turns"
                                : name + " were reduced together") +
                  ", but this command works only on a reduction of one input\nhint: " +
                  (turns->is_folder ? instead.of_folder : instead.of_several));
}

}  // namespace grabr
