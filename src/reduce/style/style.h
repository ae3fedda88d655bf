// The layout of the result, written for a person in a step after the search.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "reduce/problem.h"
#include "text/named_value.h"

namespace grabr {

enum class Style : std::uint8_t {
  kKeep,     ///< as the search left it
  kCompact,  ///< as few bytes between the tokens as possible
  kPretty,   ///< one statement or element per line, indented by nesting
};

/// All styles with their names: keep, compact, pretty.
std::span<const NamedValue<Style>> styles();
std::string_view style_name(Style style);

/// A text in the style "pretty". If there is none with the same tokens, the reason.
struct LaidOut {
  std::optional<std::string> text;
  std::string why_not;  ///< such as "in python indentation means something"
};
LaidOut laid_out(const Parser& parser, const std::string& text);

/// Writes the session's best text in that style, in the phase "style", if it still fails then. The
/// text has the same tokens, but may be larger than before. Returns why that was impossible; empty
/// if it was done, or if there was nothing to do.
std::string apply_style(Style style, Session& session, const Problem& problem);

}  // namespace grabr
