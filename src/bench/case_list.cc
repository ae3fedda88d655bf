#include "bench/case_list.h"

#include <fnmatch.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>

#include "text/error.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// `input.EXT` of a case's folder; empty when there is none.
fs::path input_in(const fs::path& folder) {
  std::vector<fs::path> inputs;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().stem() == "input" && entry.is_regular_file()) inputs.push_back(entry.path());
  }
  return inputs.empty() ? fs::path() : *std::min_element(inputs.begin(), inputs.end());
}

std::vector<BenchCase> cases_in(const fs::path& folder) {
  std::vector<BenchCase> cases;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path test = entry.path() / "interesting.sh";
    if (!entry.is_directory() || !fs::exists(test)) continue;
    const fs::path input = input_in(entry.path());
    if (!input.empty()) {
      cases.push_back({entry.path().filename().string(), fs::absolute(input),
                       fs::absolute(test).string(), {}});
    }
  }
  return cases;
}

class Manifest {
 public:
  explicit Manifest(const fs::path& path) : path_(path), folder_(fs::absolute(path).parent_path()) {
    const Json json = Json::parse(read_file(path), nullptr, false);
    if (!json.is_object() || !json.contains("cases")) refuse("no JSON object with \"cases\"");
    try {
      read(json);
    } catch (const Json::exception& error) {
      refuse(error.what());
    }
  }

  CaseList list;

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(Exit::kUsage, path_.string() + ": " + what +
                                  "\nhint: a manifest reads {\"cases\": [{\"name\": …, \"input\": "
                                  "…, \"test\": …}, …], \"strategies\": […]}");
  }

  void read(const Json& json) {
    if (json.contains("grammars")) grammars_ = json["grammars"];
    if (json.contains("strategies")) list.strategies = json["strategies"];
    const Json& cases = json["cases"];
    if (cases.is_string()) {
      list.cases = cases_in(folder_ / cases.get<std::string>());
    } else {
      for (const Json& one : cases) list.cases.push_back(read_case(one));
    }
    for (BenchCase& one : list.cases) add_grammar(one);
  }

  /// A file from the manifest's folder; anything else is a name, or a command.
  std::string resolved(const std::string& name) const {
    std::error_code ignored;
    const fs::path path = folder_ / name;
    return fs::is_regular_file(path, ignored) ? path.lexically_normal().string() : name;
  }

  BenchCase read_case(const Json& json) const {
    const fs::path input = folder_ / json.at("input").get<std::string>();
    if (!fs::is_regular_file(input)) refuse("there is no " + input.string());
    const std::string name = json.value("name", input.stem().string());
    return {name, input.lexically_normal(), resolved(json.at("test")),
            json.value("grammar", std::string())};
  }

  void add_grammar(BenchCase& one) const {
    const auto by_extension = grammars_.find(one.input.extension().string());
    if (one.grammar.empty() && by_extension != grammars_.end()) one.grammar = by_extension->second;
    if (!one.grammar.empty()) one.grammar = resolved(one.grammar);
  }

  fs::path path_;
  fs::path folder_;
  std::map<std::string, std::string> grammars_;
};

void require_names(const std::vector<BenchCase>& cases, const fs::path& where) {
  if (cases.empty()) {
    throw Error(Exit::kUsage, "there is no case in " + where.string() +
                                  "\nhint: a case is a folder with input.EXT and interesting.sh");
  }
  for (std::size_t i = 1; i < cases.size(); ++i) {
    if (cases[i - 1].name == cases[i].name) {
      throw Error(Exit::kUsage, where.string() + " has two cases of the name " + cases[i].name);
    }
  }
}

}  // namespace

CaseList read_cases(const fs::path& folder_or_manifest) {
  std::error_code ignored;
  CaseList list;
  if (fs::is_directory(folder_or_manifest, ignored)) {
    list.cases = cases_in(folder_or_manifest);
  } else {
    list = Manifest(folder_or_manifest).list;
  }
  std::sort(list.cases.begin(), list.cases.end(),
            [](const BenchCase& a, const BenchCase& b) { return a.name < b.name; });
  require_names(list.cases, folder_or_manifest);
  return list;
}

std::vector<BenchCase> matching_cases(const std::vector<BenchCase>& cases,
                                      std::string_view patterns) {
  if (patterns.empty()) return cases;
  std::vector<bool> wanted(cases.size());
  while (true) {
    const std::size_t end = patterns.find(',');
    const std::string pattern(patterns.substr(0, end));
    bool found = false;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (::fnmatch(pattern.c_str(), cases[i].name.c_str(), 0) != 0) continue;
      found = true;
      wanted[i] = true;
    }
    if (!found) throw Error(Exit::kUsage, "no case has a name like " + pattern);
    if (end == std::string_view::npos) break;
    patterns.remove_prefix(end + 1);
  }
  std::vector<BenchCase> matching;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (wanted[i]) matching.push_back(cases[i]);
  }
  return matching;
}

}  // namespace grabr
