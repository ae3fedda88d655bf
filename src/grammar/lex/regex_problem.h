// A problem in a regular expression.
#pragma once

#include <string>

#include "text/source.h"

namespace grabr {

/// A problem, and its place in the expression's text.
struct RegexProblem {
  Span span;
  std::string message;
  std::string hint;
};

}  // namespace grabr
