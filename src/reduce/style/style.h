// How the result is written down for a person: a step after the search.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "reduce/problem.h"
#include "text/named_value.h"

namespace grabr {

enum class Style : std::uint8_t {
  kKeep,     ///< as the search leaves it
  kCompact,  ///< as few bytes between the tokens as possible
  kPretty,   ///< one statement or element a line, indented by nesting
};

/// All of them, by their names: keep, compact, pretty.
std::span<const NamedValue<Style>> styles();
std::string_view style_name(Style style);

/// A text in the style "pretty"; nothing, and why not, where there is none of the same tokens.
struct LaidOut {
  std::optional<std::string> text;
  std::string why_not;  ///< "in python indentation means something"
};
LaidOut laid_out(const Parser& parser, const std::string& text);

/// Writes the session's best text in that style, as phase "style", where it still fails so. It has
/// the same tokens then, but may be larger than before. Returns why that could not be; empty: it
/// could, or there was nothing to do.
std::string apply_style(Style style, Session& session, const Problem& problem);

}  // namespace grabr
