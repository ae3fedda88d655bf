#include "grammar/lex/opener.h"

#include <utility>

namespace grabr {
namespace {

constexpr std::size_t kStateLimit = 20'000;  // of the NFA

Regex with_parts(Regex::Kind kind, std::vector<Regex> parts) {
  Regex regex;
  regex.kind = kind;
  regex.parts = std::move(parts);
  return regex;
}

}  // namespace

RegexParse opener_regex(const Matcher& matcher) {
  if (matcher.kind == Matcher::Kind::kNested) return {literal_regex(matcher.open, false), {}};
  std::vector<Regex> forms;
  for (const Matcher::Opener& opener : matcher.openers) {
    std::vector<Regex> parts;
    for (const std::string& part : {opener.before, matcher.delimiter, opener.after}) {
      RegexParse parse = parse_regex(part, false);
      if (parse.problem) return parse;
      parts.push_back(std::move(parse.regex));
    }
    forms.push_back(with_parts(Regex::Kind::kSequence, std::move(parts)));
  }
  return {with_parts(Regex::Kind::kChoice, std::move(forms)), {}};
}

ScanTable table_of(std::string_view regex) {
  const RegexParse parse = parse_regex(regex, false);
  Nfa nfa(kStateLimit);
  if (parse.problem || !nfa.add(parse.regex, 0)) return {};
  const auto dfa = determinise(nfa, DfaLimits{});
  return dfa ? ScanTable(minimise(*dfa)) : ScanTable();
}

}  // namespace grabr
