// Maps the nodes of grammars/peg.json and pest.json to phrases. A predicate !x before a character
// removes x's characters from it:  !'"' .  is  [^"] ;  (!"*/" .)* ends as early as it can. Other
// predicates are left out. Tested by peg_test.cc.
#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "import/read/characters.h"
#include "import/read/notation.h"
#include "import/read/patterns.h"
#include "import/read/readers.h"

namespace grabr {
namespace {

const CharClass kAnyCharacter{{0, kLastStray}};

/// The characters that pest predefines, as classes of ours.
constexpr std::pair<std::string_view, std::string_view> kPestSets[] = {
    {"ANY", "[\\s\\S]"},
    {"ASCII", "[\\x00-\\x7f]"},
    {"ASCII_DIGIT", "[0-9]"},
    {"ASCII_NONZERO_DIGIT", "[1-9]"},
    {"ASCII_BIN_DIGIT", "[01]"},
    {"ASCII_OCT_DIGIT", "[0-7]"},
    {"ASCII_HEX_DIGIT", "[0-9A-Fa-f]"},
    {"ASCII_ALPHA_LOWER", "[a-z]"},
    {"ASCII_ALPHA_UPPER", "[A-Z]"},
    {"ASCII_ALPHA", "[A-Za-z]"},
    {"ASCII_ALPHANUMERIC", "[0-9A-Za-z]"},
    {"LETTER", "[A-Za-z\\u0080-\\u{10ffff}]"},
    {"ALPHABETIC", "[A-Za-z\\u0080-\\u{10ffff}]"},
    {"XID_START", "[A-Za-z\\u0080-\\u{10ffff}]"},
    {"XID_CONTINUE", "[0-9A-Z_a-z\\u0080-\\u{10ffff}]"},
};

class PegReader : NotationReader {
 public:
  PegReader(const Source& source, std::uint32_t file, Problems& problems)
      : PegReader(source, file, problems, source.name().ends_with(".pest")) {}

  ImportedGrammar read() {
    grammar_.notation = "PEG";
    grammar_.scannerless = true;
    for (const Parsed& each : root().parts("rule")) rule(each);
    for_each_body(grammar_, [&](Phrase& body) { settle_predicates(body); });
    if (skips_) make_tokens();
    return std::move(grammar_);
  }

 private:
  PegReader(const Source& source, std::uint32_t file, Problems& problems, bool pest)
      : NotationReader(pest ? "pest" : "peg", source, file, problems,
                       "rules are written name <- …"),
        pest_(pest) {
    table_ = {{"choice", [&](const Parsed& of) { return choice(of); }},
              {"sequence", [&](const Parsed& of) { return sequence(of); }},
              {"predicate", [&](const Parsed& of) { return predicate(of); }},
              {"repeated", [&](const Parsed& of) { return suffixed(of); }},
              {"push",
               [&](const Parsed& of) {
                 grammar_.remark(of.place(), "the stack of PUSH",
                                 "left out: wider, PUSH may have stored any text");
                 return below(of, "choice");
               }},
              {"NAME", [&](const Parsed& of) { return named(of.text(), of.place()); }},
              {"TEXT", [](const Parsed& of) { return text(of); }},
              {"RANGE", [](const Parsed& of) { return range(of.text()); }},
              {"CLASS", [](const Parsed& of) { return character_set(of); }},
              {"ANY", [](const Parsed& of) { return set_part(kAnyCharacter, of.place()); }}};
  }

  void rule(const Parsed& of) {
    ImportedRule made;
    for (const Parsed& part : of.parts()) {
      if (part.name() != "NAME" && part.name() != "SPECIAL_NAME") continue;
      made.name = part.text();
      made.place = part.place();
    }
    if (made.name.starts_with('%')) made.name.erase(0, 1);
    if (made.name.empty()) return;
    made.branches = branches_of(below(of, "choice"));
    const bool space = made.name == "WHITESPACE" || made.name == "COMMENT";
    if ((pest_ && space) || made.name == "whitespace") skips_ = true;
    if (space || made.name == "whitespace") skipped_.insert(made.name);
    const std::string kind = of.text_of("KIND");
    if (kind == "@" || kind == "$") atomic_.insert(made.name);
    grammar_.rules.push_back(std::move(made));
  }

  /// Sequences inside it stay as they are, because a predicate's place matters.
  Phrase sequence(const Parsed& of) {
    Phrase made;
    for (const Parsed& marked : of.parts("marked")) {
      for (const Parsed& part : marked.parts()) {
        if (part.name() == "check") {
          grammar_.remark(part.place(), "a predicate", "left out: wider than the original");
        } else if (part.name() == "predicate" || part.name() == "repeated") {
          made.parts.push_back(phrase(part));
        }
      }
    }
    return made.parts.size() == 1 ? Phrase(made.parts.front()) : made;
  }

  Phrase predicate(const Parsed& of) {
    Phrase ahead;
    ahead.kind = Phrase::Kind::kExcept;
    ahead.text = of.has("!") ? "!" : "&";
    ahead.parts = {below(of, "repeated")};
    ahead.place = of.place();
    return ahead;
  }

  Phrase named(std::string name, ImportPlace place) {
    if (grammar_.rule(name) == nullptr) {
      if (name == "SOI") return {};
      if (pest_ && (name == "EOI" || name == "EOF")) return end_of_input();
      if (pest_ && name == "NEWLINE") {
        return choice_of({text_part("\n"), text_part("\r\n"), text_part("\r")});
      }
      const auto set =
          std::ranges::find(kPestSets, name, &std::pair<std::string_view, std::string_view>::first);
      if (pest_ && set != std::end(kPestSets)) return regex_part(set->second);
    }
    return named_part(std::move(name), place);
  }

  static Phrase text(const Parsed& of) {
    const std::string written = of.text();
    const bool caret = written.starts_with('^');
    const bool cased = written.ends_with('i');
    const std::string inside =
        written.substr(caret ? 2 : 1, written.size() - (caret ? 3 : 2) - (cased ? 1 : 0));
    Phrase part = text_part(unescaped(inside), of.place());
    part.ignore_case = caret || cased;
    return part;
  }

  /// 'a'..'z'
  static Phrase range(std::string_view written) {
    const std::string sign{written[0], '.', '.', written.back()};
    const std::size_t middle = written.find(sign, 1);
    std::size_t from = 0;
    std::size_t to = 0;
    const std::uint32_t low = next_character(unescaped(written.substr(1, middle - 1)), from);
    const std::string_view last = written.substr(middle + 4, written.size() - middle - 5);
    return set_part(CharClass{{low, std::max(low, next_character(unescaped(last), to))}});
  }

  static Phrase character_set(const Parsed& of) {
    std::string written = of.text();
    const bool cased = written.ends_with('i');
    if (cased) written.pop_back();
    const bool negated = written.starts_with("[^");
    CharClass set = character_class(written);
    if (cased) set = negated ? set.complement().folded().complement() : set.folded();
    return set_part(std::move(set), of.place());
  }

  /// The characters of the phrase's texts; nothing if some text is longer than one character.
  std::optional<CharClass> set_of(const Phrase& part, int depth = 0) const {
    if (depth > 8) return std::nullopt;
    if (const auto one = one_character(part)) return one;
    CharClass all;
    const auto add = [&](const Phrase& inner) {
      const auto set = set_of(inner, depth + 1);
      if (set) all.add(*set);
      return set.has_value();
    };
    if (part.is(Phrase::Kind::kChoice)) {
      if (!std::all_of(part.parts.begin(), part.parts.end(), add)) return std::nullopt;
      return all;
    }
    const ImportedRule* rule = part.is(Phrase::Kind::kName) ? grammar_.rule(part.text) : nullptr;
    if (rule == nullptr) return std::nullopt;
    for (const ImportedBranch& branch : rule->branches) {
      if (!add(branch.body)) return std::nullopt;
    }
    return all;
  }

  static bool is_end(const Phrase& ahead) {
    const Phrase& what = ahead.parts[0];
    return ahead.text == "!" && what.is(Phrase::Kind::kSet) && what.set == kAnyCharacter;
  }

  void settle_predicates(Phrase& part) {
    if (part.is(Phrase::Kind::kExcept)) {
      settle_alone(part);
      return;
    }
    const bool repeats = part.is(Phrase::Kind::kRepeat);
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
      Phrase& inner = part.parts[i];
      if (inner.is(Phrase::Kind::kExcept) && part.is(Phrase::Kind::kSequence) &&
          i + 1 < part.parts.size() && takes_from(inner, part.parts[i + 1])) {
        inner = Phrase{};
        continue;
      }
      // (!"*/" .)*
      const bool until = repeats && inner.is(Phrase::Kind::kSequence) && inner.parts.size() == 2 &&
                         inner.parts[0].is(Phrase::Kind::kExcept) && inner.parts[0].text == "!" &&
                         set_of(inner.parts[1]) && !set_of(inner.parts[0].parts[0]);
      settle_predicates(inner);
      part.lazy = part.lazy || until;
    }
    if (!part.is(Phrase::Kind::kSequence)) return;
    std::erase_if(part.parts, [](const Phrase& inner) { return inner.is_empty(); });
  }

  /// Handles !x before a character.
  bool takes_from(const Phrase& ahead, Phrase& next) const {
    const auto less = set_of(ahead.parts[0]);
    const auto all = set_of(next);
    if (ahead.text != "!" || !less || !all) return false;
    const CharClass left = without(*all, *less);
    if (left.empty()) return false;
    next = set_part(left);
    return true;
  }

  void settle_alone(Phrase& ahead) {
    if (is_end(ahead)) {
      ahead = end_of_input();
      return;
    }
    std::string what = ahead.text;
    if (ahead.parts[0].is(Phrase::Kind::kName)) what += ahead.parts[0].text;
    else if (ahead.parts[0].is(Phrase::Kind::kText)) what += "\"" + ahead.parts[0].text + "\"";
    grammar_.remark(ahead.place, "the predicate " + what, "left out: wider than the original");
    ahead = Phrase{};
  }

  // Makes tokens, for notations that skip white space between the parts of a rule.

  /// inner = { a ~ (b ~ inner)? }  becomes  a (b a)*, which can be a token.
  static void repeat_at_end(ImportedRule& rule) {
    if (rule.branches.size() != 1) return;
    Phrase& body = rule.branches[0].body;
    if (!body.is(Phrase::Kind::kSequence) || body.parts.size() < 2) return;
    Phrase& last = body.parts.back();
    if (!last.is_optional() || !last.parts[0].is(Phrase::Kind::kSequence)) return;
    std::vector<Phrase> round = last.parts[0].parts;
    if (round.empty() || !is_name_of(round.back(), rule.name)) return;
    round.pop_back();
    round.insert(round.end(), body.parts.begin(), body.parts.end() - 1);
    last = many_of(sequence_of(std::move(round)));
  }

  void make_tokens() {
    grammar_.scannerless = false;
    for (ImportedRule& rule : grammar_.rules) {
      if (atomic_.contains(rule.name)) repeat_at_end(rule);
    }
    std::set<std::string> parts;
    for (const std::string& name : skipped_) add_lexical(name, ImportedToken::Use::kSkip, parts);
    for (const std::string& name : atomic_) {
      if (!skipped_.contains(name)) add_lexical(name, ImportedToken::Use::kToken, parts);
    }
    for (const std::string& name : parts) {
      const ImportedRule* rule = grammar_.rule(name);
      if (rule == nullptr) continue;
      ImportedToken part = lexical(*rule);
      part.name += kPart;
      part.use = ImportedToken::Use::kFragment;
      grammar_.tokens.push_back(std::move(part));
    }
    std::erase_if(grammar_.rules,
                  [&](const ImportedRule& rule) { return made_.contains(rule.name); });
    for_each_part(grammar_, [&](Phrase& part) {
      if (part.is(Phrase::Kind::kSet) || (part.is(Phrase::Kind::kText) && part.ignore_case)) {
        name_character(part);
      }
    });
  }

  static constexpr const char* kPart = " (a part)";

  static ImportedToken lexical(const ImportedRule& rule) {
    ImportedToken token = token_of(rule.name, body_of(rule), rule.place);
    for_each_part(token.body, [](Phrase& part) {
      if (part.is(Phrase::Kind::kName)) part.text += kPart;
    });
    return token;
  }

  void add_lexical(const std::string& name, ImportedToken::Use use, std::set<std::string>& parts) {
    const std::set<std::string> reached = reached_from(grammar_, name);
    const ImportedRule& rule = *grammar_.rule(name);
    const bool recursive = reached.contains(name) ||
                           std::any_of(reached.begin(), reached.end(), [&](const auto& other) {
                             return reached_from(grammar_, other).contains(other);
                           });
    if (recursive) {
      grammar_.remark(rule.place, "the rule " + name + ", which skips nothing inside",
                      "wider: white space is skipped in it, since it is recursive");
      return;
    }
    made_.insert(name);
    parts.insert(reached.begin(), reached.end());
    ImportedToken token = lexical(rule);
    token.use = use;
    grammar_.tokens.push_back(std::move(token));
  }

  void name_character(Phrase& part) {
    for (const auto& [body, name] : characters_) {
      if (same_part(body, part)) {
        part = named_part(name, part.place);
        return;
      }
    }
    const std::string name = "CHARACTER_" + std::to_string(characters_.size() + 1);
    grammar_.tokens.push_back(token_of(name, part));
    characters_.emplace_back(part, name);
    part = named_part(name, part.place);
  }

  bool pest_;
  bool skips_ = false;
  std::set<std::string> skipped_;  // rules for white space
  std::set<std::string> atomic_;   // rules in which nothing is skipped
  std::set<std::string> made_;     // rules that became tokens
  std::vector<std::pair<Phrase, std::string>> characters_;
};

}  // namespace

ImportedGrammar read_peg(const Source& source, std::uint32_t file, Problems& problems) {
  return PegReader(source, file, problems).read();
}

}  // namespace grabr
