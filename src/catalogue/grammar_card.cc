#include "catalogue/grammar_card.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "grammar/load/load.h"
#include "report/form/json_text.h"

namespace grabr {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kRules = "rules";
constexpr std::string_view kHeadKeys[] = {"name",         "version", "extensions", "filenames",
                                          "interpreters", "begins",  "marks",      "least_marked",
                                          "generic",      "aliases"};

/// Extracts a grammar's head while its JSON is parsed, without keeping anything else. With kHead it
/// stops at the rules, nearly all of the file, unless more of the head can follow.
class CardReader : public nlohmann::json_sax<Json> {
 public:
  CardReader(GrammarCard& card, CardDetail detail, std::string_view text)
      : card_(card), head_only_(detail == CardDetail::kHead), text_(text) {}

  /// True if the JSON is valid, as far as it was read.
  bool read() { return Json::sax_parse(text_, this) || stopped_; }
  /// A grammar has rules, its own or inherited, or nonterminals as keys; a JSON schema has neither.
  bool is_grammar() const { return has_rules_ || extends_ || nonterminals_ > 0; }
  bool extends() const { return extends_; }
  std::size_t rules() const { return has_rules_ ? rules_ : nonterminals_; }

  bool start_object(std::size_t) override { return ++depth_ > 0; }
  bool end_object() override { return depth_-- > 0; }
  bool start_array(std::size_t) override { return depth_++ > 0; }  // a list is not a grammar
  bool end_array() override { return depth_-- > 0; }

  bool key(std::string& key) override {
    if (depth_ == 2 && key_ == "rules") ++rules_;
    if (depth_ != 1) return true;
    key_ = key;
    has_rules_ |= key_ == kRules;
    extends_ |= key_ == "extends";
    nonterminals_ += key_.starts_with("<") ? 1 : 0;
    if (const auto* head = std::ranges::find(kHeadKeys, key_); head != std::end(kHeadKeys)) {
      seen_[static_cast<std::size_t>(head - kHeadKeys)] = true;
    }
    stopped_ = head_only_ && key_ == kRules && !more_may_follow();
    return !stopped_;
  }

  bool string(std::string& text) override {
    if (depth_ == 1) {
      if (key_ == "name") card_.name = text;
      if (key_ == "version") card_.version = text;
    } else if (depth_ == 2) {
      if (key_ == "aliases") card_.aliases.push_back(text);
      if (key_ == "extensions") card_.extensions.push_back(text);
      if (key_ == "filenames") card_.filenames.push_back(text);
      if (key_ == "interpreters") card_.interpreters.push_back(text);
      if (key_ == "begins") card_.begins.push_back(text);
      if (key_ == "marks") card_.marks.push_back(text);
    }
    return true;
  }

  bool boolean(bool value) override {
    if (depth_ == 1 && key_ == "generic") card_.generic = value;
    return true;
  }

  bool null() override { return true; }
  bool number_integer(std::int64_t value) override { return number(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) override { return number(static_cast<double>(value)); }
  bool number_float(double value, const std::string&) override { return number(value); }
  bool binary(Json::binary_t&) override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  bool number(double value) {
    if (depth_ == 1 && key_ == "least_marked") card_.least_marked = value;
    return true;
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
  bool seen_[std::size(kHeadKeys)] = {};
  bool stopped_ = false;
  std::string key_;  ///< the last top-level one
  int depth_ = 0;
  bool has_rules_ = false;
  bool extends_ = false;
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
