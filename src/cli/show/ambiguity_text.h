// What `grabr parse --ambiguity` prints.
#pragma once

#include <string>

#include "parse/ambiguity/ambiguity.h"
#include "text/source.h"

namespace grabr {

/// How many derivations, where the first ambiguity is and its two trees:
///
///   sum.txt: 5 derivations
///   sum.txt:1:1-1:5: <e> is ambiguous: 1+1+1
///   the chosen tree:
///   …
///   another tree:
///   …
std::string ambiguity_text(AllDerivations& derivations, const Source& source);

}  // namespace grabr
