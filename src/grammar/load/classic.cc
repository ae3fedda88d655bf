#include <algorithm>

#include "grammar/load/ebnf.h"
#include "grammar/load/spellings.h"
#include "grammar/model/symbol_table.h"

namespace grabr {
namespace {

constexpr const char* kExpansionShapes =
    "a string, a list of symbols, or a pair of one of these and an object of options";

/// Keys allowed in a classic file besides its nonterminals.
bool is_setting(std::string_view key) { return key == "$schema" || key == "ebnf"; }

std::string path_of(const BookRule& rule, std::size_t index) {
  return rule.name + "[" + std::to_string(index) + "]";
}

class ClassicReader {
 public:
  ClassicReader(const JsonValue& root, const Source& file, Problems& problems)
      : root_(root), file_(file), problems_(problems) {}

  Grammar read() {
    read_rules();
    expand_notation();
    define_symbols();
    for (const BookRule& rule : rules_) add_rule(rule);
    choose_start();
    grammar_.notation = Notation::kClassic;
    grammar_.symbols = symbols_.take();
    grammar_.rule_of.resize(grammar_.symbols.size(), ~std::uint32_t{0});
    return std::move(grammar_);
  }

 private:
  void read_rules();
  void read_rule(const JsonKey& key, const JsonValue& value);
  void read_expansion(const JsonValue& value, BookRule& rule, std::size_t index);
  bool read_pair(const JsonValue& value, const std::string& path, BookExpansion& expansion);
  void warn_of_character_set(const PlacedText& text);
  bool read_body(const JsonValue& value, const std::string& path, BookExpansion& expansion);

  void expand_notation();
  bool uses_ebnf();

  void define_symbols();
  void add_rule(const BookRule& rule);
  Expr string_body(const PlacedText& text);
  Expr list_body(const std::vector<PlacedText>& list);
  void add_symbol(Expr& body, SymbolId symbol);
  void add_literal(Expr& body, const PlacedText& text);
  void report_undefined(const PlacedText& name);
  void report_name_inside(const PlacedText& literal);
  void choose_start();

  const JsonValue& root_;
  const Source& file_;
  Problems& problems_;
  SymbolTable symbols_;
  std::vector<BookRule> rules_;
  bool has_character_set_ = false;
  Grammar grammar_;
};

void ClassicReader::read_rules() {
  for (std::size_t i = 0; i < root_.keys.size(); ++i) {
    const JsonKey& key = root_.keys[i];
    if (is_setting(key.text)) continue;
    if (is_nonterminal(key.text)) {
      read_rule(key, root_.items[i]);
    } else if (key.text == "extends") {
      problems_.error(key.span, "a classic grammar cannot extend another one",
                      "a rich one can; it has the keys \"start\", \"rules\" and \"tokens\"");
    } else {
      problems_.error(
          key.span, "the key " + ticked(key.text) + " is not a nonterminal",
          "nonterminals are written in angle brackets and contain no space: \"<expr>\"");
    }
  }
}

void ClassicReader::read_rule(const JsonKey& key, const JsonValue& value) {
  BookRule& rule = rules_.emplace_back(BookRule{key.text, key.span, {}});
  if (!value.is(JsonValue::Kind::kArray)) {
    report_wrong_kind(value, key.text, "an array of expansions", problems_);
    return;
  }
  if (value.items.empty()) {
    problems_.unreadable(value.span, ticked(key.text) + " has no expansions",
                         "write [\"\"] for the empty text");
  }
  for (std::size_t i = 0; i < value.items.size(); ++i) read_expansion(value.items[i], rule, i);
}

void ClassicReader::read_expansion(const JsonValue& value, BookRule& rule, std::size_t index) {
  BookExpansion expansion;
  expansion.span = value.span;
  const std::string path = path_of(rule, index);
  const bool pair = value.is(JsonValue::Kind::kArray) && value.items.size() == 2 &&
                    value.items[1].is(JsonValue::Kind::kObject);
  const bool good = pair ? read_pair(value, path, expansion) : read_body(value, path, expansion);
  if (good) rule.expansions.push_back(std::move(expansion));
}

bool ClassicReader::read_pair(const JsonValue& value, const std::string& path,
                              BookExpansion& expansion) {
  expansion.options = read_options(value.items[1], path + "[1]", Severity::kNote, problems_);
  return read_body(value.items[0], path + "[0]", expansion);
}

bool may_end_range(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// `[0-9]` in an expansion is five literal characters; the warning is given once per file.
void ClassicReader::warn_of_character_set(const PlacedText& text) {
  const std::string& all = text.text();
  for (std::size_t at = all.find('['); at != std::string::npos && !has_character_set_;
       at = all.find('[', at + 1)) {
    const std::size_t end = all.find(']', at);
    if (end == std::string::npos) return;
    const std::size_t dash = all.find('-', at);
    if (dash < at + 2 || dash >= end - 1 || !may_end_range(all[dash - 1])) continue;
    if (!may_end_range(all[dash + 1]) || all[dash - 1] >= all[dash + 1]) continue;
    has_character_set_ = true;
    problems_.warning(
        text.span(at, end + 1),
        ticked(all.substr(at, end + 1 - at)) + " is literal text here, not a set of characters",
        "write the characters as expansions, [\"0\", \"1\", …]; regular expressions "
        "belong in the `tokens` of a grammar with \"rules\"");
  }
}

bool ClassicReader::read_body(const JsonValue& value, const std::string& path,
                              BookExpansion& expansion) {
  if (value.is(JsonValue::Kind::kString)) {
    expansion.text = placed(value, file_);
    warn_of_character_set(expansion.text);
    return true;
  }
  if (!value.is(JsonValue::Kind::kArray)) {
    report_wrong_kind(value, path, kExpansionShapes, problems_);
    return false;
  }
  expansion.is_list = true;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const JsonValue& item = value.items[i];
    if (item.is(JsonValue::Kind::kString)) {
      expansion.list.push_back(placed(item, file_));
    } else {
      report_wrong_kind(item, path + "[" + std::to_string(i) + "]", "a string, one symbol",
                        problems_);
    }
  }
  return true;
}

void ClassicReader::expand_notation() {
  if (uses_ebnf()) convert_ebnf(rules_, problems_);
}

/// The book converts a grammar on request. A file requests it by "ebnf"; without that, the notation
/// is on unless some + or * can only be an operator of the language itself.
bool ClassicReader::uses_ebnf() {
  if (root_.find("ebnf") != nullptr) return read_flag(root_, "ebnf", "ebnf", problems_);
  const std::optional<PlainOperator> plain = find_plain_operator(rules_);
  if (!plain) return true;
  problems_.note(plain->span,
                 std::string("the ") + plain->sign + " after " + ticked(plain->repeated) +
                     " is read as text, and so are ? * + and (…) in the whole file",
                 "say \"ebnf\": false if so, \"ebnf\": true if they mean repetition");
  return false;
}

void ClassicReader::define_symbols() {
  for (const BookRule& rule : rules_) {
    symbols_.define(rule.name, SymbolKind::kNonterminal, {}, rule.span);
  }
}

void ClassicReader::add_rule(const BookRule& rule) {
  const SymbolId symbol = symbols_.named(rule.name);
  Rule result{symbol, {}, rule.span};
  for (const BookExpansion& expansion : rule.expansions) {
    Alternative& alternative = result.alternatives.emplace_back();
    alternative.body = expansion.is_list ? list_body(expansion.list) : string_body(expansion.text);
    alternative.probability = expansion.options.probability;
    alternative.priority = expansion.options.priority;
    alternative.span = expansion.span;
  }
  grammar_.rule_of.push_back(static_cast<std::uint32_t>(grammar_.rules.size()));
  grammar_.rules.push_back(std::move(result));
}

/// Nonterminals and the text between them. Something that looks like a nonterminal but is not
/// defined stays a separate literal, as in the book's parser.
Expr ClassicReader::string_body(const PlacedText& text) {
  Expr body;
  std::size_t done = 0;
  while (const auto name = find_nonterminal(text.text(), done)) {
    add_literal(body, text.part(done, name->begin));
    const PlacedText piece = text.part(name->begin, name->end);
    const SymbolId symbol = symbols_.named(piece.text());
    if (symbol == kNoSymbol) {
      report_undefined(piece);
      add_literal(body, piece);
    } else {
      add_symbol(body, symbol);
    }
    done = name->end;
  }
  add_literal(body, text.part(done, text.text().size()));
  return body;
}

/// Each string is one symbol; adjacent literals are merged.
Expr ClassicReader::list_body(const std::vector<PlacedText>& list) {
  Expr body;
  PlacedText literal;
  for (const PlacedText& item : list) {
    const SymbolId symbol = symbols_.named(item.text());
    const bool looks_like_one = is_nonterminal(item.text());
    if (symbol == kNoSymbol && !looks_like_one) {
      report_name_inside(item);
      literal.append(item);
      continue;
    }
    add_literal(body, literal);
    literal = PlacedText();
    if (symbol != kNoSymbol) {
      add_symbol(body, symbol);
    } else {
      report_undefined(item);
      add_literal(body, item);
    }
  }
  add_literal(body, literal);
  return body;
}

void ClassicReader::add_symbol(Expr& body, SymbolId symbol) {
  Expr part;
  part.kind = Expr::Kind::kSymbol;
  part.symbol = symbol;
  body.parts.push_back(std::move(part));
}

void ClassicReader::add_literal(Expr& body, const PlacedText& text) {
  if (!text.text().empty()) add_symbol(body, symbols_.literal(text.text(), text.span()));
}

void ClassicReader::report_undefined(const PlacedText& name) {
  problems_.warning(name.span(), ticked(name.text()) + " is not defined and stands for itself",
                    symbols_.suggestion(name.text()));
}

void ClassicReader::report_name_inside(const PlacedText& literal) {
  std::size_t from = 0;
  while (const auto name = find_nonterminal(literal.text(), from)) {
    from = name->end;
    const std::string inside = literal.text().substr(name->begin, name->end - name->begin);
    if (symbols_.named(inside) == kNoSymbol) continue;
    problems_.warning(literal.span(name->begin, name->end),
                      ticked(inside) + " inside a literal of a list stands for itself",
                      "in a list of symbols a nonterminal is an item of its own");
  }
}

void ClassicReader::choose_start() {
  grammar_.start = symbols_.named("<start>");
  if (grammar_.start != kNoSymbol || rules_.empty()) return;
  grammar_.start = symbols_.named(rules_.front().name);
  problems_.warning(rules_.front().span,
                    "there is no `<start>`; " + ticked(rules_.front().name) +
                        " is taken as the start symbol, as it is the first",
                    "add \"<start>\": [\"" + rules_.front().name + "\"]");
}

}  // namespace

bool is_classic(const JsonValue& root) {
  return std::ranges::any_of(root.keys,
                             [](const JsonKey& key) { return key.text.starts_with('<'); });
}

Grammar read_classic(const JsonValue& root, const Source& file, Problems& problems) {
  return ClassicReader(root, file, problems).read();
}

}  // namespace grabr
