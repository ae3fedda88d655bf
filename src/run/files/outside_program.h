// An outside reducer that is a program using Shrink Ray's protocol (outside_messages.h).
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

/// Runs the program with /bin/sh at the first text. If it ends because it has no more candidates,
/// it is started again later. If it breaks the protocol or is silent for a minute, it is left out
/// from then on, and `tell` gets the reason.
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
  /// Gives the program time to clean up; then kills it with all processes that it has started.
  void end();
  void leave_out(const std::string& why);
  std::optional<std::string> next_line(const StopToken& stop);

  std::string command_;
  Tell tell_;
  bool left_out_ = false;
  bool has_said_anything_ = false;  ///< since the last start
  pid_t process_ = -1;
  FileDescriptor to_, from_;
  std::string unsent_, unread_;
};

}  // namespace grabr
