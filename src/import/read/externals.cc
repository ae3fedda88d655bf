// External scanners are C code. In most languages they find the same things under the same names:
// contents of strings, here-documents, line ends that act as semicolons. A row of the table gives,
// for a language ("" for all) and a name, the token of ours that replaces it.
#include "import/read/externals.h"

#include <string>
#include <utility>

#include "grammar/load/json_reader.h"

namespace grabr {
namespace {

using Kind = ExternalToken::Kind;

struct Known {
  std::string_view language;
  std::string_view name;
  Kind kind;
  std::string_view definition;
};

constexpr Known kKnown[] = {
#include "import/read/externals.inc"
};

}  // namespace

std::optional<ExternalToken> known_external(std::string_view language, std::string_view name,
                                            bool of_all) {
  if (language == "starlark") language = "python";
  for (const bool any : {false, true}) {
    if (any && !of_all) break;
    for (const Known& known : kKnown) {
      if (known.name != name || known.name.empty()) continue;
      if (any ? !known.language.empty() : known.language != language) continue;
      return ExternalToken{known.kind, std::string(known.definition)};
    }
  }
  return std::nullopt;
}

ExternalTokens read_externals(const Source& source, Problems& problems) {
  ExternalTokens externals;
  const std::optional<JsonValue> root = read_json(source, problems);
  if (!root || !root->is(JsonValue::Kind::kObject)) return externals;
  for (std::size_t i = 0; i < root->keys.size(); ++i) {
    const JsonValue& value = root->items[i];
    ExternalToken external;
    if (value.is(JsonValue::Kind::kString)) {
      external.kind =
          value.text.empty() ? ExternalToken::Kind::kNothing : ExternalToken::Kind::kToken;
      external.definition = std::string(source.slice(value.span));
    } else if (value.find("automatic") != nullptr) {
      external.kind = ExternalToken::Kind::kAutomatic;
    } else if (value.find("text") != nullptr) {
      external.kind = ExternalToken::Kind::kLiteral;
      external.definition = value.find("text")->text;
    } else if (value.find("regex") != nullptr || value.find("match") != nullptr) {
      external.kind = ExternalToken::Kind::kToken;
      external.definition = std::string(source.slice(value.span));
    } else if (!value.is(JsonValue::Kind::kNull)) {
      problems.error(value.span, "an external token is a regular expression, a token, null or \"\"",
                     "{ \"automatic\": true } stands for a line end, { \"text\": \"…\" } for a "
                     "literal");
    }
    externals[root->keys[i].text] = std::move(external);
  }
  return externals;
}

}  // namespace grabr
