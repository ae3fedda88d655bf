#include "cli/grammar_card.h"

#include <cstdint>
#include <nlohmann/json.hpp>

#include "report/json_text.h"
#include "text/file.h"

namespace grabr {
namespace {

using Json = nlohmann::json;

/// Takes the head of a grammar from its JSON as it is read, and keeps nothing else.
class CardReader : public nlohmann::json_sax<Json> {
 public:
  explicit CardReader(GrammarCard& card) : card_(card) {}

  /// A grammar has rules, or nonterminals as keys: a schema or any other JSON has neither.
  bool is_grammar() const { return has_rules_ || nonterminals_ > 0; }
  std::size_t rules() const { return has_rules_ ? rules_ : nonterminals_; }

  bool start_object(std::size_t) override { return ++depth_ > 0; }
  bool end_object() override { return depth_-- > 0; }
  bool start_array(std::size_t) override { return depth_++ > 0; }  // a list is no grammar
  bool end_array() override { return depth_-- > 0; }

  bool key(std::string& key) override {
    if (depth_ == 2 && key_ == "rules") ++rules_;
    if (depth_ != 1) return true;
    key_ = key;
    has_rules_ |= key_ == "rules";
    nonterminals_ += key_.starts_with("<") ? 1 : 0;
    return true;
  }

  bool string(std::string& text) override {
    if (depth_ == 1) {
      if (key_ == "name") card_.name = text;
      if (key_ == "version") card_.version = text;
    } else if (depth_ == 2) {
      if (key_ == "extensions") card_.extensions.push_back(text);
      if (key_ == "filenames") card_.filenames.push_back(text);
      if (key_ == "interpreters") card_.interpreters.push_back(text);
      if (key_ == "begins") card_.begins.push_back(text);
    }
    return true;
  }

  bool boolean(bool value) override {
    if (depth_ == 1 && key_ == "generic") card_.generic = value;
    return true;
  }

  bool null() override { return true; }
  bool number_integer(std::int64_t) override { return true; }
  bool number_unsigned(std::uint64_t) override { return true; }
  bool number_float(double, const std::string&) override { return true; }
  bool binary(Json::binary_t&) override { return true; }
  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  GrammarCard& card_;
  std::string key_;  ///< the last one at the top
  int depth_ = 0;
  bool has_rules_ = false;
  std::size_t rules_ = 0;
  std::size_t nonterminals_ = 0;
};

}  // namespace

std::optional<GrammarCard> read_grammar_card(const std::filesystem::path& path) {
  GrammarCard card;
  CardReader reader(card);
  if (!Json::sax_parse(read_file(path), &reader) || !reader.is_grammar()) return std::nullopt;
  card.path = path;
  card.key = path.stem().string();
  if (card.name.empty()) card.name = card.key;
  card.rules = reader.rules();
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
