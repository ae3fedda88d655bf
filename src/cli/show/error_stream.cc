// Tested by tests/cli/error_stream_test.cc.
#include "cli/show/error_stream.h"

#include <sys/ioctl.h>

#include <cstdlib>
#include <iostream>
#include <utility>

#include "text/escape.h"
#include "text/file.h"

namespace grabr {
namespace {

constexpr std::string_view kEraseLine = "\r\x1b[K";

ErrorStream* the_stream = nullptr;

/// Terminals with TERM=dumb, or without TERM, cannot erase a line.
bool is_dumb_terminal() {
  const char* const name = std::getenv("TERM");
  return name == nullptr || *name == '\0' || std::string_view(name) == "dumb";
}

/// The first `columns` characters of a UTF-8 line.
std::string_view cut(std::string_view line, std::size_t columns) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool begins = (static_cast<unsigned char>(line[i]) & 0xC0) != 0x80;
    if (begins && columns-- == 0) return line.substr(0, i);
  }
  return line;
}

constexpr std::size_t kMaxPendingBytes = 65536;

/// The number of bytes at the end that belong to an incomplete UTF-8 character.
std::size_t unfinished_bytes(std::string_view text) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0) == 0x80) continue;
    if (byte < 0xC2 || byte > 0xF4) return 0;
    const std::size_t length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    return length > back ? back : 0;
  }
  return 0;
}

}  // namespace

ErrorStream::ErrorStream(int descriptor, std::size_t columns)
    : descriptor_(descriptor),
      columns_(columns),
      replaced_(std::cerr.rdbuf(this)),
      outer_(std::exchange(the_stream, this)) {}

ErrorStream::~ErrorStream() {
  clear_status();
  if (!pending_.empty()) write(displayed(pending_));
  std::cerr.rdbuf(replaced_);
  the_stream = outer_;
}

ErrorStream* ErrorStream::current() { return the_stream; }

std::size_t ErrorStream::columns() const {
  if (columns_ > 0) return columns_;
  if (isatty(descriptor_) != 1 || is_dumb_terminal()) return 0;
  constexpr std::size_t kUsual = 80;
  winsize size{};
  return ioctl(descriptor_, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : kUsual;
}

void ErrorStream::show_status(std::string_view line) {
  const std::size_t wide = columns();
  if (wide == 0) return;
  const std::string text = displayed(line);
  const std::string_view shown = cut(text, wide - 1);
  if (status_is_shown_ && status_ == shown) return;
  status_ = shown;
  status_is_shown_ = true;
  write(std::string(kEraseLine) + status_);
}

void ErrorStream::clear_status() {
  if (status_is_shown_) write(kEraseLine);
  status_is_shown_ = false;
}

int ErrorStream::overflow(int character) {
  if (character != traits_type::eof()) pending_ += traits_type::to_char_type(character);
  return traits_type::not_eof(character);
}

std::streamsize ErrorStream::xsputn(const char* text, std::streamsize size) {
  pending_.append(text, static_cast<std::size_t>(size));
  return size;
}

/// std::cerr (unitbuf) calls it after each output operation.
int ErrorStream::sync() {
  const std::size_t end = pending_.rfind('\n');
  if (end == std::string::npos) return 0;
  std::string lines = pending_.substr(0, end + 1);
  pending_.erase(0, end + 1);
  lines = displayed(lines);
  if (std::exchange(status_is_shown_, false)) lines.insert(0, kEraseLine);
  write(lines);
  return 0;
}

void ErrorStream::write(std::string_view text) { static_cast<void>(write_all(descriptor_, text)); }

TerminalOutput::TerminalOutput(int descriptor, bool is_terminal)
    : descriptor_(descriptor), replaced_(is_terminal ? std::cout.rdbuf(this) : nullptr) {}

TerminalOutput::~TerminalOutput() {
  if (replaced_ == nullptr) return;
  sync();
  if (!pending_.empty()) static_cast<void>(write_all(descriptor_, displayed(pending_)));
  std::cout.rdbuf(replaced_);
}

int TerminalOutput::overflow(int character) {
  if (character != traits_type::eof()) pending_ += traits_type::to_char_type(character);
  return traits_type::not_eof(character);
}

std::streamsize TerminalOutput::xsputn(const char* text, std::streamsize size) {
  pending_.append(text, static_cast<std::size_t>(size));
  return pending_.size() < kMaxPendingBytes || sync() == 0 ? size : 0;
}

int TerminalOutput::sync() {
  const std::size_t whole = pending_.size() - unfinished_bytes(pending_);
  if (whole == 0) return 0;
  const int error = write_all(descriptor_, displayed(std::string_view(pending_).substr(0, whole)));
  pending_.erase(0, whole);
  return error == 0 ? 0 : -1;
}

void print_styled(std::string_view text) {
  std::cout << std::flush;
  static_cast<void>(write_all(STDOUT_FILENO, text));
}

void show_status(std::string_view line) {
  if (the_stream != nullptr) the_stream->show_status(line);
}

void clear_status() {
  if (the_stream != nullptr) the_stream->clear_status();
}

bool has_status_line() { return the_stream != nullptr && the_stream->columns() > 0; }

}  // namespace grabr
