// Lexing takes linear time, also of what begins again and again and never ends: `<![CDATA[`, `"#{`,
// `/*`, `<<A`. Such openers are found in each grammar: beginnings of its tokens with which some
// token goes on for ever. Work is measured as processor time, which grows eightfold from n to 8 n;
// sixty-fourfold if it is quadratic.
//
// Of those that were once quadratic always; of all (--no-skip) on request, which takes minutes.
//
// GRABR_LANGUAGE=c: only that language, as each has a ctest test of its own. GRABR_LANGUAGE=-:
// none.
#include <doctest/doctest.h>

#include <cstdlib>
#include <ctime>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "grammar/lex/lexer.h"
#include "parse/parser.h"
#include "parse/repair/rough_tokens.h"
#include "support/grammars.h"
#include "support/samples.h"
#include "support/sanitized.h"

namespace grabr {
namespace {

constexpr std::size_t kFewBytes = 12'000;
constexpr std::size_t kManyBytes = 8 * kFewBytes;
constexpr double kMostGrowth = 24;
constexpr double kLeastSeconds = 0.05;  // below which nothing is compared

std::string filled_with(const std::string& part, std::size_t size) {
  std::string text;
  while (text.size() < size) text += part;
  return text;
}

/// Whether the lexer still reads on at the end of this again and again, or has a matcher for it.
bool goes_on(const Grammar& grammar, const std::string& opener) {
  constexpr std::size_t kLong = 200;
  const std::string text = filled_with(opener, kLong);
  return grammar.lexer->beginning_length(text, 0) == text.size();
}

/// Beginnings of shortest tokens, and with what may directly follow, such as `"` and `#{`.
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

double seconds_of(const Parser& parser, const Punctuation& punctuation, const std::string& text) {
  const std::clock_t begin = std::clock();
  (void)parser.accepts(text);
  (void)tokenize_roughly(parser.grammar(), parser.lowered(), punctuation, text);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

void check_growth(const Parser& parser, const std::string& opener) {
  CAPTURE(opener);
  const Punctuation punctuation(parser.grammar(), parser.lowered());
  (void)seconds_of(parser, punctuation, " ");  // which makes tables
  const double many = seconds_of(parser, punctuation, filled_with(opener, kManyBytes));
  if (many < kLeastSeconds) return;
  const double few = seconds_of(parser, punctuation, filled_with(opener, kFewBytes));
  CHECK_MESSAGE(many < kMostGrowth * few, few << " s, then " << many);
}

bool is_asked(const std::string& language) {
  const char* const asked = std::getenv("GRABR_LANGUAGE");
  return asked == nullptr || language == asked;
}

TEST_CASE("what begins again and again and never ends is read in linear time") {
#ifndef GRABR_SANITIZED
  const std::pair<std::string, std::string> openers[] = {{"xml", "<![CDATA["},   {"ruby", "\"#{"},
                                                         {"ruby", "`"},          {"ruby", "!\":"},
                                                         {"shell", "cat <<A\n"}, {"shell", "($)#"}};
  for (const auto& [language, opener] : openers) {
    if (is_asked(language)) check_growth(Parser(support::shipped(language)), opener);
  }
#endif
}

TEST_CASE("the same of all openers of all grammars" * doctest::skip()) {
  for (const std::string& language : support::sample_languages()) {
    if (!is_asked(language)) continue;
    CAPTURE(language);
    const Parser parser(support::shipped(language));
    if (parser.grammar().notation == Notation::kClassic) continue;
    for (const std::string& opener : endless_openers(parser.grammar())) {
      check_growth(parser, opener);
    }
  }
}

}  // namespace
}  // namespace grabr
