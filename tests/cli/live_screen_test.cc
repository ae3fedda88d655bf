// Whole screens: tests/golden/screens has one file for each state, with all sizes of the terminal.
// GRABR_UPDATE_GOLDEN=1 rewrites them.
#include "cli/show/live_screen.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

#include "text/file.h"
#include "text/utf8.h"

using namespace grabr;

namespace {

constexpr const char* kScreenInput =
    "#include <stdio.h>\n"
    "typedef __attribute((mode(SI))) int quad __attribute((aligned(8)));\n"
    "static int first(int a, int b) { return a + b; }\n"
    "int main(void) {\n"
    "\tquad q = 1;\n"
    "\tprintf(\"%d\\n\", first(q, 2));\n"
    "\treturn 0;\n"
    "}\n";
constexpr const char* kScreenBest =
    "typedef __attribute((mode(SI))) int quad __attribute((aligned(8)));\n"
    "int main(void) {\n"
    "\tquad q = 1;\n"
    "\treturn 0;\n"
    "}\n";

LiveState check_state() {
  LiveState state;
  state.input = "examples/gcc-ice/input.c";
  state.stage = "checking the test: run 1 of 3, 12 s so far";
  state.elapsed_s = 12;
  return state;
}

LiveState search_state() {
  LiveState state;
  state.input = "examples/gcc-ice/input.c";
  state.searching = true;
  state.elapsed_s = 204;
  state.progress.original_bytes = 5669;
  state.progress.bytes = 134;
  state.progress.tokens = 18;
  state.progress.tests = 12345;
  state.progress.gains = 34;
  state.progress.hung = 21;
  state.progress.hung_s = 42;
  state.progress.known = 1204;
  state.progress.kept = 8000;
  state.progress.seconds = 200;
  state.progress.since_gain_s = 12;
  state.progress.tests_since_gain = 209;
  state.progress.rate = 17.44;
  state.progress.phase = "trying smaller replacements";
  state.pass = "replace";
  state.busy = 3;
  state.slots = 4;
  state.sizes = {{0, 5669}, {0.5, 4100}, {9, 2900},  {12, 1700}, {20, 900},
                 {31, 512}, {52, 300},   {101, 190}, {160, 150}, {188, 134}};
  state.before_best = kScreenInput;
  state.best = kScreenBest;
  state.steps = {{0, 5669, "", ""},
                 {1, 4100, "sweep-changed", "3 of 12 declarations"},
                 {34, 900, "sweep-changed", "12 of 40 statements"},
                 {4711, 134, "replace", "an expression by its first operand"}};
  state.passes = {{"letter-names", "renaming numbered names", 12, 3, 1.5, false},
                  {"sweep-changed", "deleting parts", 4500, 20, 61, false},
                  {"replace", "replacing parts by smaller ones", 7000, 11, 120, false},
                  {"unnest", "unwrapping nested parts", 0, 0, 0, false},
                  {"token-windows", "deleting runs of tokens", 0, 0, 0, true}};
  state.may_go_back = true;
  state.is_default_search = true;
  state.news = {"grammar: c, by the extension .c"};
  return state;
}

/// A screen as written to a file: the size, then each line after a bar, so that leading blanks are
/// visible.
std::string framed_screen(LiveState& state, const ScreenSize& size, const ScreenStyle& style) {
  std::string text = std::to_string(size.columns) + " x " + std::to_string(size.rows) + "\n";
  const std::vector<std::string> lines = live_screen(state, size, style);
  CHECK(lines.size() == size.rows);
  for (const std::string& line : lines) {
    CHECK(shown_columns(line) <= size.columns);
    text += "|" + line + "\n";
  }
  return text;
}

void check_screens(const std::string& name, LiveState state,
                   const ScreenStyle& style = {.colour = false, .utf8 = true}) {
  std::string screens;
  for (const ScreenSize& size : {ScreenSize{50, 20}, ScreenSize{80, 24}, ScreenSize{160, 30}}) {
    screens += framed_screen(state, size, style);
  }
  const std::string path = std::string(GRABR_SOURCE_DIR) + "/tests/golden/screens/" + name + ".txt";
  if (std::getenv("GRABR_UPDATE_GOLDEN") != nullptr) write_atomically(path, screens);
  INFO(name);
  CHECK(read_file(path) == screens);
}

LiveState state_with(Panel panel, std::size_t selected = 0) {
  LiveState state = search_state();
  state.panel = panel;
  state.selected = selected;
  return state;
}

}  // namespace

TEST_CASE("screens: the test is checked, the search") {
  check_screens("checking", check_state());
  check_screens("searching", search_state());
}

TEST_CASE("screens: each panel") {
  check_screens("change", state_with(Panel::kChange));
  check_screens("passes", state_with(Panel::kPasses, 2));
  check_screens("steps", state_with(Panel::kSteps, 3));
  LiveState step = state_with(Panel::kStep, 1);
  step.text_of_step = kScreenInput;
  check_screens("step", step);
  LiveState left = search_state();
  left.kept_bytes = 90;
  check_screens("left-by-hand", left);
  check_screens("help", state_with(Panel::kHelp));
  LiveState output = state_with(Panel::kOutput);
  check_screens("no-output", output);
  output.output.emplace();
  output.output->result.outcome = Outcome::kPass;
  output.output->result.exit_code = 1;
  output.output->result.seconds = 0.25;
  output.output->errors = "input.c:1:1: error: \x1b[31mexpected\x1b[m ';'\n  int\ta\n";
  check_screens("output", output);
}

TEST_CASE("screens: with limits") {
  LiveState state = search_state();
  state.tests_left = 2655;
  state.left_s = 400;
  check_screens("limits", state);
}

TEST_CASE("screens: paused, at the begin, in ASCII") {
  LiveState state = search_state();
  state.is_paused = true;
  check_screens("paused", state);
  LiveState begin;
  begin.searching = true;
  begin.progress.original_bytes = begin.progress.bytes = 26;
  begin.best = begin.before_best = "{\"a\": [1, 2, {\"b\": \"ä\"}]}\n";
  begin.sizes = {{0, 26}};
  begin.steps = {{}};
  check_screens("begin", begin);
  check_screens("ascii", search_state(), {.colour = false, .utf8 = false});
}

TEST_CASE("a search whose strategy names no phases is not said to be beginning for long") {
  LiveState state;
  state.searching = true;
  const auto shown = [&] {
    return framed_screen(state, {80, 24}, {.colour = false, .utf8 = true});
  };
  CHECK(shown().find("beginning") != std::string::npos);
  state.progress.tests = 1;
  CHECK(shown().find("beginning") == std::string::npos);
  CHECK(shown().find("trying smaller texts") != std::string::npos);
}

TEST_CASE("any size is filled and never exceeded, whatever the text") {
  LiveState state = search_state();
  state.best = "\t\x01\xff 漢字漢字漢字 " + std::string(300, 'x') + "\n\n\n";
  state.news = {std::string(300, 'y') + "\nsecond"};
  for (const Panel panel : {Panel::kBest, Panel::kChange, Panel::kOutput, Panel::kPasses,
                            Panel::kSteps, Panel::kStep, Panel::kHelp}) {
    state.panel = panel;
    for (std::size_t columns : {1u, 2u, 5u, 9u, 20u, 37u, 61u, 119u, 120u, 200u}) {
      for (std::size_t rows : {1u, 2u, 3u, 5u, 9u, 14u, 24u, 50u}) {
        for (const bool is_searching : {true, false}) {
          state.searching = is_searching;
          CAPTURE(columns);
          CAPTURE(rows);
          framed_screen(state, {columns, rows}, {.colour = false, .utf8 = true});
        }
      }
    }
  }
}

TEST_CASE("a panel is scrolled to its last rows at most") {
  LiveState state = search_state();
  state.best.clear();
  for (int line = 1; line <= 40; ++line) state.best += "line" + std::to_string(line) + "\n";
  state.best += std::string(600, 'x') + "END\n";
  std::size_t rows = 11;
  const auto shown = [&](std::size_t scrolled) {
    state.scrolled = scrolled;
    return framed_screen(state, {160, rows}, {.colour = false, .utf8 = true});
  };
  CHECK(shown(0).find("   1  line1\n") != std::string::npos);
  CHECK(shown(3).find("   4  line4\n") != std::string::npos);
  CHECK(shown(3).find("line3\n") == std::string::npos);
  CHECK(shown(1U << 30U).find("xEND\n") != std::string::npos);
  const std::size_t last = state.scrolled;
  CHECK(last < 50);
  CHECK(shown(last - 1).find("xEND") == std::string::npos);
  state.best.insert(state.best.find("xEND"), "ä");
  CHECK(shown(1U << 30U).find("xEND\n") != std::string::npos);
  CHECK(state.scrolled == last);
  state.panel = Panel::kHelp;
  rows = 18;
  CHECK(shown(1U << 30U).find("The smallest stays") != std::string::npos);
  CHECK(state.scrolled > 0);
}

TEST_CASE("in ASCII and with colours nothing else is shown") {
  LiveState state = search_state();
  const auto plain = live_screen(state, {80, 24}, {.colour = false, .utf8 = false});
  for (const std::string& line : plain) {
    for (const char c : line) CHECK((c >= ' ' && c < 0x7f));
  }
  const auto coloured = live_screen(state, {80, 24}, {.colour = true, .utf8 = true});
  std::string all;
  for (const std::string& line : coloured) all += line + "\n";
  CHECK(all.find("\x1b[32m34 smaller\x1b[m") != std::string::npos);
}

TEST_CASE("tokens keep their colours where a line is broken") {
  LiveState state = search_state();
  state.best = "int x = \"" + std::string(80, 'a') + "\"; // b\n";
  const auto at = [&](const char* part) {
    return static_cast<std::uint32_t>(state.best.find(part));
  };
  state.kinds_of_best = {{{0, 3}, TokenKind::kKeyword},
                         {{at("\""), at(";")}, TokenKind::kString},
                         {{at("//"), at("\n")}, TokenKind::kComment}};
  std::string all;
  for (const std::string& line : live_screen(state, {80, 24}, {.colour = true, .utf8 = true}))
    all += line + "\n";
  CHECK(all.find("\x1b[35mint\x1b[m x = \x1b[32m\"aaa") != std::string::npos);
  CHECK(all.find("      \x1b[32maaa") != std::string::npos);
  CHECK(all.find("aaa\"\x1b[m; \x1b[2m// b\x1b[m") != std::string::npos);
}
