// A parse failure in words:
//
//   f.c:4:9: error: unexpected IDENTIFIER 'y', expected ';', ',' or '='
//       4 |   int x y;
//         |         ^
//   note: in declaration (line 4), in compound_statement (line 3), in function_definition (line 3)
//
// The message says what was found and what was expected (expected.h); notes name the innermost
// rules in progress and give remarks on the surroundings (remarks.h).
#include <algorithm>

#include "parse/diagnose/expected.h"
#include "parse/diagnose/failure.h"
#include "parse/diagnose/remarks.h"
#include "text/escape.h"
#include "text/setting.h"
#include "text/utf8.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxExpectedShown = 8;
constexpr std::size_t kMaxOpenRulesShown = 3;
constexpr std::size_t kMaxFoundCharacters = 40;  // characters

std::string expected_list(const ParseFailure& failure, ExpectedNamer& namer, const Source& source) {
  const char awaited =
      failure.unclosed.empty() ? '\0' : closing_bracket(source.bytes()[failure.unclosed.front()]);
  const ExpectedNames expected = namer.name(failure, awaited, kMaxExpectedShown);
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

/// The byte, or the whole character if one begins there.
std::string_view character_at(const Source& source, std::uint32_t offset) {
  const std::string_view rest = source.bytes().substr(offset);
  return rest.empty() ? rest : rest.substr(0, code_point_length(rest, 0));
}

/// For a single byte, the character that begins there.
std::string_view found_text(const ParseFailure& failure, const Source& source) {
  return failure.span.size() == 1 ? character_at(source, failure.span.begin)
                                  : source.slice(failure.span);
}

std::string this_unfinished(const Unfinished& unfinished, const Source& source) {
  const std::string text = "this " + unfinished.names;
  switch (unfinished.stop) {
    case Unfinished::Stop::kEndOfText: return text + " has no end";
    case Unfinished::Stop::kEndOfLine: return text + " has no end on its line";
    case Unfinished::Stop::kCharacter: break;
  }
  const Position place = source.position(unfinished.text.end);
  return text + " cannot continue with " + quoted(character_at(source, unfinished.text.end)) +
         " (line " + std::to_string(place.line) + ", column " + std::to_string(place.column) + ")";
}

std::string found_end(const ParseFailure& failure, const Source& source) {
  if (source.bytes().empty()) return "the input is empty";
  if (failure.open.empty()) return "the input ends too early";
  const ParseFailure::Open& open = failure.open.front();
  return "the input ends while " + open.rule + " (" + in_line(source, open.begin) + ") is open";
}

std::string found_token(const ParseFailure& failure, const Grammar& grammar, const Source& source) {
  const std::string_view text = found_text(failure, source);
  const bool named =
      failure.token != kNoSymbol && grammar.symbols[failure.token].kind == SymbolKind::kPattern;
  if (failure.token != kNoSymbol && grammar.symbols[failure.token].kind == SymbolKind::kLayout) {
    return "unexpected " + token_name(grammar, failure.token);
  }
  return "unexpected " + (named ? grammar.symbols[failure.token].name + " " : "") +
         quoted(text, '\'', kMaxFoundCharacters);
}

bool spans_all(const ParseFailure::Open& open, const Grammar& grammar, const Source& source) {
  const std::string_view before = source.slice({0, open.begin});
  return open.rule == grammar.symbols[grammar.start].name &&
         before.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// The rules in progress, except those that the message has named (the first, at the end of the
/// input) and those that add nothing (the start symbol; the same rule again on the same line).
std::string open_rules(const ParseFailure& failure, const Grammar& grammar, const Source& source) {
  std::string text;
  std::string before;
  std::size_t count = 0;
  for (const ParseFailure::Open& open : failure.open) {
    std::string rule = "in " + open.rule + " (" + in_line(source, open.begin) + ")";
    const bool said = failure.reason == ParseFailure::Reason::kEnd && before.empty();
    if (rule == before) continue;
    before = rule;
    if (said || spans_all(open, grammar, source)) continue;
    if (count++ == kMaxOpenRulesShown) break;
    text += (text.empty() ? "" : ", ") + rule;
  }
  return text;
}

/// Describes a place where no token matches. An unterminated string explains the failure on its
/// own: the string is what was expected.
void describe_stray(const ParseFailure& failure, const Grammar& grammar, const Source& source,
                    Diagnostic& diagnostic, std::string& expected) {
  if (!failure.stuck_reason.empty()) {
    diagnostic.message = failure.stuck_reason;
    expected.clear();
    return;
  }
  const auto unfinished = unfinished_at(grammar, source, failure.span.begin);
  if (unfinished) {
    diagnostic.span = unfinished->text;
    diagnostic.message = this_unfinished(*unfinished, source);
    if (unfinished->expected(failure)) expected.clear();
    return;
  }
  diagnostic.span.end = std::max(diagnostic.span.end, word_end(source, failure.span.begin));
  const std::string_view word = source.slice(diagnostic.span);
  diagnostic.message = "no token matches here: " +
                       quoted(word.size() > 1 ? word : character_at(source, failure.span.begin),
                              '\'', kMaxFoundCharacters);
}

/// Describes the limit at which the parser gave up. The input may still be in the language.
void describe_bound(const ParseFailure& failure, const Grammar& grammar, Diagnostic& diagnostic) {
  const bool memory = failure.reason == ParseFailure::Reason::kMemory;
  diagnostic.message = memory ? "the parser reached its memory limit here"
                              : "too ambiguous: the parser gave up here";
  if (memory) diagnostic.hint = spelled("raise {max-parse-memory}");
  if (failure.ambiguous == kNoSymbol) return;
  if (memory) diagnostic.hint += "; ";
  diagnostic.hint += "'" + grammar.symbols[failure.ambiguous].name +
                     "' can be read in very many ways: make the rule less ambiguous";
}

}  // namespace

Diagnostic describe(const ParseFailure& failure, ExpectedNamer& namer, const Source& source) {
  const Grammar& grammar = namer.grammar();
  using Reason = ParseFailure::Reason;
  Diagnostic diagnostic;
  diagnostic.span = failure.span;
  if (failure.reason == Reason::kMemory || failure.reason == Reason::kAmbiguous) {
    describe_bound(failure, grammar, diagnostic);
    return diagnostic;
  }
  std::string between = ", expected ";
  std::string expected = expected_list(failure, namer, source);
  if (failure.reason == Reason::kEnd) {
    diagnostic.message = found_end(failure, source);
  } else if (failure.span.begin == 0 && source.bytes().starts_with("\xEF\xBB\xBF")) {
    diagnostic.message = "unexpected byte order mark";
  } else if (failure.reason == Reason::kNoToken) {
    between = "; valid here: ";
    describe_stray(failure, grammar, source, diagnostic, expected);
  } else {
    diagnostic.message = found_token(failure, grammar, source);
  }
  if (!expected.empty()) diagnostic.message += between + expected;
  if (std::string open = open_rules(failure, grammar, source); !open.empty()) {
    diagnostic.notes.push_back(std::move(open));
  }
  for (std::string& remark : remarks(failure, grammar, source)) {
    diagnostic.notes.push_back(std::move(remark));
  }
  diagnostic.hint = hint_for(failure, grammar, source);
  return diagnostic;
}

}  // namespace grabr
