// Tested by tests/cli/foreign_calls_test.cc.
#include "cli/line/foreign_calls.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <sstream>
#include <system_error>

#include "cli/line/alias_options.h"
#include "oracle/test/program.h"
#include "text/ascii.h"
#include "text/error.h"
#include "text/file.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// Milliseconds, as afl-tmin's -t has them: "1000", "1000+".
std::optional<double> afl_milliseconds(std::string word) {
  if (word.ends_with('+')) word.pop_back();
  double number = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
  if (read.ec != std::errc() || read.ptr != word.data() + word.size()) return std::nullopt;
  return number;
}

/// A test is named after "--", so a number after -t is afl-tmin's time limit.
Words with_time_limit(const Words& words, std::vector<std::string>& notes) {
  Words result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool apart = words[i] == "-t" && i + 1 < words.size();
    const bool joined = words[i].starts_with("-t") && words[i].size() > 2;
    const auto limit = apart    ? afl_milliseconds(words[i + 1])
                       : joined ? afl_milliseconds(words[i].substr(2))
                                : std::nullopt;
    if (!limit) {
      result.push_back(words[i]);
      continue;
    }
    std::ostringstream seconds;
    seconds << *limit / 1000;
    result.push_back("--timeout=" + seconds.str());
    notes.push_back("-t (afl-tmin): the time limit, " + seconds.str() + " s");
    if (apart) ++i;
  }
  return result;
}

/// The value of one of some options, in the same word or the next; nothing for other options.
std::optional<std::string> take_value(const Words& words, std::size_t& at,
                                      std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const std::string& word = words[at];
    if (word == name && at + 1 < words.size()) return words[++at];
    if (word.starts_with(name) && word.size() > name.size() && word[name.size()] == '=') {
      return word.substr(name.size() + 1);
    }
  }
  return std::nullopt;
}

bool names_grammar(const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  return word.starts_with("-g") || name == "--grammar" || name == "--antlr4:grammar";
}

/// Beside a grammar -s names picireny's start rule; elsewhere it means something else in each tool.
Words without_start_rule(const Words& words, std::vector<std::string>& notes) {
  if (std::none_of(words.begin(), words.end(), names_grammar)) return words;
  std::error_code ignored;
  Words result;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool has_rule = at + 1 < words.size() && !words[at + 1].starts_with('-') &&
                          (words[at] != "-s" || !fs::exists(words[at + 1], ignored));
    const std::string name = words[at].substr(0, words[at].find('='));
    const auto rule = has_rule || name != words[at]
                          ? take_value(words, at, {"-s", "--start", "--antlr4:start"})
                          : std::nullopt;
    if (!rule) {
      result.push_back(words[at]);
      continue;
    }
    notes.push_back(name + " " + *rule +
                    " (picireny): left out, a grammar here names its own start");
  }
  return result;
}

/// What a short option means whose value shows whose it is; nothing where it does not.
std::string told_by_value(const std::string& name, const std::string& value, bool has_command) {
  if (name == "-s" && has_command && is_file(value)) return "--input";              // treereduce
  if (name == "-a" && is_one_of(value, {"line", "char", "both"})) return "--atom";  // picire
  const bool is_level =
      is_one_of(value, {"TRACE", "DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL", "DISABLE"});
  return name == "-l" && is_level ? "--log-level" : std::string();  // picire
}

bool is_antlr(const std::string& word) { return word.ends_with(".g4"); }

/// picireny's -g LEXER PARSER: here the parser's file is enough, since it names the lexer's.
Words with_one_grammar(const Words& words, std::vector<std::string>& notes) {
  Words result;
  for (std::size_t at = 0; at < words.size(); ++at) {
    result.push_back(words[at]);
    if (!names_grammar(words[at]) || at + 1 == words.size()) continue;
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(at) + 1;
    const auto end = std::find_if_not(first, words.end(), is_antlr);
    if (end - first < 2) continue;
    const auto parser = std::find_if_not(
        first, end, [](const std::string& name) { return name.ends_with("Lexer.g4"); });
    result.push_back(parser == end ? *first : *parser);
    notes.push_back("-g (picireny): " + result.back() + " names the grammars that it needs");
    at += static_cast<std::size_t>(end - first);
  }
  return result;
}

/// "-x ir", as llvm-reduce has it beside "-x=ir".
bool names_input_kind(const Words& words, std::size_t at) {
  return words[at] == "-x" && at + 1 < words.size() && is_one_of(words[at + 1], {"ir", "mir"});
}

Words with_told_options(const Words& words, bool has_command, std::vector<std::string>& notes) {
  Words result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string meant =
        i + 1 < words.size() ? told_by_value(words[i], words[i + 1], has_command) : std::string();
    if (!meant.empty()) {
      result.push_back(meant + "=" + words[++i]);
    } else if (words[i].starts_with("-x=") || names_input_kind(words, i)) {
      if (words[i] == "-x") ++i;
      notes.push_back(words[i] + " (llvm-reduce): the grammar decides, by the name of the input");
    } else {
      result.push_back(words[i]);
    }
  }
  return result;
}

bool is_data(const std::string& path) { return is_file(path) && ::access(path.c_str(), X_OK) != 0; }

bool is_program(const std::string& word) {
  try {
    find_program(word);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// The words that are no options, and none of their values.
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

Words translate_foreign_call(const Words& given, bool has_command,
                             std::vector<std::string>& notes) {
  const auto is_argument = [](const std::string& word) {
    return word.starts_with("--test-arg") || word.starts_with("-test-arg");
  };
  const Words told = with_told_options(given, has_command, notes);
  if (has_command) return with_time_limit(told, notes);
  const Words words = with_one_grammar(without_start_rule(told, notes), notes);
  if (std::none_of(words.begin(), words.end(), is_argument)) return words;
  Words result;
  Words test;
  std::string program;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (const auto argument = take_value(words, at, {"--test-arg", "-test-arg"})) {
      test.push_back(*argument);
    } else if (const auto named = take_value(words, at, {"--test", "-test", "-t"})) {
      program = *named;
    } else {
      result.push_back(words[at]);
    }
  }
  if (program.empty()) {
    throw Error(ErrorKind::kInvalid, "--test-arg (llvm-reduce): --test PROGRAM is missing");
  }
  test.insert(test.begin(), program);
  result.push_back("--test=" + shell_words(test));
  return result;
}

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
              named[0] + " alone is no test\nhint: with its arguments it is one word: grabr " +
                  shell_quoted(shell_words(test)) + " " + shell_word(named.back()));
}

void refuse_lithium_call(const Words& words, const CLI::App& own) {
  constexpr std::pair<std::string_view, std::string_view> kConditions[] = {
      {"crashes", ""},
      {"outputs", "--stdout RE "},
      {"hangs", "--hang SEC "},
      {"diff_test", "--differs 'OTHER COMMAND @@' "}};
  Words named = positionals_of(words, own);
  std::erase_if(named, [](const std::string& word) { return word.starts_with('-'); });
  for (std::size_t at = 0; at < std::min<std::size_t>(named.size(), 2); ++at) {
    for (const auto& [name, condition] : kConditions) {
      if (named[at] != name || at + 1 == named.size() || is_file(named[at])) continue;
      throw Error(ErrorKind::kInvalid, named[at] +
                                           " (lithium): no such test here\nhint: write grabr " +
                                           std::string(condition) + "-i FILE -- COMMAND @@");
    }
  }
}

void refuse_other_order(const Words& words, const Words& given, const CLI::App& own) {
  const Words named = positionals_of(words, own);
  if (named.size() < 3 || !is_data(named[0]) || is_program(named[1])) return;
  const bool has_path = named[2].find('/') != std::string::npos;
  const bool starts_program = has_path ? !is_data(named[2]) : is_program(named[2]);
  if (!starts_program) return;
  // What was read as our options, "-T:5", is the command's own.
  const auto output = std::ranges::find(given, named[1]);
  const Words command(std::find(output, given.end(), named[2]), given.end());
  throw Error(ErrorKind::kInvalid,
              named[0] +
                  " is not a program: this looks like ddSMT's order, INPUT OUTPUT COMMAND\n"
                  "hint: here it is grabr -i " +
                  shell_word(named[0]) + " -o " + shell_word(named[1]) + " --same-as-original -- " +
                  shell_words(command) +
                  " @@\nhint: or, with --stderr RE, --stdout RE or --exit CODE instead of "
                  "--same-as-original, say what matters");
}

}  // namespace grabr
