// Standard error: whole lines, each with one write, so that they stay whole in a log that others
// write to as well; and one line below them, on a terminal, that says what is being done.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <streambuf>
#include <string>
#include <string_view>

namespace grabr {

/// While one exists, what goes to std::cerr is kept until its line is whole. What cannot be written
/// (the terminal is gone, nobody reads the pipe any more) is dropped: no message is worth a result.
class ErrorStream : public std::streambuf {
 public:
  /// Of `columns` 0 the width is that of the terminal, if it is one.
  explicit ErrorStream(int descriptor = STDERR_FILENO, std::size_t columns = 0);
  ~ErrorStream() override;
  ErrorStream(const ErrorStream&) = delete;
  ErrorStream& operator=(const ErrorStream&) = delete;

  /// Null: nobody has made one.
  static ErrorStream* current();

  /// How wide a line may be; 0: this is no terminal on which a line can be written anew.
  std::size_t columns() const;
  /// Writes the status line anew, cut to the width; nothing where there is no terminal. It goes as
  /// soon as anything else is written.
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
  std::string pending_;  ///< the beginning of a line
  std::string status_;
  bool status_is_shown_ = false;
};

/// For those of std::cerr that may be there or not.
void show_status(std::string_view line);
void clear_status();
/// Whether show_status() shows anything.
bool has_status_line();

}  // namespace grabr
