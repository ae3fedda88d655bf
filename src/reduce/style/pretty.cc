// The style "pretty": a layout derived from the tree; the grammar need not describe it.
//
// A list is written one element a line when its elements
//   - are statements: they end in ";" or "}", in an automatic token or with their line, or ";"
//     separates them; some may be labels that end in ":", and between braces the last one may end
//     in anything;
//   - or are between "{" and "}" or "[" and "]", with separators, and one of them ends in "}" or
//     contains a list that is written like this, or all together are wider than kWidth
//     (reduce/style/line_plan.cc);
//   - or are the whole text, or all that a rule has between two words, as in do f() end.
// Between brackets or words the elements are indented by two spaces. Inside an element white space
// becomes one space, or nothing after "(" and "[" and before ")", "]", "," and ";". All other gaps
// and all comments stay unchanged.
//
//   int f(){int x;if(x){g();}} [{"a":1},2]        int f(){            [
//                                                   int x;              {"a":1},
//                                                   if(x){              2
//                                                     g();            ]
//                                                   }
//                                                 }
//
// Nothing is changed if line ends are tokens or indentation has a meaning (why_not_pretty() says
// so), or if the tree has no such list. If every line end after an operand is a token (Go), only
// statements get lines.
// Source: grabr. Tested by tests/reduce/style_test.cc.
#include "reduce/style/pretty.h"

#include <string_view>
#include <utility>
#include <vector>

#include "grammar/lex/lexer.h"
#include "reduce/style/gaps.h"
#include "reduce/style/line_plan.h"
#include "tree/between.h"
#include "tree/list_view.h"

namespace grabr {
namespace {

constexpr std::size_t kIndent = 2;

class PrettyPrinter {
 public:
  PrettyPrinter(const Tree& tree, Gaps gaps, LinePlan plan)
      : tree_(tree), gaps_(std::move(gaps)), plan_(std::move(plan)) {}

  std::string write() const {
    std::vector<std::string> texts;
    std::size_t depth = 0;
    for (std::size_t i = 0; i <= gaps_.tokens.size(); ++i) {
      if (plan_.closes_block[i]) --depth;
      texts.push_back(gap_text(i, depth));
      if (plan_.opens_block[i]) ++depth;
    }
    return with_gaps(tree_, gaps_, texts);
  }

 private:
  std::string_view text_of(std::size_t token) const {
    return tree_.token_text(gaps_.tokens[token]);
  }

  std::string gap_text(std::size_t i, std::size_t depth) const {
    const Gap& gap = gaps_.gaps[i];
    const std::string_view now = tree_.slice(gap.span);
    if (gap.left == kNoNode) return is_blank(now) ? "" : std::string(now);
    if (gap.right == kNoNode) return is_blank(now) ? "\n" : std::string(now);
    if (plan_.breaks[i] && !must_follow(gap.right)) return broken(now, depth);
    if (plan_.inside[i] && may_be_joined(gap, now)) return joined(i);
    return std::string(now);
  }

  bool must_follow(NodeId token) const {
    const SymbolId symbol = tree_[token].symbol;
    return tree_.grammar().symbols[symbol].immediate;
  }

  bool may_be_joined(const Gap& gap, std::string_view now) const {
    return !now.empty() && is_blank(now) && !gap.ends_statement &&
           !takes_rest_of_line(tree_, gap.left) && !takes_rest_of_line(tree_, gap.right);
  }

  /// The gap inside a line: nothing after an opening bracket or before a closing one, a comma or
  /// ";", else a space.
  std::string joined(std::size_t i) const {
    constexpr std::string_view kTightBehind = "([", kTightBefore = ")],;";
    const bool tight = kTightBehind.find(text_of(i - 1).back()) != kTightBehind.npos ||
                       kTightBefore.find(text_of(i).front()) != kTightBefore.npos;
    if (!tight) return " ";
    const Gap& gap = gaps_.gaps[i];
    return std::string(shortest_between(tree_, gap.left, gap.right, " "));
  }

  /// The gap at a line break; comments stay, on lines of their own if they had these.
  std::string broken(std::string_view now, std::size_t depth) const {
    const std::string line_begin = "\n" + std::string(depth * kIndent, ' ');
    std::string text;
    bool on_new_line = false;
    for (std::string_view piece : skipped_pieces(tree_.grammar(), now)) {
      if (is_blank(piece)) {
        on_new_line = on_new_line || piece.find('\n') != piece.npos;
        continue;
      }
      const bool ends_line = piece.back() == '\n';
      if (ends_line) piece.remove_suffix(1);
      text += on_new_line ? line_begin : " ";
      text += piece;
      on_new_line = ends_line;
    }
    return text + line_begin;
  }

  const Tree& tree_;
  Gaps gaps_;
  LinePlan plan_;
};

}  // namespace

std::string why_not_pretty(const Grammar& grammar) {
  if (grammar.layout) return "in " + grammar.name + " indentation means something";
  if (grammar.notation == Notation::kRich && is_skipped(grammar, "\n") &&
      is_skipped(grammar, "  ")) {
    return {};
  }
  return "in " + grammar.name + " white space means something";
}

std::optional<std::string> pretty_text(const Tree& tree) {
  if (!why_not_pretty(tree.grammar()).empty()) return std::nullopt;
  const Tree lists = list_view(tree);
  Gaps gaps = gaps_of(lists);
  std::optional<LinePlan> plan = plan_lines(lists, gaps);
  if (!plan) return std::nullopt;
  return PrettyPrinter(lists, std::move(gaps), *std::move(plan)).write();
}

}  // namespace grabr
