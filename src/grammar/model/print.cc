// Precedence as in grammar files: postfix operators bind tightest, then X % S, then sequences, then
// choices. An operand that does not bind tighter than its operator is parenthesised.
#include "grammar/model/print.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "text/escape.h"

namespace grabr {
namespace {

constexpr std::size_t kWidth = 100;

enum class Binding { kChoice, kSequence, kList, kPostfix, kItem };

struct Printed {
  std::string text;
  Binding binding = Binding::kItem;
};

std::string at_least(const Printed& part, Binding binding) {
  return part.binding >= binding ? part.text : "(" + part.text + ")";
}

Printed print_part(const Grammar& grammar, const Expr& expr);

Printed join(const Grammar& grammar, const std::vector<Expr>& parts, std::string_view between,
             Binding binding) {
  if (parts.size() == 1) {
    return print_part(grammar, parts[0]);
  }
  Printed all{"", binding};
  for (const Expr& part : parts) {
    const auto tighter = static_cast<Binding>(static_cast<int>(binding) + 1);
    all.text += (all.text.empty() ? "" : std::string(between)) +
                at_least(print_part(grammar, part), tighter);
  }
  return all;
}

Printed print_repeat(const Grammar& grammar, const Expr& expr) {
  const Printed element = print_part(grammar, expr.parts[0]);
  if (expr.parts.size() == 1) {
    return {at_least(element, Binding::kItem) + (expr.min == 0 ? "*" : "+"), Binding::kPostfix};
  }
  const Printed separator = print_part(grammar, expr.parts[1]);
  const std::string list =
      at_least(element, Binding::kPostfix) + " % " + at_least(separator, Binding::kPostfix);
  return expr.min == 0 ? Printed{"(" + list + ")?", Binding::kPostfix}
                       : Printed{list, Binding::kList};
}

Printed print_part(const Grammar& grammar, const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::kSymbol: return {symbol_text(grammar, expr.symbol), Binding::kItem};
    case Expr::Kind::kSequence:
      return expr.parts.empty() ? Printed{"()", Binding::kItem}
                                : join(grammar, expr.parts, " ", Binding::kSequence);
    case Expr::Kind::kChoice: return join(grammar, expr.parts, " | ", Binding::kChoice);
    case Expr::Kind::kOptional:
      return {at_least(print_part(grammar, expr.parts[0]), Binding::kItem) + "?",
              Binding::kPostfix};
    case Expr::Kind::kRepeat: return print_repeat(grammar, expr);
  }
  return {};
}

std::string print_alternative(const Grammar& grammar, const Alternative& alternative) {
  std::string text = at_least(print_part(grammar, alternative.body), Binding::kSequence);
  std::string options;
  if (alternative.priority != 0) {
    options = "priority " + std::to_string(alternative.priority);
  }
  if (alternative.probability >= 0) {
    std::array<char, 32> number{};
    std::snprintf(number.data(), number.size(), "prob %.6g", alternative.probability);
    options += (options.empty() ? "" : ", ") + std::string(number.data());
  }
  return options.empty() ? text : text + " {" + options + "}";
}

std::string print_rule(const Grammar& grammar, const Rule& rule) {
  std::string line = symbol_text(grammar, rule.symbol) + " ::=";
  std::string wrapped = line;
  for (const Alternative& alternative : rule.alternatives) {
    const std::string text = print_alternative(grammar, alternative);
    const bool first = &alternative == &rule.alternatives.front();
    line += (first ? " " : " | ") + text;
    wrapped += (first ? "\n    " : "\n  | ") + text;
  }
  return (line.size() <= kWidth || rule.alternatives.size() < 2 ? line : wrapped) + "\n";
}

std::string print_matcher(const Matcher& matcher) {
  if (matcher.kind == Matcher::Kind::kNested) {
    // Qualified, because argument-dependent lookup would also find std::quoted.
    return "nested " + grabr::quoted(matcher.open) + " … " + grabr::quoted(matcher.close);
  }
  const bool heredoc = matcher.kind == Matcher::Kind::kHeredoc;
  std::string text = heredoc ? "heredoc" : "delimited";
  for (const Matcher::Opener& opener : matcher.openers) {
    text += (opener.indented ? " indented " : " ") +
            escaped(opener.before + "{delimiter}" + opener.after, "");
  }
  text += " … ";
  if (!heredoc) text += escaped(matcher.close + "{delimiter}" + matcher.close_after, "") + " ";
  return text + "delimiter ~ " + escaped(matcher.delimiter, "");
}

/// Empty for literals and nonterminals.
std::string print_token(const Grammar& grammar, const Symbol& symbol) {
  const std::string name = escaped(symbol.name, "");
  if (symbol.kind == SymbolKind::kLayout) return "layout " + name + "\n";
  if (symbol.kind != SymbolKind::kPattern && symbol.kind != SymbolKind::kSkip) return {};
  const std::string kind = symbol.kind == SymbolKind::kSkip ? "skip " : "token ";
  const std::string place = symbol.immediate ? " immediate" : "";
  return kind + name + place + " ~ " +
         (symbol.matcher == kNoMatcher ? escaped(symbol.text, "")
                                       : print_matcher(grammar.matchers[symbol.matcher])) +
         "\n";
}

std::string print_content_grammar(const ContentGrammar& grammar) {
  const std::string stem = grammar.file.substr(grammar.file.rfind('/') + 1);
  return stem.substr(0, stem.rfind('.')) + (grammar.start.empty() ? "" : "." + grammar.start);
}

/// `content script: "json" json | "ts" typescript | javascript`
std::string print_content(const Grammar& grammar, const Content& content) {
  std::string grammars;
  for (const Content::Word& word : content.words) {
    grammars += (grammars.empty() ? "" : " | ") + grabr::quoted(word.word, '"') + " " +
                print_content_grammar(word.grammar);
  }
  if (content.otherwise) {
    grammars += (grammars.empty() ? "" : " | ") + print_content_grammar(*content.otherwise);
  }
  return "content " + symbol_text(grammar, content.symbol) + ": " + grammars + "\n";
}

}  // namespace

std::string symbol_text(const Grammar& grammar, SymbolId symbol) {
  const Symbol& named = grammar.symbols[symbol];
  return named.kind == SymbolKind::kLiteral ? grabr::quoted(named.text) : escaped(named.name, "");
}

std::string print_expr(const Grammar& grammar, const Expr& expr) {
  return print_part(grammar, expr).text;
}

std::string print_rules(const Grammar& grammar) {
  std::string text;
  if (grammar.start < grammar.symbols.size()) {
    text += "start: " + symbol_text(grammar, grammar.start) + "\n";
  }
  for (const Rule& rule : grammar.rules) {
    text += print_rule(grammar, rule);
  }
  for (const Symbol& symbol : grammar.symbols) text += print_token(grammar, symbol);
  for (const Content& content : grammar.contents) text += print_content(grammar, content);
  return text;
}

}  // namespace grabr
