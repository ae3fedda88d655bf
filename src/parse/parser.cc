#include "parse/parser.h"

#include <utility>

#include "parse/build_tree.h"
#include "parse/chart_builder.h"
#include "parse/failure.h"
#include "parse/reading.h"

namespace grabr {

struct Parser::Prepared {
  explicit Prepared(const Grammar& grammar) : lowered(lower(grammar)), first(lowered) {}

  Lowered lowered;
  FirstSets first;
};

Parser::Parser(std::shared_ptr<const Grammar> grammar)
    : grammar_(std::move(grammar)), prepared_(std::make_unique<const Prepared>(*grammar_)) {}
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
  Chart chart(lowered, terminals, start, classic ? nullptr : &prepared_->first, options.max_memory);
  return {std::move(tokens), std::move(chart)};
}

const Lowered& Parser::lowered() const { return prepared_->lowered; }

ChartBuilder Parser::chart_builder(const ParseOptions& options) const {
  const SymbolId start = options.start == kNoSymbol ? grammar_->start : options.start;
  return ChartBuilder(prepared_->lowered, start, &prepared_->first, options.max_memory);
}

bool Parser::accepts(std::string_view text, const ParseOptions& options) const {
  return read(text, options).accepted();
}

ParseResult Parser::parse(std::string_view text, const ParseOptions& options) const {
  const Reading reading = read(text, options);
  if (!reading.accepted()) return find_failure(*grammar_, reading.chart, text, reading.tokens);
  return build_tree(grammar_, reading.chart, text, reading.tokens, options.choice);
}

}  // namespace grabr
