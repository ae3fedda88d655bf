#include "cli/show/live_keys.h"

#include <doctest/doctest.h>

using namespace grabr;

namespace {

using NamedKey = Key::Named;

LiveState state_with_rows() {
  LiveState state;
  state.searching = true;
  state.may_go_back = true;
  state.steps = {{}, {}, {}};
  state.passes = {
      {"a", "", 1, 0, 0, false}, {"later", "", 0, 0, 0, false}, {"b", "", 0, 0, 0, false}};
  state.pass = "b";
  return state;
}

Wish press_key(LiveState& state, char character) {
  return take_key(state, {NamedKey::kNone, character});
}

}  // namespace

TEST_CASE("keys are told apart in what a terminal sends") {
  const std::vector<Key> keys = keys_in("q\x1b[A\x1bOB\x1b[5~\x1b[1;5Dx\x1b");
  REQUIRE(keys.size() == 6);
  CHECK(keys[0].character == 'q');
  CHECK(keys[1].named == NamedKey::kUp);
  CHECK(keys[2].named == NamedKey::kDown);
  CHECK(keys[3].named == NamedKey::kPageUp);
  CHECK(keys[4].character == 'x');
  CHECK(keys[5].character == '\x1b');
  CHECK(keys_in("").empty());
  CHECK(keys_in("\x1b[").empty());
}

TEST_CASE("keys that ask something of the search") {
  LiveState state = state_with_rows();
  CHECK(press_key(state, 'q') == Wish::kEnd);
  CHECK(press_key(state, 'p') == Wish::kPause);
  CHECK(press_key(state, 's') == Wish::kLeavePass);
  CHECK(press_key(state, 'x') == Wish::kNothing);
  CHECK(press_key(state, ' ') == Wish::kNothing);
  CHECK(press_key(state, '\r') == Wish::kNothing);
  state.searching = false;
  CHECK(press_key(state, 's') == Wish::kNothing);
  CHECK(press_key(state, 'p') == Wish::kNothing);
  CHECK(press_key(state, 'q') == Wish::kEnd);
}

TEST_CASE("a key opens a panel, and closes it; so does Esc") {
  LiveState state = state_with_rows();
  const std::pair<char, Panel> panels[] = {{'d', Panel::kChange},
                                           {'o', Panel::kOutput},
                                           {'t', Panel::kPasses},
                                           {'h', Panel::kSteps},
                                           {'?', Panel::kHelp}};
  for (const auto& [key, panel] : panels) {
    CHECK(press_key(state, key) == Wish::kNothing);
    CHECK(state.panel == panel);
    press_key(state, key);
    CHECK(state.panel == Panel::kBest);
    press_key(state, key);
    press_key(state, '\x1b');
    CHECK(state.panel == Panel::kBest);
  }
}

TEST_CASE("what is not chosen from is scrolled") {
  LiveState state = state_with_rows();
  press_key(state, 'j');
  take_key(state, {NamedKey::kPageDown, 0});
  CHECK(state.scrolled == 11);
  press_key(state, 'k');
  CHECK(state.scrolled == 10);
  take_key(state, {NamedKey::kEnd, 0});
  take_key(state, {NamedKey::kHome, 0});
  CHECK(state.scrolled == 0);
  press_key(state, 'o');
  take_key(state, {NamedKey::kEnd, 0});
  CHECK(state.scrolled > 1000);
  press_key(state, 'd');
  CHECK(state.scrolled == 0);
}

TEST_CASE("the table of passes begins at the one that runs") {
  LiveState state = state_with_rows();
  press_key(state, 't');
  CHECK(state.selected == 2);
  take_key(state, {NamedKey::kUp, 0});
  CHECK(state.selected == 0);
  CHECK(press_key(state, ' ') == Wish::kSwitchPass);
}

TEST_CASE("passes that have not run are listed when asked for") {
  LiveState state = state_with_rows();
  press_key(state, 't');
  CHECK_FALSE(state.is_listed(state.passes[1]));
  press_key(state, 'a');
  CHECK(state.is_listed(state.passes[1]));
  press_key(state, 'k');
  CHECK(state.selected == 1);
  state.passes[1].is_off = true;
  press_key(state, 'a');
  CHECK(state.is_listed(state.passes[1]));
}

TEST_CASE("history begins at the last step, shows one, and goes back where that is possible") {
  LiveState state = state_with_rows();
  press_key(state, 'h');
  CHECK(state.selected == 2);
  take_key(state, {NamedKey::kHome, 0});
  CHECK(state.selected == 0);
  take_key(state, {NamedKey::kPageDown, 0});
  CHECK(state.selected == 2);
  press_key(state, 'k');
  CHECK(state.selected == 1);
  CHECK(press_key(state, '\r') == Wish::kShowStep);
  CHECK(press_key(state, 'g') == Wish::kGoBack);
  state.panel = Panel::kStep;
  CHECK(press_key(state, 'j') == Wish::kShowStep);
  CHECK(state.selected == 2);
  CHECK(press_key(state, 'g') == Wish::kGoBack);
  press_key(state, '\x1b');
  CHECK(state.panel == Panel::kSteps);
  CHECK(state.selected == 2);
  state.may_go_back = false;
  CHECK(press_key(state, '\r') == Wish::kNothing);
  CHECK(press_key(state, 'g') == Wish::kNothing);
}
