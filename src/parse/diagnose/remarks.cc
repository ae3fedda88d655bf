// Guesses from the text and the tokens what the author may have meant. Remarks never decide whether
// a text parses. Tested by the golden messages of tests/parse/describe_test.cc.
#include "parse/diagnose/remarks.h"

#include <algorithm>

#include "grammar/lex/lexer.h"
#include "grammar/model/print.h"
#include "parse/diagnose/failure.h"
#include "text/ascii.h"
#include "text/escape.h"
#include "text/suggest.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxUnfinishedTerminals = 2;  // maximum number of terminals to name
constexpr std::size_t kMinKeywordBytes = 3;

std::string line_of(const Source& source, std::uint32_t offset) {
  return "line " + std::to_string(source.position(offset).line);
}

std::string line_and_column(const Source& source, std::uint32_t offset) {
  return line_of(source, offset) + ", column " + std::to_string(source.position(offset).column);
}

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_word_byte);
}

/// The word around an offset; empty if there is none.
std::string_view word_around(std::string_view text, std::uint32_t offset) {
  std::size_t begin = offset;
  std::size_t end = offset;
  while (begin > 0 && is_word_byte(text[begin - 1])) --begin;
  while (end < text.size() && is_word_byte(text[end])) ++end;
  return text.substr(begin, end - begin);
}

bool is_keyword(const Symbol& symbol) {
  return symbol.kind == SymbolKind::kLiteral && symbol.text.size() >= kMinKeywordBytes &&
         is_word(symbol.text);
}

std::vector<std::string> keywords(const Grammar& grammar) {
  std::vector<std::string> words;
  for (const Symbol& symbol : grammar.symbols) {
    if (is_keyword(symbol)) words.push_back(symbol.text);
  }
  return words;
}

std::vector<std::string> keywords(const Grammar& grammar, const std::vector<SymbolId>& among) {
  std::vector<std::string> words;
  for (const SymbolId id : among) {
    if (is_keyword(grammar.symbols[id])) words.push_back(grammar.symbols[id].text);
  }
  return words;
}

/// The keyword that the word is probably meant to be; empty if it is a keyword itself.
std::string misspelt(std::string_view word, const std::vector<std::string>& known,
                     const Grammar& grammar) {
  if (word.size() < kMinKeywordBytes) return {};
  const std::string near = nearest_word(word, known);
  const bool is_keyword = grammar.ignore_case ? lower_case(near) == lower_case(word) : near == word;
  return is_keyword ? "" : near;
}

/// A misspelt keyword is read as a name, and the parse fails after it. So these are the words just
/// before the failure, and those that begin the rules in progress on its line.
std::vector<std::uint32_t> places_of_words(const ParseFailure& failure, const Source& source) {
  std::vector<std::uint32_t> places;
  if (failure.previous.size() > 0) places.push_back(failure.previous.begin);
  const std::uint32_t line = source.position(failure.span.begin).line;
  for (const ParseFailure::Open& open : failure.open) {
    if (source.position(open.begin).line == line) places.push_back(open.begin);
  }
  return places;
}

std::string did_you_mean(const ParseFailure& failure, const Grammar& grammar,
                         const Source& source) {
  if (failure.reason == ParseFailure::Reason::kEnd) return {};
  const std::string_view here = word_around(source.bytes(), failure.span.begin);
  const std::vector<std::string> known = keywords(grammar);
  const bool classic = grammar.notation == Notation::kClassic;
  std::string near =
      misspelt(here, classic ? known : keywords(grammar, failure.terminals), grammar);
  if (!near.empty()) return "did you mean " + grabr::quoted(near) + "?";
  if (failure.previous_token == kNoSymbol) return {};
  for (const std::uint32_t place : places_of_words(failure, source)) {
    const std::string_view word = source.slice({place, word_end(source, place)});
    near = misspelt(word, known, grammar);
    if (near.empty()) continue;
    return "did you mean " + grabr::quoted(near) + " instead of " + grabr::quoted(word) + " (" +
           line_and_column(source, place) + ")?";
  }
  return {};
}

std::string foreign_encoding(std::string_view text, const ParseFailure& failure) {
  if (failure.span.begin <= 2 && text.starts_with("\xEF\xBB\xBF")) {
    return "the input begins with a byte order mark (ef bb bf), which its grammar does not know; "
           "remove it";
  }
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return "the input begins with a UTF-16 byte order mark; convert it to UTF-8";
  }
  return {};
}

/// A remark about a token that begins before the failure, or at it, and, left unterminated, would
/// reach the end of the text. To avoid quadratic time, the search stops after reading 16 times the
/// length of the text.
std::optional<std::string> swallowing(const ParseFailure& failure, const Grammar& grammar,
                                      const Source& source) {
  if (grammar.lexer == nullptr || failure.reason == ParseFailure::Reason::kNoToken) return {};
  const std::string_view text = source.bytes();
  std::size_t budget = 16 * text.size();
  for (std::uint32_t at = 0; at < text.size() && at <= failure.span.begin;) {
    const std::uint32_t length = grammar.lexer->match(text, at).length;
    const std::size_t reach = grammar.lexer->beginning_length(text, at);
    if (length == 0 || reach > budget) return {};
    budget -= reach;
    if (length < reach && at + reach == text.size()) {
      const auto unfinished = unfinished_at(grammar, source, at);
      if (!unfinished) return {};
      return unfinished->names + " that begins in " + line_and_column(source, at) + " has no end";
    }
    at += length;
  }
  return {};
}

bool is_closer(std::string_view text) { return text == ")" || text == "]" || text == "}"; }

std::string named_bracket(const Source& source, std::uint32_t offset) {
  return grabr::quoted(source.slice({offset, offset + 1})) + " of " +
         line_and_column(source, offset);
}

std::string never_closed(const ParseFailure& failure, const Source& source) {
  if (failure.unclosed.empty()) return {};
  const std::string text = named_bracket(source, failure.unclosed.front()) + " is never closed";
  const std::size_t around = failure.unclosed.size() - 1;
  if (around == 0) return text;
  return text + (around == 1 ? ", nor is the one around it" : ", nor are those around it");
}

/// Reports an open bracket if a closing one of another kind was found, or if a parenthesis opened
/// on an earlier line could have been closed here. Blocks and lists span several lines too often to
/// be suspicious.
std::string still_open(const ParseFailure& failure, const Grammar& grammar, const Source& source) {
  const std::uint32_t opener = failure.unclosed.front();
  const char bracket = source.bytes()[opener];
  const char closer = closing_bracket(bracket);
  const std::string_view found = source.slice(failure.span);
  const bool other_kind = is_closer(found) && found[0] != closer;
  const bool earlier_line =
      bracket == '(' && source.position(opener).line < source.position(failure.span.begin).line &&
      std::any_of(failure.terminals.begin(), failure.terminals.end(), [&](SymbolId id) {
        return grammar.symbols[id].text == std::string_view(&closer, 1);
      });
  if (!other_kind && !earlier_line) return {};
  return named_bracket(source, opener) + " is still open";
}

std::string bracket_remark(const ParseFailure& failure, const Grammar& grammar,
                           const Source& source) {
  if (failure.reason == ParseFailure::Reason::kEnd) return never_closed(failure, source);
  if (!failure.unclosed.empty()) return still_open(failure, grammar, source);
  const std::string_view found = source.slice(failure.span);
  // Without tokens, only the end of all rules proves that no bracket is open.
  const bool certain = grammar.notation == Notation::kRich || failure.end;
  if (!is_closer(found) || !certain) return {};
  return "no bracket is open for this " + grabr::quoted(found) + " to close";
}

}  // namespace

std::optional<Unfinished> unfinished_at(const Grammar& grammar, const Source& source,
                                        std::uint32_t offset) {
  if (grammar.lexer == nullptr) return {};
  const Beginning beginning = grammar.lexer->beginning(source.bytes(), offset);
  if (beginning.length == 0 || beginning.terminals.size() > kMaxUnfinishedTerminals) return {};
  if (std::all_of(beginning.terminals.begin(), beginning.terminals.end(),
                  [&](SymbolId id) { return is_word(grammar.symbols[id].text); })) {
    return {};
  }
  Unfinished result;
  result.terminals = beginning.terminals;
  for (const SymbolId terminal : beginning.terminals) {
    result.names += (result.names.empty() ? "" : " or ") + symbol_text(grammar, terminal);
  }
  result.text = {offset, offset + beginning.length};
  const std::string_view rest = source.bytes().substr(result.text.end);
  if (rest.empty()) result.stop = Unfinished::Stop::kEndOfText;
  else if (rest[0] == '\n' || rest[0] == '\r') result.stop = Unfinished::Stop::kEndOfLine;
  return result;
}

bool Unfinished::expected(const ParseFailure& failure) const {
  return std::any_of(terminals.begin(), terminals.end(), [&](SymbolId id) {
    return std::binary_search(failure.terminals.begin(), failure.terminals.end(), id);
  });
}

std::uint32_t word_end(const Source& source, std::uint32_t offset) {
  const std::string_view text = source.bytes();
  while (offset < text.size() && is_word_byte(text[offset])) ++offset;
  return offset;
}

std::vector<std::string> remarks(const ParseFailure& failure, const Grammar& grammar,
                                 const Source& source) {
  std::vector<std::string> lines;
  if (const auto line = swallowing(failure, grammar, source)) lines.push_back(*line);
  std::string bracket = bracket_remark(failure, grammar, source);
  if (!bracket.empty()) lines.push_back(std::move(bracket));
  return lines;
}

std::string hint_for(const ParseFailure& failure, const Grammar& grammar, const Source& source) {
  std::string hint = foreign_encoding(source.bytes(), failure);
  return hint.empty() ? did_you_mean(failure, grammar, source) : hint;
}

}  // namespace grabr
