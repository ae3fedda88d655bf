// Writes tokens of imported grammars as regular expressions in grabr's notation.
#pragma once

#include <string>

#include "import/model/phrase.h"

namespace grabr {

/// Takes sets, texts, sequences, choices and greedy repetitions.
std::string regex_text(const Phrase& part);
/// A set as it is written, in brackets if need be: `[a-z]`, `[^"\\]`, `x`, `[\s\S]`.
std::string set_text(const CharClass& set);

}  // namespace grabr
