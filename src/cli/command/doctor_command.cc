// `grabr doctor`: what slows reductions down on this machine, and how to change that.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "report/form/json_text.h"
#include "run/machine_facts.h"
#include "text/exit_status.h"

namespace grabr {
namespace {

constexpr std::size_t kLineWidth = 96;

using DoctorJson = nlohmann::ordered_json;

std::string facts_json(const std::vector<run::MachineFact>& facts) {
  DoctorJson json = DoctorJson::array();
  for (const run::MachineFact& fact : facts) {
    json.push_back({{"name", fact.name}, {"value", as_utf8(fact.value)}, {"advice", fact.advice}});
  }
  return json.dump(2) + "\n";
}

/// Breaks the text into lines of at most `width` bytes; the first one begins with an arrow.
std::vector<std::string> folded(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (lines.empty()) lines.emplace_back("→ " + word);
    else if (lines.back().size() + 1 + word.size() > width) lines.emplace_back("  " + word);
    else lines.back() += " " + word;
  }
  return lines;
}

void show(const std::vector<run::MachineFact>& facts) {
  std::size_t width = 0;
  for (const run::MachineFact& fact : facts) width = std::max(width, fact.name.size());
  for (const run::MachineFact& fact : facts) {
    std::string name = fact.name;
    name.resize(width + 2, ' ');
    std::cout << name << fact.value << '\n';
    for (const std::string& line : folded(fact.advice, kLineWidth - width)) {
      std::cout << std::string(width + 2, ' ') << line << '\n';
    }
  }
}

}  // namespace

CommandAction declare_doctor(CLI::App& app) {
  const auto json = std::make_shared<bool>(false);
  app.add_flag("--json", *json, "Print a JSON array of {name, value, advice}");
  return [json](const std::optional<Words>&) {
    const std::vector<run::MachineFact> facts = run::facts_of(run::this_machine());
    if (*json) {
      std::cout << facts_json(facts);
    } else {
      show(facts);
    }
    std::cout << std::flush;
    return status_of(ExitStatus::kFinished);
  };
}

}  // namespace grabr
