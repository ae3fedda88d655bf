#include "parse/failure.h"

#include <algorithm>

#include "text/escape.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxOpen = 16;

std::vector<SymbolId> sorted_set(std::vector<SymbolId> symbols) {
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
  return symbols;
}

std::string name_of(const Symbol& symbol) {
  return symbol.kind == SymbolKind::kLiteral ? quoted(symbol.text) : symbol.name;
}

/// Runs of three bytes and more become ranges.
void name_bytes(const std::bitset<256>& bytes, std::vector<std::string>& names) {
  const auto expected = [&](unsigned b) { return b < 256 && bytes[b]; };
  const auto name = [](unsigned b) { return quoted(std::string(1, static_cast<char>(b))); };
  for (unsigned b = 0; b < 256; ++b) {
    if (!expected(b)) continue;
    unsigned last = b;
    while (expected(last + 1)) ++last;
    if (last < b + 2) last = b;
    names.push_back(last == b ? name(b) : name(b) + "…" + name(last));
    b = last;
  }
}

char closer_of(char opener) {
  switch (opener) {
    case '(': return ')';
    case '[': return ']';
    case '{': return '}';
    default: return '\0';
  }
}

/// Of a literal that is one byte: that byte.
char single_byte(const Grammar& grammar, SymbolId symbol) {
  const Symbol& literal = grammar.symbols[symbol];
  return literal.kind == SymbolKind::kLiteral && literal.text.size() == 1 ? literal.text[0] : '\0';
}

/// Brackets among the tokens, matched. A bracket that closes nothing is one that the language uses
/// for something else.
std::vector<std::uint32_t> unclosed_among(const Grammar& grammar, std::span<const Token> tokens,
                                          std::string_view text) {
  std::vector<std::uint32_t> stack;
  for (const Token& token : tokens) {
    const char byte = single_byte(grammar, token.terminal);
    if (closer_of(byte) != '\0') stack.push_back(token.text.begin);
    else if (!stack.empty() && byte != '\0' && byte == closer_of(text[stack.back()])) stack.pop_back();
  }
  std::reverse(stack.begin(), stack.end());
  return stack;
}

/// Without tokens only a rule that begins with a bracket tells that the bracket is one.
std::vector<std::uint32_t> unclosed_among(std::span<const FailureFacts::Open> open,
                                          std::string_view text) {
  std::vector<std::uint32_t> unclosed;
  for (const FailureFacts::Open& rule : open) {
    if (rule.begin >= text.size() || closer_of(text[rule.begin]) == '\0') continue;
    if (unclosed.empty() || unclosed.back() != rule.begin) unclosed.push_back(rule.begin);
  }
  return unclosed;
}

}  // namespace

ParseFailure make_failure(const Grammar& grammar, const FailureFacts& facts,
                          std::string_view text) {
  ParseFailure failure;
  failure.reason = facts.reason;
  failure.span = facts.span;
  failure.token = facts.token;
  if (!facts.before.empty()) {
    failure.previous = facts.before.back().text;
    failure.previous_token = facts.before.back().terminal;
  }
  failure.terminals = sorted_set(facts.terminals);
  failure.bytes = facts.bytes;
  failure.end = facts.end;
  failure.next = sorted_set(facts.next);
  for (const SymbolId s : failure.terminals) failure.expected.push_back(name_of(grammar.symbols[s]));
  name_bytes(facts.bytes, failure.expected);
  if (facts.end) failure.expected.push_back("end of input");
  for (const SymbolId s : failure.next) {
    if (!grammar.symbols[s].terminal()) failure.expected_rules.push_back(grammar.symbols[s].name);
  }
  for (std::size_t i = 0; i < std::min(facts.open.size(), kMaxOpen); ++i) {
    failure.open.push_back({grammar.symbols[facts.open[i].rule].name, facts.open[i].begin});
  }
  failure.unclosed = facts.before.empty() ? unclosed_among(facts.open, text)
                                          : unclosed_among(grammar, facts.before, text);
  failure.unclosed.resize(std::min(failure.unclosed.size(), kMaxOpen));
  return failure;
}

}  // namespace grabr
