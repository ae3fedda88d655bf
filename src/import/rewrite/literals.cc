// Tokens in rules: a token of a fixed text is replaced by that text, as a person would write it,
// and ANTLR's ~A and . become lists of tokens.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "import/rewrite/steps.h"
#include "text/ascii.h"

namespace grabr {
namespace {

using Use = ImportedToken::Use;

bool has_letter(const std::string& text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

/// Appends the text that the part matches in any case: "set" for [sS][eE][tT]. Returns false if it
/// is not of this form.
bool is_caseless_text(const Phrase& part, std::string& text) {
  if (part.is(Phrase::Kind::kSequence)) {
    return !part.parts.empty() &&
           std::all_of(part.parts.begin(), part.parts.end(),
                       [&](const Phrase& inner) { return is_caseless_text(inner, text); });
  }
  if (part.is(Phrase::Kind::kText)) {
    text += part.text;
    return part.ignore_case || !has_letter(part.text);
  }
  // 'end' | 'END' | 'End'
  if (part.is(Phrase::Kind::kChoice) && part.parts.size() > 1 && text.empty()) {
    const bool same = std::all_of(part.parts.begin(), part.parts.end(), [&](const Phrase& inner) {
      return inner.is(Phrase::Kind::kText) &&
             lower_case(inner.text) == lower_case(part.parts[0].text);
    });
    if (same) text = part.parts[0].text;
    return same;
  }
  if (!part.is(Phrase::Kind::kSet)) return false;
  const auto& ranges = part.set.ranges();
  if (ranges.size() == 1 && ranges[0].first == ranges[0].last && ranges[0].first < 0x80) {
    const char c = static_cast<char>(ranges[0].first);
    text += c;
    return !has_letter(std::string(1, c));
  }
  if (ranges.size() != 2 || ranges[0].first != ranges[0].last ||
      ranges[1].first != ranges[1].last || ranges[0].first + 32 != ranges[1].first) {
    return false;
  }
  text += static_cast<char>(ranges[0].first);
  return has_letter(text.substr(text.size() - 1));
}

/// Are nearly all words among the tokens written without regard to case?
bool ignores_case(const ImportedGrammar& grammar) {
  std::size_t caseless = 0;
  std::size_t cased = 0;
  for (const ImportedToken& token : grammar.tokens) {
    std::string text;
    if (!token.matcher.empty() || token.use != Use::kToken) continue;
    if (is_caseless_text(token.body, text)) {
      caseless += has_letter(text) && text.size() > 1;
      continue;
    }
    text.clear();
    if (is_fixed_text(token.body, text)) cased += has_letter(text);
  }
  for_each_part(grammar, [&](const Phrase& part) {
    if (!part.is(Phrase::Kind::kText) || !has_letter(part.text)) return;
    (part.ignore_case ? caseless : cased) += 1;
  });
  return caseless >= 1 && caseless > 4 * cased;
}

/// BOOLEAN: 'true' | 'false';  before  TRUE: 'true';  gets those texts in ANTLR. Here literals in
/// rules would get them, so BOOLEAN becomes a rule of literals.
bool becomes_rule(const ImportedToken& token, const std::map<std::string, std::size_t>& places,
                  std::size_t place) {
  const bool choice = token.body.is(Phrase::Kind::kChoice) && token.use == Use::kToken &&
                      token.matcher.empty() && !token.immediate && !token.body.parts.empty();
  bool taken = false;
  const auto is_text = [&](const Phrase& part) {
    const auto found = places.find(part.text);
    taken = taken || (found != places.end() && found->second > place);
    return part.is(Phrase::Kind::kText) && !part.ignore_case;
  };
  return choice && std::all_of(token.body.parts.begin(), token.body.parts.end(), is_text) && taken;
}

void make_rules_of_choices(ImportedGrammar& grammar) {
  std::map<std::string, std::size_t> places;  // places of tokens with one text
  for (std::size_t i = 0; i < grammar.tokens.size(); ++i) {
    std::string text;
    const ImportedToken& token = grammar.tokens[i];
    const bool plain = token.matcher.empty() && token.use == Use::kToken && !token.immediate;
    if (plain && is_fixed_text(token.body, text)) places.emplace(text, i);
  }
  std::vector<ImportedToken> kept;
  for (std::size_t i = 0; i < grammar.tokens.size(); ++i) {
    ImportedToken& token = grammar.tokens[i];
    if (!becomes_rule(token, places, i)) {
      kept.push_back(std::move(token));
      continue;
    }
    for (const Phrase& text : token.body.parts) grammar.literals.insert(text.text);
    grammar.rules.push_back({token.name, branches_of(std::move(token.body)), token.place});
  }
  grammar.tokens = std::move(kept);
}

}  // namespace

void inline_literals(ImportedGrammar& grammar) {
  make_rules_of_choices(grammar);
  grammar.ignore_case = grammar.ignore_case || ignores_case(grammar);
  std::map<std::string, Phrase> texts;
  std::vector<ImportedToken> kept;
  for (ImportedToken& token : grammar.tokens) {
    std::string text;
    const bool plain = token.matcher.empty() && token.use == Use::kToken && !token.immediate &&
                       (is_fixed_text(token.body, text) ||
                        (text.clear(), grammar.ignore_case && is_caseless_text(token.body, text)));
    if (!plain || (token.body.ignore_case && has_letter(text) && !grammar.ignore_case)) {
      kept.push_back(std::move(token));
      continue;
    }
    grammar.literals.insert(text);
    texts[token.name] = text_part(std::move(text), token.place);
  }
  grammar.tokens = std::move(kept);
  replace_names(grammar, texts);
  if (texts.contains(grammar.word)) grammar.word.clear();
}

namespace {

class ExceptLister {
 public:
  explicit ExceptLister(ImportedGrammar& grammar)
      : grammar_(grammar), names_(names_defined(grammar)) {}

  void list() {
    for_each_part(grammar_, [&](Phrase& part) {
      if (part.is(Phrase::Kind::kExcept)) replace(part);
    });
    std::move(made_.begin(), made_.end(), std::back_inserter(grammar_.rules));
  }

 private:
  void replace(Phrase& part) {
    std::set<std::string> without;
    for (const Phrase& inner : part.parts) {
      if (inner.is(Phrase::Kind::kText)) without.insert("'" + inner.text);
      else if (inner.is(Phrase::Kind::kName)) without.insert(inner.text);
    }
    const auto [known, fresh] = rules_.emplace(without, "");
    if (fresh) known->second = make(without);
    part = named_part(known->second, part.place);
  }

  std::string make(const std::set<std::string>& without) {
    std::string name = free_name(without.empty() ? "any_token" : "other_token", names_);
    if (tokens_.empty()) collect();
    std::vector<Phrase> others;
    for (const Phrase& token : tokens_) {
      const std::string key = token.is(Phrase::Kind::kText) ? "'" + token.text : token.text;
      if (!without.contains(key)) others.push_back(token);
    }
    if (others.empty()) others.emplace_back();
    made_.push_back({name, branches_of(std::move(others)), {}});
    return name;
  }

  void collect() {
    for (const ImportedToken& token : grammar_.tokens) {
      if (token.use == Use::kToken) tokens_.push_back(named_part(token.name));
    }
    std::set<std::string> known = grammar_.literals;
    for (const std::string& text : known) tokens_.push_back(text_part(text));
    for_each_part(grammar_, [&](const Phrase& part) {
      if (part.is(Phrase::Kind::kText) && known.insert(part.text).second) {
        tokens_.push_back(text_part(part.text));
      }
    });
  }

  ImportedGrammar& grammar_;
  std::set<std::string> names_;
  std::vector<Phrase> tokens_;
  std::map<std::set<std::string>, std::string> rules_;
  std::vector<ImportedRule> made_;
};

}  // namespace

void list_excepted_tokens(ImportedGrammar& grammar) { ExceptLister(grammar).list(); }

}  // namespace grabr
