// A problem in a regular expression.
#pragma once

#include <string>

#include "text/source.h"

namespace grabr {

/// What is wrong, and where in the expression's text.
struct RegexProblem {
  Span span;
  std::string message;
  std::string hint;
};

}  // namespace grabr
