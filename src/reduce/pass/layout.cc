// Tidies the skipped text between the remaining tokens: comments go, line breaks and indentation
// stay.
//
//   int a;   /* one */            int a;
//                            →
//       int b;                    int b;
//
// Each gap between tokens becomes a line break with its indentation, a space, or nothing if there
// was nothing: all of them in one candidate, and if that does not fail, as many as possible. A long
// gap that has to stay, such as a comment that the failure needs, is reduced by lines, words and
// characters. Every candidate is shorter, so it ends. Rich grammars only.
// Source: grabr. Tested by tests/reduce/layout_test.cc.
#include "reduce/pass/layout.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "grammar/lex/indentation.h"
#include "reduce/minimizer/mgbs.h"
#include "reduce/style/gaps.h"
#include "text/units.h"

namespace grabr {
namespace {

/// A gap is reduced further if it has at least this many bytes more than needed, and at most that
/// many units.
constexpr std::size_t kLongGap = 8;
constexpr std::size_t kMostUnits = 2000;

std::string tidy(std::string_view skipped) {
  if (skipped.empty()) return "";
  const std::size_t line_end = skipped.rfind('\n');
  if (line_end == std::string_view::npos) return " ";
  const std::string_view indent = skipped.substr(line_end);
  return indent.find_first_not_of("\n \t") == std::string_view::npos ? std::string(indent) : "\n";
}

std::string tidy_gap(const Tree& tree, const Gap& gap) {
  const Grammar& grammar = tree.grammar();
  const std::string_view skipped = tree.slice(gap.span);
  if (gap.right == kNoNode) {
    const bool ends_line = !gap.begins_line && skipped.find('\n') != std::string_view::npos;
    return ends_line ? "\n" : "";
  }
  if (gap.left == kNoNode) return "";
  if (gap.begins_line) {
    const std::string_view text = tree.slice({0, tree.text_size()});
    return std::string(tree.slice(find_indentation(*grammar.lexer, text, gap.span)));
  }
  const bool ends_line = grammar.layout && tree[gap.right].symbol == grammar.layout->newline;
  return ends_line ? "" : tidy(skipped);
}

/// For when not all gaps can be tidied at once: first minimises the gaps as a list, then the lines,
/// words and characters of the long gaps that stay.
class GapSearch {
 public:
  GapSearch(TreeWork& work, Gaps gaps, std::vector<std::string> tidy)
      : work_(work), tree_(work.tree()), gaps_(std::move(gaps)), tidy_(std::move(tidy)) {
    for (const Gap& gap : gaps_.gaps) texts_.emplace_back(tree_.slice(gap.span));
  }

  bool run() {
    changed_ = false;
    const std::vector<std::size_t> untidy = longest_first();
    RemovableList list;
    list.count = static_cast<std::uint32_t>(untidy.size());
    list.things = "gaps";
    search(list, [&](const Kept& kept) {
      std::vector<std::string> texts = texts_;
      for (const std::size_t i : untidy) texts[i] = tidy_[i];
      for (const std::uint32_t k : kept) texts[untidy[k]] = texts_[untidy[k]];
      return texts;
    });
    for (const std::size_t i : longest_first()) {
      if (texts_[i].size() >= tidy_[i].size() + kLongGap) minimise(i);
    }
    return changed_;
  }

 private:
  /// The gaps that can become shorter, longest first.
  std::vector<std::size_t> longest_first() const {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      if (tidy_[i].size() < texts_[i].size()) order.push_back(i);
    }
    std::ranges::stable_sort(order, std::ranges::greater(),
                             [&](std::size_t i) { return texts_[i].size(); });
    return order;
  }

  void minimise(std::size_t gap) {
    for (const Unit unit : {Unit::kLines, Unit::kTokens, Unit::kChars}) {
      const std::string text = texts_[gap];
      const std::vector<Span> units = split_units(text, unit);
      if (units.size() < 2 || units.size() > kMostUnits) continue;
      RemovableList list;
      list.count = static_cast<std::uint32_t>(units.size());
      list.things = std::string(unit_name(unit)) + " of a gap";
      search(list, [&](const Kept& kept) {
        std::vector<std::string> texts = texts_;
        texts[gap].clear();
        for (const std::uint32_t k : kept) {
          texts[gap] += std::string_view(text).substr(units[k].begin, units[k].size());
        }
        return texts;
      });
    }
  }

  using Texts = std::function<std::vector<std::string>(const Kept& kept)>;

  void search(RemovableList& list, const Texts& texts) {
    // Inadmissible candidates are replaced by the best itself, which is never tested.
    list.render = [&](const Kept& kept) -> Candidate {
      std::string text = with_gaps(tree_, gaps_, texts(kept));
      const bool good = text.size() < work_.session().best().size() && is_good(text);
      if (!good) text = work_.session().best();
      return {std::move(text), {}};
    };
    Kept kept = keep_all(list);
    list.on_accept = [&](const Kept& now) {
      kept = now;
      changed_ = true;
    };
    mgbs(work_.session(), list);
    texts_ = texts(kept);
  }

  bool is_good(const std::string& text) const {
    if (work_.partial()) return true;
    const ParseResult parsed = work_.parser().parse(text);
    const Tree* tree = std::get_if<Tree>(&parsed);
    return tree != nullptr && same_tokens(tree_, *tree);
  }

  TreeWork& work_;
  const Tree& tree_;
  Gaps gaps_;
  std::vector<std::string> tidy_;
  std::vector<std::string> texts_;  ///< as they are
  bool changed_ = false;
};

}  // namespace

bool tidy_layout(TreeWork& work) {
  if (work.grammar().notation == Notation::kClassic || work.tree().root() == kNoNode) return false;
  work.reparse();
  // If the text unexpectedly does not parse, the tree is that of older bytes.
  const Tree& tree = work.tree();
  if (tree.slice({0, tree.text_size()}) != work.session().best()) return false;
  const Gaps gaps = gaps_of(tree);
  std::vector<std::string> tidy;
  for (const Gap& gap : gaps.gaps) tidy.push_back(tidy_gap(tree, gap));
  std::string text = with_gaps(tree, gaps, tidy);
  if (text.size() >= work.session().best().size()) return false;
  const bool is_sentence = work.partial() || work.parser().accepts(text);
  if (is_sentence && work.session().fails(std::move(text), "comments and blank lines")) return true;
  if (!GapSearch(work, gaps, std::move(tidy)).run()) return false;
  work.reparse();
  return true;
}

}  // namespace grabr
