// Maps the nodes of grammars/ebnf.json and w3c-ebnf.json to phrases. [ … ] is a class of characters
// if the file contains #x or such a class, otherwise an optional part. Tested by notations_test.cc.
#include <algorithm>
#include <utility>

#include "import/read/characters.h"
#include "import/read/notation.h"
#include "import/read/readers.h"

namespace grabr {
namespace {

/// Does some [ begin a class: [a-z], [^"], [#x20]?
bool has_classes(std::string_view text) {
  for (std::size_t at = text.find('['); at != text.npos; at = text.find('[', at + 1)) {
    const std::string_view rest = text.substr(at + 1, 12);
    if (rest.starts_with("^") || rest.starts_with("#x")) return true;
    if (rest.size() > 2 && rest[1] == '-' && rest[2] != ' ' && rest[0] != ' ') return true;
  }
  return text.find("#x") != text.npos;
}

class EbnfReader : NotationReader {
 public:
  EbnfReader(const Source& source, std::uint32_t file, Problems& problems)
      : NotationReader(has_classes(source.bytes()) ? "w3c-ebnf" : "ebnf", source, file, problems,
                       "rules are written name ::= …") {
    table_ = {{"choice", [&](const Parsed& of) { return choice(of); }},
              {"item", [&](const Parsed& of) { return item(of); }},
              {"repeated", [&](const Parsed& of) { return suffixed(of); }},
              {"option", [&](const Parsed& of) { return optional_of(below(of, "choice")); }},
              {"many", [&](const Parsed& of) { return many_of(below(of, "choice")); }},
              {"name", [](const Parsed& of) { return named_part(name(of), of.place()); }},
              {"TEXT", [](const Parsed& of) { return text_part(unescaped(of), of.place()); }},
              {"CODE", [](const Parsed& of) { return set_of(of); }},
              {"CLASS", [](const Parsed& of) { return set_of(of); }},
              {"SPECIAL", [&](const Parsed& of) {
                 grammar_.remark(of.place(), "the special sequence " + of.text().substr(0, 62),
                                 "left out: it is prose");
                 return Phrase{};
               }}};
  }

  ImportedGrammar read() {
    grammar_.notation = "EBNF";
    for (const Parsed& each : root().parts("rule")) {
      ImportedRule rule;
      for (const Parsed& head : each.parts()) {
        if (head.name() != "name" && head.name() != "NUMBERED") continue;
        rule.name = name(head);
        rule.place = head.place();
      }
      rule.branches = branches_of(below(each, "choice"));
      if (!rule.name.empty()) grammar_.rules.push_back(std::move(rule));
    }
    return std::move(grammar_);
  }

 private:
  static std::string name(const Parsed& of) {
    std::string name = of.text();
    if (name.starts_with("<")) name = name.substr(1, name.size() - 2);
    if (name.starts_with("[")) {  // [12] Name ::=
      name.erase(0, name.find_first_not_of(" \t\r\n", name.find(']') + 1));
      name.resize(name.find_first_of(" \t\r\n:"));
    }
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
  }

  Phrase item(const Parsed& of) {
    Phrase part = below(of, of.has("SPECIAL") ? "SPECIAL" : "repeated");
    const std::uint32_t count = count_of(of.text_of("COUNT"), 0);
    if (count > 0) part = repeat_of(std::move(part), count, count);
    if (of.has("excepted")) except(part, below(of, "excepted"), of);
    return part;
  }

  /// A - B: for sets, the difference; otherwise B is ignored, which is wider.
  void except(Phrase& part, const Phrase& excepted, const Parsed& at) {
    const std::optional<CharClass> all = one_character(part);
    const std::optional<CharClass> less = one_character(excepted);
    if (all && less) {
      part = set_part(without(*all, *less));
      return;
    }
    grammar_.remark(at.part("excepted").place(), "the exception -",
                    "wider: texts that it excludes are allowed");
  }

  /// The standards of ISO and W3C have no escapes, but grammars use \n and the like.
  static std::string unescaped(const Parsed& of) {
    const std::string written = of.text();
    std::string text;
    for (std::size_t at = 1; at + 1 < written.size(); ++at) {
      const std::size_t known = std::string_view("nrt\\").find(written[at + 1]);
      const bool escape = written[at] == '\\' && known != std::string_view::npos;
      text += escape ? "\n\r\t\\"[known] : written[at];
      at += escape ? 1 : 0;
    }
    return text;
  }

  /// The set of #x41, or of a class.
  static Phrase set_of(const Parsed& of) {
    std::string written = of.text();
    if (written[0] == '#') written = "[" + written + "]";
    return set_part(character_class(written, "#x"), of.place());
  }
};

}  // namespace

ImportedGrammar read_ebnf(const Source& source, std::uint32_t file, Problems& problems) {
  return EbnfReader(source, file, problems).read();
}

}  // namespace grabr
