#include "import/model/imported.h"

#include <algorithm>

namespace grabr {
namespace {

template <class Things>
auto* with_name(Things& things, std::string_view wanted) {
  const auto found = std::find_if(things.begin(), things.end(),
                                  [&](const auto& thing) { return thing.name == wanted; });
  return found == things.end() ? nullptr : &*found;
}

}  // namespace

std::vector<ImportedBranch> branches_of(Phrase body) {
  std::vector<Phrase> ways;
  if (body.is(Phrase::Kind::kChoice)) ways = std::move(body.parts);
  else ways.push_back(std::move(body));
  std::vector<ImportedBranch> branches(ways.size());
  for (std::size_t i = 0; i < ways.size(); ++i) branches[i].body = std::move(ways[i]);
  return branches;
}

const ImportedRule* ImportedGrammar::rule(std::string_view wanted) const {
  return with_name(rules, wanted);
}

ImportedRule* ImportedGrammar::rule(std::string_view wanted) { return with_name(rules, wanted); }

const ImportedToken* ImportedGrammar::token(std::string_view wanted) const {
  return with_name(tokens, wanted);
}

std::set<std::string> reached_from(const ImportedGrammar& grammar, const std::string& start) {
  std::set<std::string> reached;
  std::vector<std::string> queue = {start};
  while (!queue.empty()) {
    const ImportedRule* rule = grammar.rule(queue.back());
    queue.pop_back();
    if (rule == nullptr) continue;
    for (const ImportedBranch& branch : rule->branches) {
      for_each_part(branch.body, [&](const Phrase& part) {
        if (part.is(Phrase::Kind::kName) && reached.insert(part.text).second) {
          queue.push_back(part.text);
        }
      });
    }
  }
  return reached;
}

}  // namespace grabr
