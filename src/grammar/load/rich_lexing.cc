#include "grammar/load/rich_lexing.h"

#include <algorithm>
#include <array>

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
  static const std::array<std::string, 5> known = {"style", "newline", "indent", "dedent",
                                                   "brackets"};
  report_unknown_keys(*layout, known, problems_);
  const JsonValue* style = layout->find("style");
  if (style == nullptr || !style->is(JsonValue::Kind::kString) || style->text != "python") {
    problems_.unreadable(style == nullptr ? layout->span : style->span,
                         "`layout.style` must be \"python\"", "it is the only one there is");
  }
  if (grammar.lexing == Lexing::kContextual) {
    problems_.error(layout->span, "layout needs plain lexing",
                    "remove \"lexing\": \"contextual\", or the layout");
  }
  grammar.layout.emplace();
  grammar.layout->newline = layout_token(*layout, "newline", "NEWLINE");
  grammar.layout->indent = layout_token(*layout, "indent", "INDENT");
  grammar.layout->dedent = layout_token(*layout, "dedent", "DEDENT");
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

void LexingReader::read_brackets(Grammar& grammar) {
  if (!grammar.layout) return;
  const JsonValue* pairs = root_.find("layout")->find("brackets");
  if (pairs == nullptr) return;
  const auto is_pair = [](const JsonValue& value) {
    return value.is(JsonValue::Kind::kArray) && value.items.size() == 2 &&
           value.items[0].is(JsonValue::Kind::kString) &&
           value.items[1].is(JsonValue::Kind::kString);
  };
  if (!pairs->is(JsonValue::Kind::kArray) ||
      !std::all_of(pairs->items.begin(), pairs->items.end(), is_pair)) {
    report_wrong_kind(*pairs, "layout.brackets",
                      "an array of pairs of literals, [[\"(\", \")\"], …]", problems_);
    return;
  }
  for (const JsonValue& pair : pairs->items) {
    const SymbolId open = bracket(pair.items[0]);
    grammar.layout->brackets.emplace_back(open, bracket(pair.items[1]));
  }
}

SymbolId LexingReader::bracket(const JsonValue& value) {
  const SymbolId before = symbols_.size();
  const SymbolId id = symbols_.literal(value.text, value.span);
  if (id == before && !problems_.incomplete) {
    problems_.warning(value.span, "no rule uses the bracket " + ticked(value.text));
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

}  // namespace grabr
