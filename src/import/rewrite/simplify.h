// Small identities on parts, so that what the steps leave behind reads as if it had been written.
#pragma once

#include "import/model/phrase.h"

namespace grabr {

/// A part that nothing matches.
Phrase never_part();
bool is_never(const Phrase& part);

/// Flattens nested sequences and choices, (x?)? and x x*, and drops what never matches. `lexical`:
/// choices of single characters become sets.
Phrase simplified(Phrase part, bool lexical);

/// Can it match the empty text? Names of rules and tokens are taken not to.
bool matches_nothing(const Phrase& part);
/// What it matches apart from the empty text.
Phrase without_nothing(const Phrase& part);
/// Does it match exactly one text? Appends it to `text`; a set of one character counts.
bool is_fixed_text(const Phrase& part, std::string& text);

}  // namespace grabr
