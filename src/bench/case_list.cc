#include "bench/case_list.h"

#include <fnmatch.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <system_error>
#include <variant>

#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/json.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// `input.EXT` in a case's folder; empty if there is none.
fs::path input_in(const fs::path& folder) {
  std::vector<fs::path> inputs;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().stem() == "input" && entry.is_regular_file()) inputs.push_back(entry.path());
  }
  return inputs.empty() ? fs::path() : *std::min_element(inputs.begin(), inputs.end());
}

/// Names of a case's test; the first that exists is used.
constexpr std::string_view kTests[] = {"interesting.sh", "test.sh"};

fs::path test_in(const fs::path& folder) {
  std::error_code ignored;
  for (const std::string_view name : kTests) {
    if (fs::is_regular_file(folder / name, ignored)) return folder / name;
  }
  return {};
}

/// The path, if there is such a file in the folder; otherwise the name as it is.
std::string resolved_in(const fs::path& folder, const std::string& name) {
  std::error_code ignored;
  const fs::path path = folder / name;
  return fs::is_regular_file(path, ignored) ? path.lexically_normal().string() : name;
}

/// The grammar from a case's meta.json; empty if not given.
std::string own_grammar(const fs::path& folder) {
  std::error_code ignored;
  const fs::path meta = folder / "meta.json";
  if (!fs::is_regular_file(meta, ignored)) return {};
  const JsonDocument document(meta.string(), read_file(meta),
                              "a file with the \"grammar\" of a case");
  if (!document.root().is(JsonValue::Kind::kObject)) return {};
  const auto grammar = document.root().find("grammar");
  return grammar ? resolved_in(fs::absolute(folder), grammar->as<std::string>()) : std::string();
}

/// A folder as a case, or why it is not one.
std::variant<BenchCase, std::string> case_of(const fs::path& folder) {
  const fs::path input = input_in(folder);
  const fs::path test = test_in(folder);
  if (input.empty() && test.empty()) return "neither input.EXT nor interesting.sh or test.sh";
  if (input.empty()) return "no input.EXT";
  if (test.empty()) return "no interesting.sh or test.sh";
  return BenchCase{fs::absolute(folder).lexically_normal().filename().string(),
                   fs::absolute(input),
                   fs::absolute(test).string(),
                   own_grammar(folder),
                   {}};
}

/// Skips folders of tools (".git", ".grabr").
void read_folder(const fs::path& folder, CaseList& list) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_directory() || name.starts_with('.')) continue;
    const auto found = case_of(entry.path());
    if (const auto* one = std::get_if<BenchCase>(&found)) list.cases.push_back(*one);
    else list.left_out.push_back(name + ": " + std::get<std::string>(found));
  }
  std::sort(list.left_out.begin(), list.left_out.end());
  if (!list.cases.empty()) return;
  const auto itself = case_of(folder);
  if (const auto* one = std::get_if<BenchCase>(&itself)) {
    list.cases.push_back(*one);
    list.left_out.clear();
  }
}

class Manifest {
 public:
  explicit Manifest(const fs::path& path) : folder_(fs::absolute(path).parent_path()) {
    constexpr const char* kForm =
        "a manifest, {\"cases\": [{\"name\": …, \"input\": …, \"test\": …}, …], "
        "\"strategies\": […]},";
    const JsonDocument document(path.string(), read_file(path), kForm);
    read(document.root());
  }

  CaseList list;

 private:
  void read(const JsonField& json) {
    if (const auto grammars = json.find("grammars")) {
      for (const auto& [ending, name] : grammars->members()) name.read(grammars_[ending]);
    }
    list.strategies = json.get<std::vector<std::string>>("strategies", {});
    const JsonField cases = json.at("cases");
    if (cases.is(JsonValue::Kind::kString)) {
      read_folder(folder_ / cases.as<std::string>(), list);
    } else {
      for (const JsonField& one : cases.items()) list.cases.push_back(read_case(one));
    }
    for (BenchCase& one : list.cases) add_grammar(one);
  }

  /// The path, if there is such a file in the manifest's folder; otherwise the name or command as
  /// it is.
  std::string resolved(const std::string& name) const { return resolved_in(folder_, name); }

  BenchCase read_case(const JsonField& json) const {
    const fs::path input = folder_ / json.get<std::string>("input");
    if (!is_file(input)) json.at("input").refuse("a file; there is no " + shown_name(input));
    const std::string name = json.get<std::string>("name", input.stem().string());
    return {name,
            input.lexically_normal(),
            resolved(json.get<std::string>("test")),
            json.get<std::string>("grammar", ""),
            {}};
  }

  void add_grammar(BenchCase& one) const {
    const auto by_extension = grammars_.find(one.input.extension().string());
    if (one.grammar.empty() && by_extension != grammars_.end()) one.grammar = by_extension->second;
    if (!one.grammar.empty()) one.grammar = resolved(one.grammar);
  }

  fs::path folder_;
  std::map<std::string, std::string> grammars_;
};

void require_names(const CaseList& list, const fs::path& where) {
  const std::vector<BenchCase>& cases = list.cases;
  if (cases.empty()) {
    std::string message = "there is no case in " + shown_name(where);
    for (const std::string& folder : list.left_out) message += "\n  " + folder;
    throw Error(ErrorKind::kInvalid, message +
                                         "\nhint: a case is a folder with input.EXT and "
                                         "interesting.sh or test.sh");
  }
  for (std::size_t i = 1; i < cases.size(); ++i) {
    if (cases[i - 1].name == cases[i].name) {
      throw Error(ErrorKind::kInvalid,
                  shown_name(where) + " has two cases called " + cases[i].name);
    }
  }
}

}  // namespace

CaseList read_cases(const fs::path& folder_or_manifest) {
  std::error_code ignored;
  CaseList list;
  if (fs::is_directory(folder_or_manifest, ignored)) {
    read_folder(folder_or_manifest, list);
  } else {
    list = Manifest(folder_or_manifest).list;
  }
  std::sort(list.cases.begin(), list.cases.end(),
            [](const BenchCase& a, const BenchCase& b) { return a.name < b.name; });
  require_names(list, folder_or_manifest);
  return list;
}

std::vector<BenchCase> cases_with_grammars(const std::vector<BenchCase>& cases,
                                           const std::vector<std::string>& names,
                                           const std::vector<std::filesystem::path>& files) {
  if (names.empty()) return cases;
  std::vector<BenchCase> all;
  for (const BenchCase& one : cases) {
    if (names.size() == 1 && !one.grammar.empty()) {
      all.push_back(one);
      continue;
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      BenchCase& with = all.emplace_back(one);
      with.grammar = files[i].string();
      with.asked_grammar = names[i];
    }
  }
  return all;
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
    if (!found) throw Error(ErrorKind::kInvalid, "no case has a name like " + pattern);
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
