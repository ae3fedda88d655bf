// Tested by tests/cli/end_words_test.cc.
#include "cli/command/end_words.h"

#include <filesystem>
#include <sstream>

#include "report/form/text_table.h"
#include "run/config/duration_words.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

/// Lines, the first of them behind `lead`, the others as far to the right.
std::string indented(const std::string& lines, std::string lead) {
  std::istringstream rest(lines);
  std::string text;
  for (std::string line; std::getline(rest, line);) {
    text += lead + line + '\n';
    lead.assign(lead.size(), ' ');
  }
  return text;
}

}  // namespace

std::string table_of_passes(std::span<const PassDone> passes) {
  if (passes.empty()) return {};
  std::vector<TextRow> rows = {{"pass", "tests", "smaller", "bytes", "seconds"}};
  for (const PassDone& pass : passes) {
    const std::int64_t change = -pass.bytes;
    rows.push_back({pass.name, std::to_string(pass.tests), std::to_string(pass.gains),
                    (change > 0 ? "+" : "") + std::to_string(change),
                    fixed_number(pass.seconds, 1)});
  }
  return indented(text_table(rows, "lrrrr"), "  ");
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

std::string next_commands(const EndedRun& run) {
  std::vector<TextRow> rows;
  if (!run.report.empty()) {
    const std::string report = shell_word(run.report);
    const std::string page =
        shell_word(std::filesystem::path(run.report).replace_extension(".html").string());
    rows.push_back({"grabr report --html " + page + " " + report, "# every step, as a page"});
    if (run.finished)
      rows.push_back({"grabr verify " + report, "# nothing smaller near it fails?"});
  }
  const std::string file = shell_word(run.file);
  if (run.finished && run.has_grammar)
    rows.push_back({"grabr explain " + file, "# which parts matter, and what else fails"});
  rows.push_back({"grabr history " + file, "# every step, with its text"});
  rows.push_back({"grabr show " + file, "# this again"});
  return indented(text_table(rows, "ll"), "next: ");
}

}  // namespace grabr
