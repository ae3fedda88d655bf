// Tested by tests/cli/running_test.cc.
#include "cli/command/meant_runs.h"

#include <algorithm>
#include <system_error>

#include "run/files/run_status.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/utf8.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKeptRuns = ".grabr";

/// Without what is no UTF-8, and what JSON has in its place.
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

/// Is it the last part of a path that a status keeps?
bool is_name_of(const fs::path& name, const std::string& kept) {
  const fs::path last = fs::path(kept).filename();
  return last == name ||
         (!is_utf8(name.string()) && well_formed(last.string()) == well_formed(name.string()));
}

/// The files of status of runs with this input or output.
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

}  // namespace

void declare_run_options(CLI::App& app, RunOptions& options) {
  app.add_option("FILE", options.file,
                 "The input or output of the reduction, or a folder. Default: the reductions of "
                 "this folder")
      ->type_name("");
  app.add_option("--cache", options.cache,
                 "Where the reduction keeps its test results. Default: .grabr beside FILE")
      ->type_name("DIR");
}

std::vector<fs::path> meant_runs(const RunOptions& options) {
  std::error_code ignored;
  const bool is_folder = fs::is_directory(options.file, ignored);
  if (is_folder) {  // it may be what was reduced
    const fs::path whole = fs::absolute(options.file).lexically_normal();
    const fs::path self = whole.has_filename() ? whole : whole.parent_path();
    std::vector<fs::path> all =
        statuses_of(self.filename(), options.cache.empty() ? self.parent_path() / kKeptRuns
                                                           : fs::path(options.cache));
    if (!all.empty()) return all;
  }
  const fs::path file = is_folder ? "" : options.file;
  const fs::path beside = is_folder ? fs::path(options.file) : file.parent_path();
  const bool is_kept = is_folder && beside.lexically_normal().filename() == kKeptRuns;
  const fs::path folder = !options.cache.empty() ? fs::path(options.cache)
                          : is_kept              ? beside
                                                 : beside / kKeptRuns;
  std::vector<fs::path> all =
      file.empty() ? run::find_statuses(folder) : statuses_of(file.filename(), folder);
  if (!all.empty()) return all;
  throw Error(ErrorKind::kInvalid,
              "no reduction" + (file.empty() ? std::string() : " of " + shown_name(file)) +
                  " is known in " + shown_name(folder) +
                  "\nhint: the folder is beside the output; --cache names another");
}

fs::path meant_run(const RunOptions& options) {
  const std::vector<fs::path> all = meant_runs(options);
  if (all.size() == 1) return all.front();
  std::string names;
  for (const fs::path& path : all) {
    const run::Status status = run::read_status(path);
    names += " " + shown_name(status.output.empty() ? status.input : status.output);
  }
  throw Error(ErrorKind::kInvalid, "there are several:" + names + "\nhint: name one of them");
}

}  // namespace grabr
