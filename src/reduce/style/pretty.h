// One statement or element a line, indented by nesting.
#pragma once

#include <optional>
#include <string>

#include "grammar/model/grammar.h"
#include "tree/tree.h"

namespace grabr {

/// Why no text of the grammar can be laid out; empty: it can.
std::string why_not_pretty(const Grammar& grammar);

/// The text of a tree as parsed, laid out; nothing where its grammar does not say how: white space
/// means something there, or no list looks like statements. The caller has to see whether the text
/// still has the same tokens.
std::optional<std::string> pretty_text(const Tree& tree);

}  // namespace grabr
