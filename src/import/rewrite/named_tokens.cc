#include "import/rewrite/named_tokens.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "import/read/patterns.h"
#include "import/rewrite/steps.h"
#include "text/ascii.h"

namespace grabr {
namespace {

/// A sign, and the token names that stand for it.
constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
    {"+", "plus"},
    {"-", "minus"},
    {"*", "star times mul mult asterisk multiply"},
    {"/", "slash divide"},
    {"%", "percent mod_op"},
    {"^", "caret"},
    {"~", "tilde"},
    {"!", "bang exclamation"},
    {"?", "question qmark question_mark"},
    {",", "comma"},
    {".", "dot period"},
    {":", "colon"},
    {";", "semicolon semi"},
    {"@", "at_sign"},
    {"#", "hash"},
    {"$", "dollar"},
    {"&", "amp ampersand"},
    {"|", "pipe bar"},
    {"\\", "backslash"},
    {"(", "lparen left_paren open_paren lpar lp"},
    {")", "rparen right_paren close_paren rpar rp"},
    {"[", "lbracket lbrack left_bracket lsqb"},
    {"]", "rbracket rbrack right_bracket rsqb"},
    {"{", "lbrace left_brace lcurly open_brace"},
    {"}", "rbrace right_brace rcurly close_brace"},
    {"=", "assign equal_sign equals"},
    {"==", "eq equal eqeq eq_op is_equal"},
    {"!=", "ne neq ne_op noteq not_equal is_not_equal"},
    {"<>", "not_equals"},
    {"<", "lt less"},
    {">", "gt greater"},
    {"<=", "le leq lte le_op less_equal less_equals"},
    {">=", "ge geq gte ge_op greater_equal greater_equals"},
    {"->", "arrow ptr_op right_arrow"},
    {"=>", "fat_arrow equals_greater"},
    {"&&", "and_op andand and_and"},
    {"||", "or_op oror or_or"},
    {"++", "inc_op incr"},
    {"--", "dec_op decr"},
    {"<<", "left_op lshift shl"},
    {">>", "right_op rshift shr"},
    {"...", "ellipsis"},
    {"..", "dot_dot dotdot"},
    {"::", "typecast coloncolon dcolon"},
    {":=", "colon_equals"},
};

enum class Sort { kWord, kIdentifier, kNumber, kFloat, kString, kCharacter, kLineEnd, kEnd };

Sort sort_of(const std::string& name) {
  if (is_one_of(name, {"id", "name", "symbol", "word", "variable", "ident", "field", "atom"}) ||
      says(name, {"identifier", "ident_", "_ident"}) || name.ends_with("ident")) {
    return Sort::kIdentifier;
  }
  if (is_one_of(name, {"newline", "nl", "eol", "lf", "end_of_line"})) return Sort::kLineEnd;
  if (is_one_of(name, {"eof", "end_of_file", "end_of_input", "yyeof", "endoffile"})) {
    return Sort::kEnd;
  }
  const bool constant = says(name, {"literal", "const", "_lit", "lit_", "_val"});
  if (is_one_of(name, {"string", "str", "sconst", "text", "qstring", "strlit"}) ||
      says(name, {"string_lit", "stringlit", "quoted", "string_const"}) ||
      (constant && says(name, {"str"}))) {
    return Sort::kString;
  }
  if (constant && says(name, {"char"})) return Sort::kCharacter;
  if (is_one_of(name, {"fconst", "dnumber", "real"}) ||
      (says(name, {"float", "double", "real", "decimal"}) && (constant || says(name, {"num"})))) {
    return Sort::kFloat;
  }
  if (is_one_of(name, {"integer", "number", "num", "numeral", "digits", "iconst", "lnumber",
                       "int_lit", "literal", "constant"}) ||
      says(name, {"number", "integer_"}) ||
      (constant && says(name, {"int", "num", "hex", "oct"}))) {
    return Sort::kNumber;
  }
  return Sort::kWord;
}

constexpr const char* kInteger = "0[Xx][0-9A-Fa-f]+|[0-9]+";
constexpr const char* kDecimal = "[0-9]+\\.[0-9]+([Ee][+\\-]?[0-9]+)?";
constexpr const char* kName = "[A-Z_a-z\\u0080-\\u{10ffff}][0-9A-Z_a-z\\u0080-\\u{10ffff}]*";

}  // namespace

Phrase quoted_text(char quote) {
  const std::string sign(1, quote);
  return regex_part(sign + "([^" + sign + "\\\\]|\\\\[\\s\\S])*" + sign);
}

NamedTokens::NamedTokens(const std::vector<std::string>& names) {
  std::map<std::string, std::size_t> prefixes;
  bool select = false;
  bool from = false;
  for (const std::string& name : names) {
    const std::size_t end = name.find('_');
    if (end != name.npos && end > 0 && end <= 7) ++prefixes[name.substr(0, end + 1)];
  }
  for (const auto& [prefix, count] : prefixes) {
    if (count > 3 && 2 * count > names.size()) prefix_ = prefix;
  }
  for (const std::string& name : names) {
    select = select || plain(name) == "select";
    from = from || plain(name) == "from";
    has_float_ = has_float_ || sort_of(plain(name)) == Sort::kFloat;
  }
  ignores_case_ = select && from;
}

std::string NamedTokens::plain(const std::string& name) const {
  std::string rest = name;
  if (!prefix_.empty() && rest.starts_with(prefix_)) rest = rest.substr(prefix_.size());
  for (const char* known :
       {"T_", "TOK_", "TOKEN_", "TK_", "KW_", "K_", "keyword_", "KEYWORD_", "modifier_", "S_"}) {
    const std::string_view word = known;
    if (rest.size() > word.size() && rest.starts_with(word)) {
      rest = rest.substr(word.size());
      break;
    }
  }
  // tIDENTIFIER, kIF
  if (rest.size() > 2 && (rest[0] == 't' || rest[0] == 'k') && rest[1] >= 'A' && rest[1] <= 'Z') {
    rest = rest.substr(1);
  }
  std::string lower = lower_case(rest);
  for (const char* known : {"_p", "_sym", "_kw", "_tok", "_token", "_keyword", "_t"}) {
    const std::string_view word = known;
    if (lower.size() > word.size() && lower.ends_with(word)) {
      lower.resize(lower.size() - word.size());
      break;
    }
  }
  return lower;
}

bool NamedTokens::is_identifier(const std::string& name) const {
  return sort_of(plain(name)) == Sort::kIdentifier;
}

bool NamedTokens::is_description(const std::string& name, const std::string& text) const {
  std::string spaced = plain(name);
  std::replace(spaced.begin(), spaced.end(), '_', ' ');
  if (lower_case(text) == spaced) return sort_of(plain(name)) != Sort::kWord;
  return text.find(' ') != text.npos || sort_of(plain(name)) != Sort::kWord;
}

Phrase NamedTokens::guessed(const std::string& name) const {
  const std::string word = plain(name);
  switch (sort_of(word)) {
    case Sort::kIdentifier: return regex_part(kName);
    case Sort::kNumber:
      return regex_part((has_float_ ? "" : std::string(kDecimal) + "|") + kInteger);
    case Sort::kFloat: return regex_part(kDecimal);
    case Sort::kString: return ignores_case_ ? quoted_text('\'') : quoted_text('"');
    case Sort::kCharacter: return quoted_text('\'');
    case Sort::kLineEnd: return text_part("\n");
    case Sort::kEnd: return end_of_input();
    case Sort::kWord: break;
  }
  for (const auto& [sign, names] : kSigns) {
    const std::string listed = " " + std::string(names) + " ";
    if (listed.find(" " + word + " ") != listed.npos) return text_part(std::string(sign));
  }
  return text_part(word);
}

}  // namespace grabr
