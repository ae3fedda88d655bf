// Reduces inside long tokens: a macro's text, a string, a comment that is a token. First the lines
// of the token are minimised as a list, then its words, numbers and signs, like the units of a text
// without a grammar. A text is only tested if the grammar's lexer reads it as the same terminal.
//
//   #define f(x) do { g(x); h(1); } while (0)   →   #define f(x) h(1);
//
// A token that repeats a delimiter at its end, such as a here-document or a raw string, gets a
// shorter one at both ends. Where it is the grammar says: the token's matcher (model/matcher.h).
//
//   <<LONG_NAME … LONG_NAME   →   <<A … A
//
// The longest token first. Every step makes it shorter, so this ends; nothing is said about single
// characters (reduce/literature/trec.cc does those).
// Source: grabr; T-Rec (TOSEM 2024) on larger parts. Tested by tests/reduce/auto_schedule_test.cc.
#include <algorithm>

#include "grammar/lex/lexer.h"
#include "reduce/minimizer/mgbs.h"
#include "reduce/pass/names.h"
#include "reduce/pass/tree_passes.h"
#include "text/units.h"

namespace grabr {
namespace {

constexpr std::size_t kLong = 8;  // bytes; shorter tokens are left alone

std::string join(std::string_view text, std::span<const Span> units, const Kept& kept) {
  std::string joined;
  for (const std::uint32_t i : kept) joined += text.substr(units[i].begin, units[i].size());
  return joined;
}

/// Where tokens hold other languages, another token often reads the same text, such as the text of
/// a page that of a script: there the parse of the candidate decides.
bool may_lex_as(const TreeWork& work, SymbolId terminal, std::string_view text) {
  const Grammar& grammar = work.grammar();
  if (grammar.contents.empty() || work.partial()) return lexes_as(grammar, terminal, text);
  return grammar.lexer != nullptr && grammar.lexer->matches(text, terminal);
}

bool minimise_token(TreeWork& work, NodeId& token, Unit unit) {
  const SymbolId terminal = work.tree()[token].symbol;
  const std::string text(work.tree().token_text(token));
  const std::vector<Span> units = split_units(text, unit);
  if (units.size() < 2) return false;
  const auto edit = [&](const std::string& by) { return rename_edits(work, {&token, 1}, by); };
  RemovableList list;
  list.count = static_cast<std::uint32_t>(units.size());
  list.things = std::string(unit_name(unit)) + " of a token";
  list.min = 1;
  list.render = [&](const Kept& kept) -> Candidate {
    const std::string by = join(text, units, kept);
    // Inadmissible candidates are replaced by the best itself, which is never tested.
    if (!may_lex_as(work, terminal, by)) return {work.session().best(), "no token"};
    return work.candidate(edit(by), {});
  };
  list.on_accept = [&](const Kept& kept) {
    const std::vector<Edit> edits = edit(join(text, units, kept));
    work.apply(edits);
    token = edits[0].by;
  };
  KeepEstimate estimate;
  return mgbs(work.session(), list, estimate).size() < units.size();
}

/// What the token repeats at its end; empty: nothing.
std::string_view delimiter_of(const Matcher& matcher, std::string_view text) {
  if (matcher.kind == Matcher::Kind::kHeredoc) {
    text.remove_prefix(text.rfind('\n') + 1);
    return text.substr(std::min(text.find_first_not_of(matcher.indent), text.size()));
  }
  if (matcher.kind != Matcher::Kind::kDelimited || !text.ends_with(matcher.close_after)) return {};
  text.remove_suffix(matcher.close_after.size());
  const std::size_t at = text.rfind(matcher.close);
  return at == text.npos ? std::string_view() : text.substr(at + matcher.close.size());
}

/// Shorter delimiters that the lexer takes at both ends, the shortest first.
bool shorten_delimiter(TreeWork& work, NodeId& token) {
  const SymbolId terminal = work.tree()[token].symbol;
  const std::uint32_t number = work.grammar().symbols[terminal].matcher;
  if (number == kNoMatcher) return false;
  const std::string text(work.tree().token_text(token));
  const std::string_view delimiter = delimiter_of(work.grammar().matchers[number], text);
  const std::size_t first = text.find(delimiter);
  const std::size_t last = static_cast<std::size_t>(delimiter.data() - text.data());
  if (delimiter.size() < 2 || first >= last) return false;
  for (const std::string_view by : {std::string_view(), delimiter.substr(0, 1), {"A"}, {"a"}}) {
    std::string shorter = text;
    shorter.replace(last, delimiter.size(), by).replace(first, delimiter.size(), by);
    if (!work.grammar().lexer->matches(shorter, terminal)) continue;
    const std::vector<Edit> edits = rename_edits(work, {&token, 1}, shorter);
    if (!work.partial() && !work.parser().accepts(work.candidate(edits, {}).text)) continue;
    if (!work.try_edits(edits, "a delimiter shorter by " +
                                   std::to_string(delimiter.size() - by.size()) + " bytes")) {
      continue;
    }
    token = edits[0].by;
    return true;
  }
  return false;
}

std::vector<NodeId> long_tokens(const Tree& tree) {
  std::vector<NodeId> tokens;
  for (const Name& name : other_patterns_in(tree)) {
    if (name.text.size() >= kLong) {
      tokens.insert(tokens.end(), name.tokens.begin(), name.tokens.end());
    }
  }
  std::stable_sort(tokens.begin(), tokens.end(), [&](NodeId a, NodeId b) {
    return tree[a].text().size() > tree[b].text().size();
  });
  return tokens;
}

}  // namespace

bool token_contents(TreeWork& work) {
  if (work.tree().root() == kNoNode) return false;
  bool changed = false;
  for (NodeId token : long_tokens(work.tree())) {
    const auto question = work.question(token, "contents");
    if (work.statistics().negative.knows(question)) continue;
    bool shorter = shorten_delimiter(work, token);
    for (const Unit unit : {Unit::kLines, Unit::kTokens}) {
      while (minimise_token(work, token, unit)) shorter = true;
    }
    changed |= shorter;
    work.statistics().negative.note(work.question(token, "contents"));
  }
  return changed;
}

}  // namespace grabr
