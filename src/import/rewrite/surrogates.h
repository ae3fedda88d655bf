// Characters beyond U+FFFF as grammars for UTF-16 write them: two sets, one of first and one of
// second halves. Our texts are UTF-8, where each is one character.
#pragma once

#include "import/model/phrase.h"

namespace grabr {

/// Whether it is a set of halves only, which no text of ours contains.
bool is_surrogate_set(const Phrase& part);

/// The sequence with one set for each pair:  [\uD800-\uDBFF] [\uDC00-\uDFFF]  is
/// [\u{10000}-\u{10ffff}]. Wider where not every first half goes with every second one.
Phrase joined_surrogates(Phrase sequence);

}  // namespace grabr
