#include "import/read/antlr_code.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "text/ascii.h"

namespace grabr {
namespace {

/// A token that the original finds by code in a base class, and grabr's matcher for the token.
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

namespace {

/// Returns the word at `at` and moves past it.
std::string word_at(std::string_view code, std::size_t& at) {
  const std::size_t begin = at;
  while (at < code.size() && is_word(code[at])) ++at;
  return std::string(code.substr(begin, at - begin));
}

/// The end of the block whose opening brace is the first one after `at`.
std::size_t block_end(std::string_view code, std::size_t at) {
  int depth = 0;
  for (at = code.find('{', at); at < code.size(); ++at) {
    if (code[at] == '{') ++depth;
    if (code[at] == '}' && --depth == 0) return at;
  }
  return code.size();
}

/// All X in  case Lexer.X:
std::set<std::string> cases_in(std::string_view body) {
  std::set<std::string> names;
  for (std::size_t at = 0; (at = body.find("case ", at)) != body.npos;) {
    at += 5;
    std::string name = word_at(body, at);
    while (at < body.size() && body[at] == '.') name = word_at(body, ++at);
    if (!name.empty()) names.insert(std::move(name));
  }
  return names;
}

}  // namespace

LayoutCode layout_code(std::string_view code) {
  LayoutCode found;
  std::set<std::string> continued;
  for (std::size_t at = 0; (at = code.find("boolean ", at)) != code.npos;) {
    at += 8;
    const std::string name = lower_case(word_at(code, at));
    if (at >= code.size() || code[at] != '(') continue;
    const std::set<std::string> cases = cases_in(code.substr(at, block_end(code, at) - at));
    const auto says = [&](const char* word) { return name.find(word) != name.npos; };
    if (says("startindent")) found.indent_after.insert(cases.begin(), cases.end());
    if (says("endstat")) found.newline_after.insert(cases.begin(), cases.end());
    if (says("startstat")) found.newline_before.insert(cases.begin(), cases.end());
    if (says("continuation")) continued = cases;
  }
  for (const std::string& name : continued) found.newline_before.erase(name);
  found.paren_opens = lower_case(std::string(code)).find("rparenopensindent") != std::string::npos;
  return found;
}

}  // namespace grabr
