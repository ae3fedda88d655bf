// Everything shown comes from three tables: strategies (reduce/strategy.cc), list minimisers
// (reduce/minimizer/minimizer.cc) and passes (reduce/pass/tree_passes.cc), and from the heads of their files.
// Tested by tests/cli/strategy_cards_test.cc.
#include "cli/strategy_cards.h"

#include <iomanip>
#include <iostream>
#include <set>
#include <string_view>
#include <vector>

#include "reduce/auto_schedule.h"
#include "reduce/essays.h"
#include "reduce/schedule.h"
#include "reduce/pass/tree_passes.h"
#include "text/error.h"
#include "text/suggest.h"

namespace grabr {
namespace {

constexpr int kNameWidth = 20;

std::string_view what_for(Needs needs) {
  switch (needs) {
    case Needs::kText: return "text, by --unit";
    case Needs::kTree: return "trees of what parses, else on text by ddmin";
    case Needs::kAnyTree: return "trees";
    case Needs::kEither: return "trees or text";
  }
  return "";
}

void show(std::string_view name, std::string_view help, const std::string& facts,
          std::string_view source) {
  const std::string indent(kNameWidth + 1, ' ');
  std::cout << std::left << std::setw(kNameWidth) << name << ' ' << help << '\n'
            << indent << facts << '\n';
  if (!source.empty()) std::cout << indent << "after " << source << '\n';
}

/// Indented: what stands in the first column is a strategy or a minimiser.
void list_passes() {
  std::cout << "\nPasses of auto (--schedule FILE, --explain PASS):\n";
  for (const TreePass& pass : tree_passes()) {
    std::cout << "  " << std::left << std::setw(kNameWidth - 2) << pass.name << ' ' << pass.help
              << '\n';
  }
}

std::set<std::string_view> passes_of(Effort effort) {
  std::set<std::string_view> names;
  for (const AutoLine& line : parse_auto_schedule(schedule_text(effort), "auto").lines) {
    names.insert(line.pass->name);
  }
  return names;
}

/// What the lines of the schedule stand for, each pass once.
void explain_passes_of_auto() {
  const std::set<std::string_view> usual = passes_of(Effort::kNormal);
  std::set<std::string_view> told;
  std::cout << "\nIts passes (--explain PASS says more of each):\n\n";
  for (const AutoLine& line :
       parse_auto_schedule(schedule_text(Effort::kThorough), "auto").lines) {
    if (!told.insert(line.pass->name).second) continue;
    std::cout << "  " << std::left << std::setw(12) << line.phase << ' ' << std::setw(18)
              << line.pass->name << ' ' << line.pass->help
              << (usual.contains(line.pass->name) ? "" : " (--thorough)") << '\n';
  }
  std::cout << "  " << std::setw(12) << "bytes" << ' ' << std::setw(18) << "" << ' '
            << "bytes outside the grammar, at the end (--thorough)\n";
}

int explain_step(const ScheduleStep& step) {
  const Strategy& strategy = *step.strategy;
  show(strategy.name, strategy.help, "guarantee: " + std::string(strategy.guarantee),
       strategy.source);
  std::cout << '\n' << essay_of(strategy.file);
  if (strategy.name == "auto") {
    explain_passes_of_auto();
    std::cout << "\nIts schedule (--schedule FILE takes another, --fast and --thorough have their "
                 "own):\n\n"
              << schedule_text(Effort::kNormal);
  }
  return 0;
}

int explain_pass(const TreePass& pass) {
  show(pass.name, pass.help,
       "a pass of auto; guarantee, repeated until it changes nothing: " +
           std::string(pass.guarantee),
       "");
  std::cout << '\n' << essay_of(pass.file);
  return 0;
}

/// Neither a strategy nor a pass; after a colon or "then" the usual messages know better.
void require_known(const std::string& name) {
  const std::string first = name.substr(0, name.find_first_of(": "));
  if (find_strategy(first) != nullptr || first.empty()) return;
  std::vector<std::string> names;
  for (const Strategy& strategy : strategies()) names.emplace_back(strategy.name);
  for (const TreePass& pass : tree_passes()) names.emplace_back(pass.name);
  throw Error(Exit::kUsage, "no strategy and no pass is called " + first + "\nhint: " +
                                word_hint(first, names, "grabr strategies shows them"));
}

}  // namespace

int list_strategies() {
  std::cout << "Strategies (--strategy; several: \"hddr:probdd then hoist then trec\"):\n";
  for (const Strategy& strategy : strategies()) {
    std::string facts = "on " + std::string(what_for(strategy.needs)) +
                        "; guarantee: " + std::string(strategy.guarantee);
    if (!strategy.minimizer.empty() && strategy.needs != Needs::kText) {
      facts += "; lists by " + std::string(strategy.minimizer);
    }
    show(strategy.name, strategy.help, facts, strategy.source);
  }
  std::cout << "\nList minimisers (--minimizer, for the lists that strategies on trees find):\n";
  for (const Minimizer& minimizer : minimizers()) {
    std::cout << minimizer.name << (minimizer.natural == Direction::kForward ? "" : " (backward)")
              << '\n';
  }
  list_passes();
  return 0;
}

int explain_strategy(const std::string& name) {
  const TreePass* pass = find_tree_pass(name);
  if (pass != nullptr && find_strategy(name) == nullptr) return explain_pass(*pass);
  require_known(name);
  return explain_step(parse_schedule(name).steps.front());
}

}  // namespace grabr
