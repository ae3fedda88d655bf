// Recursive descent over
//   rule     = name ["text"] ("<-" | "=") choice [";"]
//            | name "=" ["_" | "@" | "$" | "!"] "{" choice "}"
//   choice   = sequence { ("/" | "|") sequence }
//   sequence = { ["~"] [label ":"] ["&" | "!" | "$" | "@"] item { count } }
//   count    = "?" | "*" | "+" | "{" n,m "}"
//   item     = name | "text" ["i"] | ^"text" | 'a'..'z' | "[" class "]" | "." | "(" choice ")"
//            | code
// A predicate !x before a character takes x's characters out of it:  !'"' .  is  [^"] ;  (!"*/" .)*
// ends as early as it can. Other predicates are left out. Tested by peg_test.cc.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "import/read/cursor.h"
#include "import/read/readers.h"

namespace grabr {
namespace {

const CharClass kAnyCharacter{{0, kLastStray}};

/// pest's own rules.
std::optional<CharClass> known_set(std::string_view name) {
  const CharClass letters{{'A', 'Z'}, {'a', 'z'}};
  if (name == "ANY") return kAnyCharacter;
  if (name == "ASCII") return CharClass{{0, 0x7F}};
  if (name == "ASCII_DIGIT") return CharClass{{'0', '9'}};
  if (name == "ASCII_NONZERO_DIGIT") return CharClass{{'1', '9'}};
  if (name == "ASCII_BIN_DIGIT") return CharClass{{'0', '1'}};
  if (name == "ASCII_OCT_DIGIT") return CharClass{{'0', '7'}};
  if (name == "ASCII_HEX_DIGIT") return CharClass{{'0', '9'}, {'A', 'F'}, {'a', 'f'}};
  if (name == "ASCII_ALPHA_LOWER") return CharClass{{'a', 'z'}};
  if (name == "ASCII_ALPHA_UPPER") return CharClass{{'A', 'Z'}};
  if (name == "ASCII_ALPHA") return letters;
  if (name == "ASCII_ALPHANUMERIC") return CharClass{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}};
  if (name == "LETTER" || name == "ALPHABETIC" || name == "XID_START") {
    return CharClass{{'A', 'Z'}, {'a', 'z'}, {0x80, kLastCodePoint}};
  }
  if (name == "XID_CONTINUE") {
    return CharClass{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0x80, kLastCodePoint}};
  }
  return std::nullopt;
}

class PegReader {
 public:
  PegReader(const Source& source, std::uint32_t file, Problems& problems)
      : in_(source, file, problems, comments_of(source)), pest_(source.name().ends_with(".pest")) {}

  ImportedGrammar read() {
    grammar_.notation = "PEG";
    grammar_.scannerless = true;
    in_.skip();
    while (!in_.at_end()) {
      const std::uint32_t before = in_.at();
      if (in_.peek() == '{') code();  // what PEG.js begins with
      else rule();
      if (in_.at() != before) continue;
      in_.error(before, "a rule is expected here", "rules are written name <- …");
      skip_to_rule();
    }
    for (ImportedRule& each : grammar_.rules) {
      for (ImportedBranch& branch : each.branches) settle_predicates(branch.body);
    }
    if (skips_) make_tokens();
    return std::move(grammar_);
  }

 private:
  static CommentSigns comments_of(const Source& source) {
    if (source.name().ends_with(".peg")) return {{"#", "//"}, "", ""};
    return {{"//"}, "/*", "*/"};
  }

  void code() {
    in_.bracketed('{', '}');
    in_.skip();
  }

  bool eat_definition() {
    if (in_.eat("<-") || in_.eat("\xE2\x86\x90")) return true;
    return in_.peek() == '=' && in_.peek(1) != '>' && in_.eat("=");
  }

  bool at_rule() {
    if (!in_.at_name() && in_.peek() != '%') return false;
    const std::uint32_t at = in_.at();
    if (in_.peek() == '%') in_.move();
    bool found = !in_.name().empty();
    if (found && (in_.peek() == '"' || in_.peek() == '\'')) quoted();
    found = found && eat_definition();
    in_.move_to(at);
    return found;
  }

  void skip_to_rule() {
    do {
      in_.move();
      in_.skip();
    } while (!in_.at_end() && !at_rule());
  }

  void rule() {
    const std::size_t begin = in_.at();
    in_.eat("~");  // cpp-peglib: no node
    if (!at_rule()) return;
    if (in_.peek() == '%') in_.move();
    ImportedRule made;
    made.name = in_.name();
    made.place = in_.place(begin);
    if (in_.peek() == '"' || in_.peek() == '\'') quoted();
    eat_definition();
    char kind = ' ';
    if (pest_ && std::string_view("_@$!").find(in_.peek()) != std::string_view::npos) {
      kind = in_.peek();
      in_.move();
      in_.skip();
    }
    const bool braces = pest_ && in_.eat("{");
    if (braces) in_.eat("|");
    Phrase body = choice();
    if (braces && !in_.eat("}")) in_.error(begin, "this { is not closed");
    in_.eat(";");
    const bool space = made.name == "WHITESPACE" || made.name == "COMMENT";
    if ((pest_ && space) || made.name == "whitespace") skips_ = true;
    if (space || made.name == "whitespace") skipped_.insert(made.name);
    if (kind == '@' || kind == '$') atomic_.insert(made.name);
    std::vector<Phrase> ways =
        body.is(Phrase::Kind::kChoice) ? std::move(body.parts) : std::vector<Phrase>{body};
    for (Phrase& way : ways) {
      ImportedBranch branch;
      branch.body = std::move(way);
      made.branches.push_back(std::move(branch));
    }
    grammar_.rules.push_back(std::move(made));
  }

  Phrase choice() {
    if (++depth_ > kMostPartNesting) {
      in_.error(in_.at(), "this is nested deeper than " + std::to_string(kMostPartNesting));
      in_.move_to(std::string_view::npos);
      return {};
    }
    std::vector<Phrase> ways;
    do {
      std::vector<Phrase> parts;
      while (!ends()) {
        const std::uint32_t before = in_.at();
        part(parts);
        if (in_.at() == before) break;
      }
      Phrase way;
      way.parts = std::move(parts);
      if (way.parts.size() == 1) way = Phrase(way.parts.front());
      ways.push_back(std::move(way));
    } while (in_.eat("/") || in_.eat("|"));
    --depth_;
    return choice_of(std::move(ways));
  }

  bool ends() {
    const char c = in_.peek();
    return in_.at_end() || c == '/' || c == '|' || c == ')' || c == '}' || c == ';' ||
           (c == '>' && angles_ > 0) || at_rule();
  }

  void part(std::vector<Phrase>& parts) {
    const std::size_t begin = in_.at();
    if (in_.eat("~") || in_.eat("$") || in_.eat("@") || in_.eat("^^")) return;
    if (in_.peek() == '#' && pest_) {  // #tag = item
      in_.move();
      in_.name();
      in_.eat("=");
      return;
    }
    if (in_.peek() == '{') return code();
    const bool no = in_.peek() == '!';
    if (no || in_.peek() == '&') {
      in_.move();
      in_.skip();
      if (in_.peek() == '{') {
        code();
        return remark_predicate(begin);
      }
      Phrase ahead;
      ahead.kind = Phrase::Kind::kExcept;
      ahead.text = no ? "!" : "&";
      ahead.parts = {suffixed(item())};
      ahead.place = in_.place(begin);
      parts.push_back(std::move(ahead));
      return;
    }
    if (in_.at_name()) {  // label:item
      const std::uint32_t at = in_.at();
      in_.name();
      if (in_.peek() == ':' && !pest_) {
        in_.eat(":");
        return;
      }
      in_.move_to(at);
    }
    parts.push_back(suffixed(item()));
  }

  void remark_predicate(std::size_t begin) {
    grammar_.remark(in_.place(begin), "a predicate", "left out: wider than the original");
  }

  Phrase suffixed(Phrase part) {
    for (;;) {
      if (in_.eat("?")) part = optional_of(std::move(part));
      else if (in_.eat("*")) part = repeat_of(std::move(part), 0, Phrase::kUnlimited);
      else if (in_.eat("+")) part = repeat_of(std::move(part), 1, Phrase::kUnlimited);
      else if (in_.peek() == '{' && is_count()) part = counted(std::move(part));
      else return part;
    }
  }

  bool is_count() const {
    const std::string_view rest = in_.rest().substr(1);
    const std::size_t end = rest.find('}');
    return end != rest.npos && end > 0 &&
           rest.substr(0, end).find_first_not_of("0123456789, ") == rest.npos;
  }

  std::uint32_t number(std::uint32_t otherwise) {
    if (in_.peek() < '0' || in_.peek() > '9') return otherwise;
    std::uint32_t value = 0;
    for (; in_.peek() >= '0' && in_.peek() <= '9'; in_.move()) {
      value = std::min(value * 10 + static_cast<std::uint32_t>(in_.peek() - '0'), 1000u);
    }
    in_.skip();
    return value;
  }

  Phrase counted(Phrase part) {
    in_.eat("{");
    const std::uint32_t min = number(0);
    const std::uint32_t max = in_.eat(",") ? number(Phrase::kUnlimited) : min;
    in_.eat("}");
    return repeat_of(std::move(part), min, std::max(min, max));
  }

  Phrase item() {
    const std::size_t begin = in_.at();
    const char c = in_.peek();
    if (in_.at_name()) return named(begin);
    if (c == '^' && (in_.peek(1) == '"' || in_.peek(1) == '\'')) {
      in_.move();
      Phrase text = quoted();
      text.ignore_case = true;
      return text;
    }
    if (c == '"' || c == '\'' || c == '`') return quoted();
    if (c == '[') return character_class();
    if (c == '.') {
      in_.eat(".");
      Phrase any = set_part(kAnyCharacter);
      any.place = in_.place(begin);
      return any;
    }
    if (c == '(' || c == '<') {
      in_.move();
      in_.skip();
      angles_ += c == '<' ? 1 : 0;
      Phrase inner = choice();
      angles_ -= c == '<' ? 1 : 0;
      if (!in_.eat(c == '(' ? ")" : ">")) {
        in_.error(begin, std::string("this ") + c + " is not closed");
      }
      return inner;
    }
    in_.error(begin, std::string("no part of a rule begins with ") + c);
    in_.move();
    in_.skip();
    return {};
  }

  Phrase named(std::size_t begin) {
    const std::string name = in_.name();
    const ImportPlace place = in_.place(begin);
    if (pest_ && name == "PUSH" && in_.eat("(")) {
      Phrase inner = choice();
      in_.eat(")");
      grammar_.remark(place, "the stack of PUSH",
                      "left out: wider, what is popped may be anything");
      return inner;
    }
    if (grammar_.rule(name) == nullptr) {
      if (name == "SOI") return {};
      if (name == "EOI" || name == "EOF") {
        Phrase end;
        end.kind = Phrase::Kind::kPredicate;
        end.text = "EOF";
        return pest_ ? end : named_part(name, place);
      }
      if (pest_ && name == "NEWLINE") {
        return choice_of({text_part("\n"), text_part("\r\n"), text_part("\r")});
      }
      if (const auto set = known_set(name); pest_ && set) return set_part(*set);
    }
    return named_part(name, place);
  }

  Phrase quoted() {
    const std::size_t begin = in_.at();
    std::string text = in_.quoted_text();
    Phrase part = text_part(std::move(text), in_.place(begin));
    if (in_.next_is("..'") || in_.next_is("..\"")) {
      in_.move(2);
      const Phrase last = quoted();
      std::size_t from = 0;
      std::size_t to = 0;
      if (part.text.empty() || last.text.empty()) return part;
      const std::uint32_t low = next_character(part.text, from);
      return set_part(CharClass{{low, std::max(low, next_character(last.text, to))}});
    }
    if (in_.peek() == 'i' && !pest_) {
      in_.move();
      part.ignore_case = true;
    }
    in_.skip();
    return part;
  }

  Phrase character_class() {
    const std::size_t begin = in_.at();
    in_.move();
    const bool negated = in_.peek() == '^';
    if (negated) in_.move();
    CharClass set;
    const auto one = [&] {
      const std::string_view rest = in_.rest();
      std::size_t length = rest[0] == '\\' && rest.size() > 1 ? 1 : 0;
      const std::uint32_t code =
          length == 1 ? escaped_character(rest, length) : next_character(rest, length);
      in_.move(length);
      return code;
    };
    while (!in_.at_end() && in_.peek() != ']') {
      const std::uint32_t low = one();
      std::uint32_t high = low;
      if (in_.peek() == '-' && in_.peek(1) != ']' && in_.peek(1) != '\0') {
        in_.move();
        high = one();
      }
      if (high >= low) set.add({low, high});
    }
    in_.move();
    if (in_.peek() == 'i') {
      in_.move();
      set = set.folded();
    }
    Phrase part = set_part(negated ? set.complement() : set);
    part.place = in_.place(begin);
    in_.skip();
    return part;
  }

  /// The characters of one character long texts that it is; nothing if there are others.
  std::optional<CharClass> set_of(const Phrase& part, int depth = 0) const {
    if (depth > 8) return std::nullopt;
    if (part.is(Phrase::Kind::kSet)) return part.set;
    if (part.is(Phrase::Kind::kText)) {
      std::size_t at = 0;
      const std::uint32_t code = next_character(part.text, at);
      if (at != part.text.size()) return std::nullopt;
      const CharClass one{{code, code}};
      return part.ignore_case ? one.folded() : one;
    }
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

  /// !x before a character.
  bool takes_from(const Phrase& ahead, Phrase& next) const {
    const auto less = set_of(ahead.parts[0]);
    const auto all = set_of(next);
    if (ahead.text != "!" || !less || !all) return false;
    CharClass outside = all->complement();
    outside.add(*less);
    if (outside.complement().empty()) return false;
    next = set_part(outside.complement());
    return true;
  }

  void settle_alone(Phrase& ahead) {
    Phrase end;
    end.kind = Phrase::Kind::kPredicate;
    end.text = "EOF";
    if (is_end(ahead)) {
      ahead = std::move(end);
      return;
    }
    std::string what = ahead.text;
    if (ahead.parts[0].is(Phrase::Kind::kName)) what += ahead.parts[0].text;
    else if (ahead.parts[0].is(Phrase::Kind::kText)) what += "\"" + ahead.parts[0].text + "\"";
    grammar_.remark(ahead.place, "the predicate " + what, "left out: wider than the original");
    ahead = Phrase{};
  }

  // Tokens, where white space is skipped between the parts of a rule.

  /// inner = { a ~ (b ~ inner)? }  is  a (b a)*, which a token can be.
  static void repeat_at_end(ImportedRule& rule) {
    if (rule.branches.size() != 1) return;
    Phrase& body = rule.branches[0].body;
    if (!body.is(Phrase::Kind::kSequence) || body.parts.size() < 2) return;
    Phrase& last = body.parts.back();
    if (!last.is_optional() || !last.parts[0].is(Phrase::Kind::kSequence)) return;
    std::vector<Phrase> round = last.parts[0].parts;
    const bool calls =
        !round.empty() && round.back().is(Phrase::Kind::kName) && round.back().text == rule.name;
    if (!calls) return;
    round.pop_back();
    round.insert(round.end(), body.parts.begin(), body.parts.end() - 1);
    last = repeat_of(sequence_of(std::move(round)), 0, Phrase::kUnlimited);
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
      ImportedToken part = token_of(*rule);
      part.name += kPart;
      part.use = ImportedToken::Use::kFragment;
      grammar_.tokens.push_back(std::move(part));
    }
    std::erase_if(grammar_.rules,
                  [&](const ImportedRule& rule) { return made_.contains(rule.name); });
    for (ImportedRule& rule : grammar_.rules) {
      for (ImportedBranch& branch : rule.branches) {
        for_each_part(branch.body, [&](Phrase& part) {
          if (part.is(Phrase::Kind::kSet) || (part.is(Phrase::Kind::kText) && part.ignore_case)) {
            name_character(part);
          }
        });
      }
    }
  }

  static constexpr const char* kPart = " (a part)";

  static ImportedToken token_of(const ImportedRule& rule) {
    ImportedToken token;
    token.name = rule.name;
    token.place = rule.place;
    std::vector<Phrase> ways;
    for (const ImportedBranch& branch : rule.branches) ways.push_back(branch.body);
    token.body = choice_of(std::move(ways));
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
                      "wider: white space is skipped in it, since it contains itself");
      return;
    }
    made_.insert(name);
    parts.insert(reached.begin(), reached.end());
    ImportedToken token = token_of(rule);
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
    ImportedToken token;
    token.name = "CHARACTER_" + std::to_string(characters_.size() + 1);
    token.body = part;
    characters_.emplace_back(part, token.name);
    part = named_part(token.name, part.place);
    grammar_.tokens.push_back(std::move(token));
  }

  ImportCursor in_;
  ImportedGrammar grammar_;
  bool pest_;
  bool skips_ = false;
  std::set<std::string> skipped_;  // rules for white space
  std::set<std::string> atomic_;   // rules in which nothing is skipped
  std::set<std::string> made_;     // rules that became tokens
  std::vector<std::pair<Phrase, std::string>> characters_;
  int angles_ = 0;
  std::uint32_t depth_ = 0;
};

}  // namespace

ImportedGrammar read_peg(const Source& source, std::uint32_t file, Problems& problems) {
  return PegReader(source, file, problems).read();
}

}  // namespace grabr
