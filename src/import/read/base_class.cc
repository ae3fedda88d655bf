#include "import/read/base_class.h"

#include "text/lower_case.h"

namespace grabr {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The word at `at`, and moves behind it.
std::string word_at(std::string_view code, std::size_t& at) {
  const std::size_t begin = at;
  while (at < code.size() && is_word(code[at])) ++at;
  return std::string(code.substr(begin, at - begin));
}

/// Where the block ends that begins at the first brace behind `at`.
std::size_t block_end(std::string_view code, std::size_t at) {
  int depth = 0;
  for (at = code.find('{', at); at < code.size(); ++at) {
    if (code[at] == '{') ++depth;
    if (code[at] == '}' && --depth == 0) return at;
  }
  return code.size();
}

/// X of each  case Lexer.X:
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
