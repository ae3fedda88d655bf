// What can be wrong with a regular expression.
#pragma once

#include <string>

#include "text/source.h"

namespace grabr {

/// What is wrong with an expression, at a span of its text.
struct RegexProblem {
  Span span;
  std::string message;
  std::string hint;
};

}  // namespace grabr
