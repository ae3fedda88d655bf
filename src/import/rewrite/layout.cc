#include "import/rewrite/layout.h"

namespace grabr {

void leave_line_ends_to_layout(ImportedGrammar& grammar) {
  for (ImportedToken& token : grammar.tokens) {
    if (token.use != ImportedToken::Use::kSkip) continue;
    for_each_part(token.body, [](Phrase& part) {
      if (!part.is(Phrase::Kind::kSet) || part.set.contains('a')) return;
      CharClass kept;
      for (const CodeRange& range : part.set.ranges()) {
        for (std::uint32_t code = range.first; code <= range.last && code < 0x100; ++code) {
          if (code != '\n' && code != '\r') kept.add({code, code});
        }
      }
      if (!kept.empty()) part.set = kept;
    });
  }
}

}  // namespace grabr
