// Texts that are tested before the search to check that the test distinguishes failing texts from
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

/// Texts that should show the same failure: the tree's text without spaces and comments, except
/// where tokens need them; line ends stay. None if the grammar may treat them differently: it skips
/// nothing, indentation has a meaning, or the tree covers only a part.
std::vector<Probe> equivalent_probes(const Parser& parser, const Tree& tree);

}  // namespace grabr
