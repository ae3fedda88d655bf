#include "parse/fast/fast_parser.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "grammar/lex/lexer.h"
#include "parse/diagnose/failure.h"
#include "parse/fast/derivation_tree.h"
#include "parse/fast/graph_failure.h"
#include "parse/fast/token_table.h"
#include "text/error.h"

namespace grabr {
namespace {

constexpr std::size_t kWordsPerToken = 4;  // typical of derivations of real programs

}  // namespace

FastParser::FastParser(const Grammar& grammar, const LoweredGrammar& lowered)
    : grammar_(grammar),
      lowered_(lowered),
      epsilon_free_(make_epsilon_free(lowered)),
      empty_(lowered) {
  if (grammar.notation != Notation::kClassic) return;
  for (std::size_t b = 0; b < terminal_of_byte_.size(); ++b) {
    terminal_of_byte_[b] = epsilon_free_.epsilon_free_of[lowered.first_byte + b];
  }
}

Engine* FastParser::find_engine(LoweredId start) {
  const auto known = engines_.find(start);
  if (known != engines_.end()) return known->second.get();
  auto& engine = engines_[start];
  try {
    engine = std::make_unique<Engine>(epsilon_free_, epsilon_free_.epsilon_free_of[start]);
  } catch (const Error&) {
    // Leave the grammar to the reference engine, which handles every grammar.
  }
  return engine.get();
}

bool FastParser::ready(const ParseOptions& options) {
  const LoweredId start = start_of(options);
  return epsilon_free_.terminal_count < 0xffff &&
         (derives_only_empty(start) || find_engine(start) != nullptr);
}

Recogniser& FastParser::recogniser_for(LoweredId start) {
  return recognisers_.try_emplace(start, epsilon_free_, engine_for(start).automaton())
      .first->second;
}

LoweredId FastParser::start_of(const ParseOptions& options) const {
  return options.start == kNoSymbol ? grammar_.start : options.start;
}

/// There is no automaton for a symbol that derives only the empty string.
bool FastParser::derives_only_empty(LoweredId start) const {
  return epsilon_free_.epsilon_free_of[start] == EpsilonFreeGrammar::kAbsent;
}

/// One text, parsed from one start symbol.
class FastParser::Reading {
 public:
  Reading(FastParser& parser, std::string_view text, const ParseOptions& options)
      : parser_(parser),
        text_(text),
        classic_(parser.grammar_.notation == Notation::kClassic),
        start_(parser.start_of(options)),
        max_memory_(options.max_memory),
        max_derived_again_(options.max_derived_again) {
    if (parser.grammar_.lexing == Lexing::kContextual) {
      lexer_.emplace(parser.grammar_, text);
      tokens_.symbols = &parser.epsilon_free_.lowered_of;
    } else if (!classic_) {
      tokens_ = read_tokens(parser.grammar_, parser.epsilon_free_, text);
    }
  }

  /// For tokens known beforehand.
  Reading(FastParser& parser, TokenTable tokens, const ParseOptions& options)
      : parser_(parser),
        classic_(false),
        start_(parser.start_of(options)),
        max_memory_(options.max_memory),
        max_derived_again_(options.max_derived_again),
        tokens_(std::move(tokens)) {}

  bool run(Derivation& derivation) {
    if (!parser_.derives_only_empty(start_) && (lexer_ || !is_empty())) {
      derivation.arena.words().reserve(kWordsPerToken * count());
      with_input([&](Engine& engine, const auto& input) {
        engine.limit_derived_again(max_derived_again_);
        result_ = engine.parse(input, max_memory_, derivation);
      });
    }
    const bool accepted = result_.status == Engine::Status::kAccepted;
    if (parser_.derives_only_empty(start_) || (!accepted && is_empty())) {
      derivation.grammar = &parser_.epsilon_free_;
      if (lexer_) read_end(ContextInput{&*lexer_, &tokens_}, parser_.epsilon_free_);
      if (is_empty()) result_.status = Engine::Status::kAccepted;
    }
    derivation.token_count = count();
    return result_.status == Engine::Status::kAccepted && !tokens_.stuck_at;
  }

  /// Is the text a sentence? Nothing if the recogniser gave up.
  std::optional<bool> recognise() {
    if (classic_ || parser_.derives_only_empty(start_)) return std::nullopt;
    Recogniser& recogniser = parser_.recogniser_for(start_);
    const Recogniser::Stacks last = lexer_ ? read_in_context(recogniser) : read(recogniser);
    const bool accepted = last != Recogniser::kNoStacks &&
                          recogniser.after(last, kEndOfInput) != Recogniser::kNoStacks;
    if (recogniser.gives_up()) return std::nullopt;
    return (accepted || is_empty()) && !tokens_.stuck_at;
  }

  /// The last question: takes derivation and tokens away.
  Tree tree(const std::shared_ptr<const Grammar>& grammar, Derivation&& derivation) {
    return build_tree(grammar, std::move(derivation), start_, parser_.empty_, text_,
                      classic_ ? nullptr : &tokens_);
  }

  /// Call only after a run that has not accepted.
  ParseFailure failure() {
    FailureFacts facts;
    const std::uint32_t at =
        result_.status == Engine::Status::kAccepted ? count() : result_.position;
    place(at, facts);
    std::vector<Token> before;
    for (std::uint32_t i = 0; !classic_ && i < at; ++i) {
      before.push_back({tokens_.symbol(i), tokens_.skipped(i), tokens_.text(i)});
    }
    facts.before = before;
    if (facts.span.size() == 0 && facts.token == kNoSymbol) {
      facts.reason = ParseFailure::Reason::kEnd;
    }
    const bool memory = result_.status == Engine::Status::kOutOfMemory;
    if (memory || result_.status == Engine::Status::kTooAmbiguous) {
      facts.reason = memory ? ParseFailure::Reason::kMemory : ParseFailure::Reason::kAmbiguous;
      facts.ambiguous = parser_.user_rule(result_.ambiguous);
    } else {
      find_expected(at, facts);
    }
    return make_failure(parser_.grammar_, facts, text_);
  }

 private:
  Recogniser::Stacks read(Recogniser& recogniser) const {
    Recogniser::Stacks stacks = recogniser.begin();
    for (std::uint32_t i = 0; i < count() && stacks != Recogniser::kNoStacks; ++i) {
      stacks = recogniser.after(stacks, tokens_.terminals[i]);
    }
    return stacks;
  }

  /// Like read(), but reads the tokens on demand and adds them to the table. Stops if no token fits
  /// or the recogniser gives up; the engine continues from there.
  Recogniser::Stacks read_in_context(Recogniser& recogniser) {
    Engine& engine = parser_.engine_for(start_);
    const auto& terminal_of = parser_.epsilon_free_.epsilon_free_of;
    const ContextInput input{&*lexer_, &tokens_};
    std::vector<State> states;
    Recogniser::Stacks stacks = recogniser.begin();
    const auto after = [&](SymbolId symbol) {
      return recogniser.after(stacks, symbol == kNoSymbol ? kEndOfInput : terminal_of[symbol]);
    };
    const auto allowed = [&](SymbolId symbol) { return after(symbol) != Recogniser::kNoStacks; };
    while (stacks != Recogniser::kNoStacks) {
      recogniser.states_of(stacks, states);
      const auto token = lexer_->next(engine.viable_in(states, *lexer_), allowed);
      if (recogniser.gives_up()) return Recogniser::kNoStacks;
      if (!token) break;
      stacks = after(token->terminal);
      take_token(*token, terminal_of[token->terminal], input);
    }
    return lexer_->at_end() ? stacks : Recogniser::kNoStacks;
  }

  void place(std::uint32_t at, FailureFacts& facts) const {
    const auto size = static_cast<std::uint32_t>(text_.size());
    if (classic_) {
      facts.span = {at, std::min(at + 1, size)};
    } else if (at < count()) {
      facts.span = tokens_.text(at);
      facts.token = tokens_.symbol(at);
      // A terminal that no rule mentions, or that does not fit here, has no number of its own.
      if (facts.token == kNoSymbol) {
        facts.token = parser_.grammar_.lexer->match(text_, facts.span.begin).terminals[0];
      }
    } else if (tokens_.stuck_at) {
      facts.span = {*tokens_.stuck_at, *tokens_.stuck_at + 1};
      facts.reason = ParseFailure::Reason::kNoToken;
      facts.stuck_reason = tokens_.stuck_reason;
    } else {
      facts.span = {size, size};
    }
  }

  void find_expected(std::uint32_t at, FailureFacts& facts) {
    if (parser_.derives_only_empty(start_)) {
      facts.next.push_back(start_);
    } else {
      with_input([&](Engine& engine, const auto& input) {
        engine.read(input, at);
        inquire(
            engine, parser_.grammar_, [&](std::uint32_t i) { return offset_of(i); }, facts);
      });
    }
    facts.end |= at == 0 && nullable();
  }

  std::uint32_t count() const {
    return classic_ ? static_cast<std::uint32_t>(text_.size()) : tokens_.count();
  }
  bool nullable() const { return parser_.lowered_.symbols[start_].nullable; }
  /// Whether the text has no tokens and is a sentence. Tokens read on demand are known only after
  /// the parse, as a token may match where skips alone could.
  bool is_empty() { return nullable() && count() == 0 && (!lexer_ || lexer_->at_end()); }
  /// Passes the engine and its input to the callback.
  template <class Callback>
  void with_input(Callback callback) {
    Engine& engine = parser_.engine_for(start_);
    const EpsilonFreeId* const terminals = parser_.terminal_of_byte_.data();
    if (classic_) callback(engine, ByteInput{text_.data(), count(), terminals});
    else if (lexer_) callback(engine, ContextInput{&*lexer_, &tokens_});
    else callback(engine, TerminalInput{tokens_.terminals.data(), count()});
  }
  std::uint32_t offset_of(std::uint32_t i) const {
    if (classic_) return i;
    return i < count() ? tokens_.begins[i] : tokens_.end;
  }

  FastParser& parser_;
  std::string_view text_;
  bool classic_;
  LoweredId start_;
  std::size_t max_memory_;
  std::uint64_t max_derived_again_;
  std::optional<ContextLexer> lexer_;  // contextual lexing
  TokenTable tokens_;
  Engine::Result result_;
};

SymbolId FastParser::user_rule(EpsilonFreeId symbol) const {
  const LoweredId lowered = epsilon_free_.lowered_of[symbol];
  return lowered == LoweredGrammar::kEnd ? kNoSymbol : lowered_.symbols[lowered].user;
}

std::optional<ParseFailure> FastParser::derive(std::string_view text, const ParseOptions& options,
                                               Derivation& derivation) {
  Reading reading(*this, text, options);
  if (reading.run(derivation)) return std::nullopt;
  return reading.failure();
}

/// Keeps the buffer for the next parse; that of a large input is freed.
void FastParser::spare(DerivationArena arena) {
  constexpr std::size_t kMaxWordsKept = 1'500'000;
  spare_ = arena.words().capacity() > kMaxWordsKept ? WordArena() : std::move(arena.words());
}

bool FastParser::accepts(std::string_view text, const ParseOptions& options) {
  constexpr std::size_t kMaxRecognisedBytes = 65536;
  Reading reading(*this, text, options);
  if (text.size() <= kMaxRecognisedBytes) {
    if (const std::optional<bool> known = reading.recognise()) return *known;
  }
  Derivation derivation;
  derivation.arena.words() = std::move(spare_);
  const bool accepted = reading.run(derivation);
  spare(std::move(derivation.arena));
  return accepted;
}

std::optional<ParseFailure> FastParser::check(std::string_view text, const ParseOptions& options) {
  Derivation derivation;
  derivation.arena.words() = std::move(spare_);
  std::optional<ParseFailure> failure = derive(text, options, derivation);
  spare(std::move(derivation.arena));
  return failure;
}

ParseResult FastParser::parse(const std::shared_ptr<const Grammar>& grammar, std::string_view text,
                              const ParseOptions& options) {
  Reading reading(*this, text, options);
  Derivation derivation;
  derivation.arena.words() = std::move(spare_);
  ParseResult result = reading.run(derivation)
                           ? ParseResult(reading.tree(grammar, std::move(derivation)))
                           : ParseResult(reading.failure());
  spare(std::move(derivation.arena));  // keeps its buffer, whatever is in it
  return result;
}

std::optional<Tree> FastParser::parse_terminals(const std::shared_ptr<const Grammar>& grammar,
                                                std::span<const LoweredId> terminals,
                                                const ParseOptions& options) {
  TokenTable tokens;
  tokens.symbols = &epsilon_free_.lowered_of;
  tokens.terminals.reserve(terminals.size());
  tokens.begins.reserve(terminals.size());
  tokens.ends.reserve(terminals.size());
  for (const LoweredId terminal : terminals) {
    tokens.terminals.push_back(static_cast<std::uint16_t>(epsilon_free_.epsilon_free_of[terminal]));
    tokens.begins.push_back(tokens.end++);
    tokens.ends.push_back(tokens.end);
  }
  Reading reading(*this, std::move(tokens), options);
  Derivation derivation;
  if (!reading.run(derivation)) return std::nullopt;
  return reading.tree(grammar, std::move(derivation));
}

}  // namespace grabr
