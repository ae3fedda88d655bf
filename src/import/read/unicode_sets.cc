// Unicode's tables have thousands of ranges, which would make lexers large and grammar files
// unreadable. A reducer's input is a program that some parser accepted, so beyond ASCII it suffices
// that letters match.
#include <string>
#include <utility>

#include "import/read/patterns.h"

namespace grabr {
namespace {

constexpr std::uint32_t kLast = kLastCodePoint;
constexpr CodeRange kBeyond{0xAA, kLast};

/// Sets by name, in lower case without signs and blanks.
const std::pair<std::string_view, CharClass> kSets[] = {
    {"l letter alphabetic alpha idstart xidstart l& lc casedletter xids ids latin",
     {{'A', 'Z'}, {'a', 'z'}, kBeyond}},
    {"lu uppercase uppercaseletter lt titlecaseletter upper", {{'A', 'Z'}, kBeyond}},
    {"ll lowercase lowercaseletter lower", {{'a', 'z'}, kBeyond}},
    {"idcontinue xidcontinue idc xidc word w",
     {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, kBeyond}},
    {"nd n number decimalnumber digit", {{'0', '9'}, kBeyond}},
    {"pc connectorpunctuation", {{'_', '_'}, kBeyond}},
    {"zs z spaceseparator separator zl zp whitespace space patternwhitespace",
     {{' ', ' '},
      {0xA0, 0xA0},
      {0x1680, 0x1680},
      {0x2000, 0x200A},
      {0x2028, 0x2029},
      {0x202F, 0x202F},
      {0x205F, 0x205F},
      {0x3000, 0x3000}}},
    {"sc currencysymbol", {{'$', '$'}, {0xA2, 0xA5}, kBeyond}},
    {"cc control c other", {{0, 0x1F}, {0x7F, 0x9F}}},
    {"any", {{0, kLast}}},
    {"ascii", {{0, 0x7F}}},
    {"asciihexdigit hexdigit ahex", {{'0', '9'}, {'A', 'F'}, {'a', 'f'}}},
    {"p pd ps pe pi pf po punctuation punct",
     {{'!', '#'},
      {'%', '*'},
      {',', '/'},
      {':', ';'},
      {'?', '@'},
      {'[', ']'},
      {'_', '_'},
      {'{', '{'},
      {'}', '}'},
      {0xA1, kLast}}},
    {"s sm sk so symbol",
     {{'$', '$'},
      {'+', '+'},
      {'<', '>'},
      {'^', '^'},
      {'`', '`'},
      {'|', '|'},
      {'~', '~'},
      {0xA2, kLast}}},
};

}  // namespace

std::optional<CharClass> unicode_set(std::string_view given) {
  std::string name;
  for (const char c : given.substr(given.find('=') + 1)) {
    if (c == '_' || c == '-' || c == ' ') continue;
    name += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  if (name.starts_with("is")) name.erase(0, 2);
  for (const auto& [names, known] : kSets) {
    if ((" " + std::string(names) + " ").find(" " + name + " ") == std::string::npos) continue;
    CharClass set = known;
    if (name.find("white") != name.npos || name == "space") set.add({'\t', '\r'});
    return set;
  }
  const bool beyond = name.starts_with("m") || name.starts_with("l") || name.starts_with("n") ||
                      name.starts_with("cf") || name.starts_with("co") || name.size() > 2;
  return beyond ? std::optional<CharClass>({kBeyond}) : std::nullopt;
}

}  // namespace grabr
