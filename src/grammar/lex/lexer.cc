// In plain lexing without matchers, the table is walked and the last accepting row decides. With
// matchers, openers passed on the way are recorded, the longest of each matcher, and their ends are
// searched for afterwards. In contextual lexing each accepting row gives an ending. Tested by
// lexer_test.cc, contextual_lexer_test.cc and matcher_test.cc.
#include "grammar/lex/lexer.h"

#include <algorithm>
#include <utility>

#include "grammar/lex/scan_memory.h"
#include "text/ascii.h"

namespace grabr {
namespace {

/// Up to three bytes after a byte show whether it is the first of a character.
constexpr std::size_t kPastCharacter = 3;

/// Three texts, read as if they were concatenated.
struct Joined {
  std::string_view left, between, right;

  std::size_t size() const { return left.size() + between.size() + right.size(); }
  char operator[](std::size_t i) const {
    if (i < left.size()) return left[i];
    i -= left.size();
    return i < between.size() ? between[i] : right[i - between.size()];
  }
};

}  // namespace

Match Lexer::match(std::string_view text, std::size_t offset, ScanMemory* memory) const {
  if (!matchers_.empty()) return match_with_matchers(text, offset, memory);
  ScanTable::Longest found;
  if (memory != nullptr && DeadEnds::are_noted(*memory, text.size())) {
    found = longest_remembered(text, offset, *memory);
  } else {
    found = table_.longest(text, offset);
    if (memory != nullptr) {
      memory->overrun += found.read - found.length;
      memory->note_reach(offset + found.read, kPastCharacter, text.size());
    }
  }
  if (found.length == 0) return {};
  return {static_cast<std::uint32_t>(found.length), accepted(table_.note(found.row, kAccepts))};
}

ScanTable::Longest Lexer::longest_remembered(std::string_view text, std::size_t offset,
                                             ScanMemory& memory) const {
  DeadEnds dead_ends(&memory, text.size(), offset);
  ScanTable::Longest found;
  std::size_t end = offset;
  const std::size_t at = table_.walk(
      text, offset,
      [&](std::uint32_t row, std::size_t accepted_at) {
        dead_ends.accept(accepted_at);
        end = accepted_at;
        found.row = row;
      },
      [&](std::uint32_t row, std::size_t read) { return dead_ends.stop(row, read); });
  dead_ends.finish(at);
  memory.note_reach(at, kPastCharacter, text.size());
  found.length = end - offset;
  return found;
}

/// Does the set contain some of them, even if a reserved word takes them?
bool Lexer::has_any(std::uint32_t accepts, const TerminalSet& alive) const {
  const AcceptSet& set = sets_[accepts];
  return std::any_of(set_members_.begin() + set.begin, set_members_.begin() + set.end,
                     [&](SymbolId terminal) { return alive.contains(terminal); });
}

template <class Accept>
std::vector<Lexer::Opened> Lexer::walk_with_openers(std::string_view text, std::size_t offset,
                                                    const TerminalSet* alive, ScanMemory* memory,
                                                    Accept accept) const {
  std::vector<Opened> opened;
  DeadEnds dead_ends(memory, text.size(), offset, alive);
  std::uint32_t seen = ~std::uint32_t{0};
  const std::size_t read = table_.walk(
      text, offset,
      [&](std::uint32_t row, std::size_t at) {
        const std::uint32_t set = table_.note(row, kAccepts);
        if (set != 0 && (alive == nullptr || has_any(set, *alive))) {
          dead_ends.accept(at);
          accept(set, at, row);
        }
        if (row < first_opening_) return;
        for (const std::uint32_t matcher : opens_[table_.note(row, kOpens)]) {
          if (alive != nullptr && !alive->contains(matchers_[matcher].symbol)) continue;
          dead_ends.accept(at);
          const auto old = std::find_if(opened.begin(), opened.end(), [&](const Opened& other) {
            return other.matcher == matcher;
          });
          if (old == opened.end()) {
            opened.push_back({matcher, at});
          } else {
            old->end = at;
          }
        }
      },
      [&](std::uint32_t row, std::size_t at) {
        const std::uint32_t live = table_.note(row, kLive);
        const bool is_new = alive != nullptr && std::exchange(seen, live) != live;
        return (is_new && !live_.intersects(live, *alive)) || dead_ends.stop(row, at);
      });
  dead_ends.finish(read);
  if (memory != nullptr) memory->note_reach(read, kPastCharacter, text.size());
  return opened;
}

Match Lexer::match_with_matchers(std::string_view text, std::size_t offset,
                                 ScanMemory* memory) const {
  std::size_t end = offset;
  std::uint32_t accepts = 0;
  const auto opened = walk_with_openers(text, offset, nullptr, memory,
                                        [&](std::uint32_t set, std::size_t at, std::uint32_t) {
                                          accepts = set;
                                          end = at;
                                        });
  for (const Opened& opener : opened) {
    const MatcherSearch& matcher = matchers_[opener.matcher];
    const std::size_t found = matcher_end(opener, text, offset, memory);
    if (found == std::string_view::npos || found < end) continue;
    if (found == end && accepts != 0 && prefers(accepted(accepts).front(), matcher.symbol)) {
      continue;
    }
    end = found;
    accepts = matcher.accepts;
  }
  if (accepts == 0) return {};
  return {static_cast<std::uint32_t>(end - offset), accepted(accepts)};
}

std::size_t Lexer::matcher_end(const Opened& opened, std::string_view text, std::size_t offset,
                               ScanMemory* memory) const {
  const MatcherSearch& matcher = matchers_[opened.matcher];
  const std::size_t end = matcher.end(text, offset, opened.end, memory);
  if (memory != nullptr) memory->note_reach(end, matcher.past_end(), text.size());
  return end;
}

bool Lexer::prefers(SymbolId left, SymbolId right) const {
  if (literal_[left] != literal_[right]) return literal_[left];
  return left < right;
}

void Lexer::endings(std::string_view text, std::size_t offset, const TerminalSet* alive,
                    std::vector<Ending>& out, ScanMemory* memory) const {
  out.clear();
  const auto length = [&](std::size_t end) { return static_cast<std::uint32_t>(end - offset); };
  const auto accept = [&](std::uint32_t set, std::size_t at, std::uint32_t row) {
    out.push_back({length(at), set, row});
  };
  for (const Opened& opened : walk_with_openers(text, offset, alive, memory, accept)) {
    const MatcherSearch& matcher = matchers_[opened.matcher];
    const std::size_t end = matcher_end(opened, text, offset, memory);
    if (end == std::string_view::npos) continue;
    const Ending ending{length(end), matcher.accepts, 0};
    const auto at =
        std::upper_bound(out.begin(), out.end(), ending,
                         [](const Ending& a, const Ending& b) { return a.length < b.length; });
    out.insert(at, ending);
  }
}

std::span<const SymbolId> Lexer::accepted(std::uint32_t accepts) const {
  const AcceptSet& set = sets_[accepts];
  return std::span(set_members_).subspan(set.begin, set.taken - set.begin);
}

std::span<const SymbolId> Lexer::taken(std::uint32_t accepts) const {
  const AcceptSet& set = sets_[accepts];
  return std::span(set_members_).subspan(set.taken, set.end - set.taken);
}

Match Lexer::match_viable(std::string_view text, std::size_t offset, const TerminalSet& viable,
                          std::vector<Ending>& scratch, ScanMemory* memory) const {
  endings(text, offset, &viable, scratch, memory);
  const auto is_viable = [&](SymbolId terminal) { return viable.contains(terminal); };
  Match best;
  for (auto ending = scratch.rbegin(); ending != scratch.rend(); ++ending) {
    if (best.length > ending->length) break;
    const auto members = accepted(ending->accepts);
    auto first = std::find_if(members.begin(), members.end(), is_viable);
    if (first != members.end() && literal_[*first] &&
        goes_on(text, offset + ending->length, ending->row)) {
      first = std::find_if(first + 1, members.end(), is_viable);
    }
    if (first != members.end()) {
      if (best.length == 0 || prefers(*first, best.terminals[0])) {
        best = {ending->length, std::span(&*first, 1)};
      }
    } else {
      const auto reserved = taken(ending->accepts);
      if (std::any_of(reserved.begin(), reserved.end(), is_viable)) break;
    }
  }
  return best;
}

/// Would a token for words that also matches this row's literal read the next character too?
bool Lexer::goes_on(std::string_view text, std::size_t end, std::uint32_t row) const {
  const std::uint32_t words = table_.note(row, kWords);
  if (words == 0 || end == text.size()) return false;
  if (!is_word_byte(static_cast<unsigned char>(text[end]))) return false;
  const std::uint32_t next = table_.advance(row, text, end);
  const std::uint32_t set = table_.note(next, kAccepts);
  const auto is_word = [&](SymbolId terminal) {
    const auto& all = words_[words];
    return std::find(all.begin(), all.end(), terminal) != all.end();
  };
  return std::ranges::any_of(accepted(set), is_word) || std::ranges::any_of(taken(set), is_word);
}

bool Lexer::matches(std::string_view text, SymbolId terminal) const {
  std::vector<Ending> all;
  endings(text, 0, nullptr, all);
  return std::any_of(all.begin(), all.end(), [&](const Ending& ending) {
    const auto members = accepted(ending.accepts);
    return ending.length == text.size() &&
           std::find(members.begin(), members.end(), terminal) != members.end();
  });
}

bool Lexer::separate(std::string_view left, std::string_view between,
                     std::string_view right) const {
  if (left.empty()) return false;
  if (matchers_.empty() && !contextual_) {
    return table_.longest(Joined{left, between, right}, 0).length == left.size();
  }
  return separate_in_context(left, std::string(left).append(between).append(right), kNoSymbol);
}

bool Lexer::separate_as(SymbolId left_terminal, std::string_view left, std::string_view between,
                        std::string_view right) const {
  if (left.empty()) return false;
  return separate_in_context(left, std::string(left).append(between).append(right), left_terminal);
}

/// An opener that is complete only after `left`, or whose end is not in `all`, may still find its
/// end in the text that follows.
bool Lexer::separate_in_context(std::string_view left, std::string_view all, SymbolId only) const {
  std::vector<SymbolId> whole;
  std::vector<SymbolId> longer;
  const auto accept = [&](std::uint32_t set, std::size_t end, std::uint32_t) {
    if (end < left.size()) return;
    auto& list = end == left.size() ? whole : longer;
    for (const auto members : {accepted(set), taken(set)}) {
      list.insert(list.end(), members.begin(), members.end());
    }
  };
  for (const Opened& opened : walk_with_openers(all, 0, nullptr, nullptr, accept)) {
    const MatcherSearch& matcher = matchers_[opened.matcher];
    const std::size_t end = matcher_end(opened, all, 0, nullptr);
    accept(matcher.accepts, opened.end > left.size() ? std::string_view::npos : end, 0);
  }
  const bool inside = std::all_of(whole.begin(), whole.end(),
                                  [&](SymbolId terminal) { return immediate_[terminal]; });
  if (only != kNoSymbol) return std::find(longer.begin(), longer.end(), only) == longer.end();
  return !whole.empty() && std::none_of(longer.begin(), longer.end(), [&](SymbolId terminal) {
    return inside || !immediate_[terminal];
  });
}

std::string Lexer::shortest_text(SymbolId terminal) const {
  return terminal < shortest_.size() ? shortest_[terminal] : std::string();
}

// For text that matches no terminal: finds the terminals of which it is a prefix. Follows the
// automaton as far as possible, then collects all accepting states reachable from there. The
// automaton is minimal, so every state but the dead one leads to an accepting one. Tested by
// lexer_test.cc.

std::size_t Lexer::beginning_length(std::string_view text, std::size_t offset) const {
  return table_.viable(text, offset).length;
}

Beginning Lexer::beginning(std::string_view text, std::size_t offset) const {
  const ScanTable::Longest reached = table_.viable(text, offset);
  Beginning result{static_cast<std::uint32_t>(reached.length), {}};
  if (table_.next.empty()) return result;
  std::vector<bool> seen(state_count() + 1);
  seen[Dfa::kDead] = true;
  std::vector<std::uint32_t> todo{reached.row};
  while (!todo.empty()) {
    const std::uint32_t row = todo.back();
    todo.pop_back();
    if (seen[row / table_.row_size]) continue;
    seen[row / table_.row_size] = true;
    const auto terminals = accepted(table_.note(row, kAccepts));
    result.terminals.insert(result.terminals.end(), terminals.begin(), terminals.end());
    const auto first = table_.next.begin() + row;
    todo.insert(todo.end(), first, first + table_.class_count);
  }
  std::sort(result.terminals.begin(), result.terminals.end());
  const auto last = std::unique(result.terminals.begin(), result.terminals.end());
  result.terminals.erase(last, result.terminals.end());
  return result;
}

bool is_skipped(const Grammar& grammar, std::string_view text) {
  const Match match = grammar.lexer->match(text, 0);
  return match.length == text.size() &&
         std::any_of(match.terminals.begin(), match.terminals.end(), [&](SymbolId terminal) {
           return grammar.symbols[terminal].kind == SymbolKind::kSkip;
         });
}

std::string_view between_parts(const Grammar& grammar) {
  if (grammar.notation == Notation::kClassic) return "";
  return grammar.lexer == nullptr || is_skipped(grammar, " ") ? " " : "";
}

}  // namespace grabr
