// Lexing takes linear time, even for text in which a token begins again and again but never ends:
// `<![CDATA[`, `"#{`, `/*`, `<<A`. Such openers are derived from each grammar: beginnings of tokens
// after which some token could continue for ever. The work is measured as the number of bytes that
// the lexer reads: constant for each byte of the text, but proportional to the text's length if
// lexing is quadratic.
//
// GRABR_LANGUAGE=c: only that language, because each has its own ctest test. GRABR_LANGUAGE=-:
// none.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "grammar/lex/lexer.h"
#include "grammar/lex/scan_table.h"
#include "parse/parser.h"
#include "parse/repair/rough_tokens.h"
#include "support/grammars.h"
#include "support/samples.h"

namespace grabr {
namespace {

constexpr std::size_t kBytes = 12'000;
/// The maximum number of reads of each byte. Unsuccessful reads are cached from the third one on.
constexpr std::uint64_t kMaxReads = 100;

std::string filled_with(const std::string& part, std::size_t size) {
  std::string text;
  while (text.size() < size) text += part;
  return text;
}

/// Whether the repeated opener is not a token but the lexer reads to its end, or uses a matcher for
/// it.
bool goes_on(const Grammar& grammar, const std::string& opener) {
  constexpr std::size_t kLong = 200;
  const std::string text = filled_with(opener, kLong);
  return grammar.lexer->beginning_length(text, 0) == text.size() &&
         grammar.lexer->match(text, 0).length < text.size();
}

/// The beginnings of the shortest tokens, alone and with a possible next character, such as `"` and
/// `#{`.
std::set<std::string> endless_openers(const Grammar& grammar) {
  constexpr std::size_t kLongest = 12;
  std::set<std::string> openers, immediate;
  for (SymbolId id = 0; id < grammar.symbols.size(); ++id) {
    const Symbol& symbol = grammar.symbols[id];
    if (symbol.terminal() && symbol.immediate) immediate.insert(grammar.lexer->shortest_text(id));
  }
  for (SymbolId id = 0; id < grammar.symbols.size(); ++id) {
    if (!grammar.symbols[id].terminal()) continue;
    const std::string text = grammar.lexer->shortest_text(id).substr(0, kLongest);
    for (std::size_t size = 1; size <= text.size(); ++size) {
      const std::string opener = text.substr(0, size);
      if (size < text.size() && goes_on(grammar, opener)) openers.insert(opener);
    }
    for (const std::string& part : immediate) {
      if (text.size() <= 3 && part.size() <= 3 && goes_on(grammar, text + part)) {
        openers.insert(text + part);
      }
    }
  }
  for (const Matcher& matcher : grammar.matchers) {
    if (matcher.kind == Matcher::Kind::kNested) openers.insert(matcher.open);
    else if (matcher.kind == Matcher::Kind::kHeredoc) openers.insert("<<A\n");
  }
  return openers;
}

void check_reads(const Parser& parser, const Punctuation& punctuation, const std::string& opener) {
  CAPTURE(opener);
  const std::string text = filled_with(opener, kBytes);
  const std::uint64_t before = bytes_scanned;
  (void)parser.accepts(text);
  const std::uint64_t parsed = bytes_scanned;
  (void)tokenize_roughly(parser.grammar(), parser.lowered(), punctuation, text);
  CHECK(parsed - before <= kMaxReads * text.size());
  CHECK(bytes_scanned - parsed <= kMaxReads * text.size());
}

bool is_asked(const std::string& language) {
  const char* const asked = std::getenv("GRABR_LANGUAGE");
  return asked == nullptr || language == asked;
}

TEST_CASE("what begins again and again and never ends is read in linear time") {
  const std::multimap<std::string, std::string> known = {
      {"ruby", "`"}, {"ruby", "!\":"}, {"shell", "cat <<A\n"}, {"shell", "($)#"}};
  for (const std::string& language : support::sample_languages()) {
    if (!is_asked(language)) continue;
    CAPTURE(language);
    const Parser parser(support::shipped(language));
    if (parser.grammar().notation == Notation::kClassic) continue;
    const Punctuation punctuation(parser.grammar(), parser.lowered());
    std::set<std::string> openers = endless_openers(parser.grammar());
    const auto [begin, end] = known.equal_range(language);
    for (auto it = begin; it != end; ++it) openers.insert(it->second);
    for (const std::string& opener : openers) check_reads(parser, punctuation, opener);
  }
}

}  // namespace
}  // namespace grabr
