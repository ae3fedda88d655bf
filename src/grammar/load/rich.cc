#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "grammar/lex/regex.h"
#include "grammar/load/options.h"
#include "grammar/load/rich_contents.h"
#include "grammar/load/rich_hints.h"
#include "grammar/load/rich_lexing.h"
#include "grammar/load/rich_tokens.h"
#include "grammar/load/spellings.h"
#include "grammar/model/even.h"
#include "grammar/model/rule_text.h"
#include "grammar/model/symbol_table.h"

namespace grabr {
namespace {

constexpr const char* kRuleShapes = "a string or an array of alternatives";
constexpr const char* kAlternativeShapes = "a string or [string, {options}]";

class RichReader {
 public:
  RichReader(const JsonValue& root, const Source& file, Problems& problems)
      : root_(root),
        file_(file),
        problems_(problems),
        symbols_(read_flag(root, "ignore_case", "ignore_case", problems)),
        contents_(file.name(), symbols_, problems) {}

  Grammar read() {
    grammar_.notation = Notation::kRich;
    grammar_.ignore_case = symbols_.ignore_case();
    check_keys();
    read_header();
    LexingReader lexing(root_, symbols_, problems_);
    grammar_.lexing = lexing.read_mode();
    define_rules();
    define_terminals("tokens", SymbolKind::kPattern);
    define_terminals("skip", SymbolKind::kSkip);
    lexing.define_layout(grammar_);
    AutomaticReader automatic(root_, symbols_, problems_);
    automatic.define_token(grammar_);
    read_rules();
    lexing.read_neighbours(grammar_);
    automatic.read_lists(grammar_);
    for (const SymbolId word : lexing.read_reserved(grammar_)) symbols_[word].reserved = true;
    read_start();
    HintReader hints(file_, symbols_, problems_);
    if (const JsonValue* value = object("hints")) {
      grammar_.hints = hints.read(*value);
      grammar_.links = hints.take_links();
    }
    if (const JsonValue* value = object("contents")) contents_.read_all(*value);
    grammar_.contents = contents_.take();
    report_unused_tokens();
    grammar_.symbols = symbols_.take();
    grammar_.rule_of.resize(grammar_.symbols.size(), ~std::uint32_t{0});
    if (!problems_.incomplete) compile_terminals(grammar_, expressions_, problems_);
    if (grammar_.lexer) hints.check_texts(grammar_);
    if (grammar_.lexer) lexing.check_layout(grammar_);
    if (grammar_.layout) grammar_.layout->even = even_symbols(grammar_);
    return std::move(grammar_);
  }

 private:
  void check_keys();
  void read_header();
  std::string text(const char* key);
  const JsonValue* object(const char* key);
  void for_each_string(const char* key, const std::function<void(const JsonValue&)>& read);
  void read_files();
  void read_least_marked();

  void define_rules();
  void define_terminals(const char* section, SymbolKind kind);
  void mark_immediate(SymbolId id, const JsonValue& value);
  bool usable_name(const JsonKey& key);

  void read_rules();
  void read_rule(const JsonKey& key, const JsonValue& value);
  void read_alternative(const JsonValue& value, const std::string& path, Rule& rule);
  void read_start();
  void report_unused_tokens();

  const JsonValue& root_;
  const Source& file_;
  Problems& problems_;
  SymbolTable symbols_;
  ContentReader contents_;
  std::vector<PlacedText> expressions_;  ///< by symbol: patterns and skips as written
  std::vector<std::pair<SymbolId, Span>> token_keys_;
  Grammar grammar_;
};

void RichReader::check_keys() {
  static const std::array<std::string, 26> known = {
      "$schema",      "name",         "version",   "source",  "license", "extensions",  "filenames",
      "interpreters", "begins",       "notes",     "start",   "rules",   "tokens",      "skip",
      "marks",        "least_marked", "aliases",   "hints",   "lexing",  "ignore_case", "generic",
      "reserved",     "layout",       "automatic", "extends", "contents"};
  report_unknown_keys(root_, known, problems_);
}

std::string RichReader::text(const char* key) {
  const JsonValue* value = root_.find(key);
  if (!value) return {};
  if (!value->is(JsonValue::Kind::kString)) report_wrong_kind(*value, key, "a string", problems_);
  return value->text;
}

/// The object under a key, or null.
const JsonValue* RichReader::object(const char* key) {
  const JsonValue* value = root_.find(key);
  if (!value || value->is(JsonValue::Kind::kObject)) return value;
  report_wrong_kind(*value, key, "an object", problems_);
  return nullptr;
}

void RichReader::read_header() {
  grammar_.name = text("name");
  grammar_.version = text("version");
  grammar_.source = text("source");
  grammar_.license = text("license");
  grammar_.generic = read_flag(root_, "generic", "generic", problems_);
  read_files();
}

/// Calls read(item) for each string in the array under the key; other elements are reported.
void RichReader::for_each_string(const char* key,
                                 const std::function<void(const JsonValue&)>& read) {
  const JsonValue* list = root_.find(key);
  if (!list) return;
  if (!list->is(JsonValue::Kind::kArray)) {
    report_wrong_kind(*list, key, "an array of strings", problems_);
  }
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const JsonValue& item = list->items[i];
    if (item.is(JsonValue::Kind::kString)) {
      read(item);
    } else {
      report_wrong_kind(item, key + ("[" + std::to_string(i) + "]"), "a string", problems_);
    }
  }
}

void RichReader::read_files() {
  for_each_string("extensions", [&](const JsonValue& extension) {
    if (extension.text.size() < 2 || extension.text.front() != '.') {
      problems_.error(extension.span, "an extension starts with a dot",
                      "write \"." + extension.text + "\"");
    } else {
      grammar_.extensions.push_back(extension.text);
    }
  });
  for (const std::string key : {"begins", "marks"}) {
    for_each_string(key.c_str(), [&](const JsonValue& expression) {
      const RegexParse parse = parse_regex(expression.text, /*ignore_case=*/false);
      if (!parse.problem) return;
      problems_.error(expression.span, "in `" + key + "`: " + parse.problem->message,
                      parse.problem->hint);
    });
  }
  read_least_marked();
  for (const char* key : {"aliases", "filenames", "interpreters", "notes"}) {
    for_each_string(key, [](const JsonValue&) {});
  }
}

void RichReader::read_least_marked() {
  const JsonValue* const share = root_.find("least_marked");
  if (!share) return;
  if (!share->is(JsonValue::Kind::kNumber)) {
    report_wrong_kind(*share, "least_marked", "a number", problems_);
  } else if (share->number <= 0 || share->number > 1) {
    problems_.error(share->span, "least_marked is a share of the lines",
                    "write a number above 0 and at most 1, such as 0.5");
  }
}

bool RichReader::usable_name(const JsonKey& key) {
  if (is_rule_name(key.text)) return true;
  problems_.error(key.span, ticked(key.text) + " cannot be a name",
                  "a name is a letter or _, then letters, digits, _ and -");
  return false;
}

void RichReader::define_rules() {
  const JsonValue* rules = object("rules");
  if (!rules) return;
  for (const JsonKey& key : rules->keys) {
    usable_name(key);
    symbols_.define(key.text, SymbolKind::kNonterminal, {}, key.span);
  }
}

void RichReader::define_terminals(const char* section, SymbolKind kind) {
  const JsonValue* entries = object(section);
  if (!entries) return;
  for (std::size_t i = 0; i < entries->keys.size(); ++i) {
    const JsonKey& key = entries->keys[i];
    const JsonValue& value = entries->items[i];
    TokenDefinition token =
        read_token(value, std::string(section) + "." + key.text, file_, problems_);
    const Span span = token.matcher ? value.span : token.expression.span();
    const SymbolId id = symbols_.define(key.text, kind, token.expression.text(), span);
    if (id == kNoSymbol) {
      problems_.error(key.span, ticked(key.text) + " is defined twice",
                      "rules, tokens and skip share one set of names");
      continue;
    }
    usable_name(key);
    if (token.immediate) mark_immediate(id, value);
    if (token.content != nullptr) {
      const std::string path = std::string(section) + "." + key.text + ".content";
      if (kind == SymbolKind::kPattern) contents_.read(path, id, *token.content);
      else problems_.error(token.content->span, "skipped text has no content in the tree");
    }
    if (token.matcher) {
      symbols_[id].matcher = static_cast<std::uint32_t>(grammar_.matchers.size());
      grammar_.matchers.push_back(std::move(*token.matcher));
    }
    expressions_.resize(id + 1);
    expressions_[id] = std::move(token.expression);
    if (kind == SymbolKind::kPattern) token_keys_.emplace_back(id, key.span);
  }
}

void RichReader::mark_immediate(SymbolId id, const JsonValue& value) {
  symbols_[id].immediate = true;
  if (symbols_[id].kind == SymbolKind::kSkip) {
    problems_.error(value.span, "skipped text cannot be immediate",
                    "text that must directly follow another token is a token itself");
  } else if (grammar_.lexing == Lexing::kPlain) {
    problems_.error(value.span, "an immediate token needs contextual lexing",
                    "add \"lexing\": \"contextual\"");
  }
}

void RichReader::read_rules() {
  const JsonValue* rules = object("rules");
  if (!rules) return;
  for (std::size_t i = 0; i < rules->keys.size(); ++i) read_rule(rules->keys[i], rules->items[i]);
}

void RichReader::read_rule(const JsonKey& key, const JsonValue& value) {
  const std::string path = "rules." + key.text;
  Rule rule{symbols_.named(key.text), {}, key.span};
  if (value.is(JsonValue::Kind::kString)) {
    read_alternative(value, path, rule);
  } else if (!value.is(JsonValue::Kind::kArray)) {
    report_wrong_kind(value, path, kRuleShapes, problems_);
  } else if (value.items.empty()) {
    problems_.unreadable(value.span, ticked(key.text) + " has no alternatives",
                         "write \"\" for the empty text");
  } else {
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      read_alternative(value.items[i], path + "[" + std::to_string(i) + "]", rule);
    }
  }
  grammar_.rule_of.push_back(static_cast<std::uint32_t>(grammar_.rules.size()));
  grammar_.rules.push_back(std::move(rule));
}

void RichReader::read_alternative(const JsonValue& value, const std::string& path, Rule& rule) {
  const bool pair = value.is(JsonValue::Kind::kArray) && value.items.size() == 2 &&
                    value.items[0].is(JsonValue::Kind::kString) &&
                    value.items[1].is(JsonValue::Kind::kObject);
  const JsonValue& body = pair ? value.items[0] : value;
  if (!body.is(JsonValue::Kind::kString)) {
    report_wrong_kind(value, path, kAlternativeShapes, problems_);
    return;
  }
  AlternativeOptions options;
  if (pair) options = read_options(value.items[1], path + "[1]", Severity::kWarning, problems_);
  for (Alternative& alternative : read_rule_text(placed(body, file_), symbols_, problems_)) {
    alternative.probability = options.probability;
    alternative.priority = options.priority;
    rule.alternatives.push_back(std::move(alternative));
  }
}

void RichReader::read_start() {
  const JsonValue* start = root_.find("start");
  if (!start) {
    problems_.error({root_.span.begin, root_.span.begin + 1}, "there is no `start`",
                    "name the rule that a whole input follows: \"start\": \"…\"");
    return;
  }
  if (!start->is(JsonValue::Kind::kString)) {
    report_wrong_kind(*start, "start", "the name of a rule (a string)", problems_);
    return;
  }
  const SymbolId symbol = symbols_.named(start->text);
  if (symbol == kNoSymbol) {
    problems_.error(start->span, "the start rule " + ticked(start->text) + " is not defined",
                    symbols_.suggestion(start->text));
  } else if (symbols_[symbol].terminal()) {
    problems_.error(start->span, "the start symbol " + ticked(start->text) + " is not a rule");
  } else {
    grammar_.start = symbol;
  }
}

void RichReader::report_unused_tokens() {
  if (problems_.incomplete) return;
  for (const auto& [id, span] : token_keys_) {
    if (symbols_.used(id)) continue;
    problems_.warning(span, "no rule uses the token " + ticked(symbols_[id].name),
                      "use it, remove it, or move it to \"skip\"");
  }
}

}  // namespace

bool is_rich(const JsonValue& root) {
  if (root.find("rules") != nullptr) return true;
  return root.find("extends") != nullptr && !is_classic(root);
}

Grammar read_rich(const JsonValue& root, const Source& file, Problems& problems) {
  return RichReader(root, file, problems).read();
}

}  // namespace grabr
