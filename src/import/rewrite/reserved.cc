#include <algorithm>

#include "import/rewrite/steps.h"
#include "text/ascii.h"

namespace grabr {
namespace {

/// Single letters are not keywords but flags and the like.
bool is_keyword(const Phrase& part) {
  return part.is(Phrase::Kind::kText) && part.text.size() > 1 &&
         std::all_of(part.text.begin(), part.text.end(), grabr::is_word);
}

}  // namespace

void reserve_all_words(ImportedGrammar& grammar) {
  grammar.reserved.emplace();
  for_each_part(grammar, [&](const Phrase& part) {
    if (is_keyword(part)) grammar.reserved->insert(part.text);
  });
}

void reserve_keywords(ImportedGrammar& grammar) {
  std::set<std::string> words;
  std::set<std::string> names;
  std::set<std::string> identifiers = {grammar.word};  // and rules that are one
  for (const ImportedToken& token : grammar.tokens) {
    if (token.name.find("identifier") != token.name.npos) identifiers.insert(token.name);
  }
  for (const ImportedRule& rule : grammar.rules) {
    const bool name =
        std::any_of(rule.branches.begin(), rule.branches.end(), [&](const ImportedBranch& branch) {
          return branch.body.is(Phrase::Kind::kName) && identifiers.contains(branch.body.text);
        });
    if (name && rule.name.find("identifier") != rule.name.npos) identifiers.insert(rule.name);
  }
  const auto only_words = [](const ImportedRule& rule) {
    return std::all_of(rule.branches.begin(), rule.branches.end(),
                       [](const ImportedBranch& branch) {
                         const Phrase& body = branch.body;
                         return is_keyword(body) ||
                                (body.is(Phrase::Kind::kChoice) &&
                                 std::all_of(body.parts.begin(), body.parts.end(), is_keyword));
                       });
  };
  for (const ImportedRule& rule : grammar.rules) {
    const bool is_name = identifiers.contains(rule.name) ||
                         (only_words(rule) && rule.name.find("identifier") != rule.name.npos);
    for (const ImportedBranch& branch : rule.branches) {
      if (is_name && branch.body.is(Phrase::Kind::kName)) {
        const ImportedRule* other = grammar.rule(branch.body.text);
        if (other != nullptr && only_words(*other)) {
          for_each_part(*other, [&](const Phrase& part) {
            if (is_keyword(part)) names.insert(part.text);
          });
        }
      }
      for_each_part(branch.body, [&](const Phrase& part) {
        if (!is_keyword(part)) return;
        words.insert(part.text);
        if (is_name) names.insert(part.text);
      });
    }
  }
  for (const std::string& name : names) words.erase(name);
  grammar.reserved = std::move(words);
}

}  // namespace grabr
