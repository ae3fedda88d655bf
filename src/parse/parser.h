// Bytes → derivation tree, or where and why not.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "grammar/grammar.h"
#include "text/diagnostic.h"
#include "tree/tree.h"

namespace grabr {

class ChartBuilder;
struct Lowered;
struct Reading;

/// The furthest place that a parse reached and what could have gone on there.
struct ParseFailure {
  enum class Reason : std::uint8_t {
    kUnexpected,  ///< a token that cannot stand here
    kEnd,         ///< the input ends too early
    kNoToken,     ///< no terminal matches the bytes here
    kMemory,      ///< the chart outgrew its bound
  };
  Reason reason = Reason::kUnexpected;
  Span span;                             ///< the token found; empty at the end of the input
  std::vector<std::string> expected;     ///< what could have stood here, as users know it: "';'",
                                         ///< "NUMBER", "'0'…'9'", "end of input"
  std::vector<std::string> expected_rules;  ///< the same by rules where there are many: "expression"
  struct Open {
    std::string rule;
    std::uint32_t begin = 0;             ///< offset where that rule began
  };
  std::vector<Open> open;                ///< rules under way, innermost first, at most three
};

/// The failure as a message with its place: found, expected (user's names, grouped when many) and
/// the innermost open rules with the lines where they began.
Diagnostic describe(const ParseFailure& failure, const Grammar& grammar, const Source& source);

struct ParseOptions {
  SymbolId start = kNoSymbol;                       ///< any nonterminal; kNoSymbol: the grammar's
  std::size_t max_memory = std::size_t{2} << 30;    ///< bytes of chart
  /// Which tree of an ambiguous input: the documented rule, or the one the fuzzingbook's parser
  /// returns first.
  enum class Choice : std::uint8_t { kRule, kBook } choice = Choice::kRule;
};

using ParseResult = std::variant<Tree, ParseFailure>;

/// A grammar made ready for parsing once, used many times.
class Parser {
 public:
  explicit Parser(std::shared_ptr<const Grammar> grammar);
  ~Parser();
  Parser(Parser&&) noexcept;

  ParseResult parse(std::string_view text, const ParseOptions& options = {}) const;
  bool accepts(std::string_view text, const ParseOptions& options = {}) const;
  const Grammar& grammar() const { return *grammar_; }
  const std::shared_ptr<const Grammar>& grammar_ptr() const { return grammar_; }
  const Lowered& lowered() const;

  /// Tokens and chart, for those who want to look at them (parse/chart_dump.h).
  Reading read(std::string_view text, const ParseOptions& options = {}) const;
  /// A chart to be read token by token (parse/chart_builder.h); the parser must outlive it.
  ChartBuilder chart_builder(const ParseOptions& options = {}) const;

 private:
  std::shared_ptr<const Grammar> grammar_;
  struct Prepared;
  std::unique_ptr<const Prepared> prepared_;

};

}  // namespace grabr
