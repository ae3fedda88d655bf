// Maps the nodes of grammars/abnf.json to phrases. Tested by notations_test.cc.
#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "import/read/characters.h"
#include "import/read/notation.h"
#include "import/read/readers.h"
#include "text/ascii.h"

namespace grabr {
namespace {

/// Line ends in files are of either kind.
constexpr const char* kCore = R"(
alpha = %x41-5A / %x61-7A
bit = "0" / "1"
char = %x01-7F
cr = %x0D
crlf = [CR] LF
ctl = %x00-1F / %x7F
digit = %x30-39
dquote = %x22
hexdig = %x30-39 / %x41-46 / %x61-66
htab = %x09
lf = %x0A
lwsp = *(WSP / [CR] LF WSP)
octet = %x00-10FFFF
sp = %x20
vchar = %x21-7E
wsp = SP / HTAB
)";

class AbnfReader : NotationReader {
 public:
  AbnfReader(const Source& source, std::uint32_t file, Problems& problems)
      : NotationReader("abnf", source, file, problems, "rules are written name = …") {
    table_ = {
        {"alternation", [&](const Parsed& of) { return choice(of); }},
        {"repetition", [&](const Parsed& of) { return repetition(of); }},
        {"option", [&](const Parsed& of) { return optional_of(sequence_of(phrases(of))); }},
        {"NAME", [](const Parsed& of) { return named_part(lower_case(of.text()), of.place()); }},
        {"TEXT", [](const Parsed& of) { return text(of); }},
        {"VALUE", [&](const Parsed& of) { return value(of); }},
        {"PROSE", [&](const Parsed& of) {
           grammar_.remark(of.place(), "the description " + of.text(), "left out: it is prose");
           return Phrase{};
         }}};
  }

  ImportedGrammar read() {
    grammar_.notation = "ABNF";
    grammar_.scannerless = true;
    for (const Parsed& each : root().parts("rule")) rule(each);
    return std::move(grammar_);
  }

 private:
  void rule(const Parsed& of) {
    const std::vector<Parsed> names = of.parts("NAME");
    if (names.empty()) return;
    const std::string name = lower_case(names[0].text());
    ImportedRule* known = grammar_.rule(name);
    if (known == nullptr) {
      grammar_.rules.push_back({name, {}, names[0].place()});
      known = &grammar_.rules.back();
    } else if (!of.has("=/")) {
      grammar_.remark(names[0].place(), "the second rule " + name,
                      "it is one more alternative of the first");
    }
    for (const Parsed& body : of.parts("alternation")) {
      std::vector<ImportedBranch> branches = branches_of(phrase(body));
      std::move(branches.begin(), branches.end(), std::back_inserter(known->branches));
    }
  }

  Phrase repetition(const Parsed& of) {
    Phrase inner = below(of, "element");
    const std::string counts = of.text_of("REPEAT");
    if (counts.empty()) return inner;
    const std::size_t sign = counts.find_first_of("*#");
    const std::uint32_t min = count_of(counts.substr(0, sign), 0);
    if (sign == counts.npos) return repeat_of(std::move(inner), min, min);
    if (counts[sign] == '*') {
      return repeat_of(std::move(inner), min,
                       count_of(counts.substr(sign + 1), Phrase::kUnlimited));
    }
    // The list notation of the HTTP standards: 1#item.
    Phrase items = list_of(std::move(inner), text_part(","));
    return min == 0 ? optional_of(std::move(items)) : items;
  }

  static Phrase text(const Parsed& of) {
    const std::string written = of.text();
    const std::size_t quote = written.find('"');
    Phrase part = text_part(written.substr(quote + 1, written.size() - quote - 2), of.place());
    part.ignore_case = quote == 0 || lower_case(written)[1] == 'i';
    return part;
  }

  Phrase value(const Parsed& of) {
    const std::string written = lower_case(of.text());
    const int base = written[1] == 'x' ? 16 : written[1] == 'd' ? 10 : 2;
    std::vector<std::uint32_t> codes;
    for (std::size_t at = 1; at != written.npos; at = written.find_first_of(".-", at + 1)) {
      std::uint32_t code = kLastCodePoint;  // also the value of numbers that are too large
      std::from_chars(written.data() + at + 1, written.data() + written.size(), code, base);
      codes.push_back(std::min(code, kLastCodePoint));
    }
    if (written.find('.') != written.npos) {
      std::string bytes;
      for (const std::uint32_t code : codes) bytes += bytes_of(code);
      return text_part(std::move(bytes), of.place());
    }
    return range_of(of, codes.front(), codes.back());
  }
};

/// Adds the core rules that are used but not defined.
void add_core_rules(ImportedGrammar& grammar, std::uint32_t file, Problems& problems) {
  const ImportedGrammar core = AbnfReader(Source("core", kCore), file, problems).read();
  for (bool added = true; added;) {
    added = false;
    std::set<std::string> used;
    for (const ImportedRule& rule : grammar.rules) used.merge(reached_from(grammar, rule.name));
    for (const ImportedRule& rule : core.rules) {
      if (!used.contains(rule.name) || grammar.rule(rule.name) != nullptr) continue;
      grammar.rules.push_back(rule);
      added = true;
    }
  }
}

}  // namespace

ImportedGrammar read_abnf(const Source& source, std::uint32_t file, Problems& problems) {
  ImportedGrammar grammar = AbnfReader(source, file, problems).read();
  add_core_rules(grammar, file, problems);
  return grammar;
}

}  // namespace grabr
