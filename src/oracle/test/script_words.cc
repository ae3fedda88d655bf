// Deliberately finds too many words: a word that names nothing costs a look at the disk, a missed
// one gives the user an outdated answer. For written files it is the reverse: a file that the test
// itself changes would make the test differ on every run.
//
//   cd "$GRABR_DIR" && CC=/opt/bin/cc ./build.sh 'a b' > log
//   words:   cd $GRABR_DIR CC=/opt/bin/cc /opt/bin/cc ./build.sh "a b" a b     written: log
//
// Tested by tests/oracle/script_words_test.cc.
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <unordered_set>

#include "oracle/test/test_files.h"

namespace grabr {
namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kOperators = "\n;|&()<>{}[],`";
constexpr std::size_t kMaxWordBytes = 4096;  // no path is longer

/// Commands that create or remove the files named by their arguments, or by the last one.
constexpr std::array<std::string_view, 8> kWriters = {"touch", "rm",     "tee",      "mkdir",
                                                      "rmdir", "mkfifo", "truncate", "unlink"};
constexpr std::array<std::string_view, 4> kCopiers = {"cp", "mv", "ln", "install"};

bool is_in(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

template <std::size_t size>
bool is_among(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class WordList {
 public:
  void add(std::string_view word) {
    if (word.empty() || word.size() > kMaxWordBytes) return;
    if (seen_.emplace(word).second) words.emplace_back(word);
  }

  std::vector<std::string> words;

 private:
  std::unordered_set<std::string> seen_;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  ScriptWords read() {
    if (rest_.starts_with("#!")) rest_.remove_prefix(2);
    while (!rest_.empty()) step();
    end_command();
    return {std::move(words_.words), std::move(written_.words)};
  }

 private:
  void step() {
    const char c = rest_.front();
    if (c == '\'' || c == '"') return quoted(c);
    if (c == '\\') return escaped();
    if (c == '$' && rest_.starts_with("${")) return braces();
    if (c == '#' && !in_word_) return drop(std::min(rest_.find('\n'), rest_.size()));
    if (is_in(kBlanks, c)) end_word();
    else if (is_in(kOperators, c)) operate(c);
    else put(rest_.substr(0, 1));
    drop(1);
  }

  void drop(std::size_t count) { rest_.remove_prefix(std::min(count, rest_.size())); }

  void put(std::string_view text) {
    word_ += text;
    in_word_ = true;
  }

  void quoted(char quote) {
    std::size_t end = rest_.find(quote, 1);
    while (quote == '"' && end != std::string_view::npos && rest_[end - 1] == '\\') {
      end = rest_.find(quote, end + 1);
    }
    if (end == std::string_view::npos) {  // an apostrophe
      end_word();
      return drop(1);
    }
    const std::string_view text = rest_.substr(1, end - 1);
    put(text);
    if (text.find_first_of(" \t\n") != std::string_view::npos) add_parts(text);
    drop(end + 1);
  }

  /// A quoted text may be a command for another shell, or a line of another language.
  void add_parts(std::string_view text) {
    constexpr std::string_view kEnds = " \t\r\n'\"`;|&()<>{}[],\\";
    while (!text.empty()) {
      const std::size_t end = std::min(text.find_first_of(kEnds), text.size());
      add(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  void escaped() {
    if (rest_.starts_with("\\\n")) end_word();
    else put(rest_.substr(1, 1));
    drop(2);
  }

  void braces() {
    const std::size_t end = std::min(rest_.find('}'), rest_.size() - 1);
    put(rest_.substr(0, end + 1));
    drop(end + 1);
  }

  void operate(char c) {
    // "2>&1" and ">|" are one operator each.
    const bool goes_on = after_arrow_ && !in_word_ && (c == '>' || c == '|' || c == '&');
    end_word();
    if (goes_on && c == '&') after_arrow_ = false;  // a number follows
    if (c == '>') after_arrow_ = true;
    else if (!goes_on && c != '<' && c != '[' && c != ']' && c != ',') end_command();
  }

  void end_word() {
    if (!in_word_) return;
    if (after_arrow_) written_.add(word_);
    else command_.push_back(word_);
    after_arrow_ = false;
    in_word_ = false;
    word_.clear();
  }

  void end_command() {
    end_word();
    after_arrow_ = false;
    note_written();
    for (const std::string& word : command_) add(word);
    command_.clear();
  }

  void note_written() {
    for (std::size_t i = 0; i < command_.size(); ++i) {
      const std::string_view word = command_[i];
      const auto behind = std::span(command_).subspan(i + 1);
      if ((word == "-o" || word == "--output") && !behind.empty()) written_.add(behind.front());
      if (word.starts_with("of=") || word.starts_with("--output=")) {
        written_.add(word.substr(word.find('=') + 1));
      }
      if (is_among(kCopiers, word) && !behind.empty()) written_.add(behind.back());
      if (!is_among(kWriters, word)) continue;
      for (const std::string& other : behind) written_.add(other);
    }
  }

  /// Adds the word, and the parts of it that may be words.
  void add(std::string_view word) {
    words_.add(word);
    if (const std::size_t equals = word.find('='); equals != std::string_view::npos) {
      add(word.substr(equals + 1));
    }
    if (word.find("://") == std::string_view::npos) {
      for (std::size_t colon; (colon = word.find(':')) != std::string_view::npos;) {
        words_.add(word.substr(0, colon));
        word.remove_prefix(colon + 1);
        words_.add(word);
      }
    }
    const std::size_t place = word.starts_with('-') ? word.find_first_of("/$") : 0;
    if (place != 0 && place != std::string_view::npos) words_.add(word.substr(place));
  }

  std::string_view rest_;
  std::string word_;
  bool in_word_ = false;
  bool after_arrow_ = false;
  std::vector<std::string> command_;
  WordList words_;
  WordList written_;
};

}  // namespace

ScriptWords words_of_script(std::string_view text) { return Reader(text).read(); }

}  // namespace grabr
