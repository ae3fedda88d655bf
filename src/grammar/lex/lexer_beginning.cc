// For text that matches no terminal: of which terminals it is a prefix. Follows the automaton as
// far as it goes, then collects all accepting states reachable from there. The automaton is
// minimal, so every state but the dead one leads to an accepting one. Tested by lexer_test.cc.
#include <algorithm>

#include "grammar/lex/lexer.h"

namespace grabr {

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

}  // namespace grabr
