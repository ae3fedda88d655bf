// The terminals of a rich grammar compiled into one deterministic automaton over bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/model/grammar.h"
#include "grammar/lex/live_terminals.h"
#include "grammar/lex/matcher_search.h"
#include "grammar/lex/scan_memory.h"
#include "grammar/lex/scan_table.h"
#include "grammar/model/terminal_set.h"
#include "grammar/lex/wanted_terminals.h"
#include "text/diagnostic.h"

namespace grabr {

/// Longest match at one place.
struct Match {
  std::uint32_t length = 0;             ///< bytes; 0 when nothing matches
  std::span<const SymbolId> terminals;  ///< the terminals this text is, the preferred one first
};

/// A place where some token that begins at an offset ends.
struct Ending {
  std::uint32_t length = 0;
  std::uint32_t accepts = 0;  ///< number of a set of terminals
  std::uint32_t row = 0;      ///< of the lexer's table; 0: a matcher's
};

/// A text that may be the beginning of terminals.
struct Beginning {
  std::uint32_t length = 0;         ///< bytes that all of them can begin with
  std::vector<SymbolId> terminals;  ///< those that it can become, by symbol
};

/// Functions that read a text take what is known about it, see ScanMemory; null: nothing.
class Lexer {
 public:
  /// Compiles all terminals of the grammar. Problems (bad regular expression, a token that matches
  /// the empty string or can never match, tokens that need too many states) are appended with spans
  /// into the grammar file. There always is a lexer, for the terminals without such a problem.
  static std::shared_ptr<const Lexer> compile(const Grammar& grammar,
                                              std::vector<Diagnostic>& problems);

  /// Longest match of any terminal (skips too) at text[offset…]. In plain lexing a literal takes
  /// the text from patterns of equal length, and an earlier pattern or skip from a later one; so
  /// `terminals` holds exactly one symbol when something matches. In contextual lexing they are all
  /// listed. It stays valid as long as the lexer.
  Match match(std::string_view text, std::size_t offset, ScanMemory* memory = nullptr) const;

  /// Plain lexing. Reads from `offset` on, calling token(symbol, begin, end) for each match, skips
  /// too, as match() would find them. Returns where it stopped: at the end, where nothing matches,
  /// or where match() must go on: a matcher opens, or much was read in vain.
  template <class Token>
  std::uint32_t scan(std::string_view text, std::uint32_t offset, Token token) const;

  /// Contextual lexing. All places where a token (or skip) that begins at the offset ends, shortest
  /// first; of two of one length, one is a matcher's. Reading stops early where no terminal of
  /// `alive` can end any more (null: all terminals).
  void endings(std::string_view text, std::size_t offset, const TerminalSet* alive,
               std::vector<Ending>& out, ScanMemory* memory = nullptr) const;
  /// The terminals of that set, the preferred one first: literals, then patterns and skips by
  /// order. Without those that a reserved word takes.
  std::span<const SymbolId> accepted(std::uint32_t accepts) const;
  /// Patterns that end there too, but as a reserved word: where one of them is what the rules
  /// allow, no shorter token may be read instead.
  std::span<const SymbolId> taken(std::uint32_t accepts) const;
  /// The longest of the `viable` terminals (skips too, if they may come), by the rules above. Its
  /// `terminals` is the preferred one. A literal that is a word, such as `in`, is read only where
  /// no token for words goes on behind it. `scratch` is overwritten.
  Match match_viable(std::string_view text, std::size_t offset, const TerminalSet& viable,
                     std::vector<Ending>& scratch, ScanMemory* memory = nullptr) const;

  /// The same for a set that is asked for again and again. With `undecided`, a walk that goes on in
  /// vain for long may stop, and says which set of live terminals it went on for; otherwise that is
  /// kDecided.
  Match match_wanted(std::string_view text, std::size_t offset, WantedTerminals& wanted,
                     std::vector<Ending>& scratch, ScanMemory* memory,
                     std::uint32_t* undecided = nullptr) const;
  static constexpr std::uint32_t kDecided = ~std::uint32_t{0};
  /// Whether the terminal is in a set of live terminals.
  bool lives(std::uint32_t live, SymbolId terminal) const { return live_.contains(live, terminal); }

  /// Whether the whole text can be read as this terminal.
  bool matches(std::string_view text, SymbolId terminal) const;

  /// The longest beginning of any terminal at text[offset…], be it finished there or not: for
  /// messages about strings and comments without an end.
  Beginning beginning(std::string_view text, std::size_t offset) const;
  /// Its length alone, which costs no more than match().
  std::size_t beginning_length(std::string_view text, std::size_t offset) const;

  /// True when `left + between + right` begins with exactly `left` as one token: nothing of what
  /// follows glues to it. Where the context decides, every longer token counts; but a token that
  /// stands directly after another glues only to such a one.
  bool separate(std::string_view left, std::string_view between, std::string_view right) const;
  /// Contextual lexing: the same where only `left` itself may go on, because the context allows no
  /// other terminal that does.
  bool separate_as(SymbolId left_terminal, std::string_view left, std::string_view between,
                   std::string_view right) const;

  /// A shortest text that match() finds to be this terminal; among the shortest the first when
  /// letters a-z come before digits, other printable ASCII and the rest. Of a matcher the shortest
  /// opener and what then ends it. Empty for what is no terminal of this lexer.
  std::string shortest_text(SymbolId terminal) const;

  std::size_t state_count() const { return state_count_; }

 private:
  /// What a row of the table knows beside its moves.
  enum Note : std::uint32_t { kAccepts, kPreferred, kOpens, kLive, kWords, kNotes };
  struct AcceptSet {
    std::uint32_t begin = 0;  ///< into set_members_
    std::uint32_t taken = 0;  ///< from here on those that a reserved word takes
    std::uint32_t end = 0;
  };
  /// An opener found: the longest of its matcher.
  struct Opened {
    std::uint32_t matcher = 0;
    std::size_t end = 0;
  };
  class Packer;

  Lexer() = default;

  ScanTable::Longest longest_remembered(std::string_view text, std::size_t offset,
                                        ScanMemory& memory) const;
  /// Calls accept(set, end, row) for each text that ends somewhere, stop(row, at) at each place.
  template <class Accept, class Stop>
  std::vector<Opened> walk_with_openers(std::string_view text, std::size_t offset,
                                        ScanMemory* memory, Accept accept, Stop stop) const;
  Match match_with_matchers(std::string_view text, std::size_t offset, ScanMemory* memory) const;
  std::size_t matcher_end(const Opened& opened, std::string_view text, std::size_t offset,
                          ScanMemory* memory) const;
  bool prefers(SymbolId left, SymbolId right) const;
  bool opens_wanted(std::uint32_t row, const WantedTerminals& wanted) const;
  std::uint32_t choose(std::uint32_t accepts, const WantedTerminals& wanted) const;
  bool goes_on(std::string_view text, std::size_t end, std::uint32_t row) const;
  bool separate_in_context(std::string_view left, std::string_view all, SymbolId only) const;

  ScanTable table_;
  std::uint32_t first_opening_ = ~std::uint32_t{0};  // rows from here on open a matcher
  std::vector<AcceptSet> sets_;                      // 0: nothing
  std::vector<SymbolId> set_members_;
  std::vector<std::vector<std::uint32_t>> opens_;  // by number of a set of openers: matchers
  /// By number of a set of words: the patterns that a literal is a word of.
  std::vector<std::vector<SymbolId>> words_;
  std::vector<MatcherSearch> matchers_;            // in the order of the grammar's
  LiveTerminals live_;
  std::vector<bool> immediate_;        // by symbol
  std::vector<bool> literal_;          // by symbol
  std::vector<std::string> shortest_;  // by symbol
  bool contextual_ = false;
  std::size_t state_count_ = 0;
};

template <class Token>
std::uint32_t Lexer::scan(std::string_view text, std::uint32_t offset, Token token) const {
  constexpr std::size_t kMostInVain = 4096;
  const std::size_t size = text.size();
  std::size_t in_vain = 0;
  std::size_t at = offset;
  while (at < size && !table_.next.empty()) {
    const std::size_t begin = at;
    std::size_t end = begin;
    std::uint32_t row = table_.start;
    std::uint32_t accepted = 0;
    while (at < size) {
      row = table_.advance(row, text, at);
      if (row >= table_.first_accepting) {
        end = at;
        accepted = row;
      } else if (row == Dfa::kDead) {
        break;
      }
    }
    in_vain += at - end;
    if (end == begin || accepted >= first_opening_) return static_cast<std::uint32_t>(begin);
    token(table_.note(accepted, kPreferred), static_cast<std::uint32_t>(begin),
          static_cast<std::uint32_t>(end));
    at = end;
    if (in_vain > kMostInVain + 2 * (end - offset)) break;
  }
  return static_cast<std::uint32_t>(at);
}

}  // namespace grabr
