// Needles inside tokens: a long text with a needle in its middle is inserted into a string, number,
// name or comment of a sample of each language, and the test is "the text contains the needle". Of
// the token, only the needle and the delimiters that the language requires should remain.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "grammar/lex/lexer.h"
#include "oracle/function_oracle.h"
#include "reduce/pass/names.h"
#include "reduce/pass/shorten.h"
#include "reduce/strategy.h"
#include "reduce/style/gaps.h"
#include "support/build.h"
#include "support/grammars.h"
#include "support/samples.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxSampleBytes = 400;

/// The text to insert into a token: letters if possible, else digits.
struct Hay {
  std::string text;
  std::string needle;
};

std::vector<Hay> kinds_of_hay() {
  const std::string letters(28, 'x');
  const std::string digits(28, '1');
  return {{letters + "QZX" + letters, "QZX"}, {digits + "739" + digits, "739"}};
}

/// Whether more than the needle and its delimiters remains, because another pass of `auto`, or
/// none, handles it: nested comments; here-documents and others whose two ends must change
/// together; a character after the first ones that may be required (`--platform=`); line-end tokens
/// that contain comments; a character whose kind depends on the one before.
bool is_longer_than_needed(const std::string& language, const std::string& kind) {
  static const std::set<std::string> known = {"c SKIPPED_GROUP",
                                              "cpp SKIPPED_GROUP",
                                              "dart DOUBLE_TEXT",
                                              "diff NAMES",
                                              "diff TEXT_LINE",
                                              "dockerfile FROM_FLAG",
                                              "dockerfile HEREDOC",
                                              "dockerfile RUN_FLAG",
                                              "dockerfile ARG_NAME",
                                              "groovy BLOCK_COMMENT",
                                              "haskell BLOCK_COMMENT",
                                              "html LEGACY_DOCTYPE",
                                              "javascript REGULAR_EXPRESSION",
                                              "lark REGEX",
                                              "latex VERBATIM",
                                              "lean BLOCK_COMMENT",
                                              "lean LINE_COMMENT",
                                              "mlir OPERATION",
                                              "ocaml COMMENT",
                                              "php FIRST_HTML",
                                              "php FIRST_ECHO",
                                              "php HEREDOC",
                                              "prolog QUASI_QUOTATION",
                                              "ruby CONSTANT_SCOPE",
                                              "ruby HEREDOC",
                                              "shell HEREDOC",
                                              "sql BLOCK_COMMENT",
                                              "swift AVAILABLE",
                                              "systemverilog DEFINE",
                                              "toml ML_LITERAL_STRING",
                                              "toml NEWLINE"};
  return known.contains(language + " " + kind);
}

/// A sample with the inserted text; `begin` is the offset of the token that contains it.
struct HiddenNeedle {
  std::string text;
  std::string needle;
  SymbolId kind = kNoSymbol;
};

/// Tokens and the comments between them, with their spans.
std::vector<std::pair<Span, SymbolId>> stretches_in(const Tree& tree) {
  std::vector<std::pair<Span, SymbolId>> found;
  const Grammar& grammar = tree.grammar();
  for (const NodeId token : tokens_of(tree, tree.root())) {
    if (is_pattern(tree, token)) found.emplace_back(tree[token].text(), tree[token].symbol);
  }
  for (const Gap& gap : gaps_of(tree).gaps) {
    std::uint32_t at = gap.span.begin;
    for (const std::string_view piece : skipped_pieces(grammar, tree.slice(gap.span))) {
      const auto size = static_cast<std::uint32_t>(piece.size());
      const Match match = grammar.lexer->match(piece, 0);
      if (!is_blank(piece) && match.length == size && !match.terminals.empty()) {
        found.emplace_back(Span{at, at + size}, match.terminals.front());
      }
      at += size;
    }
  }
  return found;
}

/// The token or comment that contains the whole needle.
std::optional<std::pair<Span, SymbolId>> holder_of(const Parser& parser, const std::string& text,
                                                   const std::string& needle) {
  const ParseResult parsed = parser.parse(text);
  const auto* tree = std::get_if<Tree>(&parsed);
  if (tree == nullptr) return std::nullopt;
  for (const auto& one : stretches_in(*tree)) {
    const std::string held = text.substr(one.first.begin, one.first.size());
    if (held.find(needle) != std::string::npos) return one;
  }
  return std::nullopt;
}

/// One for each kind of token in the samples of a language.
std::vector<HiddenNeedle> needles_in(const Parser& parser, const std::string& language) {
  std::map<SymbolId, HiddenNeedle> found;
  for (const std::string& sample : support::samples_of(language, "valid.txt")) {
    if (sample.size() > kMaxSampleBytes) continue;
    const ParseResult parsed = parser.parse(sample);
    const auto* tree = std::get_if<Tree>(&parsed);
    if (tree == nullptr) continue;
    for (const auto& [span, kind] : stretches_in(*tree)) {
      if (found.contains(kind)) continue;
      for (const Hay& hay : kinds_of_hay()) {
        const std::uint32_t middle = span.begin + (span.size() + 1) / 2;
        const std::string text = sample.substr(0, middle) + hay.text + sample.substr(middle);
        const auto holder = holder_of(parser, text, hay.text);
        if (!holder || holder->second != kind) continue;
        found[kind] = {text, hay.needle, kind};
        break;
      }
    }
  }
  std::vector<HiddenNeedle> all;
  for (auto& one : found) all.push_back(std::move(one.second));
  return all;
}

/// Whether the token can lose a character that belongs neither to the needle nor to the delimiters
/// of its kind. A line-end token must still end the line.
bool can_be_shorter(const Parser& parser, const std::string& text, const std::string& needle) {
  const auto holder = holder_of(parser, text, needle);
  if (!holder) return false;
  Stretch held;
  held.text = text.substr(holder->first.begin, holder->first.size());
  held.may_be = [&](const std::string& one) {
    return lexes_as(parser.grammar(), holder->second, one);
  };
  const Delimiters delimiters = delimiters_of(held);
  if (delimiters.front + needle.size() + delimiters.back == held.text.size()) return false;
  const std::uint32_t line_end = held.text.ends_with('\n') ? 1 : 0;
  for (std::uint32_t at = holder->first.begin; at < holder->first.end - line_end; ++at) {
    std::string shorter = text;
    shorter.erase(at, 1);
    if (shorter.find(needle) == std::string::npos) continue;
    const auto now = holder_of(parser, shorter, needle);
    if (now && now->second == holder->second && parser.accepts(shorter)) return true;
  }
  return false;
}

TEST_CASE("a needle inside of a token is all that stays of it, in each language") {
  const std::size_t kTokenNeedleLanguages = support::is_sanitized() ? 6 : 1000;
  std::size_t languages = 0;
  std::size_t runs = 0;
  for (const std::string& language : support::sample_languages()) {
    if (++languages > kTokenNeedleLanguages) break;
    const auto parser = std::make_shared<const Parser>(support::shipped(language));
    if (parser->grammar().notation == Notation::kClassic) continue;
    for (const HiddenNeedle& hidden : needles_in(*parser, language)) {
      FunctionOracle oracle([&](std::string_view text) {
        return text.find(hidden.needle) == text.npos ? Outcome::kPass : Outcome::kFail;
      });
      Session session(oracle, hidden.text);
      Problem problem;
      problem.parser = parser;
      problem.tree = std::get<Tree>(parser->parse(hidden.text));
      session.check_original("preflight");
      run_schedule(parse_schedule("inside inside-tokens\nlayout layout\n"), session, problem);
      const std::string& kind = parser->grammar().symbols[hidden.kind].name;
      INFO(language);
      INFO(kind);
      CAPTURE(hidden.text);
      CAPTURE(session.best());
      if (!is_longer_than_needed(language, kind)) {
        CHECK_FALSE(can_be_shorter(*parser, session.best(), hidden.needle));
      }
      CHECK(session.counts().committed < 200);
      ++runs;
    }
  }
  CHECK(runs > 2 * std::min(languages, kTokenNeedleLanguages));
}

}  // namespace
}  // namespace grabr
