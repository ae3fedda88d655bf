// `grabr generate --delete`: files with one thing of their tree missing.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/show/numbered_output.h"
#include "grammar/model/grammar.h"

namespace grabr {

struct DeletionOptions {
  std::vector<std::string> files;
  std::string list;            ///< file for what was deleted; empty: none
  SymbolId start = kNoSymbol;  ///< what the files are; kNoSymbol: the grammar's start
  std::uint64_t count = 1;
  std::uint64_t seed = 0;
};

/// The exit status. Files that do not parse are shown and left out: 1. So are those that cannot
/// lose anything; where that is so of all files, there is no text.
int generate_deletions(const std::shared_ptr<const Grammar>& grammar,
                       const DeletionOptions& options, const NumberedOutput& output);

}  // namespace grabr
