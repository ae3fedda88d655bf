#include "run/config/command_words.h"

#include <cctype>
#include <cstddef>
#include <optional>

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

  /// Reads up to the closing quote; at_ ends on it.
  void read_quoted(char quote) {
    for (++at_; at_ < command_.size() && command_[at_] != quote; ++at_) {
      if (quote == '"' && escapes_next()) ++at_;
      word_->push_back(command_[at_]);
    }
    if (at_ == command_.size()) {
      throw Error(ErrorKind::kInvalid,
                  std::string("a ") + quote +
                      " is never closed in the test command: " + std::string(command_));
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

/// Reads a shell text from left to right, tracking quotes and comments.
class PathWriter {
 public:
  explicit PathWriter(std::string_view text) : text_(text) {}

  std::string write() {
    while (at_ < text_.size()) {
      if (!comment_ && text_.substr(at_).starts_with("@@")) {
        write_path();
      } else {
        copy(text_[at_]);
      }
    }
    return written_;
  }

 private:
  void write_path() {
    refuse_extension();
    written_ += quote_ == '"' ? "${1}" : quote_ == '\'' ? "'\"$1\"'" : "\"$1\"";
    at_ += 2;
  }

  void refuse_extension() const {
    const std::string_view rest = text_.substr(at_ + 2);
    if (rest.size() < 2 || rest[0] != '.') return;
    if (std::isalnum(static_cast<unsigned char>(rest[1])) == 0) return;
    throw Error(ErrorKind::kInvalid,
                "a shell text (-c) may use @@, but not @@.ext: " + std::string(text_) +
                    "\nhint: copy the file in the text (cp @@ x.ext), or write "
                    "\"$1\".ext for a file that the text makes");
  }

  void copy(char c) {
    const bool escapes = c == '\\' && quote_ != '\'' && !comment_ && at_ + 1 < text_.size();
    if (escapes) {
      written_ += text_.substr(at_, 2);
      at_ += 2;
      return;
    }
    follow(c);
    written_ += c;
    ++at_;
  }

  void follow(char c) {
    if (comment_) {
      comment_ = c != '\n';
    } else if (quote_ != 0) {
      if (c == quote_) quote_ = 0;
    } else if (c == '\'' || c == '"') {
      quote_ = c;
    } else {
      comment_ = c == '#' && begins_word();
    }
  }

  bool begins_word() const {
    constexpr std::string_view kBefore = " \t\n;&|(";
    return at_ == 0 || kBefore.find(text_[at_ - 1]) != std::string_view::npos;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  char quote_ = 0;  // the quote that is open
  bool comment_ = false;
  std::string written_;
};

}  // namespace

Words split_words(std::string_view command) { return WordSplitter(command).split(); }

std::string shell_text_with_path(std::string_view text) { return PathWriter(text).write(); }

Words words_of_test(const ProcessOracleOptions& test) {
  if (test.shell_text.empty()) return test.command;
  return {"/bin/sh", "-c", test.shell_text, "sh"};
}

}  // namespace grabr
