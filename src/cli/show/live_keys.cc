// Tested by tests/cli/live_keys_test.cc.
#include "cli/show/live_keys.h"

#include <algorithm>

namespace grabr {
namespace {

using Named = Key::Named;

constexpr std::size_t kPage = 10;
constexpr long kWholeText = 1L << 30;

struct Sequence {
  std::string_view bytes;  ///< the bytes after Esc
  Named key;
};
constexpr Sequence kSequences[] = {
    {"[A", Named::kUp},      {"OA", Named::kUp},        {"[B", Named::kDown}, {"OB", Named::kDown},
    {"[5~", Named::kPageUp}, {"[6~", Named::kPageDown}, {"[H", Named::kHome}, {"OH", Named::kHome},
    {"[1~", Named::kHome},   {"[F", Named::kEnd},       {"OF", Named::kEnd},  {"[4~", Named::kEnd},
};

/// Bytes of a sequence after Esc: ESC [ digits and ; then one more, or ESC O and one.
std::size_t sequence_length(std::string_view rest) {
  if (rest.empty() || (rest[0] != '[' && rest[0] != 'O')) return 0;
  std::size_t length = 1;
  while (length < rest.size() &&
         ((rest[length] >= '0' && rest[length] <= '9') || rest[length] == ';')) {
    ++length;
  }
  return std::min(length + 1, rest.size());
}

bool shows_steps(const LiveState& state) {
  return state.panel == Panel::kSteps || state.panel == Panel::kStep;
}

void scroll(LiveState& state, long by) {
  const auto at = static_cast<long>(std::min<std::size_t>(state.scrolled, kWholeText));
  state.scrolled = static_cast<std::size_t>(std::clamp(at + by, 0L, kWholeText));
}

/// The rows that can be selected: listed passes, or steps.
std::vector<std::size_t> rows_of(const LiveState& state) {
  std::vector<std::size_t> rows;
  const bool of_passes = state.panel == Panel::kPasses;
  const std::size_t count = of_passes ? state.passes.size() : state.steps.size();
  for (std::size_t i = 0; i < count && (of_passes || shows_steps(state)); ++i) {
    if (!of_passes || state.is_listed(state.passes[i])) rows.push_back(i);
  }
  return rows;
}

Wish move(LiveState& state, long by) {
  if (state.panel != Panel::kPasses && !shows_steps(state)) scroll(state, by);
  const std::vector<std::size_t> rows = rows_of(state);
  if (rows.empty()) return Wish::kNothing;
  const long at = std::ranges::lower_bound(rows, state.selected) - rows.begin();
  const long to = std::clamp(at + by, 0L, static_cast<long>(rows.size()) - 1);
  state.selected = rows[static_cast<std::size_t>(to)];
  return state.panel == Panel::kStep && state.searching ? Wish::kShowStep : Wish::kNothing;
}

/// Opens a panel; if it is open, goes back to the best text.
void open(LiveState& state, Panel panel) {
  state.panel = state.panel == panel ? Panel::kBest : panel;
  state.selected = state.scrolled = 0;
  state.shows_all = false;
  if (state.panel == Panel::kSteps && !state.steps.empty()) {
    state.selected = state.steps.size() - 1;
  }
  if (state.panel != Panel::kPasses) return;
  const auto running = std::ranges::find(state.passes, state.pass, &LiveState::PassRow::name);
  if (running != state.passes.end()) {
    state.selected = static_cast<std::size_t>(running - state.passes.begin());
  }
}

Wish take_named(LiveState& state, Named key) {
  switch (key) {
    case Named::kUp: return move(state, -1);
    case Named::kDown: return move(state, 1);
    case Named::kPageUp: return move(state, -static_cast<long>(kPage));
    case Named::kPageDown: return move(state, static_cast<long>(kPage));
    case Named::kHome: return move(state, -kWholeText);
    case Named::kEnd: return move(state, kWholeText);
    case Named::kNone: break;
  }
  return Wish::kNothing;
}

/// Handles keys in the list of passes and in the list of steps.
Wish take_key_of_list(LiveState& state, char key) {
  const bool has_step = shows_steps(state) && state.selected < state.steps.size();
  const bool has_pass = state.panel == Panel::kPasses && state.selected < state.passes.size();
  switch (key) {
    case 'k': return move(state, -1);
    case 'j': return move(state, 1);
    case ' ': return has_pass ? Wish::kSwitchPass : Wish::kNothing;
    case 'a': state.shows_all = has_pass && !state.shows_all; return Wish::kNothing;
    case 'g': return has_step && state.may_go_back ? Wish::kGoBack : Wish::kNothing;
    case '\r':
    case '\n': return has_step && state.may_go_back ? Wish::kShowStep : Wish::kNothing;
    default: return Wish::kNothing;
  }
}

}  // namespace

std::vector<Key> keys_in(std::string_view bytes) {
  std::vector<Key> keys;
  while (!bytes.empty()) {
    const char first = bytes[0];
    bytes.remove_prefix(1);
    const std::size_t length = first == '\x1b' ? sequence_length(bytes) : 0;
    if (length == 0) {
      keys.push_back({Named::kNone, first});
      continue;
    }
    const auto* const known =
        std::find_if(std::begin(kSequences), std::end(kSequences),
                     [&](const Sequence& one) { return one.bytes == bytes.substr(0, length); });
    if (known != std::end(kSequences)) keys.push_back({known->key, 0});
    bytes.remove_prefix(length);
  }
  return keys;
}

Wish take_key(LiveState& state, const Key& key) {
  if (key.named != Named::kNone) return take_named(state, key.named);
  switch (key.character) {
    case 'q': return Wish::kEnd;
    case '?': open(state, Panel::kHelp); return Wish::kNothing;
    case '\x1b':
      state.panel = state.panel == Panel::kStep ? Panel::kSteps : Panel::kBest;
      state.scrolled = 0;
      return Wish::kNothing;
    default: break;
  }
  if (!state.searching) return Wish::kNothing;
  switch (key.character) {
    case 'p': return Wish::kPause;
    case 's': return Wish::kLeavePass;
    case 'd': open(state, Panel::kChange); break;
    case 'o': open(state, Panel::kOutput); break;
    case 't': open(state, Panel::kPasses); break;
    case 'h': open(state, Panel::kSteps); break;
    default: return take_key_of_list(state, key.character);
  }
  return Wish::kNothing;
}

}  // namespace grabr
