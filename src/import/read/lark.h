// Reads grammars of Lark (.lark).
#pragma once

#include <string>
#include <vector>

#include "grammar/model/problems.h"
#include "import/model/imported.h"
#include "text/source.h"

namespace grabr {

/// %import common.NUMBER -> NUM: from the grammar `path` ("common", ".sub.names") the rule or token
/// `name`, called `alias` here.
struct LarkImport {
  std::string path;
  std::string name;
  std::string alias;
  ImportPlace place;
};

struct LarkFile {
  ImportedGrammar grammar;  ///< `declared`: what %declare says; skipped tokens: %ignore
  std::vector<LarkImport> imports;
};

LarkFile read_lark(const Source& source, std::uint32_t file, Problems& problems);

/// Lark's own grammar of common tokens, as a file of it.
const char* lark_common();

}  // namespace grabr
