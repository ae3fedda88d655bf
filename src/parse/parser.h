// The parser: bytes to derivation tree, or where and why there is none.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "grammar/model/grammar.h"
#include "parse/parse_options.h"
#include "parse/parse_result.h"
#include "text/diagnostic.h"

namespace grabr {

class Chart;
struct LoweredGrammar;
struct Derivation;
struct Reading;

/// Prepares a grammar once for many parses. Not thread-safe, although its members are const: one
/// thread at a time.
class Parser {
 public:
  /// `defaults` are used by parses called without options.
  explicit Parser(std::shared_ptr<const Grammar> grammar, const ParseOptions& defaults = {});
  ~Parser();
  Parser(Parser&&) noexcept;

  ParseResult parse(std::string_view text, const ParseOptions& options) const;
  ParseResult parse(std::string_view text) const { return parse(text, defaults_); }
  bool accepts(std::string_view text, const ParseOptions& options) const;
  bool accepts(std::string_view text) const { return accepts(text, defaults_); }
  /// Nothing if the text is a sentence. Builds no tree.
  std::optional<ParseFailure> check(std::string_view text, const ParseOptions& options) const;
  std::optional<ParseFailure> check(std::string_view text) const { return check(text, defaults_); }
  /// Turns a failure of this grammar into a message with its position: what was found, what was
  /// expected (in the user's names, grouped if many) and the innermost open rules with the lines
  /// where they began.
  Diagnostic describe(const ParseFailure& failure, const Source& source) const;
  /// The derivation in the fast engine's form (parse/fast/derivation.h), for callers that need no
  /// Tree. Valid while this parser exists. Throws Error for a grammar that only the textbook engine
  /// can handle.
  std::variant<Derivation, ParseFailure> derive(std::string_view text,
                                                const ParseOptions& options = {}) const;
  const ParseOptions& defaults() const { return defaults_; }
  const Grammar& grammar() const { return *grammar_; }
  const std::shared_ptr<const Grammar>& grammar_ptr() const { return grammar_; }
  const LoweredGrammar& lowered() const;

  /// Tokens and chart, whatever the engine (parse/earley/reading.h): from these any derivation of
  /// the text can be built. The parser must outlive the chart.
  Reading read(std::string_view text, const ParseOptions& options = {}) const;
  /// A chart to be fed token by token, which can be cut back; the parser must outlive it.
  Chart viable_prefix(const ParseOptions& options = {}) const;
  /// Rich grammars: the tree of a sentence from its terminals alone, with one byte of text per
  /// token. Uses the documented choice.
  Tree parse_terminals(std::span<const SymbolId> terminals, const ParseOptions& options) const;

 private:
  std::shared_ptr<const Grammar> grammar_;
  ParseOptions defaults_;
  struct Prepared;
  std::unique_ptr<Prepared> prepared_;
};

}  // namespace grabr
