// Tested by tests/cli/live_screen_test.cc.
#include <algorithm>
#include <cstdio>
#include <utility>

#include "cli/show/live_screen.h"
#include "cli/show/text_change.h"
#include "run/config/quantity_words.h"

namespace grabr {
namespace {

using Rows = std::vector<StyledRow>;

std::string seconds_text(double seconds) {
  char text[40];
  std::snprintf(text, sizeof text, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
  return text;
}

std::string right_aligned(const std::string& text, std::size_t columns) {
  const std::size_t used = shown_columns(text);
  return std::string(columns - std::min(columns, used), ' ') + text;
}

constexpr std::size_t kNumbered = 6;

/// If so, each byte takes one column. This keeps counting fast: a text may be large, and it is
/// counted whenever it is shown.
bool is_printable_ascii(std::string_view line) {
  return std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~'; });
}

std::size_t rows_of_line(std::string_view line, std::size_t columns) {
  if (is_printable_ascii(line))
    return std::max<std::size_t>((line.size() + columns - 1) / columns, 1);
  return broken_words(line, columns, line.size() + 1).size();
}

std::size_t rows_of_text(std::string_view text, std::size_t columns) {
  std::size_t rows = 0;
  while (!text.empty() && columns > kNumbered + 1) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    rows += rows_of_line(text.substr(0, end), columns - kNumbered - 1);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rows;
}

Tone tone_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::kKeyword: return Tone::kKeyword;
    case TokenKind::kString: return Tone::kString;
    case TokenKind::kNumber: return Tone::kNumber;
    case TokenKind::kComment: return Tone::kFaint;
    case TokenKind::kPlain:
    case TokenKind::kName: break;
  }
  return Tone::kPlain;
}

/// Splits a text into stretches of one tone each.
class Tones {
 public:
  explicit Tones(const std::vector<KindOfToken>& kinds) : next_(kinds.begin()), end_(kinds.end()) {}

  /// Sets the tone at this offset and returns where it ends. Offsets must not decrease between
  /// calls.
  std::size_t end_of(std::size_t at, Tone& tone) {
    while (next_ != end_ && next_->text.end <= at) ++next_;
    const bool is_inside = next_ != end_ && next_->text.begin <= at;
    tone = is_inside ? tone_of(next_->kind) : Tone::kPlain;
    return next_ == end_ ? std::string_view::npos : is_inside ? next_->text.end : next_->text.begin;
  }

 private:
  std::vector<KindOfToken>::const_iterator next_, end_;
};

/// Breaks a line, which begins at offset `begin` of the text, into at most `most` rows.
Rows line_rows(std::string_view line, std::size_t begin, std::size_t columns, std::size_t most,
               Tones& tones) {
  Rows rows = {StyledRow(columns)};
  for (std::size_t at = 0; at < line.size();) {
    Tone tone = Tone::kPlain;
    const std::size_t end = tones.end_of(begin + at, tone);
    const std::size_t length = end == line.npos ? line.npos : end - begin - at;
    const std::size_t taken = rows.back().add_some(line.substr(at, length), tone);
    at += taken;
    if (taken > 0 && rows.back().room() > 0) continue;
    if (at == line.size() || rows.size() == most || (taken == 0 && rows.back().width() == 0)) break;
    rows.emplace_back(columns);
  }
  return rows;
}

/// Lines of a text with their numbers, long ones broken; without the rows `above`.
Rows text_rows(std::string_view text, std::size_t columns, std::size_t most,
               const std::vector<KindOfToken>& kinds = {}, std::size_t above = 0) {
  Rows rows;
  if (columns <= kNumbered + 1) return rows;
  const std::size_t wide = columns - kNumbered - 1;
  Tones tones(kinds);
  std::size_t at = 0;
  for (std::size_t line = 1; at < text.size() && rows.size() < most; ++line) {
    const std::size_t begin = at;
    std::string_view words = text.substr(at, text.find('\n', at) - at);
    at += words.size() + 1;
    const std::size_t high = above > 0 ? rows_of_line(words, wide) : 1;
    if (high <= above) {
      above -= high;
      continue;
    }
    Rows parts = line_rows(words, begin, wide, most - rows.size() + above, tones);
    for (std::size_t i = std::exchange(above, 0); i < parts.size(); ++i) {
      const std::string number = i == 0 ? right_aligned(std::to_string(line), 4) : "";
      rows.push_back(StyledRow(columns).add(number, Tone::kFaint).to(kNumbered).append(parts[i]));
    }
  }
  return rows;
}

Rows change_rows(const LiveState& state, std::size_t columns, std::size_t most) {
  Rows rows;
  if (state.steps.size() < 2) {
    rows.push_back(StyledRow(columns).add("  nothing has changed yet", Tone::kFaint));
    return rows;
  }
  for (const ChangedLine& line : text_change(state.before_best, state.best, columns - 4, most)) {
    StyledRow row(columns);
    const std::string sign = line.sign == ' ' ? "  " : std::string(1, line.sign) + " ";
    row.add(" ");
    row.add(sign, line.sign == '-' ? Tone::kGone : line.sign == '+' ? Tone::kGood : Tone::kPlain);
    for (const ChangedPart& part : line.parts) {
      const Tone tone = part.kind == ChangedPart::Kind::kGone  ? Tone::kGone
                        : part.kind == ChangedPart::Kind::kNew ? Tone::kGood
                                                               : Tone::kFaint;
      row.add(part.words, tone);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Rows output_rows(const LiveState& state, std::size_t columns, std::size_t most) {
  Rows rows;
  if (!state.output) {
    rows.push_back(StyledRow(columns).add("  no test has ended yet", Tone::kFaint));
    return rows;
  }
  const TestResult& result = state.output->result;
  std::string end = result.timed_out     ? "did not end in time"
                    : result.signal != 0 ? "died by signal " + std::to_string(result.signal)
                                         : "ended with status " + std::to_string(result.exit_code);
  end += " after " + seconds_text(result.seconds) +
         (fails(result) ? ": still fails" : ": does not fail");
  rows.push_back(StyledRow(columns).add("  " + end, fails(result) ? Tone::kGood : Tone::kFaint));
  const bool silent = state.output->output.empty() && state.output->errors.empty();
  if (silent) rows.push_back(StyledRow(columns).add("  it printed nothing", Tone::kFaint));
  for (const auto* text : {&state.output->output, &state.output->errors}) {
    if (rows.size() < most) {
      const Rows more = text_rows(*text, columns, most - rows.size());
      rows.insert(rows.end(), more.begin(), more.end());
    }
  }
  return rows;
}

/// The first row to show, so that the selected one is visible.
std::size_t first_row(std::size_t selected, std::size_t count, std::size_t most) {
  if (count <= most) return 0;
  return std::min(selected - std::min(selected, most / 2), count - most);
}

// Columns: of a pass in words, of its tests, and of all its numbers.
constexpr std::size_t kWordsOfPass = 52, kTestsOfPass = 8, kNumbersOfPass = 26;

Rows pass_rows(const LiveState& state, std::size_t columns, std::size_t most) {
  Rows rows;
  if (most == 0) return rows;
  const bool is_narrow = columns < kWordsOfPass + kNumbersOfPass;
  const std::size_t numbers_at =
      is_narrow ? columns - std::min(columns, kTestsOfPass) : kWordsOfPass;
  rows.push_back(StyledRow(columns)
                     .add("      what a pass does", Tone::kFaint)
                     .to(numbers_at)
                     .add("   tests  smaller     time", Tone::kFaint));
  std::vector<std::size_t> listed;
  for (std::size_t i = 0; i < state.passes.size(); ++i) {
    if (state.is_listed(state.passes[i])) listed.push_back(i);
  }
  const auto selected = std::ranges::lower_bound(listed, state.selected) - listed.begin();
  std::size_t row_at = first_row(static_cast<std::size_t>(selected), listed.size(), most - 1);
  for (; row_at < listed.size() && rows.size() < most; ++row_at) {
    const std::size_t i = listed[row_at];
    const LiveState::PassRow& pass = state.passes[i];
    const bool is_running = pass.name == state.pass;
    const Tone tone = i == state.selected ? Tone::kSelected
                      : pass.is_off       ? Tone::kFaint
                      : is_running        ? Tone::kStrong
                                          : Tone::kPlain;
    StyledRow row(numbers_at);
    row.add("  ").add(pass.is_off ? "[ ] " : "[✓] ", tone).add(pass.words, tone);
    std::string numbers = right_aligned(grouped(pass.tests), 8) +
                          right_aligned(grouped(pass.gains), 9) +
                          right_aligned(seconds_text(pass.seconds), 9);
    rows.push_back(StyledRow(columns).append(row).to(numbers_at).add(numbers, tone));
  }
  return rows;
}

constexpr std::size_t kAlignedSteps = 110;  // terminals this wide align edits
constexpr std::size_t kEditOfStep = 74;

Rows step_rows(const LiveState& state, std::size_t columns, std::size_t most) {
  Rows rows;
  if (most == 0) return rows;
  rows.push_back(StyledRow(columns).add("   step     test     bytes  what was done", Tone::kFaint));
  const std::size_t count = state.steps.size();
  const std::size_t first = first_row(state.selected, count, most - 1);
  for (std::size_t i = first; i < count && rows.size() < most; ++i) {
    const LiveState::StepRow& step = state.steps[i];
    const Tone tone = i == state.selected ? Tone::kSelected : Tone::kPlain;
    StyledRow row(columns);
    row.add(" ").add(right_aligned(std::to_string(i), 6), tone);
    row.add(right_aligned(grouped(step.test), 9), tone);
    row.add(right_aligned(grouped(step.bytes), 10) + "  ", tone);
    row.add(step.pass.empty() ? "-" : phase_words(step.pass), tone);
    if (columns >= kAlignedSteps) row.to(kEditOfStep);
    row.add("  " + agreeing(step.edit), Tone::kFaint);
    rows.push_back(std::move(row));
  }
  return rows;
}

Rows help_rows(std::size_t columns, std::size_t most) {
  struct Line {
    std::string_view key, words;
  };
  static constexpr Line kLines[] = {
      {"q", "end now and keep the best, like Ctrl-C"},
      {"p", "pause and resume; running tests finish first"},
      {"s", "skip: leave this pass, go on with the next"},
      {"t", "passes that have run (a: all), on or off"},
      {"h", "history: Enter shows, g goes on from it"},
      {"d", "the last change, or the head of the best text"},
      {"o", "the output of the last test"},
      {"↑↓", "scroll or choose; j, k, PageDown, End too"},
      {"?", "this help; Esc goes back"},
      {"Ctrl-Z", "suspend; fg resumes"},
      {"", ""},
      {"", "After s, t or g the same options need not"},
      {"", "give the same result: the report says so."},
      {"", "The smallest stays in its file, after g too."},
  };
  constexpr std::size_t kLeft = 10;
  Rows rows;
  for (const Line& line : kLines) {
    if (rows.size() == most) return rows;
    StyledRow row(columns);
    row.add("  ").add(line.key, Tone::kStrong);
    if (!line.key.empty()) row.to(kLeft);
    rows.push_back(row.add(line.words, line.key.empty() ? Tone::kFaint : Tone::kPlain));
  }
  return rows;
}

constexpr std::size_t kMaxRowsAbove = 1000;  // rows above a change or an output, which are short

void limit_scroll(LiveState& state, std::size_t count, std::size_t most) {
  state.scrolled = std::min(state.scrolled, count - std::min(count, most));
}

std::string best_title(const LiveState& state) {
  const std::string now = size_text(state.progress.bytes);
  if (!state.kept_bytes) return "best: " + now;
  return "going on from a larger text: " + now + "; the file keeps " + size_text(*state.kept_bytes);
}

}  // namespace

std::string panel_title(const LiveState& state) {
  switch (state.panel) {
    case Panel::kBest: return best_title(state);
    case Panel::kChange: {
      if (state.steps.size() < 2) return "last change";
      const LiveState::StepRow& last = state.steps.back();
      return "last change, step " + std::to_string(state.steps.size() - 1) +
             (last.pass.empty() ? "" : ": " + phase_words(last.pass));
    }
    case Panel::kOutput: return "output of the last test";
    case Panel::kPasses: return "passes";
    case Panel::kSteps: return "history";
    case Panel::kStep:
      return "step " + std::to_string(state.selected) + ": " + size_text(state.text_of_step.size());
    case Panel::kHelp: break;
  }
  return "keys";
}

std::vector<StyledRow> panel_rows(LiveState& state, std::size_t columns, std::size_t rows) {
  if (state.panel == Panel::kPasses) return pass_rows(state, columns, rows);
  if (state.panel == Panel::kSteps) return step_rows(state, columns, rows);
  if (state.panel == Panel::kStep)
    return text_rows(state.text_of_step, columns, rows, state.kinds_of_step);
  if (state.panel == Panel::kBest) {
    if (state.scrolled > 0) limit_scroll(state, rows_of_text(state.best, columns), rows);
    return text_rows(state.best, columns, rows, state.kinds_of_best, state.scrolled);
  }
  const std::size_t most = rows + std::min(state.scrolled, kMaxRowsAbove);
  Rows all = state.panel == Panel::kChange   ? change_rows(state, columns, most)
             : state.panel == Panel::kOutput ? output_rows(state, columns, most)
                                             : help_rows(columns, most);
  limit_scroll(state, all.size(), rows);
  all.erase(all.begin(), all.begin() + static_cast<long>(state.scrolled));
  return all;
}

}  // namespace grabr
