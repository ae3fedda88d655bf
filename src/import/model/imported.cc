#include "import/model/imported.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace grabr {
namespace {

template <class Things>
auto* with_name(Things& things, std::string_view wanted) {
  const auto found = std::find_if(things.begin(), things.end(),
                                  [&](const auto& thing) { return thing.name == wanted; });
  return found == things.end() ? nullptr : &*found;
}

}  // namespace

std::vector<ImportedBranch> branches_of(std::vector<Phrase> bodies) {
  std::vector<ImportedBranch> branches(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) branches[i].body = std::move(bodies[i]);
  return branches;
}

std::vector<ImportedBranch> branches_of(Phrase body) {
  if (body.is(Phrase::Kind::kChoice)) return branches_of(std::move(body.parts));
  return branches_of(std::vector<Phrase>{std::move(body)});
}

Phrase body_of(const ImportedRule& rule) {
  std::vector<Phrase> ways;
  for (const ImportedBranch& branch : rule.branches) ways.push_back(branch.body);
  return choice_of(std::move(ways));
}

ImportedToken token_of(std::string name, Phrase body, ImportPlace place, ImportedToken::Use use) {
  ImportedToken token;
  token.name = std::move(name);
  token.body = std::move(body);
  token.place = place;
  token.use = use;
  return token;
}

void append(ImportedGrammar& into, ImportedGrammar&& other) {
  std::move(other.rules.begin(), other.rules.end(), std::back_inserter(into.rules));
  std::move(other.tokens.begin(), other.tokens.end(), std::back_inserter(into.tokens));
  std::move(other.remarks.begin(), other.remarks.end(), std::back_inserter(into.remarks));
  into.declared.insert(into.declared.end(), other.declared.begin(), other.declared.end());
}

void append_new(ImportedGrammar& into, ImportedGrammar&& other) {
  const auto is_known = [known = names_defined(into)](const auto& thing) {
    return known.contains(thing.name);
  };
  std::erase_if(other.rules, is_known);
  std::erase_if(other.tokens, is_known);
  append(into, std::move(other));
}

void replace_names(ImportedGrammar& grammar, const std::map<std::string, Phrase>& instead) {
  if (instead.empty()) return;
  for_each_part(grammar, [&](Phrase& part) {
    const auto found = part.is(Phrase::Kind::kName) ? instead.find(part.text) : instead.end();
    if (found == instead.end()) return;
    const ImportPlace place = part.place;
    part = found->second;
    part.place = place;
  });
}

std::set<std::string> names_used(const ImportedGrammar& grammar) {
  std::set<std::string> used;
  for_each_part(grammar, [&](const Phrase& part) {
    if (part.is(Phrase::Kind::kName)) used.insert(part.text);
  });
  return used;
}

std::set<std::string> names_defined(const ImportedGrammar& grammar) {
  std::set<std::string> names;
  for (const ImportedRule& rule : grammar.rules) names.insert(rule.name);
  for (const ImportedToken& token : grammar.tokens) names.insert(token.name);
  return names;
}

std::string free_name(const std::string& wanted, std::set<std::string>& taken) {
  std::string name = wanted;
  for (int i = 2; !taken.insert(name).second; ++i) name = wanted + "_" + std::to_string(i);
  return name;
}

const ImportedRule* ImportedGrammar::rule(std::string_view wanted) const {
  return with_name(rules, wanted);
}

ImportedRule* ImportedGrammar::rule(std::string_view wanted) { return with_name(rules, wanted); }

const ImportedToken* ImportedGrammar::token(std::string_view wanted) const {
  return with_name(tokens, wanted);
}

std::set<std::string> reached_from(const ImportedGrammar& grammar, const std::string& start) {
  std::unordered_map<std::string_view, const ImportedRule*> rules;
  for (const ImportedRule& rule : grammar.rules) rules.emplace(rule.name, &rule);
  std::set<std::string> reached;
  std::vector<std::string> queue = {start};
  while (!queue.empty()) {
    const auto rule = rules.find(queue.back());
    queue.pop_back();
    if (rule == rules.end()) continue;
    for_each_part(*rule->second, [&](const Phrase& part) {
      if (part.is(Phrase::Kind::kName) && reached.insert(part.text).second) {
        queue.push_back(part.text);
      }
    });
  }
  return reached;
}

}  // namespace grabr
