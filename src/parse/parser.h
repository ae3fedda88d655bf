// Bytes → derivation tree, or where and why not.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "grammar/model/grammar.h"
#include "parse/parse_options.h"
#include "parse/parse_result.h"
#include "text/diagnostic.h"

namespace grabr {

class ChartBuilder;
struct Lowered;
struct CompletedReading;
struct Derivation;
struct Reading;

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
