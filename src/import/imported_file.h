// What importing takes and gives.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "import/model/imported.h"
#include "text/diagnostic.h"
#include "text/source.h"

namespace grabr {

struct ImportOptions {
  std::string start;  ///< the rule that a whole input follows; empty: found
};

/// Reads a file that another one names; nothing if there is none. Never throws.
using ReadImported = std::function<std::optional<std::string>(const std::string& path)>;

struct ImportedFile {
  std::string text;             ///< in our notation; empty if there is nothing to import
  std::vector<Source> sources;  ///< all files that were read, the given ones first
  std::vector<std::vector<Diagnostic>> problems;  ///< of each of them
  std::vector<ImportRemark> remarks;              ///< what was not carried over; by place
  std::vector<std::string> guesses;               ///< what was guessed: "the start rule is file"
};

}  // namespace grabr
