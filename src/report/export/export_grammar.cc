#include "report/export/export_grammar.h"

#include <algorithm>
#include <utility>

namespace grabr {

ExportedGrammar export_grammar(const Grammar& grammar, ExportNotation notation) {
  switch (notation) {
    case ExportNotation::kAntlr: return antlr_of(grammar);
    case ExportNotation::kEbnf: return ebnf_of(grammar);
    case ExportNotation::kSvg: break;
  }
  return railroads_of(grammar);
}

namespace {

bool is_small(char c) { return c >= 'a' && c <= 'z'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

/// "<key-value>" → key_value, Key_value
std::string name_for(const Symbol& symbol, bool cased) {
  std::string name;
  for (const char c : symbol.name) {
    const bool digit = c >= '0' && c <= '9';
    if (is_small(c) || is_capital(c) || digit) name += c;
    else if (!name.empty()) name += '_';
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty()) name = symbol.terminal() ? "T" : "r";
  if (!cased) return is_small(name[0]) || is_capital(name[0]) ? name : "r_" + name;
  if (symbol.terminal()) {
    if (is_small(name[0])) name[0] = static_cast<char>(name[0] - 'a' + 'A');
    return is_capital(name[0]) ? name : "T_" + name;
  }
  if (is_capital(name[0])) name[0] = static_cast<char>(name[0] - 'A' + 'a');
  return is_small(name[0]) ? name : "r_" + name;
}

Regex sequence_regex(std::vector<Regex> parts) {
  Regex regex;
  regex.parts = std::move(parts);
  return regex;
}

Regex anything() {
  Regex any;
  any.kind = Regex::Kind::kClass;
  any.chars = CharClass{{0, kLastStray}};
  Regex repeat;
  repeat.kind = Regex::Kind::kRepeat;
  repeat.parts = {std::move(any)};
  return repeat;
}

Regex one_of(CharClass chars) {
  Regex one;
  one.kind = Regex::Kind::kClass;
  one.chars = std::move(chars);
  return one;
}

Regex repeated(Regex part, std::uint32_t min) {
  Regex repeat;
  repeat.kind = Regex::Kind::kRepeat;
  repeat.min = min;
  repeat.parts = {std::move(part)};
  return repeat;
}

/// Any text up to and including the first `close`: ([^*]|\*+[^*/])*\*+/ if `close` has two
/// different letters.
Regex up_to(const std::string& close) {
  if (close.size() != 2 || close[0] == close[1]) {
    return sequence_regex({anything(), literal_regex(close, false)});
  }
  const auto first = static_cast<unsigned char>(close[0]);
  const auto second = static_cast<unsigned char>(close[1]);
  Regex inside;
  inside.kind = Regex::Kind::kChoice;
  inside.parts = {
      one_of(CharClass{{first, first}}.complement()),
      sequence_regex({repeated(one_of(CharClass{{first, first}}), 1),
                      one_of(CharClass{{first, first}, {second, second}}.complement())})};
  return sequence_regex({repeated(std::move(inside), 0),
                         repeated(one_of(CharClass{{first, first}}), 1),
                         one_of(CharClass{{second, second}})});
}

Regex plain(const std::string& text) { return parse_regex(text, false).regex; }

}  // namespace

std::vector<std::string> export_names(const Grammar& grammar, bool cased,
                                      const std::set<std::string>& taken) {
  std::set<std::string> used = taken;
  std::vector<std::string> names;
  for (const Symbol& symbol : grammar.symbols) {
    if (symbol.kind == SymbolKind::kLiteral) {
      names.emplace_back();
      continue;
    }
    const std::string wanted = name_for(symbol, cased);
    std::string name = wanted;
    for (int i = 2; !used.insert(name).second; ++i) name = wanted + "_" + std::to_string(i);
    names.push_back(std::move(name));
  }
  return names;
}

std::string exported_expr(const Expr& expr, bool alone,
                          const std::function<std::string(SymbolId)>& symbol_text) {
  const auto part = [&](const Expr& inner, bool by_itself) {
    return exported_expr(inner, by_itself, symbol_text);
  };
  const auto joined = [&](const char* between, bool group) {
    std::string text;
    for (const Expr& inner : expr.parts) {
      if (&inner != &expr.parts.front()) text += between;
      text += part(inner, false);
    }
    return group ? "(" + text + ")" : text;
  };
  switch (expr.kind) {
    case Expr::Kind::kSymbol: return symbol_text(expr.symbol);
    case Expr::Kind::kSequence: return joined(" ", alone && expr.parts.size() != 1);
    case Expr::Kind::kChoice: return joined(" | ", true);
    case Expr::Kind::kOptional: return part(expr.parts[0], true) + "?";
    case Expr::Kind::kRepeat: break;
  }
  const std::string element = part(expr.parts[0], true);
  if (expr.parts.size() == 1) return element + (expr.min == 0 ? "*" : "+");
  const std::string list = element + " (" + part(expr.parts[1], false) + " " + element + ")*";
  if (expr.min == 0) return "(" + list + ")?";
  return alone ? "(" + list + ")" : list;
}

std::string exported_parts(
    const Regex& regex, bool alone,
    const std::function<std::string(const Regex& part, bool alone)>& part_text) {
  const bool choice = regex.kind == Regex::Kind::kChoice;
  std::string text;
  for (const Regex& part : regex.parts) {
    if (&part != &regex.parts.front()) text += choice ? " | " : " ";
    text += part_text(part, !choice);
  }
  const bool group = regex.parts.size() != 1 && (alone || text.empty());
  return group ? "(" + text + ")" : text;
}

std::vector<std::string> lost_everywhere(const Grammar& grammar) {
  std::vector<std::string> lost;
  bool priorities = false;
  bool immediate = false;
  for (const Rule& rule : grammar.rules) {
    for (const Alternative& alternative : rule.alternatives) {
      priorities = priorities || alternative.priority != 0 || alternative.probability >= 0;
    }
  }
  for (const Symbol& symbol : grammar.symbols) {
    immediate = immediate || symbol.immediate;
    if (symbol.matcher == kNoMatcher) continue;
    const bool nested = grammar.matchers[symbol.matcher].kind == Matcher::Kind::kNested;
    if (!nested) {
      lost.push_back("the token " + symbol.name + ": its end repeats its beginning; it is wider");
    }
  }
  if (priorities) lost.emplace_back("priorities and probabilities of alternatives");
  if (grammar.lexing == Lexing::kContextual) {
    lost.emplace_back(
        "contextual lexing: only tokens that the rules allow in a place are read there");
  }
  if (immediate) lost.emplace_back("immediate tokens, before which no text is skipped");
  if (grammar.layout) lost.emplace_back("tokens from line ends and indentation: they are declared");
  if (grammar.automatic) {
    lost.emplace_back("the token " + grammar.symbols[grammar.automatic->token].name +
                      ", which a line end may stand for: it is declared");
  }
  return lost;
}

Regex exported_regex(const Grammar& grammar, const Symbol& symbol) {
  if (symbol.matcher == kNoMatcher) return parse_regex(symbol.text, grammar.ignore_case).regex;
  const Matcher& matcher = grammar.matchers[symbol.matcher];
  if (matcher.kind == Matcher::Kind::kNested) {
    return sequence_regex({literal_regex(matcher.open, false), up_to(matcher.close)});
  }
  Regex openers;
  openers.kind = Regex::Kind::kChoice;
  for (const Matcher::Opener& opener : matcher.openers) {
    openers.parts.push_back(
        sequence_regex({plain(opener.before), plain(matcher.delimiter), plain(opener.after)}));
  }
  if (openers.parts.size() == 1) openers = Regex(openers.parts.front());
  return sequence_regex({std::move(openers), anything(), plain(matcher.close),
                         plain(matcher.delimiter), plain(matcher.close_after)});
}

std::vector<CodeRange> character_ranges(const CharClass& set) {
  std::vector<CodeRange> ranges;
  for (CodeRange range : set.ranges()) {
    if (range.first > kLastCodePoint) continue;
    range.last = std::min(range.last, kLastCodePoint);
    ranges.push_back(range);
  }
  return ranges;
}

bool shown_negated(const CharClass& set) {
  const std::vector<CodeRange> ranges = character_ranges(set);
  return ranges.size() > 1 && ranges.back().last == kLastCodePoint && set.contains('~');
}

}  // namespace grabr
