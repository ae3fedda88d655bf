// Tested by tests/cli/reduce_command_test.cc.
#include "cli/line/foreign_calls.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "cli/line/alias_options.h"
#include "text/ascii.h"
#include "text/error.h"
#include "text/file.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// The words that are neither options nor values of options.
Words positionals_of(const Words& words, const CLI::App& own) {
  Words positionals;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t read = words_of_option(own, words[at]);
    if (read == 0) positionals.push_back(words[at]);
    at += std::max<std::size_t>(read, 1);
  }
  return positionals;
}

}  // namespace

Words with_habits_of(std::string_view called_as, Words words) {
  const std::string name = fs::path(called_as).filename().string();
  const bool replaces = name == "creduce" || name == "cvise" || name == "shrinkray";
  const bool says_where = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.starts_with("-o") || word.starts_with("--output") || word == "-I" ||
           word == "--in-place" || word == "-h" || word == "--help" || word == "-V" ||
           word == "--version";
  });
  if (replaces && !says_where && !words.empty()) words.insert(words.begin(), "-I");
  return words;
}

void refuse_unquoted_test(const Words& words, const CLI::App& own) {
  const Words named = positionals_of(words, own);
  if (named.size() < 3) return;
  const bool runs_scripts =
      is_one_of(fs::path(named[0]).filename().string(),
                {"sh", "bash", "dash", "zsh", "python", "python3", "perl", "ruby", "node"});
  if (!runs_scripts || !is_file(named[1])) return;
  const Words test(named.begin(), named.end() - 1);
  throw Error(ErrorKind::kInvalid,
              named[0] + " alone is not a test\nhint: quote it with its arguments: grabr " +
                  shell_quoted(shell_words(test)) + " " + shell_word(named.back()));
}

}  // namespace grabr
