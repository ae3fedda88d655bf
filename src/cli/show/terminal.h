// The terminal of the live view: switches to its alternate screen without echo, and restores it
// however the program ends.
//
// It is the controlling terminal behind standard error, opened once more: keys come from there,
// whatever standard input is, and a terminal that takes no output (Ctrl-S) does not hold up the
// search. Ctrl-C and Ctrl-Z remain signals. While the program is stopped or in the background, the
// terminal is in its normal state.
#pragma once

#include <string>
#include <vector>

#include "cli/show/styled_row.h"
#include "text/system_call.h"

namespace grabr {

class Terminal {
 public:
  /// Can a view be shown? That needs such a terminal that is not dumb, and us in its foreground.
  static bool is_there();
  /// Without colours if NO_COLOR is set, in ASCII if the locale is not UTF-8.
  static ScreenStyle style();

  Terminal() = default;
  ~Terminal() { leave(); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// Takes the screen; does nothing if that is not possible.
  void enter();
  /// Restores it.
  void leave();
  bool is_entered() const { return file_.is_open(); }

  ScreenSize size() const;
  /// Shows these lines, writing only those that have changed, in one piece.
  void draw(const std::vector<std::string>& lines);
  /// What has been typed since the last call.
  std::string read_keys();
  /// Waits for a key, at most for this time.
  void await_key(double seconds) const;

 private:
  bool take_again();
  void write();

  FileDescriptor file_;
  std::vector<std::string> drawn_;
  ScreenSize drawn_size_;
  std::string unwritten_;
};

/// For signal handlers: restores the terminal at once, if this process has taken it.
void restore_terminal() noexcept;

}  // namespace grabr
