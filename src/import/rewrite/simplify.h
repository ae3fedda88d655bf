// Small identities on parts, so that what the steps leave behind reads as if it had been written.
#pragma once

#include "import/model/phrase.h"

namespace grabr {

/// A part that nothing matches.
Phrase never_part();
bool is_never(const Phrase& part);

/// Without nested sequences and choices, optional optionals, x x*, what never matches, and with
/// sets in place of choices of single characters (if `lexical`).
Phrase simplified(Phrase part, bool lexical);

/// Whether it matches the empty text; names count as not.
bool matches_nothing(const Phrase& part);
/// What it matches apart from the empty text.
Phrase without_nothing(const Phrase& part);
/// The fixed text that it is, if it is one; single characters of sets count.
bool is_fixed_text(const Phrase& part, std::string& text);

}  // namespace grabr
