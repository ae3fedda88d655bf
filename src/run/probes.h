// The texts that are tested before the search, to see whether the test knows the failure when it is
// not there.
#pragma once

#include <string_view>
#include <vector>

#include "oracle/answers/preflight.h"
#include "parse/parser.h"

namespace grabr {

/// What cannot show a failure: no text, the shortest sentence of the grammar (with a parser whose
/// grammar has one of moderate length), and a text in no language.
std::vector<Probe> vacuous_probes(const Parser* parser);

/// What should show the same failure: the text of the tree without spaces and comments, as far as
/// tokens do not need them; line ends stay. None where that is not known to be the same to the
/// grammar: its notation skips nothing, indentation means something, or the tree is of a part only.
std::vector<Probe> equivalent_probes(const Parser& parser, const Tree& tree);

}  // namespace grabr
