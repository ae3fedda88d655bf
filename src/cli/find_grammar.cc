#include "cli/find_grammar.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>
#include <tuple>

#include "grammar/load.h"
#include "text/error.h"
#include "text/file.h"
#include "text/suggest.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

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

/// A grammar has rules, or nonterminals as keys: a schema or any other JSON has neither.
bool looks_like_grammar(const nlohmann::json& json) {
  if (!json.is_object()) return false;
  if (json.contains("rules")) return true;
  return std::any_of(json.items().begin(), json.items().end(),
                     [](const auto& item) { return item.key().starts_with("<"); });
}

std::string string_at(const nlohmann::json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<GrammarCard> read_card(const fs::path& path) {
  const auto json = nlohmann::json::parse(read_file(path), nullptr, /*allow_exceptions=*/false);
  if (!looks_like_grammar(json)) return std::nullopt;
  GrammarCard card;
  card.path = path;
  card.key = path.stem().string();
  card.name = string_at(json, "name");
  card.version = string_at(json, "version");
  if (card.name.empty()) card.name = card.key;
  const auto extensions = json.find("extensions");
  if (extensions != json.end() && extensions->is_array()) {
    for (const auto& extension : *extensions) {
      if (extension.is_string()) card.extensions.push_back(extension.get<std::string>());
    }
  }
  return card;
}

std::vector<fs::path> json_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    if (entry->path().extension() == ".json" && entry->is_regular_file(ignored)) {
      files.push_back(entry->path());
    }
  }
  return files;
}

std::string unknown_grammar(const std::string& wanted, const std::vector<GrammarCard>& cards) {
  std::vector<std::string> keys;
  std::string all;
  for (const GrammarCard& card : cards) {
    keys.push_back(card.key);
    all += (all.empty() ? "" : " ") + card.key;
  }
  const std::string near = nearest_word(lower(wanted), keys);
  std::string message = "no grammar is called " + wanted + ", and there is no such file";
  if (!near.empty()) return message + "\nhint: did you mean " + near + "?";
  if (all.empty()) {
    return message + "\nhint: no grammars were found; GRABR_GRAMMARS can name their folders";
  }
  return message + "\nhint: there are: " + all;
}

}  // namespace

std::vector<fs::path> grammar_folders() {
  std::vector<fs::path> folders = split_path_list(std::getenv("GRABR_GRAMMARS"));
  folders.emplace_back(GRABR_BUILD_GRAMMARS);
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) folders.push_back(program.parent_path().parent_path() / "share/grabr/grammars");
  folders.emplace_back(GRABR_INSTALL_GRAMMARS);
  return folders;
}

std::vector<GrammarCard> list_grammars() {
  std::map<std::string, GrammarCard> by_key;
  const std::vector<fs::path> folders = grammar_folders();
  for (std::size_t i = 0; i < folders.size(); ++i) {
    for (const fs::path& path : json_files(folders[i])) {
      if (by_key.contains(path.stem().string())) continue;
      auto card = read_card(path);
      if (!card) continue;
      card->folder = i;
      by_key.emplace(card->key, *std::move(card));
    }
  }
  std::vector<GrammarCard> cards;
  for (auto& [key, card] : by_key) cards.push_back(std::move(card));
  return cards;
}

fs::path find_grammar(const std::string& name_or_file) {
  std::error_code ignored;
  const bool is_path = name_or_file.find('/') != std::string::npos ||
      name_or_file.ends_with(".json");
  if (is_path && fs::exists(name_or_file, ignored)) return name_or_file;
  const std::vector<GrammarCard> cards = list_grammars();
  const auto by_key = std::find_if(cards.begin(), cards.end(),
                                   [&](const GrammarCard& card) {
                                     return card.key == name_or_file;
                                   });
  if (by_key != cards.end()) return by_key->path;
  const std::string wanted = lower(name_or_file);
  const auto by_name = std::find_if(cards.begin(), cards.end(), [&](const GrammarCard& card) {
    return lower(card.key) == wanted || lower(card.name) == wanted;
  });
  if (by_name != cards.end()) return by_name->path;
  if (fs::is_regular_file(name_or_file, ignored)) return name_or_file;
  throw Error(Exit::kUsage, unknown_grammar(name_or_file, cards));
}

std::optional<fs::path> grammar_for_file(const fs::path& file) {
  const std::string name = lower(file.filename().string());
  // The longest extension, then the folder looked into first, then a grammar named like it.
  using Rank = std::tuple<std::size_t, std::ptrdiff_t, bool>;
  std::optional<fs::path> best;
  Rank best_rank{};
  for (const GrammarCard& card : list_grammars()) {
    for (const std::string& extension : card.extensions) {
      if (extension.empty() || !name.ends_with(lower(extension))) continue;
      const Rank rank(extension.size(), -static_cast<std::ptrdiff_t>(card.folder),
                      extension == "." + card.key);
      if (!best || rank > best_rank) {
        best_rank = rank;
        best = card.path;
      }
    }
  }
  return best;
}

std::shared_ptr<const Grammar> read_grammar(const fs::path& path) {
  const Source source(path.string(), read_file(path));
  GrammarFile file = load_grammar(source);
  if (!file.grammar) {
    throw Error(Exit::kUsage, "the grammar " + path.string() + " has errors\n" +
                                  render(file.problems, source));
  }
  return std::make_shared<const Grammar>(*std::move(file.grammar));
}

fs::path require_grammar(const std::string& option, const fs::path& file) {
  if (!option.empty()) return find_grammar(option);
  if (auto path = grammar_for_file(file)) return *std::move(path);
  throw Error(Exit::kUsage, "no grammar is known for the name of " + file.string() +
                                "\nhint: name one with --grammar; `grabr grammar list` shows them");
}

}  // namespace grabr
