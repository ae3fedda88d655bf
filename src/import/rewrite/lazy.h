// Repetitions that end as early as they can, as in '/*' .*? '*/', which our regular expressions do
// not have, turned into such that say what is inside.
#pragma once

#include <optional>

#include "import/model/phrase.h"

namespace grabr {

/// The same texts without lazy repetitions; nothing if that would be too large. Of sets, texts,
/// sequences, choices and repetitions only.
std::optional<Phrase> without_lazy(const Phrase& given);

/// The sequence  X*? (END | EOF) …  as  X*? END … | Y* , where no END begins in Y: at the end of
/// the input what is missing is not waited for.
Phrase ended_by_input(Phrase sequence);

}  // namespace grabr
