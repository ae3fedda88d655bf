// The terminal of the live view: its alternate screen without an echo of keys, and back again
// however the program ends.
//
// It is the controlling terminal behind standard error, opened once more: whatever standard input
// is, keys come from there, and a terminal that takes nothing (Ctrl-S) does not hold up the search.
// Ctrl-C and Ctrl-Z stay signals. While the program is stopped, and in the background, the terminal
// is as it was.
#pragma once

#include <string>
#include <vector>

#include "cli/show/styled_row.h"
#include "text/system_call.h"

namespace grabr {

class Terminal {
 public:
  /// Can a view be shown: is there such a terminal, no dumb one, and are we in its foreground?
  static bool is_there();
  /// Without colours where NO_COLOR says so, in ASCII where the locale does not have UTF-8.
  static ScreenStyle style();

  Terminal() = default;
  ~Terminal() { leave(); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// Takes the screen; does nothing if that is not possible.
  void enter();
  /// Gives it back.
  void leave();
  bool is_entered() const { return file_.is_open(); }

  ScreenSize size() const;
  /// Shows these lines, writing only those that have changed, in one piece.
  void draw(const std::vector<std::string>& lines);
  /// What has been typed since the last call.
  std::string read_keys();
  /// Waits for a key, but no longer than that.
  void await_key(double seconds) const;

 private:
  bool take_again();
  void write();

  FileDescriptor file_;
  std::vector<std::string> drawn_;
  ScreenSize drawn_size_;
  std::string unwritten_;
};

/// For handlers of signals: gives the screen back at once, if it is taken by this process.
void restore_terminal() noexcept;

}  // namespace grabr
