// Reads lexers of lex and flex (.l).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "grammar/model/problems.h"
#include "import/model/imported.h"
#include "text/source.h"

namespace grabr {

/// A pattern with its action. Names in it are definitions.
struct FlexRule {
  Phrase body;
  std::vector<std::string> states;  ///< start conditions; "*": all
  std::string action;               ///< code; of `|` that of the next rule
  bool end_of_file = false;         ///< <<EOF>>
  ImportPlace place;
};

struct FlexFile {
  std::vector<std::pair<std::string, Phrase>> definitions;
  std::map<std::string, bool> states;  ///< declared ones; true: exclusive (%x)
  std::vector<FlexRule> rules;
  bool ignore_case = false;
  std::string code;  ///< what follows the rules
  std::vector<ImportRemark> remarks;
};

FlexFile read_flex(const Source& source, std::uint32_t file, Problems& problems);

}  // namespace grabr
