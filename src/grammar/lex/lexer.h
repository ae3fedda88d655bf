// The lexer: the terminals of a rich grammar compiled into one deterministic automaton over bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/lex/live_terminals.h"
#include "grammar/lex/matcher_search.h"
#include "grammar/lex/scan_memory.h"
#include "grammar/lex/scan_table.h"
#include "grammar/model/grammar.h"
#include "grammar/model/terminal_set.h"
#include "text/diagnostic.h"

namespace grabr {

/// The longest match at one place.
struct Match {
  std::uint32_t length = 0;             ///< bytes; 0 if nothing matches
  std::span<const SymbolId> terminals;  ///< the terminals that match, the preferred one first
};

/// A possible end of a token: its length, and the terminals that end there.
struct Ending {
  std::uint32_t length = 0;
  std::uint32_t accepts = 0;  ///< number of a set of terminals
  std::uint32_t row = 0;      ///< of the lexer's table; 0: found by a matcher
};

/// A text that terminals may begin with.
struct Beginning {
  std::uint32_t length = 0;         ///< bytes with which all of them can begin
  std::vector<SymbolId> terminals;  ///< terminals that can begin with it, by symbol
};

/// In functions that read a text, `memory` caches what is known about it (see ScanMemory); may be
/// null.
class Lexer {
 public:
  /// Compiles all terminals of the grammar. Problems (invalid regular expression, a token that
  /// matches the empty string or can never match, tokens that need too many states) are appended
  /// with spans in the grammar file. Always returns a lexer, for the terminals without such
  /// problems.
  static std::shared_ptr<const Lexer> compile(const Grammar& grammar,
                                              std::vector<Diagnostic>& problems);

  /// Longest match of any terminal, including skips, at text[offset…]. In plain lexing, literals
  /// win over patterns of equal length, and earlier patterns or skips over later ones, so
  /// `terminals` has exactly one symbol if anything matches. In contextual lexing all are listed.
  /// It stays valid while the lexer exists.
  Match match(std::string_view text, std::size_t offset, ScanMemory* memory = nullptr) const;

  /// Plain lexing. Reads from `offset` on, calling token(symbol, begin, end) for each match,
  /// including skips, as match() would find them. Returns where it stopped: at the end, where
  /// nothing matches, or where match() must take over because a matcher opens or much was read
  /// without a match.
  template <class Token>
  std::uint32_t scan(std::string_view text, std::uint32_t offset, Token token) const;

  /// Contextual lexing. All ends of tokens and skips that begin at the offset, shortest first; of
  /// two with the same length, one is a matcher's. Only ends of terminals in `alive` (null: of
  /// any), even if a reserved word takes them; stops reading once none of them can end any more.
  void endings(std::string_view text, std::size_t offset, const TerminalSet* alive,
               std::vector<Ending>& out, ScanMemory* memory = nullptr) const;
  /// The terminals of this set, without those that a reserved word takes; preferred first:
  /// literals, then patterns and skips in order.
  std::span<const SymbolId> accepted(std::uint32_t accepts) const;
  /// Patterns that also end there, but as a reserved word: if the rules allow one of them, no
  /// shorter token may be read instead.
  std::span<const SymbolId> taken(std::uint32_t accepts) const;
  /// The longest of the `viable` terminals (and skips, if included), by the rules above; its
  /// `terminals` is the preferred one. A literal that is a word, such as `in`, is only read if no
  /// token for words continues after it. `scratch` is overwritten.
  Match match_viable(std::string_view text, std::size_t offset, const TerminalSet& viable,
                     std::vector<Ending>& scratch, ScanMemory* memory = nullptr) const;

  /// The same for a set that is used repeatedly. With `undecided`, a long walk may stop and report
  /// the set of terminals that could still end; otherwise `undecided` is set to kDecided.
  Match match_wanted(std::string_view text, std::size_t offset, WantedTerminals& wanted,
                     std::vector<Ending>& scratch, ScanMemory* memory,
                     std::uint32_t* undecided = nullptr) const;
  static constexpr std::uint32_t kDecided = ~std::uint32_t{0};
  /// Does this set of live terminals contain the terminal?
  bool lives(std::uint32_t live, SymbolId terminal) const { return live_.contains(live, terminal); }

  /// Can the whole text be read as this terminal?
  bool matches(std::string_view text, SymbolId terminal) const;

  /// The longest prefix of any terminal at text[offset…], complete or not: for messages about
  /// unterminated strings and comments.
  Beginning beginning(std::string_view text, std::size_t offset) const;
  /// The length alone, at no more cost than match().
  std::size_t beginning_length(std::string_view text, std::size_t offset) const;

  /// True if `left + between + right` begins with exactly `left` as one token, i.e. nothing after
  /// it attaches to it. In contextual lexing every longer token counts, except that a token that
  /// must follow another directly only attaches to such a one.
  bool separate(std::string_view left, std::string_view between, std::string_view right) const;
  /// Contextual lexing: the same, if only `left` itself may continue because the context allows no
  /// other terminal that does.
  bool separate_as(SymbolId left_terminal, std::string_view left, std::string_view between,
                   std::string_view right) const;

  /// A shortest text that match() reads as this terminal; among the shortest the first, with
  /// letters a-z before digits, other printable ASCII and the rest. For a matcher, the shortest
  /// opener and the shortest end for it. Empty if the symbol is not a terminal of this lexer.
  std::string shortest_text(SymbolId terminal) const;

  std::size_t state_count() const { return state_count_; }

 private:
  /// The facts that a row of the table records besides its moves.
  enum Note : std::uint32_t { kAccepts, kPreferred, kOpens, kLive, kWords, kNotes };
  struct AcceptSet {
    std::uint32_t begin = 0;  ///< index into set_members_
    std::uint32_t taken = 0;  ///< from this index on, terminals that a reserved word takes
    std::uint32_t end = 0;
  };
  /// The longest opener found for a matcher.
  struct Opened {
    std::uint32_t matcher = 0;
    std::size_t end = 0;
  };
  class Packer;

  Lexer() = default;

  ScanTable::Longest longest_remembered(std::string_view text, std::size_t offset,
                                        ScanMemory& memory) const;
  /// Calls accept(set, end, row) for each possible end of a token of `alive` (null: of any), as
  /// long as another end may come.
  template <class Accept>
  std::vector<Opened> walk_with_openers(std::string_view text, std::size_t offset,
                                        const TerminalSet* alive, ScanMemory* memory,
                                        Accept accept) const;
  bool has_any(std::uint32_t accepts, const TerminalSet& alive) const;
  Match match_with_matchers(std::string_view text, std::size_t offset, ScanMemory* memory) const;
  std::size_t matcher_end(const Opened& opened, std::string_view text, std::size_t offset,
                          ScanMemory* memory) const;
  bool prefers(SymbolId left, SymbolId right) const;
  bool opens_wanted(std::uint32_t row, const WantedTerminals& wanted) const;
  std::uint32_t choose(std::uint32_t accepts, const WantedTerminals& wanted) const;
  bool goes_on(std::string_view text, std::size_t end, std::uint32_t row) const;
  bool separate_in_context(std::string_view left, std::string_view all, SymbolId only) const;

  ScanTable table_;
  std::uint32_t first_opening_ = ~std::uint32_t{0};  // rows from this one on open a matcher
  std::vector<AcceptSet> sets_;                      // set 0 is empty
  std::vector<SymbolId> set_members_;
  std::vector<std::vector<std::uint32_t>> opens_;  // by set of openers: their matchers
  /// By set of words: the patterns for words that the literal also matches.
  std::vector<std::vector<SymbolId>> words_;
  std::vector<MatcherSearch> matchers_;  // in the order of the grammar's matchers
  LiveTerminals live_;
  std::vector<bool> immediate_;        // by symbol
  std::vector<bool> literal_;          // by symbol
  std::vector<std::string> shortest_;  // by symbol
  bool contextual_ = false;
  std::size_t state_count_ = 0;
};

template <class Token>
std::uint32_t Lexer::scan(std::string_view text, std::uint32_t offset, Token token) const {
  constexpr std::size_t kMaxBytesInVain = 4096;
  const std::size_t size = text.size();
  std::size_t in_vain = 0;
  std::size_t at = offset;
  while (at < size && !table_.next.empty()) {
    const std::size_t begin = at;
    std::size_t end = begin;
    std::uint32_t row = table_.start;
    std::uint32_t accepted = 0;
    bool opens = false;  // a matcher opens here or earlier; its token may be longer than any other
    while (at < size) {
      row = table_.advance(row, text, at);
      if (row >= table_.first_accepting) {
        end = at;
        accepted = row;
        opens |= row >= first_opening_;
      } else if (row == Dfa::kDead) {
        break;
      }
    }
    in_vain += at - end;
    if (end == begin || opens) return static_cast<std::uint32_t>(begin);
    token(table_.note(accepted, kPreferred), static_cast<std::uint32_t>(begin),
          static_cast<std::uint32_t>(end));
    at = end;
    if (in_vain > kMaxBytesInVain + 2 * (end - offset)) break;
  }
  return static_cast<std::uint32_t>(at);
}

/// Is the whole text one token that the grammar skips between others?
bool is_skipped(const Grammar& grammar, std::string_view text);

/// The text that joins parts of a text before it is read: a blank if the grammar skips blanks, else
/// nothing.
std::string_view between_parts(const Grammar& grammar);

}  // namespace grabr
