// A layout that follows from the tree, without a word about it in the grammar.
//
// A list is written one element a line when its elements
//   - are statements: they end in ";" or "}", in an automatic token or with their line, or ";"
//     separates them; labels that end in ":" may stand among them, and between braces a last one
//     that ends in anything;
//   - or stand between "{" and "}" or "[" and "]", separated, and one of them ends in "}" or has a
//     list in it that is written so, or all together are wider than kWidth.
// Between brackets the elements stand two blanks deeper than the line that opens them. Inside of an
// element white space becomes one blank, or nothing behind "(" and "[" and before ")", "]", "," and
// ";". All other gaps stay as they are, and so do comments.
//
//   int f(){int x;if(x){g();}} [{"a":1},2]        int f(){            [
//                                                   int x;              {"a":1},
//                                                   if(x){              2
//                                                     g();            ]
//                                                   }
//                                                 }
//
// Where line ends are tokens, or indentation means something, nothing is changed; nor where the
// tree has no such list.
// Own work. Tested by tests/reduce/style_test.cc.
#include "reduce/pretty.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "reduce/gaps.h"
#include "tree/between.h"
#include "tree/list_view.h"

namespace grabr {
namespace {

constexpr std::size_t kWidth = 72;   // bytes
constexpr std::size_t kIndent = 2;

/// Numbers of tokens, [begin, end).
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool empty() const { return begin == end; }
};

/// May line ends and blanks be put between tokens at all?
bool is_free_of_layout(const Grammar& grammar) {
  return grammar.notation == Notation::kRich && !grammar.layout && is_skipped(grammar, "\n") &&
         is_skipped(grammar, "  ");
}

class PrettyPrinter {
 public:
  explicit PrettyPrinter(const Tree& tree) : tree_(tree), gaps_(gaps_of(tree)) {
    const std::size_t count = gaps_.tokens.size();
    partner_.assign(count, count);
    breaks_.assign(count + 1, false);
    inside_.assign(count + 1, false);
    opens_block_.assign(count + 1, false);
    closes_block_.assign(count + 1, false);
    find_ranges();
    find_partners();
  }

  std::optional<std::string> run() {
    bool any = false;
    const std::vector<NodeId> order = preorder(tree_, tree_.root());
    std::vector<bool> holds_lines(tree_.size(), false);
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
      if (tree_[*id].kind == NodeKind::kList && set_lines(*id, holds_lines[*id])) {
        holds_lines[*id] = any = true;
      }
      const NodeId parent = tree_[*id].parent;
      if (parent != kNoNode && holds_lines[*id]) holds_lines[parent] = true;
    }
    if (!any) return std::nullopt;
    return write();
  }

 private:
  std::string_view text_of(std::size_t token) const {
    return tree_.token_text(gaps_.tokens[token]);
  }

  void find_ranges() {
    const std::vector<NodeId> order = preorder(tree_, tree_.root());
    ranges_.assign(tree_.size(), {});
    for (std::size_t i = 0; i < gaps_.tokens.size(); ++i) ranges_[gaps_.tokens[i]] = {i, i + 1};
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
      for (const NodeId child : tree_.children(*id)) {
        const Range part = ranges_[child];
        Range& whole = ranges_[*id];
        if (part.empty()) continue;
        if (whole.empty()) whole.begin = part.begin;
        whole.end = part.end;
      }
    }
  }

  /// Brackets that are tokens of their own.
  void find_partners() {
    constexpr std::string_view kOpen = "([{", kClose = ")]}";
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < gaps_.tokens.size(); ++i) {
      const std::string_view text = text_of(i);
      if (tree_[gaps_.tokens[i]].symbol == kNoSymbol || text.size() > 2) continue;
      if (kOpen.find(text.back()) != kOpen.npos) {
        open.push_back(i);
      } else if (const std::size_t kind = kClose.find(text.front()); kind != kClose.npos) {
        if (open.empty() || text_of(open.back()).back() != kOpen[kind]) continue;
        partner_[open.back()] = i;
        open.pop_back();
      }
    }
  }

  /// Those that have a token.
  std::vector<Range> elements_of(NodeId list) const {
    std::vector<Range> elements;
    const auto children = tree_.children(list);
    for (std::size_t i = 0; i < children.size(); i += tree_[list].separated ? 2 : 1) {
      if (!ranges_[children[i]].empty()) elements.push_back(ranges_[children[i]]);
    }
    return elements;
  }

  /// By texts or by automatic tokens.
  bool is_separated_by_semicolons(NodeId list) const {
    const auto children = tree_.children(list);
    if (!tree_[list].separated || children.size() < 2) return false;
    const Range separator = ranges_[children[1]];
    if (!separator.empty()) return text_of(separator.begin) == ";";
    const Range before = ranges_[children[0]];
    return !before.empty() && gaps_.gaps[before.end].ends_statement;
  }

  bool ends_statement(const Range& element) const {
    const std::string_view last = text_of(element.end - 1);
    return last == ";" || last == "}" || gaps_.gaps[element.end].ends_statement ||
           takes_rest_of_line(tree_, gaps_.tokens[element.end - 1]);
  }

  /// The bracket that opens directly before the range and closes behind it, or none.
  std::optional<std::size_t> bracket_around(const Range& range) const {
    if (range.begin == 0) return std::nullopt;
    const std::size_t opener = range.begin - 1;
    const std::size_t closer = partner_[opener];
    if (closer >= gaps_.tokens.size() || closer < range.end) return std::nullopt;
    return opener;
  }

  bool are_statements(NodeId list, const std::vector<Range>& elements, char bracket) const {
    if (bracket == '(' || bracket == '[') return false;
    if (is_separated_by_semicolons(list)) return true;
    if (tree_[list].separated) {
      const Range& first = elements.front();
      const bool is_single = elements.size() == 1 && bracket == '{';
      return is_single && text_of(first.end - 1) != "}" && ends_statement(first);
    }
    bool any = false;
    for (const Range& element : elements) {
      const bool ends = ends_statement(element);
      const bool may_be_last = bracket == '{' && element.end == elements.back().end;
      if (!ends && !may_be_last && text_of(element.end - 1) != ":") return false;
      any = any || ends;
    }
    return any;
  }

  bool are_blocks(NodeId list, const std::vector<Range>& elements, char bracket,
                  bool holds_lines) const {
    if (!tree_[list].separated || (bracket != '{' && bracket != '[')) return false;
    // There a line end behind the last one would be a token.
    const auto& automatic = tree_.grammar().automatic;
    if (automatic && !automatic->always_after.empty()) return false;
    std::size_t width = 0;
    for (std::size_t i = elements.front().begin; i < elements.back().end; ++i) {
      width += text_of(i).size() + 1;
    }
    return holds_lines || width > kWidth ||
           std::any_of(elements.begin(), elements.end(), [&](const Range& element) {
             return text_of(element.end - 1) == "}";
           });
  }

  /// True when the elements get lines of their own.
  bool set_lines(NodeId list, bool holds_lines) {
    const std::vector<Range> elements = elements_of(list);
    if (elements.empty() || tree_[list].opaque) return false;
    const Range whole = ranges_[list];
    const std::optional<std::size_t> opener = bracket_around(whole);
    const char bracket = opener ? text_of(*opener).back() : ' ';
    const bool statements = are_statements(list, elements, bracket);
    if (!statements && !are_blocks(list, elements, bracket, holds_lines)) return false;
    for (const Range& element : elements) {
      if (opener || element.begin != whole.begin) breaks_[element.begin] = true;
      for (std::size_t i = element.begin + 1; i < element.end; ++i) inside_[i] = true;
    }
    if (opener) set_block(*opener, statements ? whole.end : partner_[*opener]);
    return true;
  }

  /// What follows the elements in the same brackets, such as the value of a block, has a line, too.
  void set_block(std::size_t opener, std::size_t rest) {
    const std::size_t closer = partner_[opener];
    opens_block_[opener] = true;
    closes_block_[closer] = true;
    breaks_[closer] = true;
    while (rest < closer && (text_of(rest) == ";" || text_of(rest) == ",")) ++rest;
    breaks_[rest] = true;
  }

  std::string write() const {
    std::vector<std::string> texts;
    std::size_t depth = 0;
    for (std::size_t i = 0; i <= gaps_.tokens.size(); ++i) {
      if (closes_block_[i]) --depth;
      texts.push_back(gap_text(i, depth));
      if (opens_block_[i]) ++depth;
    }
    return with_gaps(tree_, gaps_, texts);
  }

  std::string gap_text(std::size_t i, std::size_t depth) const {
    const Gap& gap = gaps_.gaps[i];
    const std::string_view now = tree_.slice(gap.span);
    if (gap.left == kNoNode) return is_blank(now) ? "" : std::string(now);
    if (gap.right == kNoNode) return is_blank(now) ? "\n" : std::string(now);
    if (breaks_[i] && !must_follow(gap.right)) return broken(now, depth);
    if (inside_[i] && may_be_joined(gap, now)) return joined(i);
    return std::string(now);
  }

  bool must_follow(NodeId token) const {
    const SymbolId symbol = tree_[token].symbol;
    return symbol != kNoSymbol && tree_.grammar().symbols[symbol].immediate;
  }

  bool may_be_joined(const Gap& gap, std::string_view now) const {
    return !now.empty() && is_blank(now) && !gap.ends_statement &&
           !takes_rest_of_line(tree_, gap.left) && !takes_rest_of_line(tree_, gap.right);
  }

  /// Nothing inside of brackets and before what ends something, else a blank.
  std::string joined(std::size_t i) const {
    constexpr std::string_view kTightBehind = "([", kTightBefore = ")],;";
    const bool tight = kTightBehind.find(text_of(i - 1).back()) != kTightBehind.npos ||
                       kTightBefore.find(text_of(i).front()) != kTightBefore.npos;
    if (!tight) return " ";
    const Gap& gap = gaps_.gaps[i];
    return std::string(shortest_between(tree_, gap.left, gap.right, " "));
  }

  /// A line break; comments stay, on lines of their own if they stood so.
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
  std::vector<Range> ranges_;           // by node
  std::vector<std::size_t> partner_;    // by token: the bracket that closes it, or none
  std::vector<bool> breaks_;            // by gap: a line begins behind it
  std::vector<bool> inside_;            // by gap: inside of an element with a line of its own
  std::vector<bool> opens_block_;       // by token
  std::vector<bool> closes_block_;
};

}  // namespace

std::optional<std::string> pretty_text(const Tree& tree) {
  if (!is_free_of_layout(tree.grammar())) return std::nullopt;
  return PrettyPrinter(list_view(tree)).run();
}

}  // namespace grabr
