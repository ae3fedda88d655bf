// Tested by tests/run/imports_test.cc.
#include "run/several/folder_imports.h"

#include <algorithm>
#include <utility>

#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "run/files/imports.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

std::string without_last_end(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace

void FolderImports::read(const fs::path& folder, const std::vector<std::string>& names) {
  files_.clear();
  for (const std::string& name : names) files_[name].text = read_file(folder / name);
  for (auto& [name, file] : files_) {
    for (ImportLine& line : find_imports(file.text, forms(name, file.text))) {
      auto target = resolve(name, line.name);
      if (target) file.imports.push_back({line.begin, line.end, *std::move(target)});
    }
  }
}

const std::vector<std::string>& FolderImports::forms(const fs::path& file,
                                                     const std::string& text) {
  fs::path path;
  if (!grammar_.empty()) {
    path = find_grammar(grammar_);
  } else {
    if (!chooser_) chooser_.emplace();
    if (const auto choice = chooser_->choose(file.string(), text)) path = choice->path;
  }
  const auto [known, is_new] = forms_.try_emplace(path);
  if (is_new && !path.empty()) known->second = read_grammar(path)->hints.imports;
  return known->second.empty() ? imports_of_c() : known->second;
}

std::optional<std::string> FolderImports::resolve(const std::string& from,
                                                  const std::string& name) const {
  const auto is_other = [&](const std::string& file) {
    return file != from && files_.contains(file);
  };
  const std::string beside = (fs::path(from).parent_path() / name).lexically_normal().string();
  if (is_other(beside)) return beside;
  const std::string plain = fs::path(name).lexically_normal().string();
  if (is_other(plain)) return plain;
  std::optional<std::string> found;
  for (const auto& [file, content] : files_) {
    if (!is_other(file) || !file.ends_with("/" + plain)) continue;
    if (found) return std::nullopt;
    found = file;
  }
  return found;
}

/// `used` lists files that the text already contains; they are not inserted again.
std::string FolderImports::whole(const std::string& name, std::vector<std::string>& used) const {
  used.push_back(name);
  const File& file = files_.at(name);
  std::string text;
  std::size_t at = 0;
  for (const Import& import : file.imports) {
    text += file.text.substr(at, import.begin - at);
    at = import.end;
    const bool again = std::find(used.begin(), used.end(), import.file) != used.end();
    if (!again) text += without_last_end(whole(import.file, used));
  }
  return text + file.text.substr(at);
}

std::optional<Merge> FolderImports::all() const {
  std::vector<std::string> imported;
  for (const auto& [name, file] : files_) {
    for (const Import& import : file.imports) imported.push_back(import.file);
  }
  Merge merge;
  std::size_t before = 0, after = 0;
  for (const auto& [name, file] : files_) {
    const bool is_root = std::find(imported.begin(), imported.end(), name) == imported.end();
    if (!is_root || file.imports.empty()) continue;
    std::vector<std::string> used;
    const std::string& text = merge.texts[name] = whole(name, used);
    after += text.size();
    merge.gone.insert(merge.gone.end(), used.begin() + 1, used.end());
    before += file.text.size();
  }
  std::sort(merge.gone.begin(), merge.gone.end());
  merge.gone.erase(std::unique(merge.gone.begin(), merge.gone.end()), merge.gone.end());
  for (const std::string& name : merge.gone) before += files_.at(name).text.size();
  if (merge.gone.empty() || after > before) return std::nullopt;
  return merge;
}

std::vector<std::pair<std::string, Merge>> FolderImports::single() const {
  struct Place {
    const std::string* file;
    Import import;
    std::size_t count = 0;
  };
  std::map<std::string, Place> places;
  for (const auto& [name, file] : files_) {
    for (const Import& import : file.imports) {
      Place& place = places[import.file];
      place = {&name, import, place.count + 1};
    }
  }
  std::vector<std::pair<std::string, Merge>> merges;
  for (const auto& [name, place] : places) {
    if (place.count != 1) continue;
    std::string text = files_.at(*place.file).text;
    text.replace(place.import.begin, place.import.end - place.import.begin,
                 without_last_end(files_.at(name).text));
    merges.push_back({name, Merge{{{*place.file, std::move(text)}}, {name}}});
  }
  return merges;
}

}  // namespace grabr
