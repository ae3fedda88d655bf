#include "catalogue/find_grammar.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <system_error>

#include "grammar/load/load.h"
#include "text/ascii.h"
#include "text/build.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/suggest.h"
#include "text/system_call.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> split_path_list(const char* list) {
  std::vector<fs::path> folders;
  std::string_view rest = list == nullptr ? "" : list;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    if (colon > 0) folders.emplace_back(rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return folders;
}

/// A folder that is missing or not accessible to us has no grammars for us. Other errors must not
/// make a grammar look missing, as that would change the result.
void require_readable(const fs::path& path, const std::error_code& error) {
  if (!error || error == std::errc::no_such_file_or_directory ||
      error == std::errc::not_a_directory || error == std::errc::permission_denied ||
      error == std::errc::too_many_symbolic_link_levels) {
    return;
  }
  throw Error(ErrorKind::kSystem, "cannot look for grammars in '" + shown_name(path) + "': " +
                                      error.message() + std::string(system_hint(error.value())));
}

bool is_json_file(const fs::directory_entry& entry) {
  if (entry.path().extension() != ".json") return false;
  std::error_code error;
  const bool is_file = entry.is_regular_file(error);
  require_readable(entry.path(), error);
  return is_file;
}

std::vector<fs::path> json_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (is_json_file(*entry)) files.push_back(entry->path());
  }
  require_readable(folder, error);
  return files;
}

/// Words in indented lines of at most kWidth columns, the first after a line end.
std::string laid_out(const std::vector<std::string>& words) {
  constexpr std::size_t kWidth = 76;
  std::string lines = "\n ";
  std::size_t column = 1;
  for (const std::string& word : words) {
    if (column + 1 + word.size() > kWidth) {
      lines += "\n ";
      column = 1;
    }
    lines += ' ' + word;
    column += 1 + word.size();
  }
  return lines;
}

/// Only a program in the build folder uses the source tree; an installed one has its own grammars.
bool lies_below(const fs::path& program, const fs::path& given) {
  std::error_code ignored;
  const fs::path folder = fs::weakly_canonical(given, ignored);
  return std::mismatch(folder.begin(), folder.end(), program.begin(), program.end()).first ==
         folder.end();
}

/// The shared library that contains this code; empty if it is part of the program.
fs::path shared_library() {
  Dl_info place;
  if (::dladdr(reinterpret_cast<void*>(&shared_library), &place) == 0) return {};
  const std::string_view file = place.dli_fname == nullptr ? "" : place.dli_fname;
  return file.find(".so") == std::string_view::npos ? fs::path() : fs::path(file);
}

std::string unknown_grammar(const std::string& wanted, const std::vector<GrammarCard>& cards) {
  std::vector<std::string> keys;
  for (const GrammarCard& card : cards) keys.push_back(card.key);
  // "JSON.g4" is written for another tool, but grabr may have its language by name.
  const std::string stem = lower_case(fs::path(wanted).stem().string());
  return "no grammar is called " + shown_name(wanted) + ", and there is no such file\nhint: " +
         word_hint(stem.empty() ? lower_case(wanted) : stem, keys, "there are:" + laid_out(keys));
}

bool is_among(const std::string& wanted, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return lower_case(word) == wanted; });
}

bool has_name(const GrammarCard& card, const std::string& wanted) {
  return lower_case(card.key) == wanted || lower_case(card.name) == wanted ||
         is_among(wanted, card.aliases);
}

/// An exact match wins over one that ignores case: `.C` is C++.
const GrammarCard* with_extension(const std::vector<GrammarCard>& cards, const std::string& word) {
  const std::string extension = word.starts_with('.') ? word : '.' + word;
  for (const GrammarCard& card : cards) {
    const auto& known = card.extensions;
    if (std::find(known.begin(), known.end(), extension) != known.end()) return &card;
  }
  for (const GrammarCard& card : cards) {
    if (is_among(lower_case(extension), card.extensions)) return &card;
  }
  return nullptr;
}

}  // namespace

std::vector<fs::path> grammar_folders() {
  std::vector<fs::path> folders = split_path_list(std::getenv("GRABR_GRAMMARS"));
  for (const fs::path& file : {shared_library(), fs::path("/proc/self/exe")}) {
    std::error_code error;
    const fs::path place = file.empty() ? file : fs::canonical(file, error);
    if (error || place.empty()) continue;
    if (lies_below(place, build_folder())) folders.emplace_back(build_grammars());
    fs::path prefix = place.parent_path().parent_path();
    folders.push_back(prefix / "share/grabr/grammars");
    // A library may be in an architecture's folder: lib/x86_64-linux-gnu.
    if (prefix.filename() == "lib")
      folders.push_back(prefix.parent_path() / "share/grabr/grammars");
  }
  return folders;
}

std::vector<GrammarCard> list_grammars(CardDetail detail) {
  std::map<std::string, GrammarCard> by_key;
  const auto add = [&](const fs::path& path, std::size_t folder) {
    const std::string key = path.stem().string();
    if (by_key.contains(key)) return;
    std::optional<GrammarCard> card = read_grammar_card(path, detail);
    if (!card) return;
    card->folder = folder;
    by_key.emplace(key, *std::move(card));
  };
  const std::vector<fs::path> folders = grammar_folders();
  for (std::size_t i = 0; i < folders.size(); ++i) {
    for (const fs::path& path : json_files(folders[i])) add(path, i);
  }
  for (const BuiltInGrammar& grammar : built_in_grammars()) {
    add(fs::path(kBuiltInFolder) / grammar.file, folders.size());
  }
  std::vector<GrammarCard> cards;
  for (auto& [key, card] : by_key) cards.push_back(std::move(card));
  return cards;
}

const GrammarCard* grammar_named(const std::vector<GrammarCard>& cards, const std::string& name) {
  const std::string wanted = lower_case(name);
  const auto found = std::find_if(cards.begin(), cards.end(),
                                  [&](const GrammarCard& card) { return has_name(card, wanted); });
  return found == cards.end() ? nullptr : &*found;
}

const GrammarCard* grammar_of_word(const std::vector<GrammarCard>& cards, const std::string& word) {
  const auto runs = std::find_if(cards.begin(), cards.end(), [&](const GrammarCard& card) {
    return is_among(lower_case(word), card.interpreters);
  });
  return runs != cards.end() ? &*runs : with_extension(cards, word);
}

fs::path find_grammar(const std::string& name_or_file) {
  std::error_code ignored;
  const bool is_path =
      name_or_file.find('/') != std::string::npos || name_or_file.ends_with(".json");
  if (is_path && (fs::exists(name_or_file, ignored) || built_in_grammar(name_or_file) != nullptr)) {
    return name_or_file;
  }
  if (!is_path) {
    for (const fs::path& folder : grammar_folders()) {
      fs::path path = folder / (name_or_file + ".json");
      std::error_code error;
      const bool is_file = fs::is_regular_file(path, error);
      require_readable(path, error);  // otherwise a later grammar would take its place
      if (is_file && read_grammar_card(path, CardDetail::kHead)) return path;
    }
    const fs::path path = fs::path(kBuiltInFolder) / (name_or_file + ".json");
    if (built_in_grammar(path) != nullptr) return path;
  }
  const std::vector<GrammarCard> cards = list_grammars(CardDetail::kHead);
  if (const GrammarCard* card = grammar_named(cards, name_or_file)) return card->path;
  if (fs::is_regular_file(name_or_file, ignored)) return name_or_file;
  if (const GrammarCard* card = grammar_of_word(cards, name_or_file)) return card->path;
  throw Error(ErrorKind::kInvalid, unknown_grammar(name_or_file, cards));
}

}  // namespace grabr
