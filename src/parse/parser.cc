#include "parse/parser.h"

#include <optional>
#include <utility>
#include <vector>

#include "parse/build_tree.h"
#include "parse/chart_failure.h"
#include "parse/fast_parser.h"
#include "parse/reading.h"

namespace grabr {

struct Parser::Prepared {
  explicit Prepared(const Grammar& of) : grammar(of), lowered(lower(of)) {}

  /// The engine that the options ask for; null for the textbook's.
  FastParser* fast_parser(const ParseOptions& options) {
    if (options.engine != ParseOptions::Engine::kFast) return nullptr;
    if (options.choice != ParseOptions::Choice::kRule) return nullptr;
    if (!fast) fast.emplace(grammar, lowered);
    return fast->too_large() ? nullptr : &*fast;
  }
  const FirstSets& first_sets() {
    if (!first) first.emplace(lowered);
    return *first;
  }

  const Grammar& grammar;
  Lowered lowered;
  std::optional<FastParser> fast;
  std::optional<FirstSets> first;
};

Parser::Parser(std::shared_ptr<const Grammar> grammar)
    : grammar_(std::move(grammar)), prepared_(std::make_unique<Prepared>(*grammar_)) {}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;

Reading Parser::read(std::string_view text, const ParseOptions& options) const {
  const Lowered& lowered = prepared_->lowered;
  const bool classic = grammar_->notation == Notation::kClassic;
  Tokens tokens;
  std::vector<LoweredId> terminals;
  if (classic) {
    terminals.reserve(text.size());
    for (const char c : text) terminals.push_back(lowered.first_byte + static_cast<unsigned char>(c));
    const auto size = static_cast<std::uint32_t>(text.size());
    tokens.skipped_at_end = {size, size};
  } else {
    tokens = tokenize(*grammar_, text);
    terminals.reserve(tokens.tokens.size());
    for (const Token& token : tokens.tokens) terminals.push_back(token.terminal);
  }
  const LoweredId start = options.start == kNoSymbol ? grammar_->start : options.start;
  // The order of a classic grammar's chart is the book's: nothing may be left out of it.
  Chart chart(lowered, terminals, start, classic ? nullptr : &prepared_->first_sets(), options.max_memory);
  return {std::move(tokens), std::move(chart)};
}

bool Parser::accepts(std::string_view text, const ParseOptions& options) const {
  if (FastParser* const fast = prepared_->fast_parser(options)) return !fast->check(text, options);
  return read(text, options).accepted();
}

std::optional<ParseFailure> Parser::check(std::string_view text, const ParseOptions& options) const {
  if (FastParser* const fast = prepared_->fast_parser(options)) return fast->check(text, options);
  const Reading reading = read(text, options);
  if (reading.accepted()) return std::nullopt;
  return find_failure(*grammar_, reading.chart, text, reading.tokens);
}

std::variant<Derivation, ParseFailure> Parser::derive(std::string_view text,
                                                      const ParseOptions& options) const {
  if (!prepared_->fast) prepared_->fast.emplace(*grammar_, prepared_->lowered);
  Derivation derivation;
  if (auto failure = prepared_->fast->derive(text, options, derivation)) return std::move(*failure);
  derivation.arena.words().shrink();
  return derivation;
}

ParseResult Parser::parse(std::string_view text, const ParseOptions& options) const {
  if (FastParser* const fast = prepared_->fast_parser(options)) {
    return fast->parse(grammar_, text, options);
  }
  const Reading reading = read(text, options);
  if (!reading.accepted()) return find_failure(*grammar_, reading.chart, text, reading.tokens);
  return build_tree(grammar_, reading.chart, text, reading.tokens, options.choice);
}

}  // namespace grabr
