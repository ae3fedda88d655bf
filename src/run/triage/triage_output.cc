#include "run/triage/triage_output.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

#include "oracle/process/test_json.h"
#include "report/form/json_text.h"
#include "run/config/command_words.h"
#include "run/triage/triage_files.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kTriageJson = "triage.json";
constexpr const char* kTriageSchema = "grabr-triage-1";
constexpr std::size_t kMaxBytesShown = 4000;  // bytes of a result on the page of all bugs

std::string dumped(const Json& json) {
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

void write_if_new(const fs::path& path, const std::string& text) {
  if (!is_file(path) || read_file(path) != text) write_atomically(path, text);
}

void write_script(const fs::path& path, const std::string& text) {
  write_if_new(path, text);
  make_executable(path);
}

std::string day_of(std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts = {};
  ::gmtime_r(&time, &parts);
  std::array<char, 32> text = {};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

/// Pages are made once, at the end.
bool has_page(const run::TriageConfig& config, const TriageState& state, const Bug& bug) {
  return state.is_end && config.page && bug.result.done && !bug.result.report.empty();
}

Json bug_json(const run::TriageConfig& config, const TriageState& state, std::size_t i) {
  const Bug& bug = state.bugs[i];
  const std::vector<TriageFile>& files = *state.files;
  const std::string name = bug_name(i + 1, bug);
  Json json = {{"number", i + 1}, {"name", name}, {"key", files[bug.original].hash}};
  json["new"] = state.is_new.at(i);
  json["signatures"] = Json::array();
  for (const SeenFailure& seen : bug.signatures) {
    json["signatures"].push_back(as_utf8(seen.signature.text()));
  }
  json["joined"] = Json::array();
  for (const std::size_t original : bug.joined) json["joined"].push_back(files[original].hash);
  json["smallest"] = name + "/smallest" + config.extension;
  json["bytes"] = bug.result.text.size();
  json["text"] = as_utf8(std::string_view(bug.result.text).substr(0, kMaxBytesShown));
  json["reduced"] = bug.result.done && bug.result.problem.empty();
  if (!bug.result.report.empty()) {
    const fs::path id = bug.result.report.parent_path().filename();
    json["reduction"] = (id / ("smallest" + config.extension)).string();
  }
  json["page"] = has_page(config, state, bug);
  if (!bug.result.problem.empty()) json["problem"] = as_utf8(bug.result.problem);
  json["original"] = as_utf8(files[bug.original].path.string());
  json["original_bytes"] = files[bug.original].bytes;
  json["tests"] = bug.result.tests;
  std::int64_t first = files[bug.original].changed;
  json["members"] = Json::array();
  for (const BugMember& member : bug.members) {
    const TriageFile& file = files[member.file];
    first = std::min(first, file.changed);
    json["members"].push_back({{"file", as_utf8(file.path.string())},
                               {"bytes", file.bytes},
                               {"by", assigned_word(member.by)}});
  }
  json["first_seen"] = day_of(first);
  return json;
}

Json state_json(const run::TriageConfig& config, const TriageState& state) {
  Json json = {{"schema", kTriageSchema},
               {"command", words_json(words_of_test(config.reduction.test.process))},
               {"complete", state.complete}};
  if (!state.reason.empty()) json["reason"] = as_utf8(state.reason);
  std::map<std::string, std::size_t> counts;
  for (const TriageFile& file : *state.files) {
    ++counts[file.on_the_way ? "on-the-way" : word_of(file.word)];
  }
  json["files"] = state.files->size() - counts["on-the-way"];
  json["counts"] = Json::object();
  for (const auto& [word, count] : counts) {
    if (count > 0) json["counts"][word] = count;
  }
  json["tests"] = {{"all", state.tests},
                   {"reductions", state.own_tests},
                   {"further_reductions", state.further_tests}};
  json["bugs"] = Json::array();
  for (std::size_t i = 0; i < state.bugs.size(); ++i) {
    json["bugs"].push_back(bug_json(config, state, i));
  }
  json["others"] = Json::array();
  for (const TriageFile& file : *state.files) {
    if (file.word == FileWord::kFails) continue;
    json["others"].push_back({{"file", as_utf8(file.path.string())}, {"word", word_of(file.word)}});
  }
  return json;
}

std::string members_text(const TriageState& state, const Bug& bug) {
  std::string text;
  for (const BugMember& member : bug.members) {
    text += assigned_word(member.by) + "\t" + shown_name((*state.files)[member.file].path) + "\n";
  }
  return text;
}

/// Is it one of our folders: "12-SIGSEGV"?
bool is_bug_folder(const fs::path& path) {
  const std::string name = path.filename();
  const std::size_t digits = name.find_first_not_of("0123456789");
  return digits != 0 && digits != std::string::npos && name[digits] == '-' &&
         is_file(path / "members.txt");
}

void remove_others(const fs::path& folder, const std::set<std::string>& names) {
  std::vector<fs::path> old;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (is_bug_folder(at->path()) && !names.contains(at->path().filename())) {
      old.push_back(at->path());
    }
  }
  for (const fs::path& path : old) fs::remove_all(path, error);
}

void write_bug(const run::TriageConfig& config, const BugReductions& reductions,
               const TriageState& state, std::size_t i) {
  const Bug& bug = state.bugs[i];
  const fs::path folder = config.folder / bug_name(i + 1, bug);
  make_folder(folder);
  write_if_new(folder / ("smallest" + config.extension), bug.result.text);
  ProcessOracleOptions test = reductions.config_for(bug.signatures.front()).test.process;
  test.original = "input" + config.extension;
  write_script(folder / "test.sh", portable_script(test, bug.signatures.front()));
  write_if_new(folder / "members.txt", members_text(state, bug));
  std::error_code ignored;
  fs::remove(folder / "why.html", ignored);  // it may be of another bug
  if (!has_page(config, state, bug)) return;
  try {
    write_atomically(folder / "why.html", config.page(bug.result.report));
  } catch (const Error&) {  // a page is not essential
  }
}

}  // namespace

std::string bug_name(std::size_t number, const Bug& bug) {
  return std::to_string(number) + "-" + file_name_of(bug.signatures.front().signature.end);
}

void write_triage(const run::TriageConfig& config, const BugReductions& reductions,
                  const TriageState& state) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < state.bugs.size(); ++i) {
    write_bug(config, reductions, state, i);
    names.insert(bug_name(i + 1, state.bugs[i]));
  }
  remove_others(config.folder, names);
  const std::string json = dumped(state_json(config, state));
  write_atomically(config.folder / kTriageJson, json);
  if (config.overview) write_atomically(config.folder / "index.html", config.overview(json));
}

void require_triage_folder(const fs::path& folder) {
  std::error_code error;
  bool has_others = false, has_own = false;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename();
    (name == kTriageJson || name == ".grabr" ? has_own : has_others) = true;
  }
  if (!has_others || has_own) return;
  throw Error(ErrorKind::kInvalid, "the folder " + shown_name(folder) +
                                       " has other files in it\nhint: -o DIR puts the results "
                                       "elsewhere");
}

}  // namespace grabr
