#include "parse/parser.h"

#include <optional>
#include <utility>

#include "parse/diagnose/expected.h"
#include "parse/diagnose/failure.h"
#include "parse/earley/build_tree.h"
#include "parse/earley/reading.h"
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
  const TerminalSets& terminal_sets() {
    if (!sets) sets.emplace(lowered);
    return *sets;
  }
  LoweredId start_of(const ParseOptions& options) const {
    return options.start == kNoSymbol ? grammar.start : options.start;
  }

  const Grammar& grammar;
  LoweredGrammar lowered;
  ExpectedNamer namer;
  std::optional<FastParser> fast;
  std::optional<TerminalSets> sets;
};

Parser::Parser(std::shared_ptr<const Grammar> grammar, const ParseOptions& defaults)
    : grammar_(std::move(grammar)),
      defaults_(defaults),
      prepared_(std::make_unique<Prepared>(*grammar_)) {}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;

Reading Parser::read(std::string_view text, const ParseOptions& options) const {
  return read_with_chart(*grammar_, prepared_->lowered, &prepared_->terminal_sets(), text,
                         prepared_->start_of(options), options.max_memory);
}

const LoweredGrammar& Parser::lowered() const { return prepared_->lowered; }

Chart Parser::viable_prefix(const ParseOptions& options) const {
  return Chart(prepared_->lowered, prepared_->start_of(options), &prepared_->terminal_sets(),
               options.max_memory, Chart::Keep::kWaiting);
}

/// The fast engine needs an automaton for each start symbol, a chart much memory.
Tree Parser::parse_terminals(std::span<const LoweredId> terminals,
                             const ParseOptions& options) const {
  constexpr std::size_t kMaxTokensOfChart = 50'000;
  const LoweredId start = prepared_->start_of(options);
  if (start == grammar_->start || terminals.size() > kMaxTokensOfChart) {
    if (FastParser* const fast = prepared_->fast_parser(options)) {
      if (auto tree = fast->parse_terminals(grammar_, terminals, options)) return *std::move(tree);
    }
  }
  Chart chart(prepared_->lowered, start, &prepared_->terminal_sets(), ~std::size_t{0},
              Chart::Keep::kAll);
  Tokens tokens;
  for (std::uint32_t i = 0; i < terminals.size(); ++i) {
    chart.push(terminals[i]);
    tokens.tokens.push_back({terminals[i], {i, i}, {i, i + 1}});
  }
  chart.complete();
  return build_tree(grammar_, chart, {}, tokens, ParseOptions::Choice::kRule);
}

bool Parser::accepts(std::string_view text, const ParseOptions& options) const {
  if (FastParser* const fast = prepared_->fast_parser(options)) return fast->accepts(text, options);
  return read(text, options).accepted;
}

std::optional<ParseFailure> Parser::check(std::string_view text,
                                          const ParseOptions& options) const {
  if (FastParser* const fast = prepared_->fast_parser(options)) return fast->check(text, options);
  const Reading reading = read(text, options);
  if (reading.accepted) return std::nullopt;
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
  if (!reading.accepted) return find_failure(*grammar_, reading.chart, text, reading.tokens);
  return build_tree(grammar_, reading.chart, text, reading.tokens, options.choice);
}

}  // namespace grabr
