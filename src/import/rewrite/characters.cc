// Example of split_into_characters: with DIGIT [0-9], HEX [0-9a-f] and the text "be" the tokens are
// [0-9], 'b', 'e' and [acdf]; DIGIT is the first, HEX the choice of all four. So a character is the
// same token wherever it stands, and the parser, which follows all readings, decides what it
// belongs to. Tested by notations_test.cc.
#include "import/read/characters.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "import/read/patterns.h"
#include "import/rewrite/steps.h"
#include "text/ascii.h"

namespace grabr {
namespace {

using Use = ImportedToken::Use;

bool is_letter(std::uint32_t code) {
  return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z');
}

class CharacterSplitter {
 public:
  explicit CharacterSplitter(ImportedGrammar& grammar) : grammar_(grammar) {
    for (const ImportedRule& rule : grammar.rules) names_.insert(rule.name);
  }

  void split() {
    for_each_part(grammar_, [&](Phrase& part) {
      if (part.is(Phrase::Kind::kText)) spell_out(part);
    });
    for_each_part(grammar_, [&](const Phrase& part) {
      if (part.is(Phrase::Kind::kSet)) add_borders(part.set);
    });
    sort_into_classes();
    for_each_part(grammar_, [&](Phrase& part) {
      if (part.is(Phrase::Kind::kSet)) part = classes_of(part);
    });
  }

 private:
  static void spell_out(Phrase& part) {
    std::vector<Phrase> units;
    for (std::size_t at = 0; at < part.text.size();) {
      const std::uint32_t code = next_character(part.text, at);
      const CharClass set{{code, code}};
      units.push_back(set_part(part.ignore_case && is_letter(code) ? set.folded() : set));
    }
    part = sequence_of(std::move(units));
  }

  void add_borders(const CharClass& set) {
    for (const CodeRange& range : set.ranges()) {
      borders_.insert(range.first);
      borders_.insert(range.last + 1);
    }
    const auto known = std::find(sets_.begin(), sets_.end(), set);
    if (known == sets_.end()) sets_.push_back(set);
  }

  void sort_into_classes() {
    std::map<std::vector<bool>, CharClass> classes;
    for (auto border = borders_.begin(); border != borders_.end(); ++border) {
      const auto next = std::next(border);
      if (next == borders_.end()) break;
      std::vector<bool> members;
      for (const CharClass& set : sets_) members.push_back(set.contains(*border));
      if (std::find(members.begin(), members.end(), true) == members.end()) continue;
      classes[members].add({*border, *next - 1});
    }
    for (auto& [members, set] : classes) {
      tokens_.emplace_back(members, name_of(set));
      grammar_.tokens.push_back(token_of(tokens_.back().second, set_part(set)));
    }
  }

  std::string name_of(const CharClass& set) {
    std::string wanted = "CHARACTER";
    if (set == CharClass{{'0', '9'}}) wanted = "DIGIT";
    else if (set.contains('z') && set.contains('q')) wanted = "LETTER";
    else if (set.is_within({0x80, kLastStray})) wanted = "BEYOND_ASCII";
    return free_name(wanted, names_);
  }

  Phrase classes_of(const Phrase& part) const {
    const auto place = std::find(sets_.begin(), sets_.end(), part.set);
    const auto index = static_cast<std::size_t>(place - sets_.begin());
    std::vector<Phrase> all;
    for (const auto& [members, name] : tokens_) {
      if (members[index]) all.push_back(named_part(name, part.place));
    }
    return choice_of(std::move(all));
  }

  ImportedGrammar& grammar_;
  std::set<std::string> names_;
  std::set<std::uint32_t> borders_;
  std::vector<CharClass> sets_;
  std::vector<std::pair<std::vector<bool>, std::string>> tokens_;
};

bool is_space_name(const std::string& name) {
  const std::string lower = lower_case(name);
  for (const char* known : {"s", "ws", "wsp", "sp", "space", "spaces", "whitespace", "white_space",
                            "white-space", "_", "fws", "ows", "lwsp", "blank"}) {
    if (lower == known) return true;
  }
  return false;
}

bool has_sets(const ImportedRule& rule) {
  bool found = false;
  for_each_part(rule, [&](const Phrase& part) { found = found || part.is(Phrase::Kind::kSet); });
  return found;
}

}  // namespace

void split_into_characters(ImportedGrammar& grammar) { CharacterSplitter(grammar).split(); }

void find_tokens(ImportedGrammar& grammar) {
  const std::set<std::string> used = names_used(grammar);
  if (std::any_of(used.begin(), used.end(), [&](const std::string& name) {
        return is_space_name(name) && grammar.rule(name) != nullptr;
      })) {
    grammar.scannerless = true;
    split_into_characters(grammar);
    return;
  }
  // Rules of sets, or of rules that are one character each, and that do not contain themselves.
  std::set<std::string> lexical;
  std::set<std::string> mixed;  // rules of which some alternatives are tokens and others name rules
  std::map<std::string, std::set<std::string>> reach;
  std::set<std::string> characters;  // rules that are one character
  for (const ImportedRule& rule : grammar.rules) {
    reach[rule.name] = reached_from(grammar, rule.name);
    const bool one =
        std::all_of(rule.branches.begin(), rule.branches.end(), [](const ImportedBranch& branch) {
          return branch.body.is(Phrase::Kind::kSet) ||
                 (branch.body.is(Phrase::Kind::kText) && branch.body.text.size() == 1);
        });
    if (one && has_sets(rule)) characters.insert(rule.name);
  }
  for (const ImportedRule& rule : grammar.rules) {
    const std::set<std::string>& reached = reach[rule.name];
    const bool closed = !reached.contains(rule.name) &&
                        std::none_of(reached.begin(), reached.end(), [&](const std::string& name) {
                          return reach[name].contains(name);
                        });
    bool sets = has_sets(rule);
    bool names = false;  // an alternative names another token
    for (const ImportedBranch& branch : rule.branches) {
      names =
          names || (branch.body.is(Phrase::Kind::kName) && !characters.contains(branch.body.text));
      for_each_part(branch.body, [&](const Phrase& part) {
        sets = sets || (part.is(Phrase::Kind::kName) && characters.contains(part.text));
      });
    }
    if (closed && sets && rule.name != grammar.start) (names ? mixed : lexical).insert(rule.name);
  }
  for (ImportedRule& rule : grammar.rules) {
    if (!mixed.contains(rule.name)) continue;
    const std::string name = rule.name + "_token";
    std::vector<Phrase> ways;
    for (ImportedBranch& branch : rule.branches) {
      if (branch.body.is(Phrase::Kind::kName)) continue;
      ways.push_back(std::move(branch.body));
      branch.body = named_part(name);
    }
    grammar.tokens.push_back(token_of(name, choice_of(std::move(ways)), rule.place));
    std::set<std::string> seen;
    std::erase_if(rule.branches, [&](const ImportedBranch& branch) {
      return !seen.insert(branch.body.text).second;
    });
  }
  std::set<std::string> from_rules;  // tokens named by rules
  for (const ImportedRule& rule : grammar.rules) {
    if (lexical.contains(rule.name)) continue;
    for_each_part(rule, [&](const Phrase& part) {
      if (part.is(Phrase::Kind::kName)) from_rules.insert(part.text);
    });
  }
  for (const ImportedRule& rule : grammar.rules) {
    if (!lexical.contains(rule.name)) continue;
    const bool skips =
        is_space_name(rule.name) || lower_case(rule.name).find("comment") != std::string::npos;
    const Use use = from_rules.contains(rule.name) ? Use::kToken
                    : skips                        ? Use::kSkip
                                                   : Use::kFragment;
    grammar.tokens.push_back(token_of(rule.name, body_of(rule), rule.place, use));
  }
  std::erase_if(grammar.rules,
                [&](const ImportedRule& rule) { return lexical.contains(rule.name); });
  grammar.tokens.push_back(token_of("SPACE", regex_part("[\\t\\n\\r ]+"), {}, Use::kSkip));
}

}  // namespace grabr
