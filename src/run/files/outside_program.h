// An outside reducer that is a program, which speaks Shrink Ray's protocol (outside_messages.h).
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "reduce/outside.h"
#include "text/system_call.h"

namespace grabr {

/// Started at its first text, by /bin/sh; one that ends when it knows no more is started anew. One
/// that breaks the protocol or says nothing for a minute is left out from then on, and `tell` hears
/// why.
class OutsideProgram : public OutsideReducer {
 public:
  using Tell = std::function<void(const std::string& words)>;
  OutsideProgram(std::string command, Tell tell);
  ~OutsideProgram() override;
  OutsideProgram(const OutsideProgram&) = delete;
  OutsideProgram& operator=(const OutsideProgram&) = delete;

  const std::string& name() const override { return command_; }
  void work_on(std::string_view text) override;
  std::optional<std::string> proposed(const StopToken& stop) override;
  void on_answer(std::string_view text, bool fails) override;

 private:
  void start();
  /// Gives it time to clean up; then it is killed, with all that it has started.
  void end();
  void leave_out(const std::string& why);
  std::optional<std::string> next_line(const StopToken& stop);

  std::string command_;
  Tell tell_;
  bool left_out_ = false;
  bool has_said_anything_ = false;  ///< since it was started
  pid_t process_ = -1;
  FileDescriptor to_, from_;
  std::string unsent_, unread_;
};

}  // namespace grabr
