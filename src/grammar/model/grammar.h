// A grammar as a value: symbols, rules with alternatives in EBNF, and what the file says about the
// language. Both spellings of the grammar file (classic and rich) load into this one type.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/model/matcher.h"
#include "text/source.h"

namespace grabr {

class Lexer;

using SymbolId = std::uint32_t;
inline constexpr SymbolId kNoSymbol = ~SymbolId{0};

enum class SymbolKind : std::uint8_t {
  kNonterminal,
  kLiteral,  ///< a fixed text: 'while', "+"
  kPattern,  ///< a token given by a regular expression
  kSkip,     ///< a token that may stand between any two others: white space, comments
  kLayout,   ///< a token that no text stands for by itself: a line end or a change of indentation
};

inline constexpr std::uint32_t kNoMatcher = ~std::uint32_t{0};

struct Symbol {
  std::string name;  ///< as users know it: "<expr>", "statement", "NUMBER"; a literal's own text
  SymbolKind kind = SymbolKind::kNonterminal;
  std::string text;  ///< the literal's bytes, or the regular expression of a pattern or skip
  Span span;         ///< where the grammar file defines it (a literal: uses it first)
  bool immediate = false;  ///< contextual lexing: only directly after the token before it
  bool reserved = false;   ///< contextual lexing, literals: their text is never another token's
  std::uint32_t matcher = kNoMatcher;  ///< patterns and skips: index into Grammar::matchers

  bool terminal() const { return kind != SymbolKind::kNonterminal; }
};

/// Contextual lexing: whether a text that is both is never the pattern, even where the rules allow
/// only that: the literal is a reserved word. What stands directly after another token, such as the
/// inside of a string, is no word.
inline bool is_taken(const Symbol& literal, const Symbol& pattern) {
  return literal.reserved && pattern.kind == SymbolKind::kPattern && !pattern.immediate;
}

/// Right-hand sides in EBNF.
struct Expr {
  enum class Kind : std::uint8_t {
    kSymbol,
    kSequence,  ///< parts in order; none = the empty string
    kChoice,    ///< one of the parts
    kOptional,  ///< parts[0] or nothing
    kRepeat,    ///< parts[0], `min` times or more, with parts[1] (if given) between two of them
  };
  Kind kind = Kind::kSequence;
  SymbolId symbol = kNoSymbol;
  std::uint32_t min = 0;  ///< kRepeat: 0 or 1
  std::vector<Expr> parts;
};

struct Alternative {
  Expr body;                ///< always a kSequence
  double probability = -1;  ///< from {"prob": p}; negative when not given
  int priority = 0;         ///< from {"priority": n}; the higher one wins an ambiguity
  Span span;
};

/// `rules[symbols' index]`: one rule for each nonterminal, in file order.
struct Rule {
  SymbolId symbol = kNoSymbol;
  std::vector<Alternative> alternatives;
  Span span;
};

enum class Notation : std::uint8_t {
  kClassic,  ///< fuzzingbook's {"<start>": [...]}: no lexer, every byte counts
  kRich,     ///< rules in EBNF, tokens by regular expressions, skipped text
};

/// Which of the terminals that match is read.
enum class Lexing : std::uint8_t {
  kPlain,       ///< the longest, whatever the rules say
  kContextual,  ///< the longest of those that the rules allow at that place
};

/// Tokens from line ends and indentation, as in Python. Plain lexing only.
struct Layout {
  SymbolId newline = kNoSymbol;
  SymbolId indent = kNoSymbol;
  SymbolId dedent = kNoSymbol;
  std::vector<std::pair<SymbolId, SymbolId>> brackets;  ///< between them lines mean nothing
};

/// A token without a text that ends what a line end ends, such as the semicolon that JavaScript and
/// Go insert. Contextual lexing only; parse/fast/context_lexer.h says where it is read.
struct AutomaticToken {
  SymbolId token = kNoSymbol;
  std::vector<SymbolId> before;             ///< it may stand before these without a line end
  std::vector<SymbolId> restricted_after;   ///< a line end after these is one where rules allow it
  std::vector<SymbolId> restricted_before;  ///< a line end before these, likewise
  std::vector<SymbolId> always_after;       ///< a line end after these is one whatever rules allow
};

/// What a part of the language may become: texts and parts of what stood there, in order.
struct RewriteTemplate {
  struct Piece {
    std::string text;             ///< tokens; empty for a part
    SymbolId part = kNoSymbol;
    std::uint32_t number = 1;     ///< of the nearest parts of that symbol, in order: which
  };
  std::vector<Piece> pieces;
};

/// What only guides reduction and never changes the language.
struct Hints {
  std::vector<SymbolId> identifiers;                          ///< tokens that are names
  /// Token → texts to try, simplest first.
  std::vector<std::pair<SymbolId, std::vector<std::string>>> simplest;
  /// Nonterminal → what to try in its place, in this order.
  std::vector<std::pair<SymbolId, std::vector<RewriteTemplate>>> rewrites;
};

struct Grammar {
  Notation notation = Notation::kClassic;
  std::string name;        ///< "C"; the file's stem when the file does not say
  std::string version;     ///< version of the language
  std::string source;      ///< link to its specification
  std::string license;     ///< licence of the grammar file
  std::vector<std::string> extensions;  ///< with the dot: ".c", ".h"
  bool ignore_case = false;             ///< literals and patterns match in any case
  bool generic = false;                 ///< of no language: fits texts that no other grammar fits
  Lexing lexing = Lexing::kPlain;
  std::optional<Layout> layout;
  SymbolId start = kNoSymbol;
  std::vector<Symbol> symbols;
  std::vector<Rule> rules;
  std::vector<std::uint32_t> rule_of;  ///< by symbol: index into `rules`, or ~0 for a terminal
  std::vector<Matcher> matchers;       ///< tokens and skips that no regular expression can say
  Hints hints;
  std::string file_sha256;             ///< of the file, then of those it extends
  std::shared_ptr<const Lexer> lexer;  ///< compiled terminals; rich grammars only
  std::optional<AutomaticToken> automatic;

  const Rule& rule(SymbolId nonterminal) const { return rules[rule_of[nonterminal]]; }
  /// The symbol of that name (nonterminal, pattern or skip; a literal by its text), or kNoSymbol.
  SymbolId find(std::string_view symbol_name) const;
};

}  // namespace grabr
