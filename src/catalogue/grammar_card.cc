#include "catalogue/grammar_card.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "grammar/load/load.h"
#include "report/form/json_text.h"
#include "text/json_scanner.h"

namespace grabr {
namespace {

constexpr std::string_view kRules = "rules";
constexpr std::string_view kHeadKeys[] = {"name",         "version", "extensions", "filenames",
                                          "interpreters", "begins",  "marks",      "least_marked",
                                          "generic",      "aliases"};

/// Extracts a grammar's head while its JSON is read, without keeping anything else. With kHead it
/// stops at the rules, nearly all of the file, unless more of the head can follow.
class CardReader {
 public:
  CardReader(GrammarCard& card, CardDetail detail, std::string_view text)
      : card_(card), head_only_(detail == CardDetail::kHead), text_(text), scanner_(text) {}

  /// True if the JSON is valid, as far as it was read.
  bool read() {
    while (true) {
      switch (scanner_.next().kind) {
        case Kind::kOpenArray:
        case Kind::kOpenObject: ++depth_; break;
        case Kind::kClose: --depth_; break;
        case Kind::kKey:
          if (!take_key(scanner_.text())) return true;
          break;
        case Kind::kString: take_string(scanner_.text()); break;
        case Kind::kBool:
          if (depth_ == 1 && key_ == "generic") card_.generic = scanner_.boolean();
          break;
        case Kind::kNumber:
          if (depth_ == 1 && key_ == "least_marked") card_.least_marked = scanner_.number();
          break;
        case Kind::kNull: break;
        case Kind::kEnd: return true;
        case Kind::kBad: return false;
      }
    }
  }
  /// A grammar has rules, its own or inherited, or nonterminals as keys; a JSON schema has neither.
  bool is_grammar() const { return has_rules_ || extends() || nonterminals_ > 0; }
  bool extends() const { return !card_.extends.empty(); }
  std::size_t rules() const { return has_rules_ ? rules_ : nonterminals_; }

 private:
  using Kind = JsonToken::Kind;

  /// Returns false if the rest of the file is not needed.
  bool take_key(const std::string& key) {
    if (depth_ == 2 && key_ == kRules) ++rules_;
    if (depth_ != 1) return true;
    key_ = key;
    has_rules_ |= key_ == kRules;
    nonterminals_ += key_.starts_with("<") ? 1 : 0;
    if (const auto* head = std::ranges::find(kHeadKeys, key_); head != std::end(kHeadKeys)) {
      seen_[static_cast<std::size_t>(head - kHeadKeys)] = true;
    }
    return !head_only_ || key_ != kRules || more_may_follow();
  }

  void take_string(const std::string& text) {
    if (depth_ == 1) {
      if (key_ == "name") card_.name = text;
      if (key_ == "version") card_.version = text;
      if (key_ == "extends") card_.extends = text;
    } else if (depth_ == 2) {
      if (key_ == "aliases") card_.aliases.push_back(text);
      if (key_ == "extensions") card_.extensions.push_back(text);
      if (key_ == "filenames") card_.filenames.push_back(text);
      if (key_ == "interpreters") card_.interpreters.push_back(text);
      if (key_ == "begins") card_.begins.push_back(text);
      if (key_ == "marks") card_.marks.push_back(text);
    }
  }

  /// Might a missing key of the head come after the first mention of rules?
  bool more_may_follow() const {
    const std::size_t rules = text_.find(quoted(kRules));  // npos: it is written with escapes
    if (rules == std::string_view::npos) return true;
    const std::string_view rest = text_.substr(rules);
    for (std::size_t i = 0; i < std::size(kHeadKeys); ++i) {
      if (!seen_[i] && rest.find(quoted(kHeadKeys[i])) != std::string_view::npos) return true;
    }
    return false;
  }

  static std::string quoted(std::string_view key) { return '"' + std::string(key) + '"'; }

  GrammarCard& card_;
  bool head_only_;
  std::string_view text_;
  JsonScanner scanner_;
  bool seen_[std::size(kHeadKeys)] = {};
  std::string key_;  ///< the last top-level one
  int depth_ = 0;
  bool has_rules_ = false;
  std::size_t rules_ = 0;
  std::size_t nonterminals_ = 0;
};

/// Counts the rules of the file combined with what it extends; nothing if that cannot be read.
std::optional<std::size_t> count_combined_rules(const Source& file) {
  Problems ignored;
  const CombinedGrammar combined = read_combined(file, grammar_source, ignored);
  const JsonValue* const rules = combined.root ? combined.root->find(kRules) : nullptr;
  return rules == nullptr ? std::nullopt : std::optional(rules->keys.size());
}

}  // namespace

std::optional<GrammarCard> read_grammar_card(const std::filesystem::path& path, CardDetail detail) {
  GrammarCard card;
  const Source file = grammar_source(path.string());
  const std::string_view text = file.bytes();
  CardReader reader(card, detail, text);
  if (!reader.read() || !reader.is_grammar()) return std::nullopt;
  card.path = path;
  card.key = path.stem().string();
  if (card.name.empty()) card.name = card.key;
  card.rules = reader.rules();
  if (detail == CardDetail::kAll && reader.extends()) {
    card.rules = count_combined_rules(file).value_or(card.rules);
  }
  return card;
}

std::string grammar_list_json(const std::vector<GrammarCard>& cards) {
  using Ordered = nlohmann::ordered_json;
  Ordered list = Ordered::array();
  for (const GrammarCard& card : cards) {
    list.push_back({{"name", card.key},
                    {"language", card.name},
                    {"version", card.version},
                    {"aliases", card.aliases},
                    {"extensions", card.extensions},
                    {"filenames", card.filenames},
                    {"interpreters", card.interpreters},
                    {"begins", card.begins},
                    {"marks", card.marks},
                    {"rules", card.rules},
                    {"path", as_utf8(card.path.string())}});
  }
  return list.dump(2) + "\n";
}

}  // namespace grabr
