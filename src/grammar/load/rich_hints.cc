#include "grammar/load/rich_hints.h"

#include <algorithm>
#include <array>

#include "grammar/lex/lexer.h"
#include "text/suggest.h"

namespace grabr {

Hints HintReader::read(const JsonValue& value) {
  static const std::array<std::string, 4> known = {"identifiers", "simplest", "rewrites",
                                                   "imports"};
  Hints hints;
  for (std::size_t i = 0; i < value.keys.size(); ++i) {
    const JsonKey& key = value.keys[i];
    if (key.text == "identifiers") {
      read_identifiers(value.items[i], hints);
    } else if (key.text == "simplest") {
      read_simplest(value.items[i], hints);
    } else if (key.text == "rewrites") {
      hints.rewrites = rewrites_.read(value.items[i]);
    } else if (key.text == "imports") {
      read_imports(value.items[i], hints);
    } else {
      problems_.warning(key.span, "the hint " + ticked(key.text) + " is ignored",
                        did_you_mean(nearest_word(key.text, known)));
    }
  }
  return hints;
}

void HintReader::read_identifiers(const JsonValue& value, Hints& hints) {
  if (!value.is(JsonValue::Kind::kArray)) {
    report_wrong_kind(value, "hints.identifiers", "an array of names of tokens", problems_);
    return;
  }
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const JsonValue& item = value.items[i];
    if (!item.is(JsonValue::Kind::kString)) {
      report_wrong_kind(item, "hints.identifiers[" + std::to_string(i) + "]",
                        "the name of a token (a string)", problems_);
      continue;
    }
    const SymbolId id = token(item.text, item.span);
    if (id != kNoSymbol) hints.identifiers.push_back(id);
  }
}

void HintReader::read_simplest(const JsonValue& value, Hints& hints) {
  if (!value.is(JsonValue::Kind::kObject)) {
    report_wrong_kind(value, "hints.simplest", "an object, token: [texts]", problems_);
    return;
  }
  for (std::size_t i = 0; i < value.keys.size(); ++i) {
    const JsonKey& key = value.keys[i];
    const SymbolId id = token(key.text, key.span);
    if (id == kNoSymbol) continue;
    hints.simplest.emplace_back(id, texts(value.items[i], "hints.simplest." + key.text, id));
  }
}

void HintReader::read_imports(const JsonValue& value, Hints& hints) {
  if (!value.is(JsonValue::Kind::kArray)) {
    report_wrong_kind(value, "hints.imports", "an array of lines", problems_);
    return;
  }
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const JsonValue& item = value.items[i];
    if (!item.is(JsonValue::Kind::kString)) {
      report_wrong_kind(item, "hints.imports[" + std::to_string(i) + "]", "a line (a string)",
                        problems_);
    } else if (std::count(item.text.begin(), item.text.end(), '@') != 1) {
      problems_.error(item.span, ticked(item.text) + " names no file",
                      "one @ stands for the name: \"# include \\\"@\\\"\"");
    } else {
      hints.imports.push_back(item.text);
    }
  }
}

/// The token of that name; anything else is reported.
SymbolId HintReader::token(const std::string& name, Span span) {
  const SymbolId id = symbols_.named(name);
  if (id == kNoSymbol) {
    problems_.error(span, "the token " + ticked(name) + " is not defined",
                    symbols_.suggestion(name));
  } else if (symbols_[id].kind != SymbolKind::kPattern) {
    problems_.error(span, ticked(name) + " is not a token",
                    "hints are for the names under \"tokens\"");
    return kNoSymbol;
  }
  return id;
}

std::vector<std::string> HintReader::texts(const JsonValue& value, const std::string& path,
                                           SymbolId token) {
  std::vector<std::string> result;
  if (!value.is(JsonValue::Kind::kArray)) {
    report_wrong_kind(value, path, "an array of texts, the simplest first", problems_);
  }
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const JsonValue& item = value.items[i];
    if (item.is(JsonValue::Kind::kString)) {
      result.push_back(item.text);
      texts_.push_back({token, item.text, item.span});
    } else if (value.is(JsonValue::Kind::kArray)) {
      report_wrong_kind(item, path + "[" + std::to_string(i) + "]", "a text (a string)", problems_);
    }
  }
  return result;
}

void HintReader::check_texts(const Grammar& grammar) {
  rewrites_.check_texts(grammar);
  for (const PlacedHint& hint : texts_) {
    if (grammar.lexer->matches(hint.text, hint.token)) continue;
    problems_.warning(hint.span,
                      ticked(hint.text) + " is not a " + grammar.symbols[hint.token].name,
                      "a hint that the token does not match is of no use");
  }
}

}  // namespace grabr
