#include <utility>

#include "import/rewrite/steps.h"

namespace grabr {
namespace {

bool is_line_end(const Phrase& part) {
  bool found = false;
  bool other = false;
  for_each_part(part, [&](const Phrase& each) {
    if (each.is(Phrase::Kind::kText)) {
      (each.text.find_first_not_of("\r\n") == each.text.npos ? found : other) = true;
    } else if (each.is(Phrase::Kind::kSet)) {
      const bool within = each.set.is_within({0, '\r'}) && !each.set.contains('\t') &&
                          !each.set.contains('\v') && !each.set.contains('\f');
      (within ? found : other) = true;
    }
  });
  return found && !other;
}

/// Removes the alternatives that are line ends.
void drop_line_ends(Phrase& part) {
  if (part.is(Phrase::Kind::kRepeat)) drop_line_ends(part.parts[0]);
  if (!part.is(Phrase::Kind::kChoice)) return;
  for (Phrase& inner : part.parts) {
    if (is_line_end(inner)) inner = never_part();
  }
}

}  // namespace

void leave_line_ends_to_layout(ImportedGrammar& grammar) {
  for (ImportedToken& token : grammar.tokens) {
    if (token.use != ImportedToken::Use::kSkip) continue;
    drop_line_ends(token.body);
    token.body = simplified(std::move(token.body), true);
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
