// Regular expressions in our notation for tokens of imported grammars.
#pragma once

#include <string>

#include "import/model/phrase.h"

namespace grabr {

/// Of sets, texts, sequences, choices and repetitions that are not lazy.
std::string regex_text(const Phrase& part);
/// A set as it is written, in brackets if need be: `[a-z]`, `[^"\\]`, `x`, `[\s\S]`.
std::string set_text(const CharClass& set);

}  // namespace grabr
