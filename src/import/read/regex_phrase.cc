#include "grammar/lex/regex.h"
#include "import/read/patterns.h"

namespace grabr {

Phrase phrase_of(const Regex& regex) {
  if (regex.kind == Regex::Kind::kClass) return set_part(regex.chars);
  std::vector<Phrase> parts;
  for (const Regex& part : regex.parts) parts.push_back(phrase_of(part));
  if (regex.kind == Regex::Kind::kChoice) return choice_of(std::move(parts));
  if (regex.kind == Regex::Kind::kSequence) return sequence_of(std::move(parts));
  Phrase repeat = repeat_of(std::move(parts[0]), regex.min, regex.max);
  repeat.lazy = regex.lazy;
  return repeat;
}

Phrase regex_part(std::string_view text) { return phrase_of(parse_regex(text, false).regex); }

std::optional<Phrase> read_js_regex(std::string text, const std::string& flags,
                                    std::string& left_out) {
  if (!flags.empty()) text.insert(0, "(?" + flags + ")");
  const RegexParse parse = parse_regex(text, {RegexDialect::kJavaScript, false, &unicode_set});
  if (parse.problem) return std::nullopt;
  for (const std::string& what : parse.left_out) {
    left_out += (left_out.empty() ? "" : " and ") + what;
  }
  return phrase_of(parse.regex);
}

}  // namespace grabr
