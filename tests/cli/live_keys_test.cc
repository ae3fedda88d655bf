#include "cli/show/live_keys.h"

#include <doctest/doctest.h>

using namespace grabr;

namespace {

using Named = Key::Named;

LiveState searching() {
  LiveState state;
  state.searching = true;
  state.may_go_back = true;
  state.steps = {{}, {}, {}};
  state.passes = {{"a", "", 0, 0, 0, false}, {"b", "", 0, 0, 0, false}};
  state.pass = "b";
  return state;
}

Wish press(LiveState& state, char character) { return take_key(state, {Named::kNone, character}); }

}  // namespace

TEST_CASE("keys are told apart in what a terminal sends") {
  const std::vector<Key> keys = keys_in("q\x1b[A\x1bOB\x1b[5~\x1b[1;5Dx\x1b");
  REQUIRE(keys.size() == 6);
  CHECK(keys[0].character == 'q');
  CHECK(keys[1].named == Named::kUp);
  CHECK(keys[2].named == Named::kDown);
  CHECK(keys[3].named == Named::kPageUp);
  CHECK(keys[4].character == 'x');
  CHECK(keys[5].character == '\x1b');
  CHECK(keys_in("").empty());
  CHECK(keys_in("\x1b[").empty());
}

TEST_CASE("keys that ask something of the search") {
  LiveState state = searching();
  CHECK(press(state, 'q') == Wish::kEnd);
  CHECK(press(state, 'p') == Wish::kPause);
  CHECK(press(state, 's') == Wish::kLeavePass);
  CHECK(press(state, 'x') == Wish::kNothing);
  CHECK(press(state, ' ') == Wish::kNothing);
  CHECK(press(state, '\r') == Wish::kNothing);
  state.searching = false;
  CHECK(press(state, 's') == Wish::kNothing);
  CHECK(press(state, 'p') == Wish::kNothing);
  CHECK(press(state, 'q') == Wish::kEnd);
}

TEST_CASE("a key opens a panel, and closes it; so does Esc") {
  LiveState state = searching();
  const std::pair<char, Panel> panels[] = {{'d', Panel::kChange},
                                           {'o', Panel::kOutput},
                                           {'t', Panel::kPasses},
                                           {'h', Panel::kSteps},
                                           {'?', Panel::kHelp}};
  for (const auto& [key, panel] : panels) {
    CHECK(press(state, key) == Wish::kNothing);
    CHECK(state.panel == panel);
    press(state, key);
    CHECK(state.panel == Panel::kBest);
    press(state, key);
    press(state, '\x1b');
    CHECK(state.panel == Panel::kBest);
  }
}

TEST_CASE("the table of passes begins at the one that runs") {
  LiveState state = searching();
  press(state, 't');
  CHECK(state.selected == 1);
  take_key(state, {Named::kUp, 0});
  take_key(state, {Named::kUp, 0});
  CHECK(state.selected == 0);
  CHECK(press(state, ' ') == Wish::kSwitchPass);
}

TEST_CASE("history begins at the last step, and goes back where that is possible") {
  LiveState state = searching();
  press(state, 'h');
  CHECK(state.selected == 2);
  take_key(state, {Named::kHome, 0});
  CHECK(state.selected == 0);
  take_key(state, {Named::kPageDown, 0});
  CHECK(state.selected == 2);
  press(state, 'k');
  CHECK(state.selected == 1);
  CHECK(press(state, '\r') == Wish::kGoBack);
  state.may_go_back = false;
  CHECK(press(state, '\r') == Wish::kNothing);
}
