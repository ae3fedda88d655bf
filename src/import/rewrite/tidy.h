// Makes an imported grammar complete: every name is defined once and used, and can be written.
#pragma once

#include <string>

#include "import/model/imported.h"

namespace grabr {

/// The rule that a whole input follows, if the source does not say: one that ends with EOF or
/// nothing uses.
std::string guessed_start(const ImportedGrammar& grammar);

/// Removes what is not defined, not used or defined twice, and gives names that we can write.
void tidy(ImportedGrammar& grammar);

/// Removes a token, and the alternatives that need it.
void remove_token(ImportedGrammar& grammar, const std::string& name);

}  // namespace grabr
