#include "cli/line/command_line.h"

#include <unistd.h>

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

/// Only one of the ways to name a test may be used.
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

/// A single word that is no program is FILE.
void require_test_beside_file(const CallParts& parts) {
  if (!parts.test.empty() || !parts.input.empty() || parts.conditions) return;
  if (parts.positionals.size() != 1) return;
  const std::string& file = parts.positionals.front();
  if (!is_file(file) || ::access(file.c_str(), X_OK) == 0) return;
  refuse("no test is given for " + shown_name(file) +
         ", and there is no .grabr.json here (grabr init)");
}

/// Hands out the positionals in order.
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
  // Positionals fill what the options leave open: first the test, then the file.
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
  call.plain_command = parts.after_dashes.has_value() || !parts.shell_text.empty();
  call.input = parts.input.empty() ? positionals.next("FILE") : parts.input;
  if (parts.several && parts.input.empty()) call.further_inputs = positionals.rest();
  positionals.require_end();
  return call;
}

}  // namespace grabr
