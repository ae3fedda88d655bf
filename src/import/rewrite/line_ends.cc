// A lexer mode that reads a line end as a semicolon, as in ANTLR's grammar of Go:
//   IDENTIFIER: … -> mode(NLSEMI);   mode NLSEMI;   WS2: [ \t]+ -> channel(HIDDEN);
//   EOS: ([\r\n]+ | ';' | EOF) -> mode(DEFAULT_MODE);   OTHER: -> mode(DEFAULT_MODE);
// After each token that enters the mode, a line end counts as a semicolon: our automatic token.
#include <map>

#include "import/rewrite/steps.h"
#include "import/rewrite/tokens.h"

namespace grabr {
namespace {

using Use = ImportedToken::Use;

/// The alternatives of a token that are more than line ends; false if none is a line end.
bool split_line_ends(const Phrase& body, std::vector<Phrase>& others) {
  const std::vector<Phrase> ways =
      body.is(Phrase::Kind::kChoice) ? body.parts : std::vector<Phrase>{body};
  bool found = false;
  for (const Phrase& way : ways) {
    bool line_end = false;
    bool other = false;
    for_each_part(way, [&](const Phrase& part) {
      if (part.is(Phrase::Kind::kSet)) {
        (part.set.contains('\n') && !part.set.contains('a') ? line_end : other) = true;
      }
      if (part.is(Phrase::Kind::kText)) {
        (part.text == "\n" || part.text == "\r" || part.text == "\r\n" ? line_end : other) = true;
      }
    });
    found = found || (line_end && !other);
    if (other && way.is(Phrase::Kind::kText)) others.push_back(way);
  }
  return found;
}

bool does_nothing(const ImportedToken& token) {
  return token.use == Use::kFragment || token.use == Use::kSkip || token.body.is_empty();
}

}  // namespace

void find_line_end_modes(ImportedGrammar& grammar) {
  std::map<std::string, std::vector<std::string>> entered;  // mode → tokens of the first mode
  for (const ImportedToken& token : grammar.tokens) {
    if (token.mode.empty() && token.next_mode.size() > 1) {
      entered[token.next_mode].push_back(token.name);
    }
  }
  for (const auto& entry : entered) {
    const std::string& mode = entry.first;
    const auto& by = entry.second;
    constexpr std::size_t kMinEntries = 4;
    const ImportedToken* line_end = nullptr;
    std::vector<Phrase> others;
    bool only = by.size() >= kMinEntries;
    for (const ImportedToken& token : grammar.tokens) {
      if (token.mode != mode || does_nothing(token)) continue;
      only = only && line_end == nullptr && split_line_ends(token.body, others);
      line_end = &token;
    }
    if (!only || line_end == nullptr) continue;
    const std::string name = line_end->name;
    grammar.remark(line_end->place, "the lexer mode " + mode,
                   "the automatic token " + std::string(kAutomaticName) + " stands for " + name);
    others.push_back(named_part(kAutomaticName));
    replace_names(grammar, {{name, choice_of(others)}});
    grammar.line_end_after.insert(by.begin(), by.end());
    grammar.made.insert(kAutomaticName);
    grammar.contextual = true;
    std::erase_if(grammar.tokens, [&](const ImportedToken& token) {
      return token.mode == mode && token.use != Use::kFragment;
    });
    for (ImportedToken& token : grammar.tokens) {
      if (token.next_mode == mode) token.next_mode.clear();
    }
  }
}

}  // namespace grabr
