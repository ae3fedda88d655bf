#include <algorithm>
#include <map>
#include <set>

#include "import/rewrite/steps.h"
#include "import/write/json_writer.h"
#include "text/ascii.h"

namespace grabr {
namespace {

using Use = ImportedToken::Use;

/// Replaces the old names by the new ones everywhere.
void use_names(ImportedGrammar& grammar, const std::map<std::string, Phrase>& renamed) {
  replace_names(grammar, renamed);
  for (std::string* const name : {&grammar.start, &grammar.word}) {
    if (const auto found = renamed.find(*name); found != renamed.end()) *name = found->second.text;
  }
}

/// The name with only letters, digits, _ and -, not beginning with a digit.
std::string writable_name(const std::string& name) {
  std::string written;
  for (const char c : name) {
    if (written.empty() && (is_digit(c) || c == '-')) written += '_';
    written += is_word(c) || c == '-' ? c : '_';
  }
  return written.empty() ? "_" : written;
}

void rename_all(ImportedGrammar& grammar) {
  std::set<std::string> taken = grammar.made;
  std::map<std::string, Phrase> renamed;
  const auto rename = [&](std::string& name) {
    const std::string wanted = free_name(writable_name(name), taken);
    if (wanted != name) renamed[name] = named_part(wanted);
    name = wanted;
  };
  for (ImportedRule& rule : grammar.rules) rename(rule.name);
  for (ImportedToken& token : grammar.tokens) rename(token.name);
  use_names(grammar, renamed);
}

/// Of several rules or tokens with the same name, keeps the first.
void drop_second_definitions(ImportedGrammar& grammar) {
  std::set<std::string> seen;
  std::erase_if(grammar.rules, [&](const ImportedRule& rule) {
    if (seen.insert(rule.name).second) return false;
    grammar.remark(rule.place, "the second rule " + rule.name, "left out: the first one counts");
    return true;
  });
}

/// Joins tokens that match the same texts.
void join_equal_tokens(ImportedGrammar& grammar) {
  std::map<std::string, std::string> firsts;
  std::map<std::string, Phrase> renamed;
  std::erase_if(grammar.tokens, [&](const ImportedToken& token) {
    if (!token.matcher.empty() || token.use != Use::kToken) return false;
    const std::string key = regex_text(token.body) + (token.immediate ? " immediate" : "");
    const auto [known, fresh] = firsts.emplace(key, token.name);
    if (!fresh) renamed[token.name] = named_part(known->second);
    return !fresh;
  });
  use_names(grammar, renamed);
}

void drop_unknown_names(ImportedGrammar& grammar) {
  std::set<std::string> known = grammar.made;
  for (const ImportedRule& rule : grammar.rules) known.insert(rule.name);
  for (const ImportedToken& token : grammar.tokens) {
    if (token.use == Use::kToken) known.insert(token.name);
  }
  std::set<std::string> told;
  for_each_part(grammar, [&](Phrase& part) {
    if (!part.is(Phrase::Kind::kName) || known.contains(part.text)) return;
    const bool skipped = grammar.token(part.text) != nullptr;
    if (told.insert(part.text).second) {
      grammar.remark(part.place, (skipped ? "the skipped " : "the undefined ") + part.text,
                     skipped ? "left out of the rules: it is skipped everywhere"
                             : "left out, with the alternatives that need it");
    }
    part = skipped ? Phrase{} : never_part();
  });
}

/// Removes rules that match no text, and the alternatives that need one.
void drop_unproductive(ImportedGrammar& grammar) {
  for (;;) {
    std::map<std::string, Phrase> never;
    for (ImportedRule& rule : grammar.rules) {
      for (ImportedBranch& branch : rule.branches) {
        branch.body = simplified(std::move(branch.body), false);
      }
      std::erase_if(rule.branches,
                    [](const ImportedBranch& branch) { return is_never(branch.body); });
      if (rule.branches.empty()) never.emplace(rule.name, never_part());
    }
    if (never.empty()) return;
    std::erase_if(grammar.rules,
                  [&](const ImportedRule& rule) { return never.contains(rule.name); });
    replace_names(grammar, never);
  }
}

void drop_unreachable(ImportedGrammar& grammar) {
  std::set<std::string> reached = reached_from(grammar, grammar.start);
  reached.insert(grammar.start);
  std::erase_if(grammar.rules,
                [&](const ImportedRule& rule) { return !reached.contains(rule.name); });
  std::erase_if(grammar.tokens, [&](const ImportedToken& token) {
    return token.use == Use::kToken && !reached.contains(token.name);
  });
}

/// Removes an automatic token that no rule names any more.
void drop_unused_automatic(ImportedGrammar& grammar) {
  if (!names_used(grammar).contains(kAutomaticName)) grammar.automatic.clear();
}

/// The first candidate for the start rule from which nearly as much can be reached as from any
/// other: so not a part of another grammar, nor the rule for a single statement.
std::string widest(const ImportedGrammar& grammar, const auto& may_be_meant) {
  constexpr std::size_t kMaxRules = 60;
  std::vector<std::pair<std::string, std::size_t>> reach;
  std::size_t most = 0;
  for (const ImportedRule& rule : grammar.rules) {
    if (!may_be_meant(rule) || reach.size() == kMaxRules) continue;
    reach.emplace_back(rule.name, reached_from(grammar, rule.name).size());
    most = std::max(most, reach.back().second);
  }
  for (const auto& [name, size] : reach) {
    if (10 * size >= 9 * most) return name;
  }
  return {};
}

}  // namespace

std::string guessed_start(const ImportedGrammar& grammar) {
  std::set<std::string> used;
  std::set<std::string> to_end;
  for (const ImportedRule& rule : grammar.rules) {
    for (const ImportedBranch& branch : rule.branches) {
      for_each_part(branch.body, [&](const Phrase& part) {
        if (part.is(Phrase::Kind::kName) && part.text != rule.name) used.insert(part.text);
      });
      const Phrase& body = branch.body;
      const Phrase& last =
          body.is(Phrase::Kind::kSequence) && !body.parts.empty() ? body.parts.back() : body;
      for_each_part(last, [&](const Phrase& part) {
        if (is_end_of_input(part)) to_end.insert(rule.name);
      });
    }
  }
  const auto with_end = [&](const ImportedRule& rule) { return to_end.contains(rule.name); };
  const auto unused = [&](const ImportedRule& rule) { return !used.contains(rule.name); };
  std::string found;
  if (!to_end.empty()) found = widest(grammar, with_end);
  if (found.empty()) found = widest(grammar, unused);
  if (!found.empty() || grammar.rules.empty()) return found;
  return grammar.rules.front().name;
}

void remove_token(ImportedGrammar& grammar, const std::string& name) {
  std::erase_if(grammar.tokens, [&](const ImportedToken& token) { return token.name == name; });
  replace_names(grammar, {{name, never_part()}});
  drop_unproductive(grammar);
  drop_unreachable(grammar);
}

void tidy(ImportedGrammar& grammar) {
  drop_second_definitions(grammar);
  join_equal_tokens(grammar);
  drop_unknown_names(grammar);
  drop_unproductive(grammar);
  if (grammar.rule(grammar.start) == nullptr && !grammar.rules.empty()) {
    grammar.start = grammar.rules.front().name;
  }
  drop_unreachable(grammar);
  drop_unused_automatic(grammar);
  rename_all(grammar);
}

void rewrite_rules(ImportedGrammar& grammar) {
  drop_predicates(grammar);
  inline_literals(grammar);
  list_excepted_tokens(grammar);
  find_lists(grammar);
  split_operators(grammar);
  find_optional_parts(grammar);
  find_lists(grammar);
  tidy(grammar);
  // As in other lexers, a keyword is not a name.
  if (grammar.contextual && !grammar.reserved) reserve_all_words(grammar);
}

}  // namespace grabr
