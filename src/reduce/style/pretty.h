// Writes one statement or element per line, indented by nesting.
#pragma once

#include <optional>
#include <string>

#include "grammar/model/grammar.h"
#include "tree/tree.h"

namespace grabr {

/// Why no text of the grammar can be laid out; empty if it can.
std::string why_not_pretty(const Grammar& grammar);

/// The laid out text of a freshly parsed tree; nothing if white space has a meaning in its grammar,
/// or no list looks like statements. The caller must check that the text still has the same tokens.
std::optional<std::string> pretty_text(const Tree& tree);

}  // namespace grabr
