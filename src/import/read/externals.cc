// External scanners are C code. What they find is mostly the same from language to language, and
// named the same: inside of strings, here-documents, line ends that are semicolons. A line of the
// table says for a language ("" for all) and a name which token of ours it is.
#include "import/read/externals.h"

#include <string>

namespace grabr {
namespace {

using Kind = ExternalToken::Kind;

struct Known {
  std::string_view language;
  std::string_view name;
  Kind kind;
  std::string_view definition;
};

constexpr Known kKnown[] = {
#include "import/read/externals.inc"
};

}  // namespace

std::optional<ExternalToken> known_external(std::string_view language, std::string_view name,
                                            bool of_all) {
  for (const bool any : {false, true}) {
    if (any && !of_all) break;
    for (const Known& known : kKnown) {
      if (known.name != name || known.name.empty()) continue;
      if (any ? !known.language.empty() : known.language != language) continue;
      return ExternalToken{known.kind, std::string(known.definition)};
    }
  }
  return std::nullopt;
}

}  // namespace grabr
