// A parse failure in words:
//
//   f.c:4:9: error: unexpected IDENTIFIER 'y', expected ';', ',' or '='
//       4 |   int x y;
//         |         ^
//   note: in declaration (line 4), in compound_statement (line 3), in function_definition (line 3)
//
// What was found, then what was expected (expected.h), then the innermost rules under way, then what
// can be seen around the place (remarks.h).
#include <algorithm>

#include "parse/expected.h"
#include "parse/parser.h"
#include "parse/remarks.h"
#include "text/escape.h"
#include "text/utf8.h"

namespace grabr {
namespace {

constexpr std::size_t kMostExpected = 8;
constexpr std::size_t kMostOpen = 3;
constexpr std::size_t kMostFound = 40;  // characters

std::string list(const ExpectedNames& expected) {
  std::string text;
  for (std::size_t i = 0; i < expected.names.size(); ++i) {
    const bool last = i + 1 == expected.names.size() && expected.others == 0;
    if (i > 0) text += last ? " or " : ", ";
    text += expected.names[i];
  }
  if (expected.others == 0) return text;
  const bool one = expected.others == 1;
  return text + " … and " + std::to_string(expected.others) + (one ? " other" : " others");
}

std::string in_line(const Source& source, std::uint32_t offset) {
  return "line " + std::to_string(source.position(offset).line);
}

/// The byte or, where one begins there, the whole character.
std::string_view character_at(const Source& source, std::uint32_t offset) {
  const std::string_view rest = source.bytes().substr(offset);
  return rest.empty() ? rest : rest.substr(0, code_point_length(rest, 0));
}

/// Places of bytes and stray text show the character there.
std::string_view found_text(const ParseFailure& failure, const Source& source) {
  return failure.span.size() == 1 ? character_at(source, failure.span.begin)
                                  : source.slice(failure.span);
}

std::string found_nothing(const Unfinished& unfinished, const Source& source) {
  const std::string& names = unfinished.names;
  switch (unfinished.stop) {
    case Unfinished::Stop::kEndOfInput: return names + " that begins here has no end";
    case Unfinished::Stop::kEndOfLine: return names + " that begins here has no end on its line";
    case Unfinished::Stop::kCharacter: break;
  }
  return names + " that begins here cannot go on with " +
         quoted(character_at(source, unfinished.text.end));
}

std::string found_end(const ParseFailure& failure, const Source& source) {
  if (source.bytes().empty()) return "the input is empty";
  if (failure.open.empty()) return "the input ends too early";
  const ParseFailure::Open& open = failure.open.front();
  return "the input ends while " + open.rule + " (" + in_line(source, open.begin) + ") is open";
}

std::string found_token(const ParseFailure& failure, const Grammar& grammar,
                        const Source& source) {
  const std::string_view text = found_text(failure, source);
  const bool named = failure.token != kNoSymbol &&
                     grammar.symbols[failure.token].kind == SymbolKind::kPattern;
  return "unexpected " + (named ? grammar.symbols[failure.token].name + " " : "") +
         quoted(text, '\'', kMostFound);
}

/// The rules under way; the same rule several times on one line says nothing more.
std::string open_rules(const ParseFailure& failure, const Source& source) {
  std::string text;
  std::string before;
  std::size_t count = 0;
  for (const ParseFailure::Open& open : failure.open) {
    std::string rule = "in " + open.rule + " (" + in_line(source, open.begin) + ")";
    if (rule == before) continue;
    if (count++ == kMostOpen) break;
    text += (text.empty() ? "" : ", ") + rule;
    before = std::move(rule);
  }
  return text;
}

}  // namespace

Diagnostic describe(const ParseFailure& failure, const Grammar& grammar, const Source& source) {
  using Reason = ParseFailure::Reason;
  Diagnostic diagnostic;
  diagnostic.span = failure.span;
  if (failure.reason == Reason::kMemory) {
    diagnostic.message = "the parser's chart outgrew its memory bound here";
    return diagnostic;
  }
  std::string between = ", expected ";
  if (failure.reason == Reason::kEnd) {
    diagnostic.message = found_end(failure, source);
  } else if (failure.span.begin == 0 && source.bytes().starts_with("\xEF\xBB\xBF")) {
    diagnostic.message = "unexpected byte order mark";
  } else if (failure.reason == Reason::kNoToken) {
    between = "; valid here: ";
    const auto unfinished = unfinished_at(grammar, source, failure.span.begin);
    if (unfinished) diagnostic.span = unfinished->text;
    diagnostic.message =
        unfinished ? found_nothing(*unfinished, source)
                   : "no token matches here: " + quoted(found_text(failure, source));
  } else {
    diagnostic.message = found_token(failure, grammar, source);
  }
  const ExpectedNames expected = name_expected(failure, grammar, kMostExpected);
  if (!expected.names.empty()) diagnostic.message += between + list(expected);
  if (std::string open = open_rules(failure, source); !open.empty()) {
    diagnostic.notes.push_back(std::move(open));
  }
  for (std::string& remark : remarks(failure, grammar, source)) {
    diagnostic.notes.push_back(std::move(remark));
  }
  diagnostic.hint = hint_for(failure, grammar, source);
  return diagnostic;
}

}  // namespace grabr
