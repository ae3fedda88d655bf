// Tested by tests/cli/live_screen_test.cc, with whole screens.
#include "cli/show/live_screen.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "run/config/quantity_words.h"

namespace grabr {
namespace {

constexpr std::size_t kTwoColumns = 120;  // terminals this wide have two columns
constexpr std::size_t kLeftColumns = 68;
constexpr std::size_t kLabelled = 60;  // terminals this wide show labels of numbers
constexpr std::size_t kGraphRows = 5;
constexpr std::size_t kMinTextRows = 5;  // rows of text that the graph must leave
constexpr unsigned kMaxSlotDots = 16;
constexpr double kQuiet_s = 2;
constexpr double kWholeSecondsFrom_s = 1.95;

using Rows = std::vector<StyledRow>;

struct Words {
  std::string text;
  Tone tone = Tone::kPlain;
};

std::string rate_words(double rate) {
  char text[40];
  std::snprintf(text, sizeof text, rate < 1 ? "%.2f" : rate < 100 ? "%.1f" : "%.0f", rate);
  return text + std::string(" a second");
}

std::string short_size(std::uint64_t bytes) {
  return bytes < 1000 ? std::to_string(bytes) + " B" : size_text(bytes);
}

std::string count_of(std::uint64_t number, const std::string& thing) {
  return grouped(number) + " " + thing + (number == 1 ? "" : "s");
}

/// Adds words next to each other, in as many rows as needed; after a label, if there is room for
/// one.
void add_facts(Rows& rows, std::size_t columns, const std::string& label,
               const std::vector<Words>& facts) {
  const std::size_t indent = columns >= kLabelled ? 10 : 1;
  const std::string gap = columns >= kLabelled ? "   " : "  ";
  StyledRow row(columns);
  row.add(" ");
  if (indent > 1) row.add(label, Tone::kFaint);
  row.to(indent);
  bool is_first = true;
  for (const Words& fact : facts) {
    if (fact.text.empty()) continue;
    if (!is_first && row.width() + gap.size() + shown_columns(fact.text) > columns) {
      rows.push_back(std::exchange(row, StyledRow(columns)));
      row.to(indent);
      is_first = true;
    }
    if (!std::exchange(is_first, false)) row.add(gap);
    row.add(fact.text, fact.tone);
  }
  rows.push_back(std::move(row));
}

class Screen {
 public:
  Screen(LiveState& state, const ScreenSize& size) : state_(state), size_(size) {}

  Rows rows() const {
    if (size_.rows == 0 || size_.columns == 0) return {};
    const bool wide =
        size_.columns >= kTwoColumns && state_.searching && state_.panel == Panel::kBest;
    Rows rows = wide ? two_columns() : one_column();
    const std::size_t most = size_.rows;
    const StyledRow last = footer();
    if (rows.size() + 1 > most) rows.erase(rows.begin() + static_cast<long>(most - 1), rows.end());
    while (rows.size() + 1 < most) rows.emplace_back(size_.columns);
    rows.push_back(last);
    return rows;
  }

 private:
  std::size_t body_rows() const { return size_.rows > 0 ? size_.rows - 1 : 0; }

  Rows one_column() const {
    const std::size_t columns = size_.columns;
    Rows rows = head(columns);
    if (!state_.searching) {
      const bool explains = state_.panel == Panel::kBest;
      if (explains) append(rows, explanation(columns));
      else append(rows, panel(columns, body_rows() - std::min(body_rows(), rows.size())));
      append_news(rows);
      return rows;
    }
    Rows numbers = facts(columns);
    const std::size_t taken = rows.size() + numbers.size();
    const std::size_t left = body_rows() - std::min(body_rows(), taken);
    const bool is_text = state_.panel == Panel::kBest || state_.panel == Panel::kChange;
    const bool has_graph = is_text && left >= kGraphRows + 3 + kMinTextRows;
    if (has_graph) append(rows, graph(columns, kGraphRows));
    append(rows, numbers);
    if (has_graph || !is_text) rows.emplace_back(columns);
    const std::size_t news = news_rows().size();
    append(rows, panel(columns, body_rows() - std::min(body_rows(), rows.size() + news)));
    append_news(rows);
    return rows;
  }

  /// The numbers on the left, the best text on the right.
  Rows two_columns() const {
    const std::size_t all = body_rows();
    Rows left = head(kLeftColumns);
    Rows numbers = facts(kLeftColumns);
    const std::size_t taken = left.size() + numbers.size() + 3;
    const std::size_t free = all - std::min(all, taken);
    append(left, graph(kLeftColumns, std::clamp<std::size_t>(free, 1, 2 * kGraphRows)));
    append(left, numbers);
    const std::size_t columns = size_.columns - kLeftColumns - 3;
    const std::size_t news = news_rows().size();
    const std::size_t high = all - std::min(all, news);
    const Rows right = panel(columns, high);
    Rows rows;
    for (std::size_t i = 0; i < std::min(high, std::max(left.size(), right.size())); ++i) {
      StyledRow row(size_.columns);
      if (i < left.size()) row.append(left[i]);
      row.to(kLeftColumns + 2);
      if (i < right.size()) row.append(right[i]);
      rows.push_back(std::move(row));
    }
    append_news(rows);
    return rows;
  }

  static void append(Rows& rows, const Rows& more) {
    rows.insert(rows.end(), more.begin(), more.end());
  }

  /// The input's name, its size, and the time taken.
  Rows head(std::size_t columns) const {
    Rows rows;
    StyledRow first(columns);
    first.add(" ").add(state_.input.empty() ? "grabr" : state_.input, Tone::kStrong);
    first.right(duration_text(state_.elapsed_s) + " ", Tone::kFaint);
    rows.push_back(std::move(first));
    if (!state_.searching) {
      rows.emplace_back(columns);
      for (const std::string& words :
           filled_words(doing(), columns - std::min<std::size_t>(columns, 2))) {
        rows.push_back(StyledRow(columns).add(" ").add(words, doing_tone()));
      }
      rows.emplace_back(columns);
      return rows;
    }
    const ProgressState& now = state_.progress;
    StyledRow sizes(columns);
    sizes.add(" " + size_change(now.original_bytes, now.bytes), Tone::kStrong);
    if (now.tokens) sizes.add(", " + count_of(*now.tokens, "token"));
    const std::string gain = now.gains == 0 ? "no gain yet"
                             : now.since_gain_s >= kQuiet_s
                                 ? "no gain for " + count_of(now.tests_since_gain, "test") + ", " +
                                       duration_text(now.since_gain_s)
                                 : std::string();
    if (!gain.empty() && gain.size() + 3 <= sizes.room()) {
      sizes.right(gain + " ", Tone::kFaint);
      rows.push_back(std::move(sizes));
    } else {
      rows.push_back(std::move(sizes));
      if (!gain.empty()) rows.push_back(StyledRow(columns).add(" " + gain, Tone::kFaint));
    }
    rows.emplace_back(columns);
    return rows;
  }

  std::string pass_words() const { return phase_words(state_.pass); }

  std::string doing() const {
    if (state_.is_ending) return "ending: the best is kept";
    if (state_.is_paused) return "paused: p goes on";
    if (!state_.searching) return state_.stage.empty() ? "beginning" : state_.stage;
    if (state_.chosen) return "going back to step " + std::to_string(*state_.chosen);
    if (!state_.progress.phase.empty()) return state_.progress.phase;
    return state_.progress.tests == 0 ? "beginning" : "trying smaller texts";
  }

  Tone doing_tone() const {
    return state_.is_ending || state_.is_paused ? Tone::kWarning : Tone::kStrong;
  }

  /// For first-time users.
  Rows explanation(std::size_t columns) const {
    constexpr std::string_view kChecking = "checking the test";
    Rows rows;
    if (!state_.stage.starts_with(kChecking)) return rows;
    constexpr std::string_view kWords =
        "Before the search, the test runs on the unchanged input several times: it must fail each "
        "time. Each test of the search will take as long as one of these runs.";
    for (const std::string& words :
         filled_words(kWords, columns - std::min<std::size_t>(columns, 2))) {
      rows.push_back(StyledRow(columns).add(" ").add(words, Tone::kFaint));
    }
    return rows;
  }

  Rows graph(std::size_t columns, std::size_t high) const {
    constexpr std::size_t kGutter = 9;
    if (columns < 2 * kGutter) return {};
    const std::size_t wide = columns - kGutter - 1;
    const ProgressState& now = state_.progress;
    const std::vector<std::string> lines = size_graph(state_.sizes, now.seconds, wide, high);
    Rows rows;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string label = i == 0 && lines.size() > 1 && now.bytes != now.original_bytes
                                    ? short_size(now.original_bytes)
                                : i + 1 == lines.size() ? short_size(now.bytes)
                                                        : std::string();
      const std::size_t used = shown_columns(label) + 1;
      rows.push_back(StyledRow(columns)
                         .to(kGutter - std::min(kGutter, used))
                         .add(label, Tone::kFaint)
                         .to(kGutter)
                         .add(lines[i], Tone::kGraph));
    }
    StyledRow axis(columns);
    axis.to(kGutter).add("0 s", Tone::kFaint).right(duration_text(now.seconds) + " ", Tone::kFaint);
    rows.push_back(std::move(axis));
    rows.emplace_back(columns);
    return rows;
  }

  Rows facts(std::size_t columns) const {
    const ProgressState& now = state_.progress;
    Rows rows;
    std::vector<Words> what = {{doing(), doing_tone()}};
    if (!state_.is_ending && !state_.is_paused && !state_.chosen) {
      const bool named = !pass_words().empty() && pass_words() != now.phase;
      if (state_.is_leaving) what.push_back({"leaving it", Tone::kWarning});
      else if (named) what.push_back({pass_words(), Tone::kFaint});
    }
    add_facts(rows, columns, "doing", what);
    std::vector<Words> tests = {{count_of(now.tests, "test")}};
    if (now.rate >= kMinRateShown) tests.push_back({rate_words(now.rate) + " now"});
    const auto expected =
        state_.is_default_search ? expected_tests_left(now) : std::optional<std::uint64_t>();
    if (expected && (!state_.tests_left || *expected < *state_.tests_left)) {
      const std::string time =
          now.rate < kMinRateShown
              ? ""
              : ", " + duration_text(static_cast<double>(*expected) / now.rate);
      tests.push_back({"about " + grouped(*expected) + " more" + time});
    }
    if (state_.tests_left) tests.push_back({"at most " + grouped(*state_.tests_left) + " more"});
    if (state_.left_s) tests.push_back({"ends within " + duration_text(*state_.left_s)});
    add_facts(rows, columns, "tests", tests);
    std::vector<Words> outcomes = {{grouped(now.gains) + " smaller", Tone::kGood}};
    if (now.kept > 0) outcomes.push_back({grouped(now.kept) + " from an earlier run"});
    if (now.known > 0) outcomes.push_back({grouped(now.known) + " cached"});
    if (now.hung > 0) outcomes.push_back({hung_words(now), Tone::kWarning});
    add_facts(rows, columns, "of them", outcomes);
    if (state_.slots > 0) add_facts(rows, columns, "slots", {{slot_words()}});
    return rows;
  }

  static std::string hung_words(const ProgressState& now) {
    const double each_s = now.hung_s / static_cast<double>(now.hung);
    char seconds[40];
    const bool is_whole = each_s >= kWholeSecondsFrom_s;
    std::snprintf(seconds, sizeof seconds, is_whole ? "%.0f s" : "%.1f s", each_s);
    std::string words = grouped(now.hung) + " hung, " + seconds;
    return now.hung == 1 ? words : words + " each";
  }

  std::string slot_words() const {
    std::string words;
    for (unsigned i = 0; i < state_.slots && state_.slots <= kMaxSlotDots; ++i) {
      words += i < state_.busy ? "●" : "○";
    }
    if (!words.empty()) words += "  ";
    return words + std::to_string(state_.busy) + " of " + std::to_string(state_.slots) + " busy";
  }

  Rows panel(std::size_t columns, std::size_t most) const {
    if (most < 2) return {};
    Rows rows;
    StyledRow rule(columns);
    rule.add(" ").add("── ", Tone::kFaint).add(panel_title(state_)).add(" ");
    rule.fill("─");
    rows.push_back(std::move(rule));
    append(rows, panel_rows(state_, columns, most - 1));
    return rows;
  }

  Rows news_rows() const {
    Rows rows;
    if (state_.news.empty() || size_.rows < 2 * kMinTextRows) return rows;
    const std::string& last = state_.news.back();
    StyledRow row(size_.columns);
    row.add(" ").add(last.substr(0, last.find('\n')), Tone::kFaint);
    rows.push_back(std::move(row));
    return rows;
  }

  /// News, above the footer.
  void append_news(Rows& rows) const {
    const Rows news = news_rows();
    if (news.empty()) return;
    const std::size_t before = body_rows() - news.size();
    while (rows.size() < before) rows.emplace_back(size_.columns);
    if (rows.size() > before) rows.erase(rows.begin() + static_cast<long>(before), rows.end());
    append(rows, news);
  }

  /// As many keys as there is room for; help is always shown.
  StyledRow footer() const {
    struct Key {
      std::string_view key, words;
    };
    std::vector<Key> keys;
    const bool of_steps = state_.panel == Panel::kSteps || state_.panel == Panel::kStep;
    if (of_steps || state_.panel == Panel::kPasses) keys.push_back({"↑↓", "choose"});
    if (state_.panel == Panel::kSteps && state_.may_go_back) keys.push_back({"Enter", "show it"});
    if (of_steps && state_.may_go_back) keys.push_back({"g", "go on from it"});
    if (state_.panel == Panel::kPasses) keys.push_back({"Space", "on or off"});
    if (state_.panel != Panel::kBest) keys.push_back({"Esc", "back"});
    if (state_.panel == Panel::kPasses)
      keys.push_back({"a", state_.shows_all ? "those that have run" : "all"});
    keys.push_back({"q", "quit"});
    if (state_.searching) {
      keys.push_back({"p", state_.is_paused ? "go on" : "pause"});
      for (const Key& key : {Key{"s", "skip pass"}, Key{"d", "diff"}, Key{"o", "output"},
                             Key{"t", "passes"}, Key{"h", "history"}}) {
        keys.push_back(key);
      }
    }
    const Key help{"?", "help"};
    const auto wide = [](const Key& key) { return shown_columns(key.key) + key.words.size() + 3; };
    StyledRow row(size_.columns);
    row.add(" ");
    const auto show = [&row](const Key& key) {
      row.add(key.key, Tone::kStrong).add(" ").add(key.words, Tone::kFaint).add("  ");
    };
    for (const Key& key : keys) {
      if (row.width() + wide(key) + wide(help) > size_.columns) continue;
      show(key);
    }
    show(help);
    return row;
  }

  LiveState& state_;
  ScreenSize size_;
};

}  // namespace

std::vector<std::string> live_screen(LiveState& state, const ScreenSize& size,
                                     const ScreenStyle& style) {
  std::vector<std::string> lines;
  for (const StyledRow& row : Screen(state, size).rows()) lines.push_back(row.text(style));
  return lines;
}

}  // namespace grabr
