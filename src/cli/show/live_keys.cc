// Tested by tests/cli/live_keys_test.cc.
#include "cli/show/live_keys.h"

#include <algorithm>

namespace grabr {
namespace {

using Named = Key::Named;

constexpr std::size_t kPage = 10;

struct Sequence {
  std::string_view bytes;  ///< after Esc
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

std::size_t rows_of(const LiveState& state) {
  if (state.panel == Panel::kPasses) return state.passes.size();
  return state.panel == Panel::kSteps ? state.steps.size() : 0;
}

void move(LiveState& state, long by) {
  const std::size_t rows = rows_of(state);
  if (rows == 0) return;
  const long to = static_cast<long>(std::min(state.selected, rows - 1)) + by;
  state.selected = static_cast<std::size_t>(std::clamp(to, 0L, static_cast<long>(rows) - 1));
}

/// Opens a panel; again, goes back to the best.
void open(LiveState& state, Panel panel) {
  state.panel = state.panel == panel ? Panel::kBest : panel;
  state.selected = 0;
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
  constexpr long kFar = 1L << 30;
  switch (key) {
    case Named::kUp: move(state, -1); break;
    case Named::kDown: move(state, 1); break;
    case Named::kPageUp: move(state, -static_cast<long>(kPage)); break;
    case Named::kPageDown: move(state, static_cast<long>(kPage)); break;
    case Named::kHome: move(state, -kFar); break;
    case Named::kEnd: move(state, kFar); break;
    case Named::kNone: break;
  }
  return Wish::kNothing;
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
    case '\x1b': state.panel = Panel::kBest; return Wish::kNothing;
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
    case 'k': move(state, -1); break;
    case 'j': move(state, 1); break;
    case ' ':
      if (state.panel == Panel::kPasses && state.selected < state.passes.size()) {
        return Wish::kSwitchPass;
      }
      break;
    case '\r':
    case '\n':
      if (state.panel == Panel::kSteps && state.may_go_back &&
          state.selected < state.steps.size()) {
        return Wish::kGoBack;
      }
      break;
    default: break;
  }
  return Wish::kNothing;
}

}  // namespace grabr
