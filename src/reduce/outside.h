// Reducers that run as programs of their own: each proposes texts and is told the test's answers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "oracle/stop_token.h"

namespace grabr {

class OutsideReducer {
 public:
  virtual ~OutsideReducer() = default;
  /// The name to show in progress and report.
  virtual const std::string& name() const = 0;
  /// A text that fails, to work on from now on.
  virtual void work_on(std::string_view text) = 0;
  /// Its next proposal; nothing if it has no more for this text, or has ended. Throws Error if
  /// `stop` asks for it.
  virtual std::optional<std::string> proposed(const StopToken& stop) = 0;
  /// The answer to that proposal. If the proposal fails, it becomes the text to work on.
  virtual void on_answer(std::string_view text, bool fails) = 0;
};

}  // namespace grabr
