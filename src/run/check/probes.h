// The texts that are tested before the search to check that the test tells failing texts from
// others.
#pragma once

#include <string_view>
#include <vector>

#include "oracle/answers/preflight.h"
#include "parse/parser.h"

namespace grabr {

/// Texts that should not fail: the empty text, the shortest sentence of the grammar (with a parser
/// whose grammar has one of moderate length), and a text in no language.
std::vector<Probe> vacuous_probes(const Parser* parser);

/// Texts that should show the same failure: that of the tree without spaces and comments, as far as
/// tokens do not need them; line ends stay. None if the grammar may not treat it the same: its
/// notation skips nothing, indentation has a meaning, or the tree is of a part only.
std::vector<Probe> equivalent_probes(const Parser& parser, const Tree& tree);

}  // namespace grabr
