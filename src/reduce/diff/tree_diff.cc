// The difference of two inputs by their trees: the parts that must be changed, inserted or deleted
// so that the passing text fails.
//
//   passing   int f(int a) { int b = 3; return a / b; }
//   failing   int f(int a) { return (a + 1) % -b * 2; }
//   found     … return a / b;  →  … return a % -b;        (if % of a negative number is the bug)
//
// First runs dd over the changes (reduce/diff/tree_changes.h). Then tries to make each inserted
// part smaller: parts inside it, and the part without an element or an optional part, the smallest
// first. After a success the trees are compared again. Only sentences are tested. It ends because
// each success removes tokens from the failing text.
//
// Guarantee: the changes that are left are minimal as dd guarantees it; none of the first kMaxForms
// smaller forms of an inserted part fails. Parts that both texts share are left alone
// (reduce/diff/common_part.h). Tests: those of dd, n² at worst, and kMaxForms for each change.
// Source: grabr; A. Zeller, R. Hildebrandt (TSE 2002) for the search. Tested by
// tests/reduce/tree_diff_test.cc.
#include "reduce/diff/tree_diff.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reduce/diff/common_part.h"
#include "reduce/diff/tree_changes.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxForms = 60;

/// A part of the failing text, and a smaller text for it.
struct SmallerForm {
  Span part;
  std::string_view text;
};

/// The smaller forms of a part, the smallest first.
class SmallerForms {
 public:
  explicit SmallerForms(const TreeOutline& outline) : outline_(outline), tree_(outline.tree()) {}

  std::vector<SmallerForm> of(NodeId part) {
    forms_.clear();
    whole_ = own_span(part);
    for_each_in(tree_, part, [&](NodeId node) {
      if (node != part) add_inside(node);
      const Node now = tree_[node];
      if (now.kind == NodeKind::kList) add_shorter_lists(node);
      if (now.kind == NodeKind::kOptional && now.child_count() > 0) leave_out(outline_.span(node));
    });
    std::stable_sort(forms_.begin(), forms_.end(), [](const SmallerForm& a, const SmallerForm& b) {
      return a.text.size() + b.part.size() < b.text.size() + a.part.size();
    });
    if (forms_.size() > kMaxForms) forms_.resize(kMaxForms);
    return std::move(forms_);
  }

 private:
  /// The range of a node without the skipped text before it.
  Span own_span(NodeId node) const {
    const Span span = outline_.span(node);
    const std::vector<NodeId> tokens = tokens_of(tree_, node);
    if (tokens.empty()) return span;
    return {tree_[tokens.front()].text().begin, span.end};
  }

  void add_inside(NodeId node) {
    const Span span = own_span(node);
    if (span.size() == 0 || span.size() >= whole_.size()) return;
    const bool known = !forms_.empty() && forms_.back().text == tree_.slice(span);
    if (!known) forms_.push_back({whole_, tree_.slice(span)});
  }

  void add_shorter_lists(NodeId list) {
    const std::size_t children = tree_.children(list).size();
    const auto elements =
        static_cast<std::uint32_t>(tree_[list].separated ? (children + 1) / 2 : children);
    for (std::uint32_t i = 0; elements > tree_[list].min && i < elements; ++i) {
      leave_out(outline_.element_span(list, i));
    }
  }

  void leave_out(Span span) {
    if (span.size() > 0) forms_.push_back({span, {}});
  }

  const TreeOutline& outline_;
  const Tree& tree_;
  Span whole_;
  std::vector<SmallerForm> forms_;
};

class TreeDifference {
 public:
  TreeDifference(Session& session, const Problem& problem, DdMode mode)
      : session_(session), parser_(*problem.parser), mode_(mode), passing_(*problem.passing) {}

  void run() {
    do {
      const RemovableList changes = tree_change_list(parser_, passing_, session_.best());
      dd(session_, changes, {.mode = mode_, .may_ask = is_sentence()});
      if (session_.passing()) passing_ = *session_.passing();
    } while (mode_ != DdMode::kMaximize && shorten());
  }

  std::function<bool(std::string_view)> is_sentence() const {
    return [this](std::string_view text) { return parser_.accepts(text); };
  }

 private:
  /// Makes an inserted part smaller. Returns whether one got smaller.
  bool shorten() {
    const std::string failing = session_.best();
    const Tree from = tree_to_change(parser_, passing_);
    const Tree to = tree_to_change(parser_, failing);
    const TreeOutline outline(to);
    SmallerForms forms(outline);
    for (const TreeChange& change : tree_changes(TreeOutline(from), outline)) {
      if (change.part == kNoNode) continue;
      for (const SmallerForm& form : forms.of(change.part)) {
        if (fails_with(failing, form)) return true;
      }
    }
    return false;
  }

  bool fails_with(const std::string& failing, const SmallerForm& form) {
    std::string text = failing.substr(0, form.part.begin);
    append_part(text, form.text, KeepApart::kWords);
    append_part(text, std::string_view(failing).substr(form.part.end), KeepApart::kWords);
    if (text == passing_ || !parser_.accepts(text)) return false;
    return session_.fails(std::move(text), "a smaller part for the change");
  }

  Session& session_;
  const Parser& parser_;
  const DdMode mode_;
  std::string passing_;
};

}  // namespace

void run_tree_diff(Session& session, const Problem& problem, DdMode mode) {
  TreeDifference difference(session, problem, mode);
  difference.run();
  if (!problem.common) return;
  for (const Unit unit : {Unit::kLines, Unit::kTokens}) {
    reduce_common_part(session, unit, difference.is_sentence());
  }
}

}  // namespace grabr
