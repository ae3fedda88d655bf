// All that is shown comes from the table of passes (reduce/passes.def) and from the comments at the
// heads of their files. Tested by tests/cli/strategy_cards_test.cc.
#include "cli/show/strategies.h"

#include <re2/re2.h>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/show/styled_row.h"
#include "reduce/essays.h"
#include "reduce/schedule.h"
#include "text/error.h"
#include "text/setting.h"
#include "text/suggest.h"

namespace grabr {
namespace {

constexpr int kNameWidth = 20;

constexpr std::string_view kGrammarOfPipelines =
    R"(A pipeline, for --strategy NAME and --schedule FILE:

  hddr:probdd then hoist             each reduces the result of the one before; ":" names a list
                                     minimiser, or the unit of a strategy on text: ddmin-2000:lines
  sweep; unnest; replace >= 0.5      passes over one tree: each repeats until it changes nothing; if
                                     tokens were deleted, all start again from the first; >= N (or
                                     "least N"): skip candidates expected to free less than N tokens
  sweep; replace; bytes              then bytes outside the grammar, and the same passes again

In a FILE, lines may stand for ";", "#" begins a comment, and a word before a pass names its phase for
-v and --report. --without PASS skips a pass.
)";

std::string_view what_for(WorksOn works_on) {
  switch (works_on) {
    case WorksOn::kText:
    case WorksOn::kList: return "text, by --unit";
    case WorksOn::kBytes: return "bytes";
    case WorksOn::kTree: return "trees of what parses, else on text by ddmin";
    case WorksOn::kAnyTree: return "trees";
    case WorksOn::kEither: return "trees or text";
  }
  return "";
}

std::string facts_of(const Pass& pass) {
  std::string facts =
      "on " + std::string(what_for(pass.works_on)) + "; guarantee: " + std::string(pass.guarantee);
  if (!pass.minimizer.empty() && !works_on_text(pass)) {
    facts += "; lists by " + std::string(pass.minimizer);
  }
  return facts;
}

void show(const Pass& pass, const std::string& facts) {
  const std::string indent(kNameWidth + 1, ' ');
  std::cout << std::left << std::setw(kNameWidth) << pass.name << ' ' << spelled(pass.help) << '\n'
            << indent << facts << '\n';
  if (!pass.source.empty()) std::cout << indent << "after " << pass.source << '\n';
}

/// Indented, because strategies and minimisers stand in the first column.
void list_row(const Pass& pass) {
  std::cout << "  " << std::left << std::setw(kNameWidth - 2) << pass.name << ' '
            << spelled(pass.help) << '\n';
}

template <class Wanted>
void list_parts(const char* title, Wanted wanted) {
  std::cout << '\n' << title << ":\n";
  for (const Pass& pass : passes()) {
    if (!pass.alone && wanted(pass)) list_row(pass);
  }
}

std::set<std::string_view> passes_of(const Rounds& rounds) {
  std::set<std::string_view> names;
  for (const RoundsLine& line : rounds.lines) names.insert(line.pass->name);
  return names;
}

void show_line(const RoundsLine& line, std::string_view remark) {
  std::cout << "  " << std::left << std::setw(12) << line.phase << ' ' << std::setw(18)
            << line.pass->name << ' ' << spelled(line.pass->help) << remark << '\n';
}

/// Explains the passes in the lines of a pipeline, each once; for `auto` also those that --thorough
/// adds.
void explain_passes_of(const Pass& pipeline) {
  const Rounds own = rounds_of(pipeline);
  const bool is_auto = pipeline.name == "auto";
  const Rounds all = is_auto ? rounds_of(*find_pass("auto-thorough")) : own;
  const std::set<std::string_view> usual = passes_of(own);
  std::set<std::string_view> told;
  std::cout << "\nIts passes (grabr strategies PASS describes each):\n\n";
  for (const RoundsLine& line : all.lines) {
    if (!told.insert(line.pass->name).second) continue;
    show_line(line, usual.contains(line.pass->name) ? "" : " (--thorough)");
  }
  if (all.bytes) {
    std::cout << "  " << std::setw(12) << "bytes" << ' ' << std::setw(18) << "" << ' '
              << "bytes outside the grammar, at the end" << (is_auto ? " (--thorough)" : "")
              << '\n';
  }
}

/// Lists the families of `moves`, with the initial chance of the likeliest moves of each.
void explain_families() {
  std::cout << "\nThe families of `moves`. The worth of a move is its chance times the tokens that "
               "it frees. The chance\nstarts at this value or lower, and is learnt by family and "
               "kind of move:\n\n";
  for (const Pass& family : families()) {
    std::cout << "  " << std::setw(12) << family.best_chance << ' ' << std::setw(18) << family.name
              << ' ' << spelled(family.help) << '\n';
  }
}

constexpr std::size_t kEssayWidth = 100;

/// Fills the paragraphs of a text. Indented lines, which are tables, lists and examples, stay as
/// they are.
std::string filled(const std::string& text) {
  std::string all, paragraph;
  const auto end_paragraph = [&] {
    for (const std::string& row : filled_words(std::exchange(paragraph, {}), kEssayWidth))
      all += row + '\n';
  };
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const bool is_prose = !line.empty() && line.front() != ' ';
    const bool begins = line.starts_with("Guarantee") || line.starts_with("Source:") ||
                        line.starts_with("Deviations:");
    if (begins) end_paragraph();
    if (is_prose) {
      paragraph += (paragraph.empty() ? "" : " ") + line;
      continue;
    }
    end_paragraph();
    all += line + '\n';
  }
  end_paragraph();
  return all;
}

/// Without what only those need who read the sources: files of tests, and names of files in
/// brackets.
std::string essay_for_users(const Pass& pass) {
  std::string text(essay_of(pass.file));
  re2::RE2::GlobalReplace(&text, R"(\s*Tested\s+by\s(?s:.*?)\.(\s|$))", R"(\1)");
  re2::RE2::GlobalReplace(&text, R"(\s+\([\w/]+\.(h|cc|def)\b[^():;]*\))", "");
  re2::RE2::GlobalReplace(&text, R"(\([\w/]+\.(h|cc)[:;,]\s+)", "(");
  return filled(text);
}

int explain(const Pass& pass) {
  show(pass, pass.alone ? "guarantee: " + std::string(pass.guarantee)
                        : "a pass of pipelines, on " + std::string(what_for(pass.works_on)) +
                              "; guarantee, repeated until it changes nothing: " +
                              std::string(pass.guarantee));
  std::cout << '\n' << essay_for_users(pass);
  if (pass.pipeline.empty()) return 0;
  explain_passes_of(pass);
  if (passes_of(rounds_of(pass)).contains("moves")) explain_families();
  std::cout << "\nIts schedule (--schedule FILE takes another, --fast and --thorough have their "
               "own):\n\n"
            << pass.pipeline << '\n'
            << kGrammarOfPipelines;
  return 0;
}

/// Throws for an unknown name; after a colon or "then", the usual messages say more.
void require_known(const std::string& name) {
  const std::string first = name.substr(0, name.find_first_of(":; "));
  if (find_pass(first) != nullptr || first.empty()) return;
  throw Error(ErrorKind::kInvalid,
              "no strategy and no pass is called " + first +
                  "\nhint: " + word_hint(first, pass_names(), "grabr strategies shows them"));
}

}  // namespace

int list_strategies() {
  std::cout << "You need none of these: auto is the default. For those who compare reducers:\n\n"
               "Strategies (--strategy; several: \"hddr:probdd then hoist then trec\"):\n";
  for (const Pass& pass : strategies()) show(pass, facts_of(pass));
  std::cout << "\nList minimisers (--minimizer, for the lists that strategies on trees find):\n";
  for (const Pass& minimizer : minimizers()) {
    std::cout << minimizer.name << (minimizer.natural == Direction::kForward ? "" : " (backward)")
              << '\n';
  }
  list_parts(
      "Pipelines, and passes to be combined (\"sweep; unnest; replace >= 0.5\"; grabr strategies "
      "auto)",
      [](const Pass& pass) { return !pass.pipeline.empty(); });
  list_parts("Over trees", [](const Pass& pass) { return pass.works_on == WorksOn::kAnyTree; });
  list_parts("Over bytes", [](const Pass& pass) {
    return pass.works_on == WorksOn::kBytes || (!pass.alone && pass.run);
  });
  return 0;
}

int explain_strategy(const std::string& name) {
  if (const Pass* pass = find_pass(name)) return explain(*pass);
  require_known(name);
  return explain(*parse_schedule(name).steps.front().pass);
}

std::vector<Schedule> parse_strategy_list(std::string_view text) {
  std::vector<Schedule> schedules;
  while (true) {
    const std::size_t end = text.find(',');
    Schedule schedule = parse_schedule(text.substr(0, end));
    const std::string name = schedule.text();
    const bool twice = std::any_of(schedules.begin(), schedules.end(),
                                   [&](const Schedule& one) { return one.text() == name; });
    if (twice) throw Error(ErrorKind::kInvalid, name + " is listed twice");
    schedules.push_back(std::move(schedule));
    if (end == std::string_view::npos) return schedules;
    text.remove_prefix(end + 1);
  }
}

}  // namespace grabr
