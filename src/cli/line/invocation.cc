// Tested by tests/cli/program_test.cc.
#include "cli/line/invocation.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>

#include "cli/line/alias_options.h"
#include "text/build.h"
#include "text/error.h"
#include "text/suggest.h"

namespace grabr {
namespace {

[[noreturn]] void refuse_subcommand(const Invocation& call) {
  const auto names = names_of(call.command->subcommands);
  std::string message = call.called + " needs a command:";
  for (const Subcommand& one : call.command->subcommands) {
    std::string name(one.name);
    name.resize(std::max<std::size_t>(name.size(), 10), ' ');
    message += "\n  " + name + " " + std::string(one.help);
  }
  const std::string hint =
      call.words.empty() ? std::string() : word_hint(call.words.front(), names, "");
  if (!hint.empty()) message += "\nhint: " + hint;
  throw Error(ErrorKind::kInvalid, message);
}

/// Puts the option that an old name stands for before the words of the call.
void enter(Invocation& call, const Subcommand& named) {
  const Subcommand& command = today(named);
  if (!named.now_option.empty())
    call.words.insert(call.words.begin(), std::string(named.now_option));
  call.command = &command;
  call.called += " " + std::string(command.name);
}

/// Are the first `count` words only options of the command and their values?
bool are_options_of(const Subcommand& command, const Words& words, std::size_t count) {
  if (command.declare == nullptr) return false;
  CLI::App app;
  command.declare(app);
  declare_common(app);
  std::size_t at = 0;
  while (at < count) {
    const std::size_t read = words_of_option(app, words[at]);
    if (read == 0) return false;
    at += read;
  }
  return at == count;
}

/// Finds the name of a command that follows options of its own.
std::optional<std::size_t> find_name_behind_options(const Words& words,
                                                    std::span<const Subcommand> among) {
  for (std::size_t i = 1; i < words.size() && words[i - 1] != "--"; ++i) {
    const Subcommand* command = find_command(among, words[i]);
    if (command != nullptr && are_options_of(*command, words, i)) return i;
  }
  return std::nullopt;
}

/// Removes the command's name, which comes first or after its options, and returns its row. Null if
/// there is none.
const Subcommand* take_name(Words& words, std::span<const Subcommand> among) {
  if (words.empty()) return nullptr;
  std::size_t at = 0;
  if (find_command(among, words.front()) == nullptr) {
    if (!words.front().starts_with('-')) return nullptr;
    at = find_name_behind_options(words, among).value_or(words.size());
  }
  if (at == words.size()) return nullptr;
  const Subcommand* found = find_command(among, words[at]);
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  return found;
}

}  // namespace

std::vector<std::string> names_of(std::span<const Subcommand> rows) {
  std::vector<std::string> names;
  for (const Subcommand& row : rows) names.emplace_back(row.name);
  return names;
}

bool asks_for_help(const Words& words) {
  return !words.empty() && (words.front() == "--help" || words.front() == "-h");
}

Invocation find_invocation(Words words) {
  Invocation call;
  const Subcommand* first = take_name(words, commands());
  call.words = std::move(words);
  enter(call, first != nullptr ? *first : commands().front());
  while (!call.command->subcommands.empty() && !asks_for_help(call.words)) {
    const Subcommand* next = take_name(call.words, call.command->subcommands);
    if (next == nullptr) refuse_subcommand(call);
    enter(call, *next);
  }
  if (call.command->takes_command) {
    const auto dashes = std::find(call.words.begin(), call.words.end(), "--");
    if (dashes != call.words.end()) {
      call.after_dashes.emplace(dashes + 1, call.words.end());
      call.words.erase(dashes, call.words.end());
    }
  }
  return call;
}

Words words_of_process() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  Words words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

void declare_common(CLI::App& app) {
  app.set_help_flag("-h,--help", "Show this help");
  app.set_version_flag("-V,--version", build_version(), "Show the version");
}

int show_version() {
  std::cout << "grabr " << build_version() << '\n';
  return 0;
}

}  // namespace grabr
