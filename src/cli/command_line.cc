#include "cli/command_line.h"

#include <filesystem>
#include <system_error>

#include "text/error.h"

namespace grabr {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// Reads one command from left to right; `word` is set while inside a word, even an empty one.
class WordSplitter {
 public:
  explicit WordSplitter(std::string_view command) : command_(command) {}

  Words split() {
    for (; at_ < command_.size(); ++at_) read(command_[at_]);
    end_word();
    return words_;
  }

 private:
  void read(char c) {
    if (kBlanks.find(c) != std::string_view::npos) return end_word();
    if (!word_) word_.emplace();
    if (c == '\'' || c == '"') return read_quoted(c);
    if (c == '\\' && at_ + 1 < command_.size()) c = command_[++at_];
    word_->push_back(c);
  }

  /// Everything up to the closing quote; at_ ends on it.
  void read_quoted(char quote) {
    for (++at_; at_ < command_.size() && command_[at_] != quote; ++at_) {
      if (quote == '"' && escapes_next()) ++at_;
      word_->push_back(command_[at_]);
    }
    if (at_ == command_.size()) {
      throw Error(Exit::kUsage, std::string("a ") + quote + " is never closed in the test command: " +
                                    std::string(command_));
    }
  }

  bool escapes_next() const {
    return command_[at_] == '\\' && at_ + 1 < command_.size() &&
           std::string_view("\"\\$`").find(command_[at_ + 1]) != std::string_view::npos;
  }

  void end_word() {
    if (word_) words_.push_back(*std::move(word_));
    word_.reset();
  }

  std::string_view command_;
  std::size_t at_ = 0;
  std::optional<std::string> word_;
  Words words_;
};

[[noreturn]] void refuse(const std::string& message) {
  throw Error(Exit::kUsage, message +
                                "\nhint: call it as: grabr [options] TEST FILE, or grabr -t TEST -i FILE, or "
                                "grabr -i FILE -- COMMAND ARGUMENTS @@");
}

}  // namespace

Words split_words(std::string_view command) { return WordSplitter(command).split(); }

std::string shell_quote(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string shell_quote(const Words& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_quote(word);
  return line;
}

Words test_command(const std::string& test) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(test, ignored)) return {test};
  Words words = split_words(test);
  if (words.empty()) refuse("the test is empty");
  return words;
}

Call resolve_call(const CallParts& parts) {
  // Positionals fill what the options leave open: first the test, then the file.
  std::size_t used = 0;
  const auto next = [&](const char* what) {
    if (used == parts.positionals.size()) refuse(std::string("no ") + what + " is given");
    return parts.positionals[used++];
  };
  if (parts.after_dashes && !parts.test.empty()) refuse("--test and a command after -- exclude each other");
  if (parts.after_dashes && parts.after_dashes->empty()) refuse("no command follows --");

  Call call;
  if (parts.after_dashes) {
    call.command = *parts.after_dashes;
  } else {
    call.command = test_command(parts.test.empty() ? next("TEST") : parts.test);
  }
  call.input = parts.input.empty() ? next("FILE") : parts.input;
  if (used < parts.positionals.size()) refuse("unexpected argument " + parts.positionals[used]);
  return call;
}

}  // namespace grabr
