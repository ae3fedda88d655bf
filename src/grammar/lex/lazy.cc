// A lazy repetition and the rest of its sequence are compiled separately, into an automaton that
// keeps its paths in order of preference (as Pike's machine does, and ANTLR's lexer). When a path
// reaches the end, the paths after it are dropped, so  .*?\*/  never continues after the first */.
// The lists of paths that occur are the states of a deterministic automaton, which becomes a part
// of the automaton of all terminals:
//   .*?\*/   →   states  0 –[^*]→ 0,  0 –*→ 1,  1 –*→ 1,  1 –[^*/]→ 0,  1 –/→ end
// The match is the longest text that a path of highest preference accepts: \' in '(\\'|.)*?' ends
// the text only if no other quote follows. Tested by lexer_test.cc.
#include <optional>

#include "grammar/lex/dfa.h"
#include "grammar/lex/nfa.h"

namespace grabr {
namespace {

constexpr std::uint32_t kMaxLazyStates = 5000;

}  // namespace

std::uint32_t Nfa::append_ordered_repeat(const Regex& regex, std::uint32_t from) {
  for (std::uint32_t i = 0; i < regex.min && !full(); ++i) from = append(regex.parts[0], from);
  const std::uint32_t end = new_state();
  const bool loops = regex.max == Regex::kUnlimited;
  for (std::uint32_t i = loops ? 0 : regex.min; i < (loops ? 1 : regex.max) && !full(); ++i) {
    const std::uint32_t choice = new_state();
    jumps_.push_back({from, choice});
    const std::uint32_t begin = new_state();
    from = append(regex.parts[0], begin);
    jumps_.push_back({choice, regex.lazy ? end : begin});
    jumps_.push_back({choice, regex.lazy ? begin : end});
    if (loops) jumps_.push_back({from, choice});
  }
  if (!loops) jumps_.push_back({from, end});
  return end;
}

std::uint32_t Nfa::append_lazy(const Regex& regex, std::uint32_t from) {
  Nfa ways(state_limit_);
  ways.ordered_ = true;
  const bool fits = ways.add(regex, 0);
  const std::optional<Dfa> found = fits ? determinise(ways, {kMaxLazyStates}) : std::nullopt;
  if (!found) {
    state_count_ = static_cast<std::uint32_t>(state_limit_) + 1;
    return from;
  }
  const Dfa dfa = minimise(*found);
  const std::uint32_t first = state_count_;
  state_count_ += dfa.state_count();
  const std::uint32_t end = new_state();
  jumps_.push_back({from, first + dfa.start});
  for (std::uint32_t state = 1; state < dfa.state_count(); ++state) {
    if (!dfa.accepts[state].empty()) jumps_.push_back({first + state, end});
    for (std::uint32_t symbol = 0; symbol < kSymbolCount;) {
      const auto begin = static_cast<std::uint16_t>(symbol);
      const std::uint32_t next = dfa.step(state, begin);
      while (symbol < kSymbolCount && dfa.step(state, symbol) == next) ++symbol;
      if (next == Dfa::kDead) continue;
      edges_.push_back(
          {first + state, first + next, begin, static_cast<std::uint16_t>(symbol - 1)});
    }
  }
  return end;
}

}  // namespace grabr
