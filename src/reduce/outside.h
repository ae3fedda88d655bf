// Reducers that are no part of this program: each proposes texts and is told what the test says.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "oracle/stop_token.h"

namespace grabr {

class OutsideReducer {
 public:
  virtual ~OutsideReducer() = default;
  /// For progress and report.
  virtual const std::string& name() const = 0;
  /// A text that fails, to work on from now on.
  virtual void work_on(std::string_view text) = 0;
  /// Its next proposal; nothing: it knows no more of this text, or has ended. Throws Error if
  /// `stop` asks for it.
  virtual std::optional<std::string> proposed(const StopToken& stop) = 0;
  /// The answer to that proposal. If the proposal fails, it becomes the text to work on.
  virtual void on_answer(std::string_view text, bool fails) = 0;
};

}  // namespace grabr
