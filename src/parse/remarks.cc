// All of this guesses, from the text and the tokens alone, what a person may have meant; nothing of it
// decides whether a text parses. Tested by the golden messages of tests/parse/describe_test.cc.
#include "parse/remarks.h"

#include <algorithm>

#include "grammar/lexer.h"
#include "grammar/print.h"
#include "text/escape.h"
#include "text/suggest.h"

namespace grabr {
namespace {

constexpr std::size_t kMostUnfinished = 2;  // terminals that a beginning may become, to be named
constexpr std::size_t kShortestKeyword = 3;

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

/// The word around an offset; empty where there is none.
std::string_view word_around(std::string_view text, std::uint32_t offset) {
  std::size_t begin = offset;
  std::size_t end = offset;
  while (begin > 0 && is_word_byte(text[begin - 1])) --begin;
  while (end < text.size() && is_word_byte(text[end])) ++end;
  return text.substr(begin, end - begin);
}

bool is_keyword(const Symbol& symbol) {
  return symbol.kind == SymbolKind::kLiteral && symbol.text.size() >= kShortestKeyword &&
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

/// The keyword that a word of the text nearly is; empty for a keyword itself.
std::string misspelt(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = nearest_word(word, known);
  return near == word ? "" : near;
}

std::string did_you_mean(const ParseFailure& failure, const Grammar& grammar,
                         const Source& source) {
  if (failure.reason == ParseFailure::Reason::kEnd) return {};
  const std::string_view word = word_around(source.bytes(), failure.span.begin);
  const bool classic = grammar.notation == Notation::kClassic;
  const std::string here =
      misspelt(word, classic ? keywords(grammar) : keywords(grammar, failure.terminals));
  if (!here.empty()) return "did you mean " + quoted(here) + "?";
  // A misspelt keyword passes as a name; the parse fails behind it.
  if (failure.previous_token == kNoSymbol ||
      grammar.symbols[failure.previous_token].kind != SymbolKind::kPattern) {
    return {};
  }
  const std::string_view before = source.slice(failure.previous);
  if (before.size() < kShortestKeyword || !is_word(before)) return {};
  const std::string near = misspelt(before, keywords(grammar));
  if (near.empty()) return {};
  return "did you mean " + quoted(near) + " instead of " + quoted(before) + " (" +
         line_and_column(source, failure.previous.begin) + ")?";
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

/// A token from which on all of the text up to its end could be one unfinished token.
std::optional<std::string> swallowing(const ParseFailure& failure, const Grammar& grammar,
                                      const Source& source) {
  if (grammar.lexer == nullptr || failure.reason == ParseFailure::Reason::kNoToken) return {};
  const std::string_view text = source.bytes();
  for (std::uint32_t at = 0; at < text.size() && at <= failure.span.begin;) {
    const std::uint32_t length = grammar.lexer->match(text, at).length;
    if (length == 0) break;
    if (at + length < text.size()) {
      const auto unfinished = unfinished_at(grammar, source, at);
      if (unfinished && unfinished->stop == Unfinished::Stop::kEndOfInput) {
        return unfinished->names + " that begins in " + line_and_column(source, at) +
               " has no end";
      }
    }
    at += length;
  }
  return {};
}

bool is_closer(std::string_view text) { return text == ")" || text == "]" || text == "}"; }

std::string bracket_remark(const ParseFailure& failure, const Grammar& grammar,
                           const Source& source) {
  const std::string_view found = source.slice(failure.span);
  const bool at_end = failure.reason == ParseFailure::Reason::kEnd;
  if (!at_end && !is_closer(found)) return {};
  if (!failure.unclosed.empty()) {
    const std::uint32_t opener = failure.unclosed.front();
    if (at_end) {
      std::string text = quoted(source.slice({opener, opener + 1})) + " of " +
                         line_and_column(source, opener) + " is never closed";
      const std::size_t more = failure.unclosed.size() - 1;
      if (more > 0) text += ", nor " + std::string(more == 1 ? "is the one" : "are those") + " around it";
      return text;
    }
    return quoted(source.slice({opener, opener + 1})) + " of " + line_and_column(source, opener) +
           " is still open";
  }
  // Without tokens only the end of all rules shows that no bracket is open.
  const bool certain = grammar.notation == Notation::kRich || failure.end;
  return at_end || !certain ? "" : "no bracket is open for this " + quoted(found) + " to close";
}

}  // namespace

std::optional<Unfinished> unfinished_at(const Grammar& grammar, const Source& source,
                                        std::uint32_t offset) {
  if (grammar.lexer == nullptr) return {};
  const Beginning beginning = grammar.lexer->beginning(source.bytes(), offset);
  if (beginning.length == 0 || beginning.terminals.size() > kMostUnfinished) return {};
  Unfinished result;
  for (const SymbolId terminal : beginning.terminals) {
    result.names += (result.names.empty() ? "" : " or ") + symbol_text(grammar, terminal);
  }
  result.text = {offset, offset + beginning.length};
  const std::string_view rest = source.bytes().substr(result.text.end);
  if (rest.empty()) result.stop = Unfinished::Stop::kEndOfInput;
  else if (rest[0] == '\n' || rest[0] == '\r') result.stop = Unfinished::Stop::kEndOfLine;
  return result;
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
