// Recursive descent over
//   alternative = { [ label "=" | label "+=" ] atom [ "?" | "*" | "+" ] [ "?" ]
//                 | "{" code "}" ["?"] }
//                 [ "#" name ] [ "->" command { "," command } ]
//   atom        = name [ "[" code "]" ] | 'text' [ ".." 'text' ] | "[" set "]" | "." | "~" atom
//                 | "(" alternative { "|" alternative } ")"
// Code is not run: what only does something is left out, what decides becomes a kPredicate, which
// matches nothing; both are remarked upon. Tested by antlr_test.cc.
#include "import/read/antlr_elements.h"

#include <algorithm>

#include "import/read/patterns.h"
#include "text/utf8.h"

namespace grabr {
namespace {

const CharClass kAnything = CharClass{}.complement();

std::string shortened(std::string code) {
  for (char& c : code) c = c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  return beginning(code, 60);
}

Phrase predicate_part(std::string text, ImportPlace place) {
  Phrase part;
  part.kind = Phrase::Kind::kPredicate;
  part.text = std::move(text);
  part.place = place;
  return part;
}

}  // namespace

std::vector<AntlrAlternative> AntlrElements::read(bool lexical, bool ignore_case) {
  lexical_ = lexical;
  ignore_case_ = ignore_case;
  depth_ = 0;
  std::vector<AntlrAlternative> alternatives;
  do {
    alternatives.push_back(alternative());
  } while (in_.eat("|"));
  if (!in_.eat(";")) {
    in_.error(in_.at(), "this is no element of a rule, nor its end",
              "a rule ends with ;  a literal is written in ' '");
    in_.skip_past(';');
  }
  return alternatives;
}

bool AntlrElements::at_alternative_end() const {
  const char c = in_.peek();
  return in_.at_end() || c == '|' || c == ';' || c == ')' || c == '#' || in_.next_is("->");
}

AntlrAlternative AntlrElements::alternative() {
  AntlrAlternative of;
  std::vector<Phrase> parts;
  while (!at_alternative_end()) {
    const std::uint32_t before = in_.at();
    if (in_.peek() == '<') {
      element_options(of);
    } else if (in_.peek() == '{') {
      read_code(of, parts);
    } else {
      parts.push_back(element(of));
    }
    if (in_.at() == before) break;
  }
  of.body = sequence_of(std::move(parts));
  if (in_.eat("#")) of.label = in_.name();
  if (in_.eat("->")) commands(of);
  return of;
}

bool AntlrElements::read_code(AntlrAlternative& of, std::vector<Phrase>& parts) {
  const std::size_t begin = in_.at();
  std::string code = in_.bracketed('{', '}');
  const ImportPlace place = in_.place(begin);
  in_.skip();
  if (in_.eat("?")) {
    in_.eat("=>");
    of.predicated = true;
    if (lexical_) {
      grammar_.remark(place, "the predicate {" + shortened(code) + "}?",
                      "left out: the token is read wherever the rules allow it");
    }
    parts.push_back(predicate_part(code, place));
    if (in_.peek() == '<') element_options(of);
    return true;
  }
  in_.eat("!");
  grammar_.remark(place, "the action {" + shortened(code) + "}", "left out: code is not run");
  return false;
}

void AntlrElements::element_options(AntlrAlternative& of) {
  const std::string options = in_.bracketed('<', '>');
  in_.skip();
  of.right = of.right || options.find("right") != options.npos;
}

void AntlrElements::commands(AntlrAlternative& of) {
  do {
    const std::string command = in_.name();
    std::string argument;
    if (in_.eat("(")) {
      argument = in_.name(".");
      if (argument.empty() && in_.peek() >= '0' && in_.peek() <= '9') argument = in_.name();
      in_.eat(")");
    }
    of.commands.emplace_back(command, argument);
  } while (in_.eat(","));
}

Phrase AntlrElements::choice() {
  std::vector<Phrase> parts;
  do {
    AntlrAlternative inner = alternative();
    parts.push_back(std::move(inner.body));
    // Commands belong to the whole alternative of a lexer rule.
  } while (in_.eat("|"));
  return choice_of(std::move(parts));
}

Phrase AntlrElements::element(AntlrAlternative& of) {
  // A label: name = atom, name += atom.
  if (in_.at_name()) {
    const std::uint32_t begin = in_.at();
    in_.name();
    if (in_.eat("+=") || (in_.peek() == '=' && in_.peek(1) != '>' && in_.eat("="))) {
      return element(of);
    }
    in_.move_to(begin);
  }
  Phrase part = suffixed(atom());
  if (in_.peek() == '<') element_options(of);
  // ANTLR 3: how the tree is built, and lookahead.
  if (in_.eat("!") || (in_.peek() == '^' && in_.eat("^"))) return suffixed(std::move(part));
  if (in_.eat("=>")) return Phrase{};
  return part;
}

Phrase AntlrElements::suffixed(Phrase part) {
  std::uint32_t min = 0;
  std::uint32_t max = Phrase::kUnlimited;
  if (in_.eat("?")) {
    max = 1;
  } else if (in_.peek() == '+' && in_.peek(1) != '=' && in_.eat("+")) {
    min = 1;
  } else if (!in_.eat("*")) {
    return part;
  }
  const ImportPlace place = part.place;
  part = repeat_of(std::move(part), min, max);
  part.place = place;
  part.lazy = in_.eat("?");
  return part;
}

Phrase AntlrElements::atom() {
  const std::size_t begin = in_.at();
  if (in_.at_name()) return reference();
  switch (in_.peek()) {
    case '\'': return quoted();
    case '"': return quoted();
    case '[': return bracketed_set();
    case '~': return negated(begin);
    case '.': {
      in_.eat(".");
      Phrase part;
      part.kind = lexical_ ? Phrase::Kind::kSet : Phrase::Kind::kExcept;
      if (lexical_) part.set = kAnything;
      part.place = in_.place(begin);
      return part;
    }
    case '(': {
      if (++depth_ > kMostPartNesting) {
        in_.error(begin, "parentheses are nested deeper than " + std::to_string(kMostPartNesting));
        in_.move_to(std::string_view::npos);
        return {};
      }
      in_.eat("(");
      const std::uint32_t place = in_.at();
      bool lazy = false;
      if (in_.eat_word("options")) {
        lazy = in_.bracketed('{', '}').find("greedy") != std::string::npos;
        in_.skip();
        in_.eat(":");
      } else {
        in_.move_to(place);
      }
      in_.eat(":");
      Phrase part = choice();
      --depth_;
      if (!in_.eat(")")) in_.error(begin, "this ( is not closed");
      part.place = in_.place(begin);
      if (lazy) {
        part = suffixed(std::move(part));
        part.lazy = part.is(Phrase::Kind::kRepeat);
      }
      return part;
    }
    default:
      in_.error(begin, std::string("there is no element that begins with ") + in_.peek(),
                "a literal is written in ' '");
      in_.move();
      in_.skip();
      return {};
  }
}

Phrase AntlrElements::reference() {
  const std::size_t begin = in_.at();
  std::string name = in_.name();
  const ImportPlace place = in_.place(begin);
  if (in_.peek() == '[' && !lexical_) {
    in_.bracketed('[', ']');
    in_.skip();
  }
  if (name == "EOF") return predicate_part("EOF", place);
  return named_part(std::move(name), place);
}

Phrase AntlrElements::quoted() {
  const std::size_t begin = in_.at();
  const char quote = in_.peek();
  std::string text;
  const std::string_view rest = in_.rest();
  std::size_t at = 1;
  while (at < rest.size() && rest[at] != quote && rest[at] != '\n') {
    if (rest[at] == '\\') {
      ++at;
      text += bytes_of(escaped_character(rest, at));
    } else {
      text += rest[at++];
    }
  }
  if (at >= rest.size() || rest[at] != quote) in_.error(begin, "this literal is not closed");
  in_.move(at + 1);
  Phrase part = text_part(text, in_.place(begin));
  part.ignore_case = ignore_case_;
  in_.skip();
  if (!in_.next_is("..") || in_.next_is("...")) return part;
  in_.eat("..");
  const Phrase last = in_.peek() == '\'' || in_.peek() == '"' ? quoted() : Phrase{};
  const auto code = [](const std::string& bytes) {
    std::size_t from = 0;
    return next_character(bytes, from);
  };
  const std::uint32_t low = text.empty() ? 0 : code(text);
  const std::uint32_t high = last.text.empty() ? low : code(last.text);
  if (high < low) in_.error(begin, "this range has its ends the wrong way round");
  Phrase range = set_part(cased(CharClass{{low, std::max(low, high)}}));
  range.place = in_.place(begin);
  return range;
}

Phrase AntlrElements::bracketed_set() {
  const std::size_t begin = in_.at();
  const std::string_view rest = in_.rest();
  std::size_t at = 1;
  CharClass set;
  std::optional<std::uint32_t> last;  // may begin a range
  bool range = false;
  while (at < rest.size() && rest[at] != ']') {
    std::uint32_t code = 0;
    if (rest[at] == '\\' && at + 1 < rest.size() && (rest[at + 1] == 'p' || rest[at + 1] == 'P')) {
      const bool negated = rest[at + 1] == 'P';
      const std::size_t close = rest.find('}', at);
      const std::size_t open = at + 3;
      at = close == rest.npos ? rest.size() : close + 1;
      const auto named = unicode_set(close == rest.npos ? "" : rest.substr(open, close - open));
      if (!named) in_.error(begin, "this Unicode property is not known");
      if (named) set.add(negated ? named->complement() : *named);
      last.reset();
      continue;
    }
    if (rest[at] == '-' && last && at + 1 < rest.size() && rest[at + 1] != ']') {
      ++at;
      range = true;
      continue;
    }
    if (rest[at] == '\\') {
      ++at;
      code = escaped_character(rest, at);
    } else {
      code = next_character(rest, at);
    }
    if (range) {
      if (code >= *last) set.add({*last, code});
      last.reset();
    } else {
      set.add({code, code});
      last = code;
    }
    range = false;
  }
  if (at >= rest.size()) in_.error(begin, "this [ is not closed");
  in_.move(at + 1);
  Phrase part = set_part(cased(set));
  part.place = in_.place(begin);
  in_.skip();
  return part;
}

/// The characters that a part of a lexer's ~ stands for.
CharClass AntlrElements::set_of(const Phrase& part, std::size_t begin) {
  CharClass set;
  if (part.is(Phrase::Kind::kSet)) return part.set;
  if (part.is(Phrase::Kind::kText)) {
    std::size_t at = 0;
    const std::uint32_t code = next_character(part.text, at);
    if (at == part.text.size()) return cased(CharClass{{code, code}});
  }
  if (part.is(Phrase::Kind::kChoice)) {
    for (const Phrase& inner : part.parts) set.add(set_of(inner, begin));
    return set;
  }
  if (part.is_empty() || part.is(Phrase::Kind::kPredicate)) return set;
  in_.error(begin, "~ is for single characters", "write a set, as in ~[\"\\\\]");
  return set;
}

Phrase AntlrElements::negated(std::size_t begin) {
  in_.eat("~");
  if (++depth_ > kMostPartNesting) {
    in_.move_to(std::string_view::npos);
    return {};
  }
  Phrase inner = atom();
  --depth_;
  Phrase part;
  part.place = in_.place(begin);
  if (!lexical_) {
    part.kind = Phrase::Kind::kExcept;
    if (inner.is(Phrase::Kind::kChoice)) part.parts = std::move(inner.parts);
    else part.parts.push_back(std::move(inner));
    return part;
  }
  // A name of a token that is one character: resolved where all tokens are known.
  bool named = false;
  for_each_part(inner, [&](const Phrase& each) { named = named || each.is(Phrase::Kind::kName); });
  if (named) {
    part.kind = Phrase::Kind::kExcept;
    if (inner.is(Phrase::Kind::kChoice)) part.parts = std::move(inner.parts);
    else part.parts.push_back(std::move(inner));
    return part;
  }
  part.kind = Phrase::Kind::kSet;
  part.set = set_of(inner, begin).complement();
  return part;
}

}  // namespace grabr
