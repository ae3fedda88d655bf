#include "cli/grammar_card.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/json_text.h"
#include "text/file.h"

namespace grabr {
namespace {

using Json = nlohmann::json;

std::string string_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::vector<std::string> strings_at(const Json& json, const char* key) {
  std::vector<std::string> strings;
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array()) return strings;
  for (const Json& item : *found) {
    if (item.is_string()) strings.push_back(item.get<std::string>());
  }
  return strings;
}

/// A grammar has rules, or nonterminals as keys: a schema or any other JSON has neither.
std::optional<std::size_t> count_rules(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  const auto rules = json.find("rules");
  if (rules != json.end()) return rules->size();
  const auto items = json.items();
  const auto count = std::count_if(items.begin(), items.end(), [](const auto& item) {
    return item.key().starts_with("<");
  });
  if (count == 0) return std::nullopt;
  return static_cast<std::size_t>(count);
}

}  // namespace

std::optional<GrammarCard> read_grammar_card(const std::filesystem::path& path) {
  const Json json = Json::parse(read_file(path), nullptr, /*allow_exceptions=*/false);
  const std::optional<std::size_t> rules = count_rules(json);
  if (!rules) return std::nullopt;
  GrammarCard card;
  card.path = path;
  card.key = path.stem().string();
  card.name = string_at(json, "name");
  if (card.name.empty()) card.name = card.key;
  card.version = string_at(json, "version");
  card.extensions = strings_at(json, "extensions");
  card.filenames = strings_at(json, "filenames");
  card.interpreters = strings_at(json, "interpreters");
  card.begins = strings_at(json, "begins");
  card.generic = json.value("generic", Json()) == Json(true);
  card.rules = *rules;
  return card;
}

std::string grammar_list_json(const std::vector<GrammarCard>& cards) {
  using Ordered = nlohmann::ordered_json;
  Ordered list = Ordered::array();
  for (const GrammarCard& card : cards) {
    list.push_back({{"name", card.key},
                    {"language", card.name},
                    {"version", card.version},
                    {"extensions", card.extensions},
                    {"filenames", card.filenames},
                    {"interpreters", card.interpreters},
                    {"begins", card.begins},
                    {"rules", card.rules},
                    {"path", as_utf8(card.path.string())}});
  }
  return list.dump(2) + "\n";
}

}  // namespace grabr
