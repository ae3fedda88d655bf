// The tables of Unicode have thousands of ranges, which would make tables of a lexer large and
// files unreadable. A reducer's input is a program that some parser took: beyond ASCII it is enough
// that a letter is one.
#include <algorithm>
#include <string>

#include "import/read/patterns.h"
#include "text/ascii.h"

namespace grabr {
namespace {

const CharClass kBeyond{{0xAA, kLastCodePoint}};
const CharClass kUpper{{'A', 'Z'}};
const CharClass kLower{{'a', 'z'}};
const CharClass kDigit{{'0', '9'}};
const CharClass kPunctuation{{'!', '#'}, {'%', '*'}, {',', '/'}, {':', ';'}, {'?', '@'},
                             {'[', ']'}, {'_', '_'}, {'{', '{'}, {'}', '}'}};
const CharClass kSymbol{{'$', '$'}, {'+', '+'}, {'<', '>'}, {'^', '^'},
                        {'`', '`'}, {'|', '|'}, {'~', '~'}};
const CharClass kBlank{{' ', ' '},       {0xA0, 0xA0},     {0x1680, 0x1680}, {0x2000, 0x200A},
                       {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}};
const CharClass kControl{{0, 0x1F}, {0x7F, 0x9F}};

CharClass together(std::initializer_list<const CharClass*> sets) {
  CharClass all;
  for (const CharClass* set : sets) all.add(*set);
  return all;
}

}  // namespace

std::optional<CharClass> unicode_set(std::string_view given) {
  std::string name;
  for (const char c : given.substr(given.find('=') == given.npos ? 0 : given.find('=') + 1)) {
    if (c == '_' || c == '-' || c == ' ') continue;
    name += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  if (name.starts_with("is")) name.erase(0, 2);
  const CharClass low_line{{'_', '_'}};
  if (is_one_of(name, {"l", "letter", "alphabetic", "alpha", "idstart", "xidstart", "idcontinue0",
                       "l&", "lc", "casedletter", "idc0"})) {
    return together({&kUpper, &kLower, &kBeyond});
  }
  if (is_one_of(name, {"lu", "uppercase", "uppercaseletter", "lt", "titlecaseletter", "upper"})) {
    return together({&kUpper, &kBeyond});
  }
  if (is_one_of(name, {"ll", "lowercase", "lowercaseletter", "lower"})) {
    return together({&kLower, &kBeyond});
  }
  if (is_one_of(name, {"idcontinue", "xidcontinue", "idc", "xidc"})) {
    return together({&kUpper, &kLower, &kDigit, &low_line, &kBeyond});
  }
  if (is_one_of(name, {"word", "w"}))
    return together({&kUpper, &kLower, &kDigit, &low_line, &kBeyond});
  if (is_one_of(name, {"nd", "n", "number", "decimalnumber", "digit"})) {
    return together({&kDigit, &kBeyond});
  }
  if (is_one_of(name, {"xids", "ids"})) return together({&kUpper, &kLower, &kBeyond});
  if (is_one_of(name, {"pc", "connectorpunctuation"})) return together({&low_line, &kBeyond});
  if (is_one_of(name, {"zs", "z", "spaceseparator", "separator", "whitespace", "zl", "zp", "space",
                       "patternwhitespace"})) {
    CharClass set = kBlank;
    if (name.find("white") != name.npos || name == "space") set.add({'\t', '\r'});
    return set;
  }
  if (is_one_of(name, {"sc", "currencysymbol"})) {
    CharClass set = kBeyond;
    set.add({'$', '$'});
    set.add({0xA2, 0xA5});
    return set;
  }
  if (is_one_of(name, {"cc", "control", "c", "other"})) return kControl;
  if (is_one_of(name, {"any"})) return CharClass{{0, kLastCodePoint}};
  if (is_one_of(name, {"ascii"})) return CharClass{{0, 0x7F}};
  if (is_one_of(name, {"asciihexdigit", "hexdigit", "ahex"})) {
    return CharClass{{'0', '9'}, {'A', 'F'}, {'a', 'f'}};
  }
  if (name == "latin") return together({&kUpper, &kLower, &kBeyond});
  if (name.starts_with("p") && name.size() <= 2) {
    CharClass set = kPunctuation;
    set.add({0xA1, kLastCodePoint});
    return set;
  }
  if (name == "punctuation" || name == "punct") return together({&kPunctuation, &kBeyond});
  if ((name.starts_with("s") && name.size() <= 2) || name == "symbol") {
    CharClass set = kSymbol;
    set.add({0xA2, kLastCodePoint});
    return set;
  }
  const bool beyond = name.starts_with("m") || name.starts_with("l") || name.starts_with("n") ||
                      name.starts_with("cf") || name.starts_with("co") ||
                      name.find("emoji") != name.npos || name.starts_with("extended") ||
                      name.starts_with("script") || name.size() > 2;
  return beyond ? std::optional<CharClass>(kBeyond) : std::nullopt;
}

}  // namespace grabr
