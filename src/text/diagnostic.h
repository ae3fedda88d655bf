// Problems in a user's file: collected as values, displayed together with line, column, caret and
// hint.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "text/source.h"

namespace grabr {

enum class Severity { kError, kWarning, kNote };

/// A problem at one place in a source. `hint` says how to fix it; may be empty.
struct Diagnostic {
  Severity severity = Severity::kError;
  Span span;
  std::string message;
  std::string hint;
  std::vector<std::string> notes{};  ///< further remarks, one per line
};

bool has_errors(std::span<const Diagnostic> diagnostics);

/// `name:line:column: error: message`, the line, a caret line under the span, the notes and the
/// hint. Long lines are cut around the caret; ends with a newline.
std::string render(const Diagnostic& diagnostic, const Source& source);

/// Renders all of them in source order, errors before warnings at the same place. Of more than a
/// hundred, shows the first hundred, errors first, and the number of the others.
std::string render(std::span<const Diagnostic> diagnostics, const Source& source);

}  // namespace grabr
