// Writes a combined grammar of ANTLR 4. Its first rule is the start rule followed by the end of the
// input. Lists with a separator are expanded: x % ','  becomes  x (',' x)*. Tested by
// export_test.cc.
#include <array>
#include <cstdio>

#include "report/export/export_grammar.h"

namespace grabr {
namespace {

std::string code_text(std::uint32_t code) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "\\u{%X}", code);
  return text.data();
}

std::string quoted_for_antlr(const std::string& text) {
  std::string quoted = "'";
  for (std::size_t at = 0; at < text.size();) {
    const TextUnit unit = unit_at(text, at);
    const char c = text[at];
    if (c == '\'' || c == '\\') quoted += std::string("\\") + c;
    else if (c == '\n') quoted += "\\n";
    else if (c == '\t') quoted += "\\t";
    else if (c == '\r') quoted += "\\r";
    else if (unit.value >= ' ' && unit.value < 0x7F) quoted += c;
    else quoted += code_text(unit.value);
    at += unit.length;
  }
  return quoted + "'";
}

std::string set_for_antlr(const CharClass& set) {
  const bool negated = shown_negated(set);
  const auto one = [](std::uint32_t code) -> std::string {
    if (code == ']' || code == '\\' || code == '-' || code == '^') {
      return std::string("\\") + static_cast<char>(code);
    }
    if (code == '\n') return "\\n";
    if (code == '\t') return "\\t";
    if (code == '\r') return "\\r";
    if (code > ' ' && code < 0x7F) return std::string(1, static_cast<char>(code));
    return code_text(code);
  };
  std::string text = negated ? "~[" : "[";
  const std::vector<CodeRange> ranges = character_ranges(negated ? set.complement() : set);
  if (ranges.empty()) return ".";
  if (!negated && ranges.front().first == 0 && ranges.front().last == kLastCodePoint) return ".";
  for (const CodeRange& range : ranges) {
    text += one(range.first);
    if (range.last > range.first)
      text += (range.last > range.first + 1 ? "-" : "") + one(range.last);
  }
  return text + "]";
}

class AntlrWriter {
 public:
  explicit AntlrWriter(const Grammar& grammar)
      : grammar_(grammar),
        names_(export_names(grammar, true,
                            {"grammar", "fragment", "lexer", "parser", "options", "tokens",
                             "import", "returns", "locals", "throws", "catch", "finally", "mode",
                             "rule", "channels", "whole_input", "EOF"})) {}

  ExportedGrammar write() {
    std::string name;
    for (const char c : grammar_.name) {
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (letter || (!name.empty() && c >= '0' && c <= '9')) name += c;
    }
    text_ = "// " + grammar_.name + ", exported by grabr\n";
    if (!grammar_.source.empty()) text_ += "// " + grammar_.source + "\n";
    text_ += "grammar " + (name.empty() ? "Exported" : name) + ";\n";
    if (grammar_.ignore_case) text_ += "options { caseInsensitive = true; }\n";
    declare_made();
    text_ += "\nwhole_input : " + names_[grammar_.start] + " EOF ;\n";
    for (const Rule& rule : grammar_.rules) write_rule(rule);
    for (SymbolId id = 0; id < grammar_.symbols.size(); ++id) write_token(id);
    return {std::move(text_), lost_everywhere(grammar_)};
  }

 private:
  void declare_made() {
    std::string made;
    for (SymbolId id = 0; id < grammar_.symbols.size(); ++id) {
      if (grammar_.symbols[id].kind != SymbolKind::kLayout) continue;
      made += (made.empty() ? "" : ", ") + names_[id];
    }
    if (!made.empty()) text_ += "tokens { " + made + " }\n";
  }

  void write_rule(const Rule& rule) {
    text_ += "\n" + names_[rule.symbol];
    bool first = true;
    for (const Alternative& alternative : rule.alternatives) {
      text_ += first ? "\n    : " : "\n    | ";
      first = false;
      text_ += part(alternative.body, false);
    }
    text_ += "\n    ;\n";
  }

  std::string part(const Expr& expr, bool alone) const {
    return exported_expr(expr, alone, [&](SymbolId id) {
      const Symbol& symbol = grammar_.symbols[id];
      return symbol.kind == SymbolKind::kLiteral ? quoted_for_antlr(symbol.text) : names_[id];
    });
  }

  void write_token(SymbolId id) {
    const Symbol& symbol = grammar_.symbols[id];
    const bool skip = symbol.kind == SymbolKind::kSkip;
    if (symbol.kind != SymbolKind::kPattern && !skip) return;
    std::string body;
    if (symbol.matcher != kNoMatcher) {
      const Matcher& matcher = grammar_.matchers[symbol.matcher];
      if (matcher.kind == Matcher::Kind::kNested) {
        body = quoted_for_antlr(matcher.open) + " (" + names_[id] + " | .)*? " +
               quoted_for_antlr(matcher.close);
      }
    }
    if (body.empty()) {
      body = regex(exported_regex(grammar_, symbol), symbol.matcher != kNoMatcher, false);
    }
    text_ += "\n" + names_[id] + " : " + body + (skip ? " -> skip" : "") + " ;\n";
  }

  /// `lazy`: unbounded repetitions end as early as they can.
  std::string regex(const Regex& part, bool lazy, bool alone) const {
    switch (part.kind) {
      case Regex::Kind::kClass: return set_for_antlr(part.chars);
      case Regex::Kind::kSequence:
      case Regex::Kind::kChoice:
        return exported_parts(part, alone, [&](const Regex& inner, bool inner_alone) {
          return regex(inner, lazy, inner_alone);
        });
      case Regex::Kind::kRepeat: break;
    }
    const std::string element = regex(part.parts[0], lazy, true);
    const std::string item = element.find(' ') == element.npos || element.front() == '(' ||
                                     part.parts[0].kind == Regex::Kind::kClass
                                 ? element
                                 : "(" + element + ")";
    const std::string end = lazy || part.lazy ? "?" : "";
    if (part.min == 0 && part.max == 1) return item + "?" + (part.lazy ? "?" : "");
    if (part.min <= 1 && part.max == Regex::kUnlimited) {
      return item + (part.min == 0 ? "*" : "+") + end;
    }
    std::string text;
    for (std::uint32_t i = 0; i < part.min; ++i) text += (text.empty() ? "" : " ") + item;
    if (part.max == Regex::kUnlimited) text += " " + item + "*" + end;
    std::string rest;  // a{2,4} is  a a (a a?)?
    for (std::uint32_t i = part.min; part.max != Regex::kUnlimited && i < part.max; ++i) {
      rest = rest.empty() ? item + "?" : "(" + item + " " + rest + ")?";
    }
    if (!rest.empty()) text += (text.empty() ? "" : " ") + rest;
    return alone ? "(" + text + ")" : text;
  }

  const Grammar& grammar_;
  std::vector<std::string> names_;
  std::string text_;
};

}  // namespace

ExportedGrammar antlr_of(const Grammar& grammar) { return AntlrWriter(grammar).write(); }

}  // namespace grabr
