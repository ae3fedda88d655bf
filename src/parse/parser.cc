#include "parse/parser.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "parse/diagnose/expected.h"
#include "parse/diagnose/failure.h"
#include "parse/earley/build_tree.h"
#include "parse/earley/chart_builder.h"
#include "parse/earley/completions.h"
#include "parse/earley/tokenize.h"
#include "parse/fast/context_lexer.h"
#include "parse/fast/fast_parser.h"
#include "text/error.h"

namespace grabr {

struct Parser::Prepared {
  explicit Prepared(const Grammar& of) : grammar(of), lowered(lower(of)), namer(of, lowered) {}

  /// The fast engine if the options select it; null for the textbook's.
  FastParser* fast_parser(const ParseOptions& options) {
    if (options.engine != ParseOptions::Engine::kFast) return nullptr;
    if (options.choice != ParseOptions::Choice::kRule) return nullptr;
    if (!fast) fast.emplace(grammar, lowered);
    return fast->ready(options) ? &*fast : nullptr;
  }
  const FirstSets& first_sets() {
    if (!first) first.emplace(lowered);
    return *first;
  }

  const Grammar& grammar;
  LoweredGrammar lowered;
  ExpectedNamer namer;
  std::optional<FastParser> fast;
  std::optional<FirstSets> first;
};

Parser::Parser(std::shared_ptr<const Grammar> grammar, const ParseOptions& defaults)
    : grammar_(std::move(grammar)),
      defaults_(defaults),
      prepared_(std::make_unique<Prepared>(*grammar_)) {}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;

namespace {

/// Is the text read up to this set of a chart a whole sentence?
bool completes(const LoweredGrammar& lowered, std::span<const Item> set, LoweredId start) {
  return std::any_of(set.begin(), set.end(), [&](const Item& item) {
    return item.origin == 0 && lowered.after_dot[item.dotted] == LoweredGrammar::kEnd &&
           lowered.rules[lowered.rule_at[item.dotted]].lhs == start;
  });
}

/// The textbook's chart over tokens that depend on context: each set decides which terminals are
/// tried.
Reading read_in_context(const Grammar& grammar, const LoweredGrammar& lowered,
                        std::string_view text, LoweredId start, std::size_t max_memory) {
  Tokens tokens;
  ContextLexer lexer(grammar, text);
  const auto next = [&](std::span<const Item> set) -> std::optional<LoweredId> {
    TerminalSet terminals(lowered.symbols.size());
    for (const Item& item : set) {
      const LoweredId after = lowered.after_dot[item.dotted];
      if (after != LoweredGrammar::kEnd && lowered.terminal(after)) terminals.insert(after);
    }
    const auto allowed = [&](SymbolId terminal) {
      return terminal == kNoSymbol ? completes(lowered, set, start) : terminals.contains(terminal);
    };
    ViableTerminals viable = lexer.viable(terminals);
    std::optional<Token> token = lexer.next(viable, allowed);
    if (!token && !lexer.at_end()) {
      token = lexer.peek_any();
      if (!token) tokens.stuck_at = lexer.next_begin();
    }
    if (!token) {
      tokens.skipped_at_end = {lexer.at(), lexer.next_begin()};
      return std::nullopt;
    }
    lexer.take(*token);
    tokens.tokens.push_back(*token);
    return token->terminal;
  };
  Chart chart(lowered, next, start, max_memory);
  return {std::move(tokens), std::move(chart)};
}

}  // namespace

Reading Parser::read(std::string_view text, const ParseOptions& options) const {
  const LoweredGrammar& lowered = prepared_->lowered;
  const LoweredId start = options.start == kNoSymbol ? grammar_->start : options.start;
  if (grammar_->lexing == Lexing::kContextual) {
    return read_in_context(*grammar_, lowered, text, start, options.max_memory);
  }
  const bool classic = grammar_->notation == Notation::kClassic;
  Tokens tokens;
  std::vector<LoweredId> terminals;
  if (classic) {
    terminals.reserve(text.size());
    for (const char c : text) {
      terminals.push_back(lowered.first_byte + static_cast<unsigned char>(c));
    }
    const auto size = static_cast<std::uint32_t>(text.size());
    tokens.skipped_at_end = {size, size};
  } else {
    tokens = tokenize(*grammar_, text);
    terminals.reserve(tokens.tokens.size());
    for (const Token& token : tokens.tokens) terminals.push_back(token.terminal);
  }
  // A classic grammar's chart keeps the book's order, so no prediction may be omitted.
  const FirstSets* const first = classic ? nullptr : &prepared_->first_sets();
  Chart chart(lowered, terminals, start, first, options.max_memory);
  return {std::move(tokens), std::move(chart)};
}

const LoweredGrammar& Parser::lowered() const { return prepared_->lowered; }

ChartBuilder Parser::chart_builder(const ParseOptions& options, bool all_items) const {
  const SymbolId start = options.start == kNoSymbol ? grammar_->start : options.start;
  return ChartBuilder(prepared_->lowered, start, &prepared_->first_sets(), options.max_memory,
                      all_items ? ChartBuilder::Keep::kAll : ChartBuilder::Keep::kWaiting);
}

std::optional<Tree> Parser::parse_terminals(std::span<const LoweredId> terminals,
                                            const ParseOptions& options) const {
  FastParser* const fast = prepared_->fast_parser(options);
  return fast == nullptr ? std::nullopt : fast->parse_terminals(grammar_, terminals, options);
}

bool Parser::accepts(std::string_view text, const ParseOptions& options) const {
  if (FastParser* const fast = prepared_->fast_parser(options)) return fast->accepts(text, options);
  return read(text, options).accepted();
}

std::optional<ParseFailure> Parser::check(std::string_view text,
                                          const ParseOptions& options) const {
  if (FastParser* const fast = prepared_->fast_parser(options)) return fast->check(text, options);
  const Reading reading = read(text, options);
  if (reading.accepted()) return std::nullopt;
  return find_failure(*grammar_, reading.chart, text, reading.tokens);
}

Diagnostic Parser::describe(const ParseFailure& failure, const Source& source) const {
  return grabr::describe(failure, prepared_->namer, source);
}

std::variant<Derivation, ParseFailure> Parser::derive(std::string_view text,
                                                      const ParseOptions& options) const {
  ParseOptions fast_options = options;
  fast_options.engine = ParseOptions::Engine::kFast;
  fast_options.choice = ParseOptions::Choice::kRule;
  FastParser* const fast = prepared_->fast_parser(fast_options);
  if (fast == nullptr) throw Error(ErrorKind::kSystem, "the grammar is too large for an automaton");
  Derivation derivation;
  if (auto failure = fast->derive(text, fast_options, derivation)) return std::move(*failure);
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

std::optional<CompletedReading> Parser::complete(std::string_view text,
                                                 const ParseOptions& options) const {
  if (FastParser* const fast = prepared_->fast_parser(options)) {
    return fast->complete(text, options);
  }
  Reading reading = read(text, options);
  if (!reading.accepted()) return std::nullopt;
  return CompletedReading{std::move(reading.tokens), Completions(reading.chart)};
}

std::string Parser::states(std::string_view text, const ParseOptions& options) const {
  FastParser* const fast = prepared_->fast_parser(options);
  return fast == nullptr ? std::string() : fast->states(text, options);
}

}  // namespace grabr
