#include "cli/recipe.h"

#include <algorithm>

#include "oracle/arguments.h"
#include "oracle/program.h"
#include "text/error.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestText = 300;

std::string absolute_program(const std::string& name) {
  try {
    return find_program(name).path.string();
  } catch (const Error&) {
    return name;
  }
}

/// The command on the file `folder`/NAME, with standard input and GRABR_DIR as in a test.
std::string test_line(const Call& call, const std::string& folder) {
  if (call.command.empty()) return {};
  const CandidatePlace place{folder, fs::path(call.input).filename().string()};
  Words words = fill_arguments(call.command, place, true).arguments;
  words.front() = absolute_program(call.command.front());
  return "GRABR_DIR=" + shell_quote(fs::current_path().string()) + " " + shell_quote(words) +
         " < " + shell_quote(place.path()) + "; echo $?";
}

/// "printf '%s\n' 'text'" for one line of printable text; ":" for none.
std::string printing(std::string_view text) {
  if (text.empty()) return ":";
  const bool ends_line = text.ends_with('\n');
  if (ends_line) text.remove_suffix(1);
  const bool printable =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  if (!printable || text.size() > kLongestText) return {};
  return std::string("printf '%s") + (ends_line ? "\\n" : "") + "' " + shell_quote(text);
}

}  // namespace

std::string recipe(const Call& call, const fs::path& folder) {
  const std::string line = test_line(call, folder.string());
  return line.empty() ? line : "cd " + shell_quote(folder.string()) + " && " + line;
}

std::string recipe_for_text(const Call& call, std::string_view text, const Words& copies) {
  const std::string line = test_line(call, ".");
  const std::string print = printing(text);
  if (line.empty() || print.empty()) return {};
  const std::string name = fs::path(call.input).filename().string();
  std::string copying;
  for (const std::string& file : copies) copying += " " + shell_quote(fs::absolute(file).string());
  if (!copying.empty()) copying = "cp -r" + copying + " . && ";
  return "cd \"$(mktemp -d)\" && " + copying + print + " > " + shell_quote(name) + " && " + line;
}

}  // namespace grabr
