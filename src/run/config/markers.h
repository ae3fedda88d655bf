// Finds marks in an input that limit what a reduction may change.
#pragma once

#include <string>
#include <vector>

#include "text/source.h"

namespace grabr {

/// The parts that must stay according to the marks in the text, in order; none without marks. Marks
/// are words anywhere in a line, usually in a comment:
///   DDBEGIN … DDEND (Lithium)                               only the lines between them may change
///   grabr:keep … grabr:end                                  the lines from first to last stay
///   DustMiteNoRemoveStart … DustMiteNoRemoveStop (DustMite) the same
/// Throws Error(kInvalid), with its place, for a mark without its partner.
std::vector<Span> find_marked(const Source& source);

}  // namespace grabr
