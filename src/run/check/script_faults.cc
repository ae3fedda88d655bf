// Read by eye, not by a parser of shell: comments, what stands in single quotes and words are told
// apart, no more. What is found is said as a hint, never decided on.
//
// Tested by tests/run/script_faults_test.cc and, with real shells, tests/check_diagnosis.py.
#include "run/check/script_faults.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "oracle/test/program.h"
#include "text/ascii.h"
#include "text/error.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPartsOfTheShell =
    " [ [[ ]] : . ! { } ( (( alias bg break case cd command continue declare dirs disown do done "
    "echo elif else esac eval exec exit export false fc fg fi for function getopts hash help "
    "history if jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly "
    "return select set shift shopt source suspend test then time times trap true type typeset "
    "ulimit umask unalias unset until wait while builtin caller enable bind coproc ";
/// They run another command.
constexpr std::string_view kWrappers = " command env exec nice nohup setarch stdbuf time timeout ";
/// A shell sets them, or a test has them.
constexpr std::string_view kKnownVariables =
    " BASH BASHPID BASH_LINENO BASH_REMATCH BASH_SOURCE BASH_VERSION COLUMNS DIRSTACK EUID "
    "FUNCNAME GRABR_DIR GRABR_FILE GRABR_JOBS GRABR_ORIGINAL GRABR_TEST_ID GROUPS HOSTNAME "
    "HOSTTYPE IFS LINENO LINES MACHTYPE OLDPWD OPTARG OPTERR OPTIND OSTYPE PIPESTATUS PPID PS1 "
    "PS2 PS4 PWD RANDOM REPLY SECONDS SHELL SHELLOPTS SHLVL TEMP TMP TMPDIR UID ";

bool is_one_of_words(std::string_view word, std::string_view list) {
  return list.find(" " + std::string(word) + " ") != std::string_view::npos;
}

std::string_view trimmed(std::string_view line) {
  while (!line.empty() && is_space(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
  return line;
}

std::vector<std::string_view> lines_of_script(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(trimmed(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!(line = trimmed(line)).empty()) {
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    words.push_back(word);
    line.remove_prefix(word.size());
  }
  return words;
}

bool is_assignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != word.npos && equals > 0 &&
         std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals),
                     [](char c) { return is_word(c) || c == '+'; });
}

/// The name of the command in a traced line, or of the one that it runs (timeout 5 gcc).
std::string_view command_name(std::string_view line) {
  bool wrapped = false;
  for (const std::string_view word : words_of(line)) {
    // dash shows what is assigned without quotes: whether a command follows cannot be seen.
    if (is_assignment(word)) return {};
    if (wrapped && (word.starts_with('-') || is_digit(word.front()))) continue;
    if (!is_one_of_words(word, kWrappers)) return word;
    wrapped = true;
  }
  return {};
}

bool defines_function(std::string_view script, const std::string& name) {
  for (const std::string& form : {name + "()", name + " ()", "function " + name}) {
    if (script.find(form) != script.npos) return true;
  }
  return false;
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return is_word(c) || std::string_view("/._-+@%").find(c) != std::string_view::npos;
  });
}

bool is_missing(const std::string& name) {
  std::error_code ignored;
  if (name.starts_with('/')) return !fs::exists(name, ignored);
  if (name.find('/') != std::string::npos) return false;  // in the folder of the test
  try {
    // find_program looks in the current folder as well, a shell does not.
    const fs::path path = find_program(name).path;
    return path.parent_path() == fs::current_path(ignored);
  } catch (const Error&) {
    return true;
  }
}

/// Without comments and what stands in single quotes.
std::string expanded_parts(std::string_view script) {
  std::string parts;
  char quote = 0;
  for (std::size_t at = 0; at < script.size(); ++at) {
    const char c = script[at];
    if (c == '\\' && quote != '\'') {
      ++at;
    } else if (quote == 0 && c == '#' && (at == 0 || is_space(script[at - 1]))) {
      at = std::min(script.find('\n', at), script.size()) - 1;
    } else if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (quote != '\'') {
      parts += c;
    }
  }
  return parts;
}

/// Names behind "$" or "${", unless a default follows.
std::vector<std::string> variables_read(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t at = text.find('$'); at != text.npos; at = text.find('$', at + 1)) {
    std::size_t begin = at + 1;
    const bool braces = begin < text.size() && text[begin] == '{';
    if (braces) ++begin;
    std::size_t end = begin;
    while (end < text.size() && is_word(text[end])) ++end;
    const bool named = end > begin && is_letter(text[begin]);
    const bool plain = !braces || (end < text.size() && text[end] == '}');
    if (named && plain) names.emplace_back(text.substr(begin, end - begin));
  }
  return names;
}

/// "NAME=", "read NAME", "for NAME", "local NAME": anything but "$NAME".
bool gets_a_value(std::string_view text, const std::string& name) {
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (end < text.size() && is_word(text[end])) continue;
    const char before = at > 0 ? text[at - 1] : '\n';
    if (!is_word(before) && before != '$' && before != '{') return true;
  }
  return false;
}

/// The options that stand in a `set` command or behind "#!".
void follow_options(const std::vector<std::string_view>& words, std::size_t from,
                    StrictOptions& options) {
  bool long_name = false;
  bool on = true;
  for (std::size_t i = from; i < words.size(); ++i) {
    std::string_view word = words[i];
    while (word.ends_with(';')) word.remove_suffix(1);
    if (std::exchange(long_name, false)) {
      if (word == "errexit") options.errexit = on;
      if (word == "nounset") options.nounset = on;
      if (word == "pipefail") options.pipefail = on;
    } else if (word.size() > 1 && (word[0] == '-' || word[0] == '+') && word[1] != '-') {
      on = word[0] == '-';
      if (word.find('e') != word.npos) options.errexit = on;
      if (word.find('u') != word.npos) options.nounset = on;
      long_name = word.ends_with('o');
    } else {
      return;
    }
    if (words[i].ends_with(';')) return;
  }
}

void follow_line(std::string_view line, StrictOptions& options) {
  const auto words = words_of(line);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "set") follow_options(words, i + 1, options);
  }
}

bool is_command_line(std::string_view line) {
  constexpr std::string_view kOnlyStructure = " fi done esac } ) ;; else then do { ";
  return !line.empty() && line.front() != '#' && !is_one_of_words(line, kOnlyStructure);
}

bool has_pipe(std::string_view line) {
  for (std::size_t at = line.find('|'); at != line.npos; at = line.find('|', at + 1)) {
    const bool is_or = line.substr(at).starts_with("||") || (at > 0 && line[at - 1] == '|');
    if (!is_or) return true;
  }
  return false;
}

/// From 1; 0: nobody knows.
unsigned line_of_last(const std::vector<std::string_view>& lines,
                      const std::vector<TracedCommand>& trace) {
  const auto last = std::find_if(trace.rbegin(), trace.rend(),
                                 [](const TracedCommand& command) { return command.depth == 0; });
  if (last == trace.rend()) return 0;
  if (last->line > 0) return last->line <= lines.size() ? last->line : 0;
  const std::string_view text = last->text;
  const std::string_view start = is_assignment(text.substr(0, text.find(' ')))
                                     ? text.substr(0, text.find('=') + 1)
                                     : text.substr(0, text.find(' '));
  for (std::size_t i = lines.size(); i > 0; --i) {
    if (lines[i - 1].find(start) != std::string_view::npos) return static_cast<unsigned>(i);
  }
  return 0;
}

}  // namespace

std::vector<std::string> missing_commands(std::string_view script,
                                          const std::vector<TracedCommand>& trace) {
  std::vector<std::string> names;
  for (const TracedCommand& command : trace) {
    const std::string name(command_name(command.text));
    const bool known = is_one_of_words(name, kPartsOfTheShell) || defines_function(script, name) ||
                       std::find(names.begin(), names.end(), name) != names.end();
    if (is_plain_name(name) && !known && is_missing(name)) names.push_back(name);
  }
  return names;
}

std::vector<std::string> unset_variables(std::string_view script) {
  const std::string text = expanded_parts(script);
  std::vector<std::string> names;
  for (const std::string& name : variables_read(text)) {
    const bool known = is_one_of_words(name, kKnownVariables) || std::getenv(name.c_str()) ||
                       gets_a_value(text, name) ||
                       std::find(names.begin(), names.end(), name) != names.end();
    if (!known) names.push_back(name);
  }
  return names;
}

StrictOptions strict_options_at_end(const std::vector<std::string>& shell, std::string_view script,
                                    const std::vector<TracedCommand>& trace,
                                    std::string_view errors) {
  const auto lines = lines_of_script(script);
  StrictOptions options;
  const std::vector<std::string_view> of_shell(shell.begin(), shell.end());
  follow_options(of_shell, 1, options);
  options.line = line_of_last(lines, trace);
  const bool unbound = errors.find("unbound variable") != errors.npos ||
                       errors.find("parameter not set") != errors.npos;
  // What ends at a variable without a value is not traced.
  const std::size_t in_force = unbound ? lines.size() : options.line;
  for (std::size_t i = 0; i < in_force; ++i) follow_line(lines[i], options);
  const bool early =
      options.line > 0 && std::any_of(lines.begin() + options.line, lines.end(), is_command_line);
  const bool says_exit = !trace.empty() && trace.back().text.starts_with("exit");
  options.nounset = options.nounset && unbound;
  options.errexit = options.errexit && early && !says_exit && !unbound;
  options.pipefail = options.pipefail && options.line > 0 && has_pipe(lines[options.line - 1]);
  return options;
}

bool wants_bash(const std::vector<std::string>& shell, std::string_view errors) {
  if (shell.empty() || fs::path(shell[0]).filename() == "bash") return false;
  constexpr std::array<std::string_view, 9> kWords = {
      "Illegal option",     "[[: not found",          "Bad substitution",
      "\"(\" unexpected",   "redirection unexpected", "source: not found",
      "declare: not found", "shopt: not found",       "let: not found"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view words) { return errors.find(words) != errors.npos; });
}

}  // namespace grabr
