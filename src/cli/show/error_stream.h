// Output for people. Standard error: each line is written with one write, so that it stays whole in
// a log that other programs also write to; on a terminal, a status line is shown below. Standard
// output: unchanged, except on a terminal.
//
// Names, texts and the output of tests come from others. They cannot control the terminal, because
// both streams show control characters instead of passing them on (text/escape.h).
#pragma once

#include <unistd.h>

#include <cstddef>
#include <streambuf>
#include <string>
#include <string_view>

namespace grabr {

/// While one exists, output to std::cerr is buffered until its line is complete. Output that cannot
/// be written (a closed terminal or pipe) is dropped: a message must not cost a result.
class ErrorStream : public std::streambuf {
 public:
  /// If `columns` is 0, the width is that of the terminal, if there is one.
  explicit ErrorStream(int descriptor = STDERR_FILENO, std::size_t columns = 0);
  ~ErrorStream() override;
  ErrorStream(const ErrorStream&) = delete;
  ErrorStream& operator=(const ErrorStream&) = delete;

  /// Null if there is none.
  static ErrorStream* current();

  /// The width of a line; 0: not a terminal on which a line can be rewritten.
  std::size_t columns() const;
  /// Rewrites the status line, cut to the width; does nothing without a terminal. The line
  /// disappears as soon as anything else is written.
  void show_status(std::string_view line);
  void clear_status();

 protected:
  int overflow(int character) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;

 private:
  void write(std::string_view text);

  int descriptor_;
  std::size_t columns_;
  std::streambuf* replaced_;
  ErrorStream* outer_;
  std::string pending_;  ///< an incomplete line
  std::string status_;
  bool status_is_shown_ = false;
};

/// While one exists, std::cout shows control characters on a terminal instead of passing them on.
/// Other output is unchanged.
class TerminalOutput : public std::streambuf {
 public:
  explicit TerminalOutput(int descriptor = STDOUT_FILENO,
                          bool is_terminal = isatty(STDOUT_FILENO) == 1);
  ~TerminalOutput() override;
  TerminalOutput(const TerminalOutput&) = delete;
  TerminalOutput& operator=(const TerminalOutput&) = delete;

 protected:
  int overflow(int character) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;

 private:
  int descriptor_;
  std::streambuf* replaced_;  ///< null: standard output is not a terminal
  std::string pending_;
};

/// Writes to standard output, with our own escape sequences; quoted text must be displayed().
void print_styled(std::string_view text);

/// The same for the ErrorStream of std::cerr, if there is one.
void show_status(std::string_view line);
void clear_status();
/// Whether show_status() shows anything.
bool has_status_line();

}  // namespace grabr
