#include "parse/diagnose/failure.h"

#include <algorithm>

#include "grammar/model/print.h"
#include "text/escape.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxOpen = 16;

std::vector<SymbolId> sorted_set(std::vector<SymbolId> symbols) {
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
  return symbols;
}

/// Runs of three or more bytes become ranges.
void name_bytes(const std::bitset<256>& bytes, std::vector<std::string>& names) {
  const auto expected = [&](unsigned b) { return b < 256 && bytes[b]; };
  const auto name = [](unsigned b) { return grabr::quoted(std::string(1, static_cast<char>(b))); };
  for (unsigned b = 0; b < 256; ++b) {
    if (!expected(b)) continue;
    unsigned last = b;
    while (expected(last + 1)) ++last;
    if (last < b + 2) last = b;
    names.push_back(last == b ? name(b) : name(b) + "…" + name(last));
    b = last;
  }
}

/// The byte of a one-byte literal; '\0' for any other symbol.
char single_byte(const Grammar& grammar, SymbolId symbol) {
  const Symbol& literal = grammar.symbols[symbol];
  return literal.kind == SymbolKind::kLiteral && literal.text.size() == 1 ? literal.text[0] : '\0';
}

/// Does a token of this terminal open a bracket with its last byte: "(", "%{", a pattern that is a
/// bracket?
bool opens(const Grammar& grammar, SymbolId terminal) {
  const Symbol& symbol = grammar.symbols[terminal];
  if (symbol.text.empty() || closing_bracket(symbol.text.back()) == '\0') return false;
  return symbol.kind == SymbolKind::kLiteral ||
         (symbol.kind == SymbolKind::kPattern && symbol.text.size() == 2 && symbol.text[0] == '\\');
}

/// Matches the brackets among the tokens: offsets of the unclosed ones, innermost first. A closing
/// bracket without an opening one is ignored: the language may use it otherwise.
std::vector<std::uint32_t> unclosed_among(const Grammar& grammar, std::span<const Token> tokens,
                                          std::string_view text) {
  std::vector<std::uint32_t> stack;
  for (const Token& token : tokens) {
    if (token.text.size() == 0) continue;
    const char byte = single_byte(grammar, token.terminal);
    if (opens(grammar, token.terminal)) stack.push_back(token.text.end - 1);
    else if (!stack.empty() && byte != '\0' && byte == closing_bracket(text[stack.back()]))
      stack.pop_back();
  }
  std::reverse(stack.begin(), stack.end());
  return stack;
}

bool has_alternative_beginning_with(const Grammar& grammar, SymbolId rule, char byte) {
  for (const Alternative& alternative : grammar.rule(rule).alternatives) {
    const std::vector<Expr>& parts = alternative.body.parts;
    if (parts.empty() || parts[0].kind != Expr::Kind::kSymbol) continue;
    const Symbol& first = grammar.symbols[parts[0].symbol];
    if (first.kind == SymbolKind::kLiteral && first.text.starts_with(byte)) return true;
  }
  return false;
}

/// Is the bracket at text[0] closed somewhere?
bool is_balanced(std::string_view text) {
  std::size_t depth = 0;
  for (const char c : text) {
    if (c == text[0]) ++depth;
    if (c == closing_bracket(text[0]) && --depth == 0) return true;
  }
  return false;
}

/// Without tokens, a bracket is recognised only as the beginning of an open rule.
std::vector<std::uint32_t> unclosed_among(const Grammar& grammar,
                                          std::span<const FailureFacts::Open> open,
                                          std::string_view text) {
  std::vector<std::uint32_t> unclosed;
  for (const FailureFacts::Open& rule : open.first(std::min(open.size(), kMaxOpen))) {
    if (rule.begin >= text.size() || closing_bracket(text[rule.begin]) == '\0') continue;
    if (!has_alternative_beginning_with(grammar, rule.rule, text[rule.begin])) continue;
    if (!unclosed.empty() && unclosed.back() == rule.begin) continue;
    if (!is_balanced(text.substr(rule.begin))) unclosed.push_back(rule.begin);
  }
  return unclosed;
}

}  // namespace

char closing_bracket(char opening) {
  switch (opening) {
    case '(': return ')';
    case '[': return ']';
    case '{': return '}';
    default: return '\0';
  }
}

std::string token_name(const Grammar& grammar, SymbolId terminal) {
  const bool automatic = grammar.automatic && grammar.automatic->token == terminal;
  return automatic ? "line end" : symbol_text(grammar, terminal);
}

std::vector<std::string> expected_names(const Grammar& grammar, std::span<const SymbolId> terminals,
                                        const std::bitset<256>& bytes, bool end) {
  std::vector<std::string> names;
  for (const SymbolId symbol : terminals) names.push_back(token_name(grammar, symbol));
  name_bytes(bytes, names);
  if (end) names.push_back("end of input");
  return names;
}

ParseFailure make_failure(const Grammar& grammar, const FailureFacts& facts,
                          std::string_view text) {
  ParseFailure failure;
  failure.reason = facts.reason;
  failure.span = facts.span;
  failure.token = facts.token;
  failure.stuck_reason = facts.stuck_reason;
  failure.ambiguous = facts.ambiguous;
  if (!facts.before.empty()) {
    failure.previous = facts.before.back().text;
    failure.previous_token = facts.before.back().terminal;
  }
  failure.terminals = sorted_set(facts.terminals);
  failure.bytes = facts.bytes;
  failure.end = facts.end;
  failure.next = sorted_set(facts.next);
  failure.expected = expected_names(grammar, failure.terminals, facts.bytes, facts.end);
  for (const SymbolId s : failure.next) {
    if (!grammar.symbols[s].terminal()) failure.expected_rules.push_back(grammar.symbols[s].name);
  }
  for (std::size_t i = 0; i < std::min(facts.open.size(), kMaxOpen); ++i) {
    failure.open.push_back({grammar.symbols[facts.open[i].rule].name, facts.open[i].begin});
  }
  const std::string_view read = text.substr(0, facts.span.begin);
  failure.unclosed = facts.before.empty() ? unclosed_among(grammar, facts.open, read)
                                          : unclosed_among(grammar, facts.before, read);
  failure.unclosed.resize(std::min(failure.unclosed.size(), kMaxOpen));
  return failure;
}

}  // namespace grabr
