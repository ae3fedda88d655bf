// The data model of a grammar: symbols, rules with alternatives in EBNF, and facts about the
// language. Both spellings of grammar files (classic and rich) are loaded into this type.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/model/by_symbol.h"
#include "grammar/model/content.h"
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
  kSkip,     ///< a token allowed between any two others: white space, comments
  kLayout,   ///< a token without text of its own: a line end or a change of indentation
};

inline constexpr std::uint32_t kNoMatcher = ~std::uint32_t{0};

struct Symbol {
  std::string name;  ///< name in the file: "<expr>", "statement", "NUMBER"; a literal's text
  SymbolKind kind = SymbolKind::kNonterminal;
  std::string text;        ///< the literal's bytes, or the regular expression of a pattern or skip
  Span span;               ///< where the grammar file defines it (a literal: uses it first)
  bool immediate = false;  ///< contextual lexing: only directly after the previous token
  bool reserved = false;   ///< contextual lexing, literals: the text is never another token's
  std::uint32_t matcher = kNoMatcher;  ///< patterns and skips: index into Grammar::matchers

  bool terminal() const { return kind != SymbolKind::kNonterminal; }
};

/// Contextual lexing: is a text that matches both always the literal, because it is a reserved
/// word, even where the rules allow only the pattern? A token that must follow another directly,
/// such as the inside of a string, is not a word.
inline bool is_taken(const Symbol& literal, const Symbol& pattern) {
  return literal.reserved && pattern.kind == SymbolKind::kPattern && !pattern.immediate;
}

/// Right-hand sides in EBNF.
struct Expr {
  enum class Kind : std::uint8_t {
    kSymbol,
    kSequence,  ///< parts in order; none = the empty string
    kChoice,    ///< one of the parts
    kOptional,  ///< parts[0] or the empty string
    kRepeat,    ///< parts[0], at least `min` times, separated by parts[1] (if given)
  };
  Kind kind = Kind::kSequence;
  SymbolId symbol = kNoSymbol;
  std::uint32_t min = 0;  ///< kRepeat: 0 or 1
  std::vector<Expr> parts;
};

struct Alternative {
  Expr body;                ///< always a kSequence
  double probability = -1;  ///< from {"prob": p}; negative if not given
  int priority = 0;         ///< from {"priority": n}; the higher one wins in an ambiguity
  Span span;
};

/// One rule for each nonterminal, in file order.
struct Rule {
  SymbolId symbol = kNoSymbol;
  std::vector<Alternative> alternatives;
  Span span;
};

enum class Notation : std::uint8_t {
  kClassic,  ///< fuzzingbook's {"<start>": [...]}: no lexer, every byte counts
  kRich,     ///< rules in EBNF, tokens by regular expressions, skipped text
};

/// Decides which of several matching terminals is read.
enum class Lexing : std::uint8_t {
  kPlain,       ///< the longest, whatever the rules allow
  kContextual,  ///< the longest of those the rules allow at that place
};

/// Tokens from line ends and indentation, as in Python. Plain lexing only.
struct Layout {
  SymbolId newline = kNoSymbol;
  SymbolId indent = kNoSymbol;
  SymbolId dedent = kNoSymbol;
  std::vector<std::pair<SymbolId, SymbolId>> brackets;  ///< line ends between them are ignored
  bool uneven = false;   ///< style: a line may begin a level between two levels
  bool offside = false;  ///< style: any indentation; deeper lines belong to the line
  std::vector<std::pair<SymbolId, SymbolId>> blocks;  ///< indentation between them means nothing
  std::vector<SymbolId> indent_after;                 ///< a deeper line opens a level after these
  std::vector<SymbolId> indent_after_outside;         ///< the same, outside brackets and blocks
  std::vector<SymbolId> newline_after;                ///< a line end is a token after these …
  std::vector<SymbolId> newline_before;               ///< … and before these
  std::vector<bool> even;                             ///< by symbol (model/even.h)
};

/// A token without text that ends something at a line end, such as the semicolon that JavaScript
/// and Go insert. Contextual lexing only; parse/tokens/context_lexer.h explains where the token is
/// inserted.
struct AutomaticToken {
  SymbolId token = kNoSymbol;
  std::vector<SymbolId> before;             ///< the token may precede these without a line end
  std::vector<SymbolId> restricted_after;   ///< a line end after these inserts the token where the
                                            ///< rules allow it
  std::vector<SymbolId> restricted_before;  ///< a line end before these, likewise
  std::vector<SymbolId> always_after;       ///< a line end after these always inserts it
};

/// A template for rewriting part of a text: a sequence of new texts and of parts of the old text.
struct RewriteTemplate {
  struct Piece {
    std::string text;  ///< tokens; empty if this is a part
    SymbolId part = kNoSymbol;
    std::uint32_t number = 1;  ///< which of the parts with that symbol, nearest first
  };
  std::vector<Piece> pieces;
};

/// A number that must equal the count of some tokens, or of their bytes, in a part.
struct TokenCount {
  SymbolId number = kNoSymbol;  ///< the number's token, or a rule of that token alone
  SymbolId in = kNoSymbol;      ///< the nonterminal of the part; the number is inside
  std::vector<SymbolId> of;     ///< the tokens that count
  bool bytes = false;
};

/// Only guides reduction, never changes the language.
struct Hints {
  std::vector<SymbolId> identifiers;  ///< tokens that are names
  /// Token → texts to try, simplest first.
  std::vector<std::pair<SymbolId, std::vector<std::string>>> simplest;
  /// Nonterminal → replacements to try, in order.
  std::vector<std::pair<SymbolId, std::vector<RewriteTemplate>>> rewrites;
  /// Lines that include another file, to be replaced by its contents: @ is the file's name, a blank
  /// matches any number of blanks.
  std::vector<std::string> imports;
  std::vector<TokenCount> counts;  ///< numbers that are adjusted when something is deleted
};

/// Tells how a part of a rule gets its name, or how a token spells a name: `"a/b"` spells b in Go's
/// imports.
struct NameSource {
  struct Spelling {
    SymbolId by = kNoSymbol;   ///< the token; or a rule: parts of that rule, inside, give the name
    bool first = false;        ///< use the first such token, not the last
    std::string pattern = {};  ///< reduce/pass/derived_names.h; empty: the whole token
    std::uint32_t number = 0;  ///< different for each pattern of a grammar
  };
  SymbolId of = kNoSymbol;          ///< rule or token
  std::vector<Spelling> spellings;  ///< the first that fits is used; empty: nothing names it
};

/// Hints: names that other texts derive.
struct NameLinks {
  std::vector<NameSource> derives;
  std::vector<SymbolId> introduces;  ///< rules whose parts only introduce a name
};

struct Grammar {
  Notation notation = Notation::kClassic;
  std::string name;                     ///< "C"; the file's stem if not given
  std::string version;                  ///< version of the language
  std::string source;                   ///< link to its specification
  std::string license;                  ///< licence of the grammar file
  std::vector<std::string> extensions;  ///< with the dot: ".c", ".h"
  bool ignore_case = false;             ///< literals and patterns ignore case
  bool generic = false;                 ///< for no language: for texts that fit no other grammar
  Lexing lexing = Lexing::kPlain;
  std::optional<Layout> layout;
  SymbolId start = kNoSymbol;
  BySymbol<Symbol> symbols;
  std::vector<Rule> rules;
  std::vector<std::uint32_t> rule_of;  ///< by symbol: index into `rules`, or ~0 for a terminal
  std::vector<Matcher> matchers;       ///< tokens and skips that no regular expression can describe
  Hints hints;
  std::vector<Content> contents;       ///< at most one for a symbol
  std::string file_sha256;             ///< of this file's bytes, then of those it extends
  std::shared_ptr<const Lexer> lexer;  ///< compiled terminals; rich grammars only
  std::optional<AutomaticToken> automatic;
  NameLinks links;

  /// The rule of a nonterminal; without alternatives for a terminal or kNoSymbol.
  const Rule& rule(SymbolId nonterminal) const {
    static const Rule none;
    const std::uint32_t number = nonterminal < rule_of.size() ? rule_of[nonterminal] : ~0U;
    return number < rules.size() ? rules[number] : none;
  }
  /// The symbol with that name (nonterminal, pattern or skip; literals by their text), or
  /// kNoSymbol.
  SymbolId find(std::string_view symbol_name) const;
};

}  // namespace grabr
