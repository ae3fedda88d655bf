// Tested by tests/check_live.py, in tmux.
#include "cli/show/terminal.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>

namespace grabr {
namespace {

constexpr std::string_view kEnter = "\x1b[?1049h\x1b[?25l\x1b[H\x1b[2J";
constexpr std::string_view kLeave = "\x1b[m\x1b[?25h\x1b[?1049l";
// Terminals that support this show everything in between at once; others ignore it.
constexpr std::string_view kBeginUpdate = "\x1b[?2026h";
constexpr std::string_view kEndUpdate = "\x1b[?2026l";

/// Signals that end the program and would leave the terminal in the state of the live view. Signals
/// of faults are handled in cli/show/last_words.h.
constexpr int kDeadly[] = {SIGQUIT, SIGSYS, SIGXCPU, SIGALRM, SIGUSR2};

/// The data of signal handlers.
struct Taken {
  volatile std::sig_atomic_t is_taken = 0;
  int descriptor = -1;
  pid_t owner = 0;
  termios before{};
};
Taken taken;
volatile std::sig_atomic_t was_stopped = 0;

bool is_foreground(int descriptor) { return ::tcgetpgrp(descriptor) == ::getpgrp(); }

extern "C" void on_deadly_signal(int signal) {
  restore_terminal();
  ::raise(signal);  // its own handler is no longer installed
}

extern "C" void on_terminal_stop(int) {
  const int error = errno;
  restore_terminal();
  was_stopped = 1;
  ::kill(::getpid(), SIGSTOP);
  errno = error;
}

extern "C" void on_continue(int) { was_stopped = 1; }

/// Sets the handler unless another one is set or the signal is ignored.
void handle_if_default(int signal, void (*handler)(int), int flags) {
  struct sigaction action {};
  if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) return;
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

void handle_signals() {
  for (const int signal : kDeadly) {
    handle_if_default(signal, on_deadly_signal, static_cast<int>(SA_RESETHAND));
  }
  handle_if_default(SIGTSTP, on_terminal_stop, SA_RESTART);
  handle_if_default(SIGCONT, on_continue, SA_RESTART);
}

void give_back(int signal, void (*handler)(int)) {
  struct sigaction action {};
  if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler != handler) return;
  action = {};
  action.sa_handler = SIG_DFL;
  ::sigaction(signal, &action, nullptr);
}

void give_signals_back() {
  for (const int signal : kDeadly) give_back(signal, on_deadly_signal);
  give_back(SIGTSTP, on_terminal_stop);
  give_back(SIGCONT, on_continue);
}

bool is_dumb() {
  const char* const name = std::getenv("TERM");
  return name == nullptr || *name == '\0' || std::string_view(name) == "dumb";
}

bool locale_has_utf8() {
  const locale_t locale = ::newlocale(LC_CTYPE_MASK, "", nullptr);
  if (locale == nullptr) return false;
  const bool has = std::string_view(::nl_langinfo_l(CODESET, locale)) == "UTF-8";
  ::freelocale(locale);
  return has;
}

}  // namespace

void restore_terminal() noexcept {
  if (taken.is_taken == 0 || taken.owner != ::getpid()) return;
  taken.is_taken = 0;
  if (!is_foreground(taken.descriptor)) return;
  // A terminal that accepts no output may lose some of this.
  [[maybe_unused]] const ssize_t written = ::write(taken.descriptor, kLeave.data(), kLeave.size());
  ::tcsetattr(taken.descriptor, TCSADRAIN, &taken.before);
}

bool Terminal::is_there() {
  const int descriptor = STDERR_FILENO;
  return !is_dumb() && ::isatty(descriptor) == 1 && ::tcgetsid(descriptor) == ::getsid(0) &&
         is_foreground(descriptor);
}

ScreenStyle Terminal::style() {
  const char* const no_colour = std::getenv("NO_COLOR");
  return {.colour = no_colour == nullptr || *no_colour == '\0', .utf8 = locale_has_utf8()};
}

void Terminal::enter() {
  if (is_entered() || !is_there()) return;
  file_ = FileDescriptor(::open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
  if (!file_.is_open() || ::tcgetattr(file_.number(), &taken.before) != 0) {
    file_.close();
    return;
  }
  taken.descriptor = file_.number();
  taken.owner = ::getpid();
  handle_signals();
  was_stopped = 1;
  take_again();
}

void Terminal::leave() {
  if (!is_entered() || taken.owner != ::getpid()) return;
  restore_terminal();
  give_signals_back();
  file_.close();
  drawn_.clear();
  unwritten_.clear();
}

/// Takes the screen again after a stop. Returns false if the terminal is not ours at the moment.
bool Terminal::take_again() {
  if (!is_foreground(file_.number())) return false;
  if (was_stopped == 0) return true;
  was_stopped = 0;
  termios quiet = taken.before;
  quiet.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  quiet.c_cc[VMIN] = 0;
  quiet.c_cc[VTIME] = 0;
  taken.is_taken = 1;
  ::tcsetattr(file_.number(), TCSADRAIN, &quiet);
  unwritten_ = kEnter;
  drawn_.clear();
  drawn_size_ = size();
  write();
  return true;
}

ScreenSize Terminal::size() const {
  winsize window{};
  if (::ioctl(file_.number(), TIOCGWINSZ, &window) != 0 || window.ws_col == 0) return {};
  return {window.ws_col, window.ws_row};
}

void Terminal::draw(const std::vector<std::string>& lines) {
  if (!is_entered() || !take_again()) return;
  // Output that a slow terminal has not taken yet comes first, in full.
  write();
  if (!unwritten_.empty()) return;
  std::string update;
  if (const ScreenSize now = size(); now != drawn_size_) {
    drawn_size_ = now;
    drawn_.clear();
    update += "\x1b[2J";
  }
  const std::size_t rows = std::max(lines.size(), drawn_.size());
  for (std::size_t row = 0; row < rows; ++row) {
    const std::string_view line = row < lines.size() ? std::string_view(lines[row]) : "";
    if (row < drawn_.size() && drawn_[row] == line) continue;
    update += "\x1b[" + std::to_string(row + 1) + ";1H" + std::string(line) + "\x1b[K";
  }
  drawn_ = lines;
  if (update.empty()) return;
  unwritten_ = std::string(kBeginUpdate) + update + std::string(kEndUpdate);
  write();
}

void Terminal::write() {
  while (!unwritten_.empty()) {
    const ssize_t count = ::write(file_.number(), unwritten_.data(), unwritten_.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    unwritten_.erase(0, static_cast<std::size_t>(count));
  }
}

std::string Terminal::read_keys() {
  std::string keys;
  if (!is_entered() || !is_foreground(file_.number())) return keys;
  std::array<char, 256> buffer;
  while (keys.size() < buffer.size()) {
    const ssize_t count = ::read(file_.number(), buffer.data(), buffer.size());
    if (count <= 0) break;
    keys.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return keys;
}

void Terminal::await_key(double seconds) const {
  pollfd watched{file_.number(), POLLIN, 0};
  constexpr double kMillisecond = 1000;
  ::poll(&watched, is_entered() ? 1 : 0, static_cast<int>(seconds * kMillisecond));
}

}  // namespace grabr
