#include "parse/parser.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "parse/build_tree.h"
#include "parse/chart_builder.h"
#include "parse/chart_failure.h"
#include "parse/derivation_tree.h"
#include "parse/engine.h"
#include "parse/graph_failure.h"
#include "parse/reading.h"
#include "parse/token_table.h"

namespace grabr {

struct Parser::Prepared {
  explicit Prepared(const Grammar& of)
      : grammar(of), lowered(lower(of)), plain(make_plain(lowered)), empty(lowered) {
    if (grammar.notation != Notation::kClassic) return;
    for (std::size_t b = 0; b < terminal_of_byte.size(); ++b) {
      terminal_of_byte[b] = plain.plain_of[lowered.first_byte + b];
    }
  }

  /// The engine for a start symbol; made when it is first asked for.
  Engine& engine_for(LoweredId start) {
    auto& engine = engines[start];
    if (!engine) engine = std::make_unique<Engine>(plain, plain.plain_of[start]);
    return *engine;
  }

  const FirstSets& first_sets() {
    if (!first) first.emplace(lowered);
    return *first;
  }

  const Grammar& grammar;
  Lowered lowered;
  Plain plain;
  EmptyDerivations empty;
  std::array<PlainId, 256> terminal_of_byte{};
  std::map<LoweredId, std::unique_ptr<Engine>> engines;
  std::optional<FirstSets> first;
  Words spare;  // of the last derivation that is not needed any more
};

/// One text read by the fast engine.
class Parser::FastRead {
 public:
  FastRead(Prepared& prepared, std::string_view text, const ParseOptions& options)
      : prepared_(prepared),
        text_(text),
        classic_(prepared.grammar.notation == Notation::kClassic),
        start_(options.start == kNoSymbol ? prepared.grammar.start : options.start),
        max_memory_(options.max_memory) {
    if (!classic_) tokens_ = read_tokens(prepared.grammar, prepared.plain, text);
  }

  bool run(Derivation& derivation) {
    if (prepared_.plain.plain_of[start_] == Plain::kAbsent || (count() == 0 && nullable())) {
      // No automaton for a symbol that derives nothing but the empty string, if that.
      derivation.grammar = &prepared_.plain;
      result_.status = count() == 0 && nullable() ? Engine::Status::kAccepted : Engine::Status::kRejected;
    } else {
      Engine& engine = prepared_.engine_for(start_);
      result_ = classic_ ? engine.parse(bytes(), max_memory_, derivation)
                         : engine.parse(terminals(), max_memory_, derivation);
    }
    derivation.token_count = count();
    return result_.status == Engine::Status::kAccepted && !tokens_.stuck_at;
  }

  Tree tree(const std::shared_ptr<const Grammar>& grammar, const Derivation& derivation) {
    return build_tree(grammar, derivation, start_, prepared_.empty, text_,
                      classic_ ? nullptr : &tokens_);
  }

  ParseFailure failure() {
    FailureFacts facts;
    const std::uint32_t at = result_.status == Engine::Status::kAccepted ? count() : result_.position;
    const auto size = static_cast<std::uint32_t>(text_.size());
    std::vector<Token> before;
    if (classic_) {
      facts.span = {at, std::min(at + 1, size)};
    } else {
      for (std::uint32_t i = 0; i < at; ++i) before.push_back(token(i));
      facts.before = before;
      if (at < count()) {
        facts.span = tokens_.text(at);
        facts.token = token(at).terminal;
      } else if (tokens_.stuck_at) {
        facts.span = {*tokens_.stuck_at, *tokens_.stuck_at + 1};
        facts.reason = ParseFailure::Reason::kNoToken;
      } else {
        facts.span = {size, size};
      }
    }
    if (facts.span.size() == 0) facts.reason = ParseFailure::Reason::kEnd;
    if (result_.status == Engine::Status::kOutOfMemory) {
      facts.reason = ParseFailure::Reason::kMemory;
    } else if (prepared_.plain.plain_of[start_] == Plain::kAbsent) {
      facts.end = nullable();
      facts.next.push_back(start_);
    } else {
      Engine& engine = prepared_.engine_for(start_);
      if (classic_) engine.read(bytes(), at);
      else engine.read(terminals(), at);
      inquire(engine, prepared_.grammar, [&](std::uint32_t i) { return offset_of(i); }, facts);
      facts.end |= at == 0 && nullable();
    }
    return make_failure(prepared_.grammar, facts, text_);
  }

 private:
  std::uint32_t count() const {
    return classic_ ? static_cast<std::uint32_t>(text_.size()) : tokens_.count();
  }
  bool nullable() const { return prepared_.lowered.symbols[start_].nullable; }
  ByteInput bytes() const {
    return {text_.data(), count(), prepared_.terminal_of_byte.data()};
  }
  TerminalInput terminals() const { return {tokens_.terminals.data(), count()}; }
  Token token(std::uint32_t i) const {
    return {tokens_.symbol(i), tokens_.skipped(i), tokens_.text(i)};
  }
  std::uint32_t offset_of(std::uint32_t i) const {
    if (classic_) return i;
    return i < count() ? tokens_.begins[i] : tokens_.end;
  }

  Prepared& prepared_;
  std::string_view text_;
  bool classic_;
  LoweredId start_;
  std::size_t max_memory_;
  TokenTable tokens_;
  Engine::Result result_;
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

const Lowered& Parser::lowered() const { return prepared_->lowered; }

ChartBuilder Parser::chart_builder(const ParseOptions& options) const {
  const SymbolId start = options.start == kNoSymbol ? grammar_->start : options.start;
  return ChartBuilder(prepared_->lowered, start, &prepared_->first_sets(), options.max_memory);
}

namespace {

bool fast(const ParseOptions& options) {
  return options.engine == ParseOptions::Engine::kFast &&
         options.choice == ParseOptions::Choice::kRule;
}

}  // namespace

bool Parser::accepts(std::string_view text, const ParseOptions& options) const {
  if (!fast(options)) return read(text, options).accepted();
  Derivation derivation;
  derivation.arena.words() = std::move(prepared_->spare);
  const bool accepted = FastRead(*prepared_, text, options).run(derivation);
  prepared_->spare = std::move(derivation.arena.words());
  return accepted;
}

std::variant<Derivation, ParseFailure> Parser::derive(std::string_view text,
                                                      const ParseOptions& options) const {
  FastRead reading(*prepared_, text, options);
  Derivation derivation;
  if (!reading.run(derivation)) return reading.failure();
  derivation.arena.words().shrink();
  return derivation;
}

ParseResult Parser::parse(std::string_view text, const ParseOptions& options) const {
  if (!fast(options)) {
    const Reading reading = read(text, options);
    if (!reading.accepted()) return find_failure(*grammar_, reading.chart, text, reading.tokens);
    return build_tree(grammar_, reading.chart, text, reading.tokens, options.choice);
  }
  FastRead reading(*prepared_, text, options);
  Derivation derivation;
  derivation.arena.words() = std::move(prepared_->spare);
  ParseResult result = reading.run(derivation)
                           ? ParseResult(reading.tree(grammar_, derivation))
                           : ParseResult(reading.failure());
  prepared_->spare = std::move(derivation.arena.words());
  return result;
}

}  // namespace grabr
