#include "grammar/load/rich_hints.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "grammar/lex/lexer.h"
#include "text/ascii.h"
#include "text/suggest.h"

namespace grabr {
namespace {

constexpr std::uint32_t kMaxNumber = 1000;

bool is_name_part(char c) { return is_word(c) || c == '-'; }

std::size_t end_of_name(std::string_view text, std::size_t at) {
  if (at < text.size() && (is_digit(text[at]) || text[at] == '-')) return at;
  while (at < text.size() && is_name_part(text[at])) ++at;
  return at;
}

}  // namespace

RewriteReader::Rewrites RewriteReader::read(const JsonValue& value) {
  Rewrites rewrites;
  if (!value.is(JsonValue::Kind::kObject)) {
    report_wrong_kind(value, "hints.rewrites", "an object, rule: [templates]", problems_);
    return rewrites;
  }
  for (std::size_t i = 0; i < value.keys.size(); ++i) {
    const JsonKey& key = value.keys[i];
    const SymbolId id = rule(key);
    std::vector<RewriteTemplate> read = templates(value.items[i], "hints.rewrites." + key.text);
    if (id != kNoSymbol) rewrites.emplace_back(id, std::move(read));
  }
  return rewrites;
}

SymbolId RewriteReader::rule(const JsonKey& key) {
  const SymbolId id = symbols_.named(key.text);
  if (id == kNoSymbol) {
    problems_.error(key.span, "the rule " + ticked(key.text) + " is not defined",
                    symbols_.suggestion(key.text));
  } else if (symbols_[id].kind != SymbolKind::kNonterminal) {
    problems_.error(key.span, ticked(key.text) + " is not a rule",
                    "rewrites are for the names under \"rules\"");
    return kNoSymbol;
  }
  return id;
}

std::vector<RewriteTemplate> RewriteReader::templates(const JsonValue& value,
                                                      const std::string& path) {
  std::vector<RewriteTemplate> result;
  if (!value.is(JsonValue::Kind::kArray)) {
    report_wrong_kind(value, path, "an array of templates, the best first", problems_);
    return result;
  }
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const JsonValue& item = value.items[i];
    if (!item.is(JsonValue::Kind::kString)) {
      report_wrong_kind(item, path + "[" + std::to_string(i) + "]", "a template (a string)",
                        problems_);
      continue;
    }
    RewriteTemplate parsed = parse(placed(item, file_));
    if (!parsed.pieces.empty()) {
      result.push_back(std::move(parsed));
    } else if (item.text.find('$') == std::string::npos) {
      problems_.warning(item.span, "an empty template is ignored",
                        "deletable parts are tried without a replacement anyway");
    }
  }
  return result;
}

RewriteTemplate RewriteReader::parse(const PlacedText& text) {
  RewriteTemplate result;
  const std::string& bytes = text.text();
  PlacedText literal;
  for (std::size_t at = 0; at < bytes.size();) {
    if (bytes[at] != '$') {
      literal.append(text.part(at, at + 1));
      ++at;
    } else if (at + 1 < bytes.size() && bytes[at + 1] == '$') {
      literal.append(text.part(at, at + 1));
      at += 2;
    } else {
      add_text(literal, result);
      literal = PlacedText();
      at = parse_part(text, at, result);
    }
  }
  add_text(literal, result);
  return result;
}

std::size_t RewriteReader::parse_part(const PlacedText& text, std::size_t at,
                                      RewriteTemplate& result) {
  const std::string& bytes = text.text();
  std::size_t end = end_of_name(bytes, at + 1);
  if (end == at + 1) {
    problems_.error(text.span(at, end), "no name of a part follows this `$`",
                    "write `$$` for the sign itself");
    return end;
  }
  const std::string name = bytes.substr(at + 1, end - at - 1);
  RewriteTemplate::Piece piece;
  piece.part = symbols_.named(name);
  if (piece.part == kNoSymbol) {
    problems_.error(text.span(at + 1, end), ticked(name) + " is not defined",
                    symbols_.suggestion(name));
  }
  if (end + 1 < bytes.size() && bytes[end] == '.' && is_digit(bytes[end + 1])) {
    const std::size_t digits = end + 1;
    piece.number = 0;
    for (end = digits; end < bytes.size() && is_digit(bytes[end]); ++end) {
      if (piece.number <= kMaxNumber) {
        piece.number = piece.number * 10 + static_cast<std::uint32_t>(bytes[end] - '0');
      }
    }
    if (piece.number == 0 || piece.number > kMaxNumber) {
      problems_.error(text.span(digits, end), "there is no part of that number",
                      "parts are numbered from 1 to " + std::to_string(kMaxNumber));
    }
  }
  result.pieces.push_back(piece);
  return end;
}

void RewriteReader::add_text(const PlacedText& text, RewriteTemplate& result) {
  constexpr std::string_view blanks = " \t\n\r";
  const std::size_t begin = text.text().find_first_not_of(blanks);
  if (begin == std::string::npos) return;
  const PlacedText tokens = text.part(begin, text.text().find_last_not_of(blanks) + 1);
  result.pieces.push_back({tokens.text(), kNoSymbol, 1});
  texts_.push_back(tokens);
}

void RewriteReader::check_texts(const Grammar& grammar) {
  for (const PlacedText& text : texts_) {
    const std::string& bytes = text.text();
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t length = grammar.lexer->match(bytes, at).length;
      if (length == 0) {
        problems_.warning(text.span(at, at + 1), "no token of the grammar begins here",
                          "a template is a text of the language, with `$name` for its parts");
        break;
      }
      at += length;
    }
  }
}

Hints HintReader::read(const JsonValue& value) {
  static const std::array<std::string, 7> known = {
      "identifiers", "simplest", "rewrites", "imports", "counts", "derives", "introduces"};
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
    } else if (key.text == "counts") {
      read_counts(value.items[i], hints);
    } else if (key.text == "derives") {
      read_derives(value.items[i]);
    } else if (key.text == "introduces") {
      read_introduces(value.items[i]);
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

void HintReader::read_counts(const JsonValue& value, Hints& hints) {
  if (!value.is(JsonValue::Kind::kObject)) {
    report_wrong_kind(value, "hints.counts", "an object, rule or token: what it counts", problems_);
    return;
  }
  for (std::size_t i = 0; i < value.keys.size(); ++i) {
    const JsonKey& key = value.keys[i];
    TokenCount read = count(value.items[i], "hints.counts." + key.text);
    read.number = symbols_.named(key.text);
    if (read.number == kNoSymbol) {
      problems_.error(key.span, ticked(key.text) + " is not defined",
                      symbols_.suggestion(key.text));
    } else if (read.in != kNoSymbol) {
      hints.counts.push_back(std::move(read));
    }
  }
}

/// Reads all but the number's token.
TokenCount HintReader::count(const JsonValue& value, const std::string& path) {
  static const std::string kForm =
      "an object: \"in\", a rule; \"tokens\" or \"bytes\", names of tokens";
  TokenCount read;
  if (!value.is(JsonValue::Kind::kObject)) report_wrong_kind(value, path, kForm, problems_);
  for (std::size_t i = 0; i < value.keys.size(); ++i) {
    const JsonKey& key = value.keys[i];
    const JsonValue& item = value.items[i];
    if (key.text == "in" && item.is(JsonValue::Kind::kString)) {
      read.in = symbols_.named(item.text);
      if (read.in == kNoSymbol || symbols_[read.in].kind != SymbolKind::kNonterminal) {
        problems_.error(item.span, "the rule " + ticked(item.text) + " is not defined",
                        symbols_.suggestion(item.text));
        read.in = kNoSymbol;
      }
    } else if ((key.text == "tokens" || key.text == "bytes") && item.is(JsonValue::Kind::kArray)) {
      read.bytes = key.text == "bytes";
      for (const JsonValue& name : item.items) {
        const SymbolId id =
            name.is(JsonValue::Kind::kString) ? token(name.text, name.span) : kNoSymbol;
        if (id != kNoSymbol) read.of.push_back(id);
      }
    } else {
      problems_.error(key.span, ticked(key.text) + " is not part of " + path, "it is " + kForm);
    }
  }
  return read;
}

void HintReader::read_derives(const JsonValue& value) {
  if (!value.is(JsonValue::Kind::kObject)) {
    report_wrong_kind(value, "hints.derives", "an object, rule or token: [rules, tokens, patterns]",
                      problems_);
    return;
  }
  for (std::size_t i = 0; i < value.keys.size(); ++i) {
    const JsonKey& key = value.keys[i];
    const JsonValue& ways = value.items[i];
    NameSource derivation{rule_or_token(key.text, key.span), {}};
    if (!ways.is(JsonValue::Kind::kArray)) {
      report_wrong_kind(ways, "hints.derives." + key.text, "an array of rules, tokens and patterns",
                        problems_);
      continue;
    }
    for (const JsonValue& way : ways.items) {
      if (!way.is(JsonValue::Kind::kString)) {
        report_wrong_kind(way, "hints.derives." + key.text, "an array of texts", problems_);
        continue;
      }
      derivation.spellings.push_back(spelling(way, derivation.of));
      derivation.spellings.back().number = ++patterns_;
    }
    if (derivation.of != kNoSymbol) links_.derives.push_back(std::move(derivation));
  }
}

/// For a token: a pattern. For a rule: the name of a rule, or of a token with an optional `^` and
/// pattern.
NameSource::Spelling HintReader::spelling(const JsonValue& way, SymbolId of) {
  NameSource::Spelling spelling;
  std::string_view text = way.text;
  if (of != kNoSymbol && symbols_[of].kind == SymbolKind::kPattern) {
    spelling.by = of;
  } else {
    spelling.first = text.starts_with('^');
    if (spelling.first) text.remove_prefix(1);
    const std::size_t end = std::min(text.find(' '), text.size());
    spelling.by = rule_or_token(std::string(text.substr(0, end)), way.span);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (text.empty()) return spelling;
  }
  spelling.pattern = text;
  if (text.find('@') == text.npos) {
    problems_.error(way.span, ticked(way.text) + " names nothing",
                    "one @ stands for the name: \"STRING \\\"%/@\\\"\"");
  }
  return spelling;
}

void HintReader::read_introduces(const JsonValue& value) {
  if (!value.is(JsonValue::Kind::kArray)) {
    report_wrong_kind(value, "hints.introduces", "an array of rules", problems_);
    return;
  }
  for (const JsonValue& item : value.items) {
    if (!item.is(JsonValue::Kind::kString)) {
      report_wrong_kind(item, "hints.introduces", "an array of names of rules", problems_);
      continue;
    }
    const SymbolId id = rule_or_token(item.text, item.span);
    if (id == kNoSymbol) continue;
    if (std::ranges::find(links_.derives, id, &NameSource::of) == links_.derives.end()) {
      problems_.error(item.span, ticked(item.text) + " has no entry in \"derives\"",
                      "list only rules that have one; \"derives\" comes first");
    } else {
      links_.introduces.push_back(id);
    }
  }
}

/// The rule or token of that name; reports an unknown name.
SymbolId HintReader::rule_or_token(const std::string& name, Span span) {
  const SymbolId id = symbols_.named(name);
  if (id == kNoSymbol) {
    problems_.error(span, "the rule or token " + ticked(name) + " is not defined",
                    symbols_.suggestion(name));
  }
  return id;
}

/// The token of that name; reports an unknown name.
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
