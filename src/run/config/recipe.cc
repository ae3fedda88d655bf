#include "run/config/recipe.h"

#include <algorithm>
#include <vector>

#include "oracle/test/arguments.h"
#include "oracle/test/program.h"
#include "text/error.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxTextBytes = 300;

std::string absolute_program(const std::string& name) {
  try {
    return find_program(name).path.string();
  } catch (const Error&) {
    return name;
  }
}

FilledArguments arguments_of(const ProcessOracleOptions& test, const CandidatePlace& place) {
  if (!test.shell_text.empty()) return fill_shell_text(test.shell_text, place);
  FilledArguments filled = fill_arguments(test.command, place, test.appends_path());
  filled.arguments.front() = absolute_program(test.command.front());
  return filled;
}

CandidatePlace place_in(const std::string& folder, const ProcessOracleOptions& test) {
  return {folder, test.original.filename().string()};
}

/// The command on the file `folder`/NAME, with input and variables as in a test.
std::string test_line(const ProcessOracleOptions& test, const std::string& folder) {
  const CandidatePlace place = place_in(folder, test);
  std::string line = "GRABR_DIR=" + shell_word(fs::current_path().string()) + " ";
  if (!test.appends_path()) line += "GRABR_FILE=" + shell_word(place.path()) + " ";
  const std::string input = test.feeds_input() ? shell_word(place.path()) : "/dev/null";
  return line + shell_words(arguments_of(test, place).arguments) + " < " + input + "; echo $?";
}

/// Further names that the candidate must have: those of "@@.ext".
std::vector<std::string> other_names(const ProcessOracleOptions& test) {
  return arguments_of(test, place_in(".", test)).other_names;
}

/// "printf '%s\n' 'text'" for one line of printable text; ":" for the empty text.
std::string printing(std::string_view text) {
  if (text.empty()) return ":";
  const bool ends_line = text.ends_with('\n');
  if (ends_line) text.remove_suffix(1);
  const bool printable =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  if (!printable || text.size() > kMaxTextBytes) return {};
  return std::string("printf '%s") + (ends_line ? "\\n" : "") + "' " + shell_word(text);
}

}  // namespace

std::string recipe(const ProcessOracleOptions& test, const fs::path& folder) {
  return "cd " + shell_word(folder.string()) + " && " + test_line(test, folder.string());
}

std::string recipe_for_text(const ProcessOracleOptions& test, std::string_view text) {
  const std::string print = printing(text);
  if (print.empty()) return {};
  const std::string name = shell_file(test.original.filename().string());
  std::string line = "cd \"$(mktemp -d)\" && ";
  if (!test.copies.empty()) {
    line += "cp -r";
    for (const fs::path& file : test.copies) line += " " + shell_word(fs::absolute(file).string());
    line += " . && ";
  }
  line += print + " > " + name + " && ";
  for (const std::string& other : other_names(test)) {
    line += "cp " + name + " " + shell_file(other) + " && ";
  }
  return line + test_line(test, ".");
}

}  // namespace grabr
