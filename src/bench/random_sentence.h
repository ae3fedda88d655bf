// Some sentence of a grammar, other ones for other seeds: inputs for a shootout.
#pragma once

#include <cstdint>
#include <string>

#include "grammar/analysis.h"
#include "parse/parser.h"

namespace grabr {

/// A text that parses, the same for the same seed on every machine: the longest of some random
/// derivations, or the cheapest sentence where none of them parses.
std::string random_sentence(const Parser& parser, const Analysis& analysis, std::uint64_t seed);

}  // namespace grabr
