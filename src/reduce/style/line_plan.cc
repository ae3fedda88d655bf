// The rules are in reduce/style/pretty.cc. Lists are planned from the innermost outwards, because
// an outer one may depend on the inner ones.
#include "reduce/style/line_plan.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "text/ascii.h"
#include "tree/between.h"

namespace grabr {
namespace {

constexpr std::size_t kWidth = 72;  // bytes of a line

/// Numbers of tokens, [begin, end).
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool empty() const { return begin == end; }
};

class Planner {
 public:
  Planner(const Tree& tree, const Gaps& gaps) : tree_(tree), gaps_(gaps) {
    const std::size_t count = gaps_.tokens.size();
    partner_.assign(count, count);
    plan_.breaks.assign(count + 1, false);
    plan_.inside = plan_.opens_block = plan_.closes_block = plan_.breaks;
    find_ranges();
    find_partners();
  }

  std::optional<LinePlan> run() {
    bool any = false;
    const std::vector<NodeId> order = preorder(tree_, tree_.root());
    std::vector<bool> holds_lines(tree_.size(), false);
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
      if (tree_[*id].kind == NodeKind::kList && set_lines(*id, holds_lines[*id])) {
        holds_lines[*id] = any = true;
      }
      const NodeId parent = tree_.parent(*id);
      if (parent != kNoNode && holds_lines[*id]) holds_lines[parent] = true;
    }
    if (!any) return std::nullopt;
    return std::move(plan_);
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

  /// Finds the partners of brackets, which must be tokens of their own.
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

  /// The elements of a list that have a token.
  std::vector<Range> elements_of(NodeId list) const {
    std::vector<Range> elements;
    const auto children = tree_.children(list);
    for (std::size_t i = 0; i < children.size(); i += tree_[list].separated ? 2 : 1) {
      if (!ranges_[children[i]].empty()) elements.push_back(ranges_[children[i]]);
    }
    return elements;
  }

  /// Do semicolons separate the elements, as texts or as automatic tokens?
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

  /// The bracket that opens directly before the range and closes after it, or none.
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
    // In such grammars a line end after the last element would be a token.
    const auto& automatic = tree_.grammar().automatic;
    if (automatic && !automatic->always_after.empty()) return false;
    std::size_t width = 0;
    for (std::size_t i = elements.front().begin; i < elements.back().end; ++i) {
      width += text_of(i).size() + 1;
    }
    return holds_lines || width > kWidth ||
           std::any_of(elements.begin(), elements.end(),
                       [&](const Range& element) { return text_of(element.end - 1) == "}"; });
  }

  /// Gives the elements their own lines if the rules allow it. Returns whether they do.
  bool set_lines(NodeId list, bool holds_lines) {
    const std::vector<Range> elements = elements_of(list);
    if (elements.empty() || tree_[list].opaque) return false;
    const Range whole = ranges_[list];
    const std::optional<std::size_t> opener = bracket_around(whole);
    const char bracket = opener ? text_of(*opener).back() : ' ';
    const bool statements = are_statements(list, elements, bracket);
    if (!statements && !opener && set_word_block(list, elements)) return true;
    if (!statements && !are_blocks(list, elements, bracket, holds_lines)) return false;
    for (const Range& element : elements) {
      if (opener || element.begin != whole.begin) plan_.breaks[element.begin] = true;
      for (std::size_t i = element.begin + 1; i < element.end; ++i) plan_.inside[i] = true;
    }
    if (opener) set_block(*opener, statements ? whole.end : partner_[*opener]);
    return true;
  }

  bool is_keyword(std::size_t token) const {
    const SymbolId symbol = tree_[gaps_.tokens[token]].symbol;
    if (tree_.grammar().symbols[symbol].kind != SymbolKind::kLiteral) {
      return false;
    }
    const std::string_view text = text_of(token);
    return std::all_of(text.begin(), text.end(), is_letter);
  }

  bool stands_between_words(const Range& block) const {
    if (block.begin == 0 || block.end == gaps_.tokens.size()) return false;
    const std::size_t before = block.begin - 1;
    return (is_keyword(before) || text_of(before) == ")") && is_keyword(block.end);
  }

  /// The node of the rule that the list begins; kNoNode if something stands before the list.
  NodeId rule_begun_by(NodeId list) const {
    NodeId node = tree_.parent(list);
    while (node != kNoNode && tree_[node].kind != NodeKind::kRule) node = tree_.parent(node);
    const bool begun = node != kNoNode && ranges_[node].begin == ranges_[list].begin;
    return begun ? node : kNoNode;
  }

  /// Handles a list that begins the whole text, or a rule's node between two words such as do …
  /// end; the rest of that node is an element, too. Returns whether the elements get their own
  /// lines.
  bool set_word_block(NodeId list, std::vector<Range> elements) {
    const NodeId node = rule_begun_by(list);
    if (node == kNoNode || tree_[list].separated || tree_.grammar().generic) return false;
    for (const NodeId child : tree_.children(node)) {
      const Range& part = ranges_[child];
      if (!part.empty() && part.begin >= ranges_[list].end) elements.push_back(part);
    }
    const Range block = ranges_[node];
    const bool is_whole = block.begin == 0 && block.end == gaps_.tokens.size();
    if (is_whole ? elements.size() < 2 : !stands_between_words(block)) return false;
    // Elements of one token each are modifiers or the like.
    const bool has_statement = std::any_of(
        elements.begin(), elements.end(), [](const Range& one) { return one.end - one.begin > 1; });
    if (!has_statement) return false;
    for (const Range& element : elements) {
      if (element.begin > 0) plan_.breaks[element.begin] = true;
      for (std::size_t i = element.begin + 1; i < element.end; ++i) plan_.inside[i] = true;
    }
    if (is_whole) return true;
    plan_.opens_block[block.begin - 1] = true;
    plan_.closes_block[block.end] = plan_.breaks[block.end] = true;
    return true;
  }

  /// Breaks the lines of a block. Text after the elements in the same brackets, such as the value
  /// of a block, also gets a line.
  void set_block(std::size_t opener, std::size_t rest) {
    const std::size_t closer = partner_[opener];
    plan_.opens_block[opener] = true;
    plan_.closes_block[closer] = true;
    plan_.breaks[closer] = true;
    while (rest < closer && (text_of(rest) == ";" || text_of(rest) == ",")) ++rest;
    plan_.breaks[rest] = true;
  }

  const Tree& tree_;
  const Gaps& gaps_;
  std::vector<Range> ranges_;         // by node
  std::vector<std::size_t> partner_;  // by token: the closing bracket, or the token count
  LinePlan plan_;
};

}  // namespace

std::optional<LinePlan> plan_lines(const Tree& tree, const Gaps& gaps) {
  return Planner(tree, gaps).run();
}

}  // namespace grabr
