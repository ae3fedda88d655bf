#include "import/read/antlr_code.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace grabr {
namespace {

/// A token that the original finds by code in a base class, and grabr's matcher for it.
struct KnownToken {
  std::string_view base;  ///< superClass
  std::string_view token;
  std::string_view matcher;
};

constexpr std::array<KnownToken, 3> kMatchers = {{
    {"LuaLexerBase", "COMMENT",
     R"({ "match": "delimited", "open": "--\\[{delimiter}\\[", "delimiter": "=*", "close": "]{delimiter}]" })"},
    {"LuaLexerBase", "LINE_COMMENT",
     R"json({ "regex": "--([^\\n\\[][^\\n]*|\\[=*([^\\n\\[=][^\\n]*)?)?" })json"},
    {"PhpLexerBase", "HereDocText",
     R"({ "match": "heredoc", "open_indented": ["<<<[ \\t]*{delimiter}", "<<<[ \\t]*'{delimiter}'", "<<<[ \\t]*\"{delimiter}\""], "delimiter": "[A-Za-z_]\\w*", "end": "word" })"},
}};

}  // namespace

void apply_known_code(AntlrFile& file) {
  ImportedGrammar& grammar = file.grammar;
  for (const KnownToken& known : kMatchers) {
    if (!file.bases.contains(std::string(known.base))) continue;
    const auto place =
        std::find_if(grammar.tokens.begin(), grammar.tokens.end(),
                     [&](const ImportedToken& token) { return token.name == known.token; });
    ImportedToken token;
    if (place != grammar.tokens.end()) token = *place;
    else token.use = ImportedToken::Use::kSkip;
    token.name = known.token;
    token.matcher = known.matcher;
    grammar.remark(token.place, "the code of " + token.name,
                   "what " + std::string(known.base) + " does is written as " + token.matcher);
    if (place != grammar.tokens.end()) *place = std::move(token);
    else grammar.tokens.push_back(std::move(token));
  }
}

}  // namespace grabr
