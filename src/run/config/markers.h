// Marks in an input that say what of it a reduction may change.
#pragma once

#include <string>
#include <vector>

#include "text/source.h"

namespace grabr {

/// The parts that must stay, by the marks that the text has, in order; none without marks. Marks
/// are words anywhere in a line, usually in a comment:
///   DDBEGIN … DDEND (Lithium)                                only what is between their lines may
///   change grabr:keep … grabr:end                                   the lines from the first to
///   the last stay DustMiteNoRemoveStart … DustMiteNoRemoveStop (DustMite)  the same
/// Throws Error(kInvalid) with its place for a mark without its partner.
std::vector<Span> find_marked(const Source& source);

}  // namespace grabr
