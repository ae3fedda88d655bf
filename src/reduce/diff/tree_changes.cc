// Compares two derivation trees from the top. If the same rule was expanded in the same way, its
// parts are compared one by one. Lists are compared by a shortest edit script of their elements
// (text/diff.h); elements left over on both sides are paired by similarity. Parts that differ are
// one change.
//
//   return a / b;    →   return a % -b;      change / to %, and b to -b; each alone is a sentence
//
// In a list with separators, the first pair of elements stays fixed. Elements before it own the
// separator after them, elements behind it own the separator before them. An element without a
// partner is inserted or deleted with its separator.
//
// The trees are walked with an explicit stack, in about n steps and those of the edit scripts.
// Source: grabr; trees are compared top-down as in S. Chawathe et al., "Change Detection in
// Hierarchically Structured Information" (SIGMOD 1996), simplified. Tested by
// tests/reduce/tree_changes_test.cc.
#include "reduce/diff/tree_changes.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>
#include <variant>

#include "reduce/diff/similar_elements.h"
#include "text/ascii.h"
#include "text/error.h"
#include "tree/list_view.h"

namespace grabr {
namespace {

class Alignment {
 public:
  Alignment(const TreeOutline& before, const TreeOutline& after) : before_(before), after_(after) {}

  std::vector<TreeChange> run() {
    todo_.push_back({before_.tree().root(), after_.tree().root()});
    while (!todo_.empty()) {
      const Pair pair = todo_.back();
      todo_.pop_back();
      align(pair);
    }
    add_layout(before_.tree().skipped_at_end(), after_.tree().skipped_at_end());
    std::stable_sort(changes_.begin(), changes_.end(),
                     [](const TreeChange& a, const TreeChange& b) {
                       return std::tie(a.before.begin, a.after.begin, a.before.end) <
                              std::tie(b.before.begin, b.after.begin, b.before.end);
                     });
    return std::move(changes_);
  }

 private:
  struct Pair {
    NodeId before, after;
  };

  void align(Pair pair) {
    if (before_.hash(pair.before) == after_.hash(pair.after)) return add_layouts(pair);
    const Node from = before_.tree()[pair.before];
    const Node to = after_.tree()[pair.after];
    const bool same_kind =
        from.kind == to.kind && from.symbol == to.symbol && from.kind != NodeKind::kToken;
    if (same_kind && from.kind == NodeKind::kList) return align_lists(pair);
    if (!same_kind || from.alternative() != to.alternative() ||
        from.child_count() != to.child_count()) {
      return replace(pair);
    }
    const auto ours = before_.tree().children(pair.before);
    const auto theirs = after_.tree().children(pair.after);
    for (std::size_t i = 0; i < ours.size(); ++i) todo_.push_back({ours[i], theirs[i]});
  }

  void replace(Pair pair) { add(before_.span(pair.before), pair.after); }

  void add(Span before, NodeId part) {
    const Span after = after_.span(part);
    changes_.push_back({before, after, after.size() > 0 ? part : kNoNode});
  }

  void align_lists(Pair lists) {
    const Tree& ours = before_.tree();
    const Tree& theirs = after_.tree();
    const bool separated = ours[lists.before].separated;
    const auto pairs = paired_elements(before_, lists.before, after_, lists.after);
    if (separated != theirs[lists.after].separated || (separated && pairs.empty())) {
      return replace(lists);
    }
    for (const Partners& pair : pairs) {
      todo_.push_back(
          {element(ours, lists.before, pair.before), element(theirs, lists.after, pair.after)});
    }
    if (separated) align_separators(lists, pairs);
    Partners at{0, 0};
    for (const Partners& pair : pairs) {
      add_single_elements(lists, at, pair, &pair != &pairs.front());
      at = {pair.before + 1, pair.after + 1};
    }
    add_single_elements(
        lists, at, {element_count(ours, lists.before), element_count(theirs, lists.after)}, true);
  }

  /// Compares the separators of pairs, on the side of the first pair.
  void align_separators(Pair lists, const std::vector<Partners>& pairs) {
    const auto ours = before_.tree().children(lists.before);
    const auto theirs = after_.tree().children(lists.after);
    for (const Partners& pair : pairs) {
      if (&pair == &pairs.front()) continue;
      todo_.push_back({ours[2 * pair.before - 1], theirs[2 * pair.after - 1]});
    }
  }

  /// Adds the changes for elements between two pairs, which have no partner on the other side.
  void add_single_elements(Pair lists, Partners from, Partners to, bool behind_a_pair) {
    for (std::uint32_t i = from.before; i < to.before; ++i) {
      const Span ours = with_separator(before_, lists.before, i, behind_a_pair);
      const std::uint32_t place = place_in(after_, lists.after, from.after);
      changes_.push_back({ours, {place, place}, kNoNode});
    }
    const std::uint32_t place = place_in(before_, lists.before, to.before);
    for (std::uint32_t j = from.after; j < to.after; ++j) {
      changes_.push_back({{place, place},
                          with_separator(after_, lists.after, j, behind_a_pair),
                          element(after_.tree(), lists.after, j)});
    }
  }

  static Span with_separator(const TreeOutline& outline, NodeId list, std::uint32_t i,
                             bool before_it) {
    const Tree& tree = outline.tree();
    const Span span = outline.span(element(tree, list, i));
    if (!tree[list].separated) return span;
    const auto children = tree.children(list);
    return before_it ? Span{outline.span(children[2 * i - 1]).begin, span.end}
                     : Span{span.begin, outline.span(children[2 * i + 1]).end};
  }

  /// The offset after that many elements of a list, before the separator that follows.
  static std::uint32_t place_in(const TreeOutline& outline, NodeId list, std::uint32_t elements) {
    if (elements == 0) return outline.span(list).begin;
    return outline.span(element(outline.tree(), list, elements - 1)).end;
  }

  void add_layouts(Pair pair) {
    const std::vector<NodeId> ours = tokens_of(before_.tree(), pair.before);
    const std::vector<NodeId> theirs = tokens_of(after_.tree(), pair.after);
    for (std::size_t i = 0; i < ours.size() && i < theirs.size(); ++i) {
      add_layout(before_.tree()[ours[i]].skipped(), after_.tree()[theirs[i]].skipped());
    }
  }

  void add_layout(Span ours, Span theirs) {
    if (before_.tree().slice(ours) == after_.tree().slice(theirs)) return;
    changes_.push_back({ours, theirs, kNoNode});
  }

  const TreeOutline& before_;
  const TreeOutline& after_;
  std::vector<Pair> todo_;
  std::vector<TreeChange> changes_;
};

bool is_of_word(char c) { return is_word(c) || static_cast<unsigned char>(c) >= 0x80; }

struct ChangedText {
  std::string before;
  std::string after;
  std::vector<TreeChange> changes;

  std::string applied(const Kept& kept, KeepApart apart) const {
    const auto part = [](std::string_view text, std::uint32_t begin, std::uint32_t end) {
      return text.substr(begin, end - begin);
    };
    std::string made;
    std::uint32_t at = 0;
    for (const std::uint32_t i : kept) {
      const TreeChange& change = changes[i];
      append_part(made, part(before, at, change.before.begin), apart);
      append_part(made, part(after, change.after.begin, change.after.end), apart);
      at = change.before.end;
    }
    append_part(made, std::string_view(before).substr(at), apart);
    return made;
  }
};

}  // namespace

void append_part(std::string& text, std::string_view part, KeepApart apart) {
  if (part.empty()) return;
  if (!text.empty() && apart != KeepApart::kNothing) {
    const bool one_word = is_of_word(text.back()) && is_of_word(part.front());
    const bool touch = !is_space(text.back()) && !is_space(part.front());
    if (apart == KeepApart::kWords ? one_word : touch) text += ' ';
  }
  text += part;
}

std::vector<TreeChange> tree_changes(const TreeOutline& before, const TreeOutline& after) {
  return Alignment(before, after).run();
}

Tree tree_to_change(const Parser& parser, std::string_view text) {
  ParseResult parsed = parser.parse(text);
  if (Tree* const tree = std::get_if<Tree>(&parsed)) return list_view(std::move(*tree));
  throw Error(ErrorKind::kNotParsed, "the text is not a sentence of the grammar");
}

RemovableList tree_change_list(const Parser& parser, std::string before, std::string after) {
  const Tree from = tree_to_change(parser, before);
  const Tree to = tree_to_change(parser, after);
  const auto text = std::make_shared<ChangedText>();
  text->changes = tree_changes(TreeOutline(from), TreeOutline(to));
  text->before = std::move(before);
  text->after = std::move(after);
  RemovableList list;
  list.count = static_cast<std::uint32_t>(text->changes.size());
  list.things = "changes";
  list.render = [text, &parser](const Kept& kept) {
    if (kept.empty()) return Candidate{text->before, ""};
    if (kept.size() == text->changes.size()) return Candidate{text->after, ""};
    for (const KeepApart apart : {KeepApart::kWords, KeepApart::kEverything}) {
      Candidate made{text->applied(kept, apart), ""};
      if (parser.accepts(made.text)) return made;
    }
    return Candidate{text->applied(kept, KeepApart::kNothing), ""};
  };
  return list;
}

}  // namespace grabr
