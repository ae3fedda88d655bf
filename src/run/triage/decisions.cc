#include "run/triage/decisions.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/json.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDecisions = "decisions.json";

fs::path decisions_path(const fs::path& folder) { return folder / ".grabr" / kDecisions; }

void write_decisions(const fs::path& folder, const Decisions& decisions) {
  nlohmann::ordered_json json = {{"joined", nlohmann::json::array()},
                                 {"apart", nlohmann::json::array()}};
  for (const auto& [a, b] : decisions.joined) json["joined"].push_back({a, b});
  for (const std::string& key : decisions.apart) json["apart"].push_back(key);
  write_own_file(decisions_path(folder), json.dump(1) + "\n");
}

/// The bugs that a folder stands for.
struct BugKeys {
  fs::path results;
  std::string key;
  std::vector<std::string> joined;
  std::string reduction;  ///< the result of its reduction, in its folder
};

std::optional<BugKeys> bug_of(fs::path folder) {
  folder = fs::absolute(folder).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  const fs::path results = folder.parent_path(), triage = results / "triage.json";
  if (is_file(triage)) {
    const JsonDocument document(triage.string(), read_own_file(triage), "the bugs of a triage");
    for (const JsonField& bug : document.root().at("bugs").items()) {
      if (bug.get<std::string>("name") != folder.filename().string()) continue;
      const auto reduction = bug.find("reduction");
      return BugKeys{results, bug.get<std::string>("key"),
                     bug.get<std::vector<std::string>>("joined"),
                     reduction ? reduction->as<std::string>() : ""};
    }
  }
  return std::nullopt;
}

BugKeys keys_of(const fs::path& folder) {
  if (auto keys = bug_of(folder)) return *std::move(keys);
  throw Error(ErrorKind::kInvalid, shown_name(folder) +
                                       " is not the folder of a bug\nhint: name one in " +
                                       "DIR.bugs, such as crashes.bugs/1-SIGSEGV");
}

}  // namespace

std::optional<fs::path> result_of_bug(const fs::path& folder) {
  try {
    const auto bug = bug_of(folder);
    if (!bug || bug->reduction.empty()) return std::nullopt;
    const fs::path name = bug->reduction;
    return bug->results / ".grabr" / name.parent_path().filename() / name.filename();
  } catch (const Error&) {  // this triage.json is another program's
    return std::nullopt;
  }
}

Decisions read_decisions(const fs::path& folder) {
  Decisions decisions;
  const fs::path path = decisions_path(folder);
  if (!is_file(path)) return decisions;
  const JsonDocument document(path.string(), read_own_file(path), "decisions about bugs");
  for (const JsonField& pair : document.root().at("joined").items()) {
    decisions.joined.emplace_back(pair.at(0).as<std::string>(), pair.at(1).as<std::string>());
  }
  for (const JsonField& key : document.root().at("apart").items()) {
    decisions.apart.insert(key.as<std::string>());
  }
  return decisions;
}

namespace run {

void join_bugs(const fs::path& a, const fs::path& b) {
  const BugKeys first = keys_of(a), second = keys_of(b);
  if (first.results != second.results || first.key == second.key) {
    throw Error(ErrorKind::kInvalid,
                "only two different bugs of the same folder of results can be joined");
  }
  Decisions decisions = read_decisions(first.results);
  decisions.apart.erase(first.key);
  decisions.apart.erase(second.key);
  decisions.joined.emplace_back(first.key, second.key);
  write_decisions(first.results, decisions);
}

void split_bug(const fs::path& bug) {
  const BugKeys keys = keys_of(bug);
  if (keys.joined.empty()) {
    throw Error(ErrorKind::kInvalid, shown_name(bug) + " was not made of several bugs");
  }
  Decisions decisions = read_decisions(keys.results);
  for (const std::string& key : keys.joined) {
    decisions.apart.insert(key);
    std::erase_if(decisions.joined,
                  [&](const auto& pair) { return pair.first == key || pair.second == key; });
  }
  write_decisions(keys.results, decisions);
}

}  // namespace run
}  // namespace grabr
