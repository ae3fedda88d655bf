// Bytes → derivation tree, or where and why not.
#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "grammar/model/grammar.h"
#include "text/diagnostic.h"
#include "tree/tree.h"

namespace grabr {

class ChartBuilder;
struct Lowered;
struct CompletedReading;
struct Derivation;
struct Reading;

/// The furthest place that a parse reached and what could have gone on there. Engines fill it
/// through make_failure (parse/diagnose/failure.h); Parser::describe puts it into words.
struct ParseFailure {
  enum class Reason : std::uint8_t {
    kUnexpected,  ///< a token that cannot stand here
    kEnd,         ///< the input ends too early
    kNoToken,     ///< no terminal matches the bytes here
    kMemory,      ///< what was read outgrew its bound
  };
  Reason reason = Reason::kUnexpected;
  Span span;                             ///< the token found; empty at the end of the input
  SymbolId token = kNoSymbol;            ///< its terminal; kNoSymbol for bytes and at the end
  /// kNoToken: why, where it is not just that nothing matches.
  std::string stuck_reason;
  SymbolId ambiguous = kNoSymbol;        ///< kMemory: the symbol that was derived in the most ways
  Span previous;                         ///< the token before it, if there is one
  SymbolId previous_token = kNoSymbol;

  std::vector<SymbolId> terminals;       ///< what could have stood here, by symbol
  std::bitset<256> bytes;                ///< the same for a classic grammar
  bool end = false;                      ///< could the input have ended here?
  std::vector<SymbolId> next;            ///< symbols that rules under way wait for, by symbol
  std::vector<std::string> expected;     ///< all that could have stood here, for users: "';'",
                                         ///< "NUMBER", "'0'…'9'", "end of input"
  std::vector<std::string> expected_rules;  ///< nonterminals of `next`: "expression"

  struct Open {
    std::string rule;
    std::uint32_t begin = 0;             ///< offset where that rule began
  };
  std::vector<Open> open;                ///< rules under way, innermost first, at most 16
  std::vector<std::uint32_t> unclosed;   ///< offsets of ( [ { still open here, innermost first,
                                         ///< at most 16
};

struct ParseOptions {
  /// kFast: Earley over automaton states (parse/fast/engine.h). kReference: the textbook algorithm
  /// (parse/earley/chart.h), to be read and to be compared with. Both give the same answers.
  enum class Engine : std::uint8_t { kFast, kReference } engine = Engine::kFast;
  SymbolId start = kNoSymbol;                       ///< any nonterminal; kNoSymbol: the grammar's
  std::size_t max_memory = std::size_t{2} << 30;    ///< bytes for what is read
  /// May check() and derive() read a classic grammar by longer terminals than bytes, where that
  /// changes nothing (parse/lr/auto_tokens.h)?
  bool long_terminals = true;
  /// Which tree of an ambiguous input: the documented rule, or the one the fuzzingbook's parser
  /// returns first (that one always by the textbook engine).
  enum class Choice : std::uint8_t { kRule, kBook } choice = Choice::kRule;
};

using ParseResult = std::variant<Tree, ParseFailure>;

/// A grammar made ready for parsing once, used many times, by one thread at a time.
class Parser {
 public:
  /// `defaults` are the options of parses that are asked for without any.
  explicit Parser(std::shared_ptr<const Grammar> grammar, const ParseOptions& defaults = {});
  ~Parser();
  Parser(Parser&&) noexcept;

  ParseResult parse(std::string_view text, const ParseOptions& options) const;
  ParseResult parse(std::string_view text) const { return parse(text, defaults_); }
  bool accepts(std::string_view text, const ParseOptions& options) const;
  bool accepts(std::string_view text) const { return accepts(text, defaults_); }
  /// Nothing when the text is a sentence. No tree is made.
  std::optional<ParseFailure> check(std::string_view text, const ParseOptions& options) const;
  std::optional<ParseFailure> check(std::string_view text) const { return check(text, defaults_); }
  /// A failure of this grammar as a message with its place: found, expected (user's names, grouped
  /// when many) and the innermost open rules with the lines where they began.
  Diagnostic describe(const ParseFailure& failure, const Source& source) const;
  /// The derivation as the fast engine keeps it (parse/fast/derivation.h), for those who need no Tree.
  /// Valid as long as this parser. Throws Error for a grammar that only the textbook engine can
  /// take.
  std::variant<Derivation, ParseFailure> derive(std::string_view text,
                                                const ParseOptions& options = {}) const;
  const ParseOptions& defaults() const { return defaults_; }
  const Grammar& grammar() const { return *grammar_; }
  const std::shared_ptr<const Grammar>& grammar_ptr() const { return grammar_; }
  const Lowered& lowered() const;

  /// Tokens and chart, for those who want to look at them (parse/ambiguity/chart_dump.h).
  Reading read(std::string_view text, const ParseOptions& options = {}) const;
  /// All that derivations of the text can be made of; nothing when it does not parse within the
  /// memory allowed.
  std::optional<CompletedReading> complete(std::string_view text,
                                           const ParseOptions& options) const;
  /// The chart of the fast engine as text (parse/fast/state_dump.h).
  std::string states(std::string_view text, const ParseOptions& options) const;
  /// A chart to be read token by token (parse/earley/chart_builder.h); the parser must outlive it.
  ChartBuilder chart_builder(const ParseOptions& options = {}) const;

 private:
  std::shared_ptr<const Grammar> grammar_;
  ParseOptions defaults_;
  struct Prepared;
  std::unique_ptr<Prepared> prepared_;
};

}  // namespace grabr
