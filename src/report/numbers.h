// What a command has printed for the input and for the result (--minimize).
#pragma once

#include <optional>

namespace grabr {

/// Empty: none was asked.
struct Numbers {
  std::optional<double> before;
  std::optional<double> after;
};

}  // namespace grabr
