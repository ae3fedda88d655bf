// Writes EBNF in the W3C's notation: name ::= … with quoted texts, [a-z], [^#xA] and #x20. A text
// that cannot be quoted gets its own rule. Skipped texts are rules that no other rule names. Tested
// by export_test.cc.
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

#include "report/export/export_grammar.h"
#include "text/ascii.h"

namespace grabr {
namespace {

constexpr std::uint32_t kMaxCopies = 64;

std::string numbered(std::uint32_t code) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "#x%X", code);
  return text.data();
}

bool is_alphanumeric(std::uint32_t code) {
  return (code >= '0' && code <= '9') || (code >= 'a' && code <= 'z') ||
         (code >= 'A' && code <= 'Z');
}

/// Letters and digits come first: after #x5C they would be read as more of its digits.
std::string set_for_ebnf(const CharClass& set) {
  const bool negated = shown_negated(set);
  std::string letters;
  std::string numbers;
  for (const CodeRange& range : character_ranges(negated ? set.complement() : set)) {
    const bool plain = is_alphanumeric(range.first) && is_alphanumeric(range.last);
    const auto add = [&](std::uint32_t code) {
      if (plain) letters += static_cast<char>(code);
      else numbers += numbered(code);
    };
    add(range.first);
    if (range.last == range.first) continue;
    (plain ? letters : numbers) += '-';
    add(range.last);
  }
  return (negated ? "[^" : "[") + letters + numbers + "]";
}

bool fits_in_quotes(const std::string& text) {
  bool fits = text.find('"') == text.npos || text.find('\'') == text.npos;
  for (const char c : text) {
    fits = fits && c != '\\' && (c >= ' ' || static_cast<unsigned char>(c) >= 0x80) && c != 0x7F;
  }
  return fits;
}

class EbnfWriter {
 public:
  explicit EbnfWriter(const Grammar& grammar)
      : grammar_(grammar), names_(export_names(grammar, false, {})) {}

  ExportedGrammar write() {
    for (SymbolId id = 0; id < grammar_.symbols.size(); ++id) {
      const Symbol& symbol = grammar_.symbols[id];
      if (symbol.kind != SymbolKind::kLiteral || fits_in_quotes(symbol.text)) continue;
      literals_.emplace(id, "text_" + std::to_string(literals_.size() + 1));
    }
    text_ = "/* " + grammar_.name + ", exported by grabr */\n\n";
    write_rule(grammar_.rule(grammar_.start));
    for (const Rule& rule : grammar_.rules) {
      if (rule.symbol != grammar_.start) write_rule(rule);
    }
    text_ += "\n/* tokens */\n\n";
    for (SymbolId id = 0; id < grammar_.symbols.size(); ++id) {
      if (grammar_.symbols[id].kind == SymbolKind::kPattern) {
        text_ += names_[id] + " ::= " + token(grammar_.symbols[id]) + "\n";
      }
    }
    for (const auto& [id, name] : literals_) {
      text_ += name + " ::= ";
      const std::string& bytes = grammar_.symbols[id].text;
      for (std::size_t at = 0; at < bytes.size();) {
        const TextUnit unit = unit_at(bytes, at);
        text_ += (at > 0 ? " " : "") + set_for_ebnf(CharClass{{unit.value, unit.value}});
        at += unit.length;
      }
      text_ += "\n";
    }
    write_skipped();
    std::vector<std::string> lost = lost_everywhere(grammar_);
    for (const Matcher& matcher : grammar_.matchers) {
      if (matcher.kind != Matcher::Kind::kNested) continue;
      lost.push_back("texts between " + matcher.open + " and " + matcher.close +
                     " inside each other: the first end counts");
    }
    if (grammar_.ignore_case) lost.emplace_back("case-insensitive matching");
    if (lazy_) lost.emplace_back("lazy repetitions, which end as early as possible");
    if (cut_) {
      lost.push_back("repetitions of more than " + std::to_string(kMaxCopies) +
                     " times: they have no end");
    }
    return {std::move(text_), std::move(lost)};
  }

 private:
  void write_rule(const Rule& rule) {
    text_ += names_[rule.symbol] + " ::=";
    bool first = true;
    for (const Alternative& alternative : rule.alternatives) {
      text_ += (first ? " " : "\n  | ") + part(alternative.body, false);
      first = false;
    }
    text_ += "\n";
  }

  void write_skipped() {
    bool first = true;
    for (SymbolId id = 0; id < grammar_.symbols.size(); ++id) {
      const Symbol& symbol = grammar_.symbols[id];
      if (symbol.kind != SymbolKind::kSkip) continue;
      if (first) text_ += "\n/* may stand between any two tokens */\n\n";
      first = false;
      // A name with "comment" in it shows what the skipped text is.
      const bool comment = lower_case(names_[id]).find("comment") != std::string::npos;
      const std::string name = comment ? names_[id] : names_[id] + "_or_comment";
      text_ += name + " ::= " + token(symbol) + "\n";
    }
  }

  std::string literal(SymbolId id) const {
    const auto named = literals_.find(id);
    if (named != literals_.end()) return named->second;
    const std::string& text = grammar_.symbols[id].text;
    const char quote = text.find('\'') == text.npos ? '\'' : '"';
    return quote + text + quote;
  }

  std::string part(const Expr& expr, bool alone) const {
    return exported_expr(expr, alone, [&](SymbolId id) {
      const bool is_literal = grammar_.symbols[id].kind == SymbolKind::kLiteral;
      return is_literal ? literal(id) : names_[id];
    });
  }

  std::string token(const Symbol& symbol) { return regex(exported_regex(grammar_, symbol), false); }

  std::string regex(const Regex& part, bool alone) {
    switch (part.kind) {
      case Regex::Kind::kClass: return set_for_ebnf(part.chars);
      case Regex::Kind::kSequence:
      case Regex::Kind::kChoice:
        return exported_parts(part, alone, [&](const Regex& inner, bool inner_alone) {
          return regex(inner, inner_alone);
        });
      case Regex::Kind::kRepeat: break;
    }
    const std::string item = "(" + regex(part.parts[0], false) + ")";
    lazy_ = lazy_ || part.lazy;
    if (part.min == 0 && part.max == 1) return item + "?";
    if (part.min <= 1 && part.max == Regex::kUnlimited) return item + (part.min == 0 ? "*" : "+");
    std::string text;
    for (std::uint32_t i = 0; i < std::min(part.min, kMaxCopies); ++i) text += item + " ";
    const bool cut = part.max == Regex::kUnlimited || part.max > kMaxCopies;
    cut_ = cut_ || (cut && part.max != Regex::kUnlimited);
    if (cut) return "(" + text + item + "*)";
    std::string rest;
    for (std::uint32_t i = part.min; i < part.max; ++i) {
      rest = rest.empty() ? item + "?" : "(" + item + " " + rest + ")?";
    }
    return "(" + text + rest + ")";
  }

  const Grammar& grammar_;
  std::vector<std::string> names_;
  std::map<SymbolId, std::string> literals_;  // literals that have their own rule
  std::string text_;
  bool cut_ = false;
  bool lazy_ = false;
};

}  // namespace

ExportedGrammar ebnf_of(const Grammar& grammar) { return EbnfWriter(grammar).write(); }

}  // namespace grabr
