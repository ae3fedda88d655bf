// Tested by tests/cli/end_words_test.cc.
#include "cli/command/end_words.h"

#include <filesystem>
#include <sstream>

#include "report/text_table.h"
#include "run/config/duration_words.h"
#include "text/shell_word.h"

namespace grabr {

std::string table_of_passes(std::span<const PassDone> passes) {
  if (passes.empty()) return {};
  std::vector<TextRow> rows = {{"pass", "tests", "smaller", "bytes", "seconds"}};
  for (const PassDone& pass : passes) {
    const std::int64_t change = -pass.bytes;
    rows.push_back({pass.name, std::to_string(pass.tests), std::to_string(pass.gains),
                    (change > 0 ? "+" : "") + std::to_string(change),
                    fixed_number(pass.seconds, 1)});
  }
  std::istringstream table(text_table(rows, "lrrrr"));
  std::string indented;
  for (std::string line; std::getline(table, line);) indented += "  " + line + '\n';
  return indented;
}

std::string words_on_last_gain(double since_gain_s) {
  if (since_gain_s < 1) return {};
  return "the last gain came " + duration_text(since_gain_s) + " before the end";
}

std::string words_on_hands(const std::vector<std::string>& by_hand) {
  constexpr std::size_t kMost = 5;
  if (by_hand.empty()) return {};
  std::string words = "by hand: ";
  for (std::size_t i = 0; i < by_hand.size() && i < kMost; ++i) {
    words += (i > 0 ? ", " : "") + by_hand[i];
  }
  if (by_hand.size() > kMost) words += ", " + std::to_string(by_hand.size() - kMost) + " more";
  return words + "; the same options need not give this result again";
}

std::string stronger_search(const EndedRun& run) {
  constexpr std::uint64_t kLarge = 1000;
  const bool worth_it = run.finished && run.by_default && run.has_grammar && run.bytes >= kLarge;
  return worth_it ? "--thorough also tries what seldom helps, outside the grammar too" : "";
}

std::vector<std::string> next_commands(const EndedRun& run) {
  std::vector<std::string> lines;
  if (!run.report.empty()) {
    const std::string report = shell_word(run.report);
    const std::string page =
        shell_word(std::filesystem::path(run.report).replace_extension(".html").string());
    lines.push_back("grabr report --html " + page + " " + report + "   a page of every step");
    if (run.finished) {
      lines.push_back("grabr verify " + report + "   that nothing smaller near it fails");
    }
  }
  const std::string input = shell_word(run.input);
  lines.push_back("grabr history " + input + "   every step, with its text");
  lines.push_back("grabr show " + input + "   this again");
  return lines;
}

}  // namespace grabr
