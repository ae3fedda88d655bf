// Problems in a user's file: collected as values, shown together with line, column, caret and hint.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "text/source.h"

namespace grabr {

enum class Severity { kError, kWarning, kNote };

/// One problem at a place of one source. `hint` says how to mend it; it may be empty.
struct Diagnostic {
  Severity severity = Severity::kError;
  Span span;
  std::string message;
  std::string hint;
  std::vector<std::string> notes{};  ///< what else there is to say about the place, a line each
};

bool has_errors(std::span<const Diagnostic> diagnostics);

/// `name:line:column: error: message`, the line, a caret line under the span, the notes and the
/// hint. Long lines are cut around the caret; ends with a newline.
std::string render(const Diagnostic& diagnostic, const Source& source);

/// All of them in order of their place in the source, errors before warnings at one place. Of more
/// than a hundred the first hundred, errors before others, and how many there are besides.
std::string render(std::span<const Diagnostic> diagnostics, const Source& source);

}  // namespace grabr
