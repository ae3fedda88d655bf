// Tested by tests/cli/bug_report_test.cc.
#include "cli/command/bug_report.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "oracle/test/program.h"
#include "oracle/test/test_files.h"
#include "run/config/quantity_words.h"
#include "run/files/converter.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/shell_word.h"
#include "text/utf8.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using AllWords = std::vector<std::string>;

constexpr std::size_t kMaxScriptBytesRead = 65'536;  // bytes of a script that are read
constexpr std::size_t kMaxScriptBytesShown = 2'000;  // bytes of one that is part of the text
constexpr std::size_t kMaxProgramsNamed = 5;
constexpr double kVersionLimit_s = 5;

/// Program names without versions: "gcc" also means gcc-12.
constexpr std::string_view kVersioned[] = {
    "gcc",     "g++",  "clang",   "clang++", "cc",     "c++",   "gfortran", "rustc",
    "cargo",   "node", "deno",    "bun",     "python", "pypy",  "ruby",     "perl",
    "php",     "java", "lua",     "javac",   "ghc",    "ocaml", "swift",    "ldc2",
    "gdc",     "tsc",  "kotlinc", "nim",     "scalac", "julia", "iverilog", "yosys",
    "sqlite3", "tidy", "jq",      "z3",      "cvc5",   "opt",   "llc",      "verilator"};

/// gcc-12, python3.11
bool is_versioned(const std::string& word) {
  const std::size_t end = word.find_last_not_of("0123456789.-") + 1;
  return std::ranges::any_of(kVersioned, [&](std::string_view name) {
    return word == name || (end > 0 && word.substr(0, end) == name);
  });
}

/// A shell command, or the words of a program.
std::string command_text(const AllWords& words) {
  const bool is_shell = words.size() > 2 && words[0] == "/bin/sh" && words[1] == "-c";
  return is_shell ? words[2] : shell_words(words);
}

/// The text of the command's script; empty if the command is not a script.
std::string script_of(const AllWords& command, const fs::path& directory) {
  const fs::path file = directory / command.front();
  const std::string text = is_file(file) ? read_if_there(file, kMaxScriptBytesRead) : "";
  return text.starts_with("#!") ? text : "";
}

/// A block of Markdown: the command, with the input's name in place of the candidate's; or a short
/// script.
std::string command_block(const AllWords& command, const std::string& script,
                          const std::string& name) {
  std::string text = command_text(command);
  const bool names_candidate = text.find("@@") != text.npos || command.front() == "/bin/sh";
  for (std::size_t at; (at = text.find("@@")) != text.npos;) text.replace(at, 2, name);
  text = "$ " + text + (names_candidate ? "" : " " + shell_word(name));
  if (!script.empty() && script.size() <= kMaxScriptBytesShown) text += "\n" + script;
  std::string block;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    block += "    " + escaped(text.substr(at, end - at), "") + "\n";
    at = end + 1;
  }
  return block + "\n";
}

std::string version_of(const std::string& program) {
  try {
    Formatter teller(program + " --version", "x", kVersionLimit_s, "{formatter}");
    const std::string said = teller.run("\n", {}).text.value_or("");
    return said.substr(0, said.find('\n'));
  } catch (const Error&) {
    return {};
  }
}

/// A list item for each program with a version.
std::string versions_of(const std::string& test) {
  std::string items;
  std::size_t told = 0;
  for (const std::string& program : versioned_programs(test)) {
    if (told == kMaxProgramsNamed || !search_path(program)) continue;
    const std::string version = version_of(program);
    if (version.empty()) continue;
    items += "- " + program + ": " + escaped(version, "") + "\n";
    ++told;
  }
  return items;
}

/// "5669 bytes (206 lines)"
std::string size_words(const JsonField& file) {
  const auto lines = file.get<std::uint64_t>("lines");
  return size_text(file.get<std::uint64_t>("bytes")) + " (" + std::to_string(lines) +
         (lines == 1 ? " line)" : " lines)");
}

/// A fence longer than any run of ` in the text.
std::string fence_for(std::string_view text) {
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char c : text) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  return std::string(longest + 1, '`');
}

/// The language's name in bug trackers: "html" for the grammar html-soup.
std::string language_of(const JsonField& report) {
  if (const auto grammar = report.find("grammar")) {
    const std::string name = fs::path(grammar->get<std::string>("file")).stem();
    return name == "objective-c" ? name : name.substr(0, name.find('-'));
  }
  const auto path = report.at("input").get<std::string>("path");
  const std::string extension = fs::path(path).extension().string();
  return extension.empty() ? extension : extension.substr(1);
}

std::string fenced(const JsonField& report, const std::string& result) {
  if (!is_utf8(result)) {
    return "The result is not text: attach `" + report.at("output").get<std::string>("path") +
           "`.\n";
  }
  const std::string fence = fence_for(result);
  const bool ends = result.empty() || result.ends_with('\n');
  return fence + language_of(report) + "\n" + result + (ends ? "" : "\n") + fence + "\n";
}

std::string failure_of(const JsonField& report) {
  const auto failure = report.find("failure");
  if (!failure) return {};
  const auto after = failure->get<std::optional<std::string>>("after");
  const std::string line = after.value_or(failure->get<std::string>("before"));
  return "**" + escaped(line, "") + "**\n\n";
}

}  // namespace

AllWords versioned_programs(const std::string& text) {
  AllWords found;
  for (const std::string& word : words_of_script(text).words) {
    if (is_versioned(word) && std::ranges::find(found, word) == found.end()) found.push_back(word);
  }
  return found;
}

std::string bug_report(const JsonField& report, const std::string& result, bool asks_versions) {
  const JsonField oracle = report.at("oracle");
  const AllWords command = oracle.get<AllWords>("command");
  if (command.empty()) oracle.at("command").refuse("a command");
  const std::string script = script_of(command, oracle.get<std::string>("directory"));
  const std::string name = fs::path(report.at("input").get<std::string>("path")).filename();
  const JsonField environment = report.at("environment");
  std::string text = failure_of(report) + command_block(command, script, name);
  if (asks_versions) text += versions_of(command_text(command) + "\n" + script);
  text += "- " + environment.get<std::string>("os") + "\n\n";
  text += size_words(report.at("input")) + " → " + size_words(report.at("output")) +
          ", reduced by grabr " + environment.get<std::string>("grabr") + ":\n\n";
  return text + fenced(report, result);
}

}  // namespace grabr
