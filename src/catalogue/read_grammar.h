// Reads a grammar file for a command.
#pragma once

#include <filesystem>
#include <memory>

#include "grammar/model/grammar.h"

namespace grabr {

/// The grammar in that file. Throws Error(kInvalid) with all its problems, rendered.
std::shared_ptr<const Grammar> read_grammar(const std::filesystem::path& path);

}  // namespace grabr
