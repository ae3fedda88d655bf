#include "reduce/style.h"

#include <array>
#include <utility>
#include <variant>

#include "reduce/compact.h"
#include "reduce/gaps.h"
#include "reduce/pretty.h"

namespace grabr {
namespace {

constexpr std::array<std::pair<std::string_view, Style>, 3> kStyles = {
    {{"keep", Style::kKeep}, {"compact", Style::kCompact}, {"pretty", Style::kPretty}}};

void write_pretty(Session& session, const Problem& problem) {
  if (problem.parser == nullptr) return;
  const ParseResult now = problem.parser->parse(session.best());
  const auto* tree = std::get_if<Tree>(&now);
  if (tree == nullptr) return;
  std::optional<std::string> text = pretty_text(*tree);
  if (!text || *text == session.best()) return;
  const ParseResult then = problem.parser->parse(*text);
  const auto* other = std::get_if<Tree>(&then);
  if (other != nullptr && same_tokens(*tree, *other)) session.fails(*std::move(text), "pretty");
}

}  // namespace

std::string style_names() {
  std::string names;
  for (const auto& [name, style] : kStyles) {
    if (!names.empty()) names += ' ';
    names += name;
  }
  return names;
}

std::optional<Style> style_by_name(std::string_view name) {
  for (const auto& [known, style] : kStyles) {
    if (known == name) return style;
  }
  return std::nullopt;
}

void apply_style(Style style, Session& session, const Problem& problem) {
  if (style == Style::kKeep) return;
  session.begin_phase("style");
  const Judge::Region region(session.judge());
  // Only all gaps together are known to leave the tokens as they are.
  const Session::OutsideGrammar outside(session, style == Style::kCompact);
  if (style == Style::kCompact) compact(session, problem);
  else write_pretty(session, problem);
}

}  // namespace grabr
