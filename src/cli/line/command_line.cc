#include "cli/line/command_line.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"

namespace grabr {
namespace {

constexpr std::string_view kSpaces = " \t\r\n";

[[noreturn]] void refuse(const std::string& message) { throw UnclearCall(message); }

/// Throws if the test is named in several ways.
void require_one_test(const CallParts& parts) {
  const bool test = !parts.test.empty();
  const bool text = !parts.shell_text.empty();
  if (test && parts.after_dashes) refuse("--test and a command after -- exclude each other");
  if (test && text) refuse("--test and --command exclude each other");
  if (text && parts.after_dashes) refuse("--command and a command after -- exclude each other");
  if (parts.after_dashes && parts.after_dashes->empty()) refuse("no command follows --");
  if (text && parts.shell_text.find_first_not_of(kSpaces) == std::string::npos) {
    refuse("the shell text of --command is empty");
  }
}

/// Throws if the only word is not a program: then it is FILE, or a folder, and the test is missing.
void require_test_beside_file(const CallParts& parts) {
  if (!parts.test.empty() || !parts.input.empty() || parts.conditions) return;
  if (parts.positionals.size() != 1) return;
  const std::string& file = parts.positionals.front();
  const bool is_folder = std::filesystem::is_directory(file);
  if (!is_folder && (!is_file(file) || ::access(file.c_str(), X_OK) == 0)) return;
  refuse("no test is given for " + shown_name(file) +
         ", and there is no .grabr.json here (grabr init)");
}

/// Does the command run the input itself, as `python3 app.py` does?
bool names_file(const Words& command, const std::string& file) {
  if (command.empty()) return false;
  const std::string name = std::filesystem::path(file).filename();
  return std::find_if(command.begin() + 1, command.end(), [&](const std::string& word) {
           return word == name || word == file;
         }) != command.end();
}

/// `grabr -- python3 app.py`: the input is the file that the command names.
std::optional<std::string> file_without_option(const CallParts& parts, const Words& command) {
  if (!parts.after_dashes || !parts.positionals.empty()) return std::nullopt;
  return file_named_by(command);
}

/// Takes the positionals in order.
class Positionals {
 public:
  explicit Positionals(const CallParts& parts) : parts_(parts) {}

  std::string next(const std::string& what) {
    if (used_ < parts_.positionals.size()) return parts_.positionals[used_++];
    refuse("no " + what + " is given" +
           (parts_.conditions ? "; conditions such as --exit need a command to run, too" : ""));
  }

  Words rest() {
    const Words words(parts_.positionals.begin() + static_cast<std::ptrdiff_t>(used_),
                      parts_.positionals.end());
    used_ = parts_.positionals.size();
    return words;
  }

  void require_end() const {
    if (used_ == parts_.positionals.size()) return;
    refuse("unexpected argument " + parts_.positionals[used_] +
           " (one file is reduced; --copy PATH puts others beside it)");
  }

 private:
  const CallParts& parts_;
  std::size_t used_ = 0;
};

}  // namespace

bool marks_candidate(const Words& command) {
  return std::ranges::any_of(
      command, [](const std::string& word) { return word.find("@@") != std::string::npos; });
}

std::optional<std::string> file_named_by(const Words& command) {
  if (marks_candidate(command)) return std::nullopt;
  const auto file = std::find_if(command.rbegin(), command.rend() - 1, is_file);
  return file == command.rend() - 1 ? std::nullopt : std::optional(*file);
}

void put_candidate_for(const std::string& input, Words& command) {
  namespace fs = std::filesystem;
  std::replace(command.begin() + 1, command.end(), input, std::string("@@"));
  if (!fs::is_directory(input)) return;
  const std::string folder = (fs::path(input) / "").lexically_normal().string();
  std::for_each(command.begin() + 1, command.end(), [&](std::string& word) {
    const std::string path = fs::path(word).lexically_normal().string();
    if (path.starts_with(folder) && fs::exists(path)) word = "@@/" + path.substr(folder.size());
  });
}

Words test_command(const std::string& test) {
  if (is_file(test)) return {test};
  Words words = split_words(test);
  if (words.empty()) refuse("the test is empty");
  return words;
}

Words Call::words() const {
  if (shell_text.empty()) return command;
  return {"/bin/sh", "-c", shell_text_with_path(shell_text), "sh"};
}

Call resolve_call(const CallParts& parts) {
  // Positionals supply what the options leave open: first the test, then the file.
  require_one_test(parts);
  Positionals positionals(parts);
  Call call;
  if (!parts.shell_text.empty()) {
    shell_text_with_path(parts.shell_text);
    call.shell_text = parts.shell_text;
  } else if (parts.after_dashes) {
    call.command = *parts.after_dashes;
  } else {
    require_test_beside_file(parts);
    call.command = test_command(parts.test.empty() ? positionals.next("TEST") : parts.test);
  }
  if (!parts.input.empty()) call.input = parts.input;
  else if (const auto named = file_without_option(parts, call.command)) call.input = *named;
  else call.input = positionals.next("FILE");
  const bool is_named_alone = parts.positionals.empty() && parts.input.empty();
  if (parts.after_dashes && (is_named_alone || std::filesystem::is_directory(call.input))) {
    put_candidate_for(call.input, call.command);
  }
  call.plain_command = parts.after_dashes.has_value() || !parts.shell_text.empty() ||
                       names_file(call.command, call.input);
  if (parts.several && parts.input.empty()) call.further_inputs = positionals.rest();
  positionals.require_end();
  return call;
}

}  // namespace grabr
