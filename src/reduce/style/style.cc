#include "reduce/style/style.h"

#include <string>
#include <utility>
#include <variant>

#include "reduce/style/compact.h"
#include "reduce/style/gaps.h"
#include "reduce/style/pretty.h"

namespace grabr {
namespace {

constexpr NamedValue<Style> kStyles[] = {
    {"keep", Style::kKeep}, {"compact", Style::kCompact}, {"pretty", Style::kPretty}};

bool keeps_tokens(const Parser& parser, const Tree& tree, const std::string& text) {
  const ParseResult result = parser.parse(text);
  const auto* other = std::get_if<Tree>(&result);
  return other != nullptr && same_tokens(tree, *other);
}

/// Returns why the text is not laid out; empty if it is, or if there is nothing to do.
std::string write_pretty(Session& session, const Problem& problem) {
  if (problem.parser == nullptr) return "it takes a grammar";
  LaidOut result = laid_out(*problem.parser, session.best());
  if (!result.text) return result.why_not;
  if (*result.text == session.best()) return {};
  return session.fails(*std::move(result.text), "pretty") ? "" : "laid out, it does not fail";
}

}  // namespace

std::span<const NamedValue<Style>> styles() { return kStyles; }

std::string_view style_name(Style style) { return name_of_value(style, styles()); }

LaidOut laid_out(const Parser& parser, const std::string& text) {
  const std::string why_not = why_not_pretty(parser.grammar());
  if (!why_not.empty()) return {std::nullopt, why_not};
  const ParseResult now = parser.parse(text);
  const auto* tree = std::get_if<Tree>(&now);
  if (tree == nullptr) return {std::nullopt, "the result does not parse"};
  std::optional<std::string> pretty = pretty_text(*tree);
  if (!pretty) return {text, {}};
  if (!keeps_tokens(parser, *tree, *pretty)) {
    return {std::nullopt, "laid out, it would have other tokens"};
  }
  return {std::move(pretty), {}};
}

std::string apply_style(Style style, Session& session, const Problem& problem) {
  if (style == Style::kKeep) return {};
  session.begin_phase("style");
  const Judge::Region region(session.judge());
  // Some of the gaps alone may change the tokens, so candidates need not be sentences.
  const Session::OutsideGrammar outside(session, style == Style::kCompact);
  if (style == Style::kPretty) return write_pretty(session, problem);
  compact(session, problem);
  return {};
}

}  // namespace grabr
