// Tested by tests/grammar/rich_lexing_test.cc.
#include "grammar/load/rich_lexing.h"

#include <algorithm>
#include <array>
#include <span>

#include "grammar/lex/lexer.h"
#include "grammar/model/rule_text.h"

namespace grabr {

Lexing LexingReader::read_mode() {
  const JsonValue* value = root_.find("lexing");
  if (value == nullptr) return Lexing::kPlain;
  const bool word = value->is(JsonValue::Kind::kString);
  if (word && value->text == "contextual") return Lexing::kContextual;
  if (!word || value->text != "plain") {
    problems_.unreadable(value->span, ticked("lexing") + " must be \"plain\" or \"contextual\"",
                         "plain: the longest match; contextual: the longest that the rules allow");
  }
  return Lexing::kPlain;
}

std::vector<SymbolId> LexingReader::read_reserved(const Grammar& grammar) {
  std::vector<SymbolId> reserved;
  const JsonValue* value = root_.find("reserved");
  if (value != nullptr && grammar.lexing == Lexing::kPlain) {
    problems_.warning(value->span, ticked("reserved") + " changes nothing in plain lexing",
                      "there every literal of the rules is preferred to tokens of its length");
    return reserved;
  }
  if (value != nullptr && !value->is(JsonValue::Kind::kBool) &&
      !value->is(JsonValue::Kind::kArray)) {
    report_wrong_kind(*value, "reserved", "true, false or an array of literals", problems_);
  } else if (value != nullptr && value->is(JsonValue::Kind::kArray)) {
    for (const JsonValue& word : value->items) {
      if (!word.is(JsonValue::Kind::kString) || word.text.empty()) {
        report_wrong_kind(word, "reserved", "an array of literals (strings)", problems_);
      } else {
        reserved.push_back(symbols_.literal(word.text, word.span));
      }
    }
  } else if (grammar.lexing == Lexing::kContextual && (value == nullptr || value->boolean)) {
    for (SymbolId id = 0; id < symbols_.size(); ++id) {
      if (symbols_[id].kind == SymbolKind::kLiteral) reserved.push_back(id);
    }
  }
  return reserved;
}

void LexingReader::define_layout(Grammar& grammar) {
  const JsonValue* layout = root_.find("layout");
  if (layout == nullptr) return;
  if (!layout->is(JsonValue::Kind::kObject)) {
    report_wrong_kind(*layout, "layout", "an object", problems_);
    return;
  }
  static const std::array<std::string, 10> known = {
      "style",  "newline",      "indent",        "dedent",         "brackets",
      "blocks", "indent_after", "newline_after", "newline_before", "indent_after_outside"};
  const JsonValue* style = layout->find("style");
  const bool named = style != nullptr && style->is(JsonValue::Kind::kString);
  const bool offside = named && style->text == "offside";
  report_unknown_keys(*layout, std::span(known).first(offside ? known.size() : 5), problems_);
  const bool uneven = named && style->text == "uneven";
  if (!offside && !uneven && (!named || style->text != "python")) {
    problems_.unreadable(style == nullptr ? layout->span : style->span,
                         "`layout.style` must be \"python\", \"uneven\" or \"offside\"",
                         "in Python every line counts; in Scala and others, certain words decide");
  }
  if (grammar.lexing == Lexing::kContextual) {
    problems_.error(layout->span, "layout needs plain lexing",
                    "remove \"lexing\": \"contextual\", or the layout");
  }
  grammar.layout.emplace();
  grammar.layout->newline = layout_token(*layout, "newline", "NEWLINE");
  grammar.layout->indent = layout_token(*layout, "indent", "INDENT");
  grammar.layout->dedent = layout_token(*layout, "dedent", "DEDENT");
  grammar.layout->offside = offside;
  grammar.layout->uneven = uneven;
}

SymbolId LexingReader::layout_token(const JsonValue& layout, const std::string& key,
                                    const std::string& name) {
  const JsonValue* value = layout.find(key);
  if (value != nullptr && (!value->is(JsonValue::Kind::kString) || !is_rule_name(value->text))) {
    report_wrong_kind(*value, "layout." + key, "the name of a token (a string)", problems_);
    return kNoSymbol;
  }
  const Span span = value == nullptr ? layout.span : value->span;
  const std::string chosen = value == nullptr ? name : value->text;
  const SymbolId id = symbols_.define(chosen, SymbolKind::kLayout, {}, span);
  if (id == kNoSymbol) {
    problems_.error(span, ticked(chosen) + " is defined twice",
                    "the layout makes this token; it needs no rule or regular expression");
  }
  return id;
}

void LexingReader::read_neighbours(Grammar& grammar) {
  if (!grammar.layout) return;
  Layout& layout = *grammar.layout;
  layout.brackets = read_pairs("brackets");
  if (!layout.offside) return;
  layout.blocks = read_pairs("blocks");
  layout.indent_after = read_list("indent_after");
  layout.indent_after_outside = read_list("indent_after_outside");
  layout.newline_after = read_list("newline_after");
  layout.newline_before = read_list("newline_before");
}

std::vector<std::pair<SymbolId, SymbolId>> LexingReader::read_pairs(const std::string& key) {
  std::vector<std::pair<SymbolId, SymbolId>> read;
  const JsonValue* pairs = root_.find("layout")->find(key);
  if (pairs == nullptr) return read;
  const auto is_pair = [](const JsonValue& value) {
    return value.is(JsonValue::Kind::kArray) && value.items.size() == 2 &&
           value.items[0].is(JsonValue::Kind::kString) &&
           value.items[1].is(JsonValue::Kind::kString);
  };
  if (!pairs->is(JsonValue::Kind::kArray) ||
      !std::all_of(pairs->items.begin(), pairs->items.end(), is_pair)) {
    report_wrong_kind(*pairs, "layout." + key, "an array of pairs of literals, [[\"(\", \")\"], …]",
                      problems_);
    return read;
  }
  for (const JsonValue& pair : pairs->items) {
    const SymbolId open = literal(pair.items[0], "the bracket ");
    read.emplace_back(open, literal(pair.items[1], "the bracket "));
  }
  return read;
}

std::vector<SymbolId> LexingReader::read_list(const std::string& key) {
  std::vector<SymbolId> read;
  const JsonValue* list = root_.find("layout")->find(key);
  if (list == nullptr) return read;
  const auto is_text = [](const JsonValue& item) {
    return item.is(JsonValue::Kind::kString) && !item.text.empty();
  };
  if (!list->is(JsonValue::Kind::kArray) ||
      !std::all_of(list->items.begin(), list->items.end(), is_text)) {
    report_wrong_kind(*list, "layout." + key, "an array of literals and names of tokens",
                      problems_);
    return read;
  }
  for (const JsonValue& item : list->items) {
    const SymbolId named = symbols_.named(item.text);
    const bool token = named != kNoSymbol && (symbols_[named].kind == SymbolKind::kPattern ||
                                              symbols_[named].kind == SymbolKind::kLayout);
    read.push_back(token ? named : literal(item, ""));
  }
  return read;
}

SymbolId LexingReader::literal(const JsonValue& value, const std::string& what) {
  const SymbolId before = symbols_.size();
  const SymbolId id = symbols_.literal(value.text, value.span);
  if (id == before && !problems_.incomplete) {
    problems_.warning(value.span, "no rule uses " + what + ticked(value.text));
  }
  return id;
}

void LexingReader::check_layout(const Grammar& grammar) {
  if (!grammar.layout) return;
  for (const char* const text : {" \n", "\t\n", "\n"}) {
    const Match match = grammar.lexer->match(text, 0);
    if (match.length < std::string_view(text).size()) continue;
    problems_.error(grammar.symbols[match.terminals[0]].span,
                    grammar.symbols[match.terminals[0]].name + " takes line ends from the layout",
                    "leave \\n and \\r out of white space: where lines end is read by \"layout\"");
    return;
  }
}

void AutomaticReader::define_token(Grammar& grammar) {
  const JsonValue* section = root_.find("automatic");
  if (section == nullptr) return;
  if (!section->is(JsonValue::Kind::kObject)) {
    report_wrong_kind(*section, "automatic", "an object", problems_);
    return;
  }
  static const std::array<std::string, 5> known = {"token", "before", "restricted_after",
                                                   "restricted_before", "always_after"};
  report_unknown_keys(*section, known, problems_);
  if (grammar.lexing != Lexing::kContextual) {
    problems_.error(section->span, "automatic tokens need contextual lexing",
                    "add \"lexing\": \"contextual\"");
  }
  const JsonValue* token = section->find("token");
  if (token == nullptr || !token->is(JsonValue::Kind::kString) || !is_rule_name(token->text)) {
    problems_.unreadable(token == nullptr ? section->span : token->span,
                         "`automatic.token` must be the name of a token (a string)",
                         "rules use the token by this name, as in \"eos\": \"';' | AUTO\"");
    return;
  }
  const SymbolId id = symbols_.define(token->text, SymbolKind::kLayout, {}, token->span);
  if (id == kNoSymbol) {
    problems_.error(token->span, ticked(token->text) + " is defined twice",
                    "line ends make this token; it needs no rule or regular expression");
    return;
  }
  grammar.automatic.emplace();
  grammar.automatic->token = id;
}

void AutomaticReader::read_lists(Grammar& grammar) {
  if (!grammar.automatic) return;
  AutomaticToken& automatic = *grammar.automatic;
  if (!symbols_.used(automatic.token) && !problems_.incomplete) {
    const Symbol& token = symbols_[automatic.token];
    problems_.error(token.span, "no rule uses the token " + ticked(token.name),
                    "use it where a line end may end a construct, or remove \"automatic\"");
  }
  automatic.before = read_list("before");
  automatic.restricted_after = read_list("restricted_after");
  automatic.restricted_before = read_list("restricted_before");
  automatic.always_after = read_list("always_after");
}

std::vector<SymbolId> AutomaticReader::read_list(const char* key) {
  std::vector<SymbolId> neighbours;
  const JsonValue* list = root_.find("automatic")->find(key);
  if (list == nullptr) return neighbours;
  const auto is_text = [](const JsonValue& item) {
    return item.is(JsonValue::Kind::kString) && !item.text.empty();
  };
  if (!list->is(JsonValue::Kind::kArray) ||
      !std::all_of(list->items.begin(), list->items.end(), is_text)) {
    report_wrong_kind(*list, "automatic." + std::string(key),
                      "an array of literals and names of tokens", problems_);
    return neighbours;
  }
  for (const JsonValue& item : list->items) {
    const SymbolId id = neighbour(item);
    if (id != kNoSymbol) neighbours.push_back(id);
  }
  return neighbours;
}

/// The token of that name, otherwise the literal.
SymbolId AutomaticReader::neighbour(const JsonValue& value) {
  const SymbolId named = symbols_.named(value.text);
  if (named != kNoSymbol && symbols_[named].kind == SymbolKind::kPattern) return named;
  const SymbolId before = symbols_.size();
  const SymbolId id = symbols_.literal(value.text, value.span);
  if (id == before && !problems_.incomplete) {
    problems_.warning(value.span, "no rule uses " + ticked(value.text));
  }
  return id;
}

}  // namespace grabr
