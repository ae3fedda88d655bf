// Makes the neighbours of a result (reduce/certify/certificate.cc defines them), one by one. With a
// tree, it makes the possible edits of each node, from the last node to the first; if a node and
// its only child would give the same text, only the upper one's. For the pass, a first walk makes
// texts with as many tokens, and a second one the rest. Without a tree, it deletes each unit, from
// the last to the first. Tested by tests/reduce/certificate_test.cc.
#include "reduce/certify/neighbourhood.h"

#include <utility>
#include <variant>

#include "parse/repair/partial.h"
#include "reduce/core/session.h"
#include "reduce/text/lexical.h"
#include "tree/list_view.h"
#include "tree/nesting.h"
#include "tree/print.h"

namespace grabr {
namespace {

bool is_only_child(const Tree& tree, NodeId node) {
  const NodeId parent = tree.parent(node);
  return parent != kNoNode && tree[parent].child_count() == 1;
}

}  // namespace

std::string_view neighbour_kind_name(NeighbourKind kind) {
  switch (kind) {
    case NeighbourKind::kDeletion: return "deletion";
    case NeighbourKind::kCheapestText: return "cheapest text";
    case NeighbourKind::kHoist: return "hoist";
  }
  return "";
}

TreeNeighbours::TreeNeighbours(TreeEditor& editor, bool respelled_first)
    : editor_(editor),
      respells_(respelled_first),
      respelled_(preorder(editor.tree(), editor.tree().root())),
      nodes_(respelled_),
      nodes_left_(nodes_.size()) {
  look_at_tree();
}

void TreeNeighbours::look_at_tree() {
  parts_.emplace(editor_, TreeParts::Leaving::kNothing);
  is_part_.assign(editor_.tree().size(), false);
  std::vector<TreePart> todo = parts_->root();
  while (!todo.empty()) {
    const NodeId node = todo.back().node;
    todo.pop_back();
    is_part_[node] = true;
    const std::vector<TreePart> inside = parts_->inside(node);
    todo.insert(todo.end(), inside.begin(), inside.end());
  }
}

std::optional<Neighbour> TreeNeighbours::next() {
  while (true) {
    if (at_ < steps_.size()) {
      const Step& step = steps_[at_++];
      Neighbour neighbour = neighbour_by(step);
      const Hash128 text = hash128(neighbour.candidate.text);
      const bool is_best = neighbour.candidate.text == editor_.text();
      if (is_best || !seen_.insert(text).second) continue;
      remember(step, neighbour, text);
      return neighbour;
    }
    if (nodes_left_ > 0) {
      find_steps(nodes_[--nodes_left_]);
    } else if (respells_) {
      respells_ = false;
      walk(preorder(editor_.tree(), editor_.tree().root()));
    } else {
      return std::nullopt;
    }
  }
}

void TreeNeighbours::walk(std::vector<NodeId> nodes) {
  nodes_ = std::move(nodes);
  nodes_left_ = nodes_.size();
  steps_.clear();
  at_ = 0;
}

void TreeNeighbours::remember(const Step& step, const Neighbour& neighbour, const Hash128& text) {
  if (made_.size() > Session::kMaxCandidatesAhead) {
    made_.pop_front();
    ++first_made_;
  }
  made_.push_back({step, neighbour.edits, respells_, nodes_left_, text});
}

void TreeNeighbours::go_on(std::size_t number) {
  for (; first_made_ + made_.size() > number + 1; made_.pop_back()) seen_.erase(made_.back().text);
  const Made taken = std::move(made_.back());
  made_.clear();
  first_made_ = 0;
  editor_.apply(taken.edits);
  respells_ = taken.respells;
  std::vector<NodeId> nodes = respells_ ? respelled_ : std::move(nodes_);
  nodes.resize(taken.nodes_left);
  if (respells_) respelled_ = nodes;
  // The hoisted node is in a new place, where it has not been tried yet.
  if (taken.step.kind == NeighbourKind::kHoist) nodes.push_back(taken.step.by);
  walk(std::move(nodes));
  look_at_tree();
}

void TreeNeighbours::find_steps(NodeId node) {
  steps_.clear();
  at_ = 0;
  if (parts_->weight(node) == 0 || (respells_ && !is_respelled(node))) return;
  if (!respells_ && editor_.removable(node) && !goes_with_parent(node)) {
    steps_.push_back({NeighbourKind::kDeletion, node, kNoNode});
  }
  if (editor_.shrinks_to_text(node) && !shrinks_with_parent(node)) {
    steps_.push_back({NeighbourKind::kCheapestText, node, kNoNode});
  }
  if (respells_ || !is_part_[node]) return;
  for (const NodeId by : parts_->nearest_fitting(node)) {
    steps_.push_back({NeighbourKind::kHoist, node, by});
  }
}

/// Has the node's cheapest text as many tokens as the node?
bool TreeNeighbours::is_respelled(NodeId node) const {
  const CheapestText* cheapest = editor_.cheapest_text(node);
  return cheapest != nullptr && cheapest->tokens == count_tokens(editor_.tree(), node);
}

/// Is deleting the node the same as deleting its parent? Then only the parent is deleted.
bool TreeNeighbours::goes_with_parent(NodeId node) const {
  return is_only_child(editor_.tree(), node) && editor_.removable(editor_.tree().parent(node));
}

bool TreeNeighbours::shrinks_with_parent(NodeId node) const {
  if (!is_only_child(editor_.tree(), node)) return false;
  const NodeId parent = editor_.tree().parent(node);
  const CheapestText* above = editor_.cheapest_text(parent);
  return above != nullptr && above->text == editor_.cheapest_text(node)->text &&
         editor_.shrinks_to_text(parent);
}

Neighbour TreeNeighbours::neighbour_by(const Step& step) {
  const std::string name = node_name(editor_.tree(), step.node);
  Neighbour neighbour;
  neighbour.kind = step.kind;
  std::string words;
  switch (step.kind) {
    case NeighbourKind::kDeletion:
      neighbour.edits = {{Edit::Kind::kRemove, step.node, kNoNode}};
      words = "delete " + name;
      break;
    case NeighbourKind::kCheapestText:
      neighbour.edits = editor_.leave_out({&step.node, 1}, {.texts = true, .staying = {step.node}});
      words = "replace " + name + " by '" + editor_.cheapest_text(step.node)->text + "'";
      break;
    case NeighbourKind::kHoist:
      neighbour.edits = {{Edit::Kind::kReplace, step.node, step.by}};
      words = "replace " + name + " by a " + node_name(editor_.tree(), step.by) + " inside it";
      break;
  }
  neighbour.candidate = editor_.smaller_candidate(neighbour.edits, std::move(words));
  return neighbour;
}

/// The state of a walk over the tree if the text parses, else over units.
struct Neighbourhood::State {
  Of of = Of::kUnits;
  const SharedText text;
  std::optional<Analysis> analysis;
  std::optional<TreeEditor> editor;
  std::optional<TreeNeighbours> by_tree;
  bool too_deep = false;

  RemovableList units;
  std::uint32_t units_left = 0;  ///< units that are still to be deleted
  std::unordered_set<Hash128> seen;

  explicit State(std::string of_this) : text(std::move(of_this)) {}

  void find_tree(const Parser* parser, bool partial) {
    if (parser == nullptr) return;
    ParseResult parsed = parser->parse(text);
    if (auto* tree = std::get_if<Tree>(&parsed)) {
      use_tree(Of::kTree, *parser, std::move(*tree));
    } else if (partial) {
      use_tree(Of::kPartialTree, *parser, parse_partially(*parser, text).tree);
    }
  }

  void use_tree(Of kind, const Parser& parser, Tree tree) {
    of = kind;
    analysis.emplace(analyse(parser.grammar()));
    editor.emplace(parser, *analysis, list_view(std::move(tree)), text, text.size(),
                   of == Of::kPartialTree);
    too_deep = nesting_of(editor->tree()).too_deep();
    if (too_deep) return;
    by_tree.emplace(*editor, false);
  }

  void use_units(Unit unit) {
    units = text_list(text, unit);
    units_left = units.count;
  }

  std::optional<Neighbour> next_by_units() {
    while (units_left > 0) {
      const std::uint32_t unit = --units_left;
      Neighbour neighbour;
      neighbour.candidate = units.render(without(keep_all(units), {unit, unit + 1}));
      // Deleting either of two equal neighbours gives the same text.
      if (!seen.insert(hash128(neighbour.candidate.text)).second) continue;
      neighbour.candidate.edit = "delete " + std::to_string(unit + 1) + " of " +
                                 std::to_string(units.count) + " " + units.things;
      return neighbour;
    }
    return std::nullopt;
  }
};

Neighbourhood::Neighbourhood(std::string text, const Parser* parser, bool partial, Unit unit)
    : state_(std::make_unique<State>(std::move(text))) {
  state_->find_tree(parser, partial);
  if (state_->of == Of::kUnits) state_->use_units(unit);
}

Neighbourhood::~Neighbourhood() = default;

Neighbourhood::Of Neighbourhood::of() const { return state_->of; }

const std::string& Neighbourhood::text() const { return state_->text; }

bool Neighbourhood::left_out() const { return state_->too_deep; }

std::optional<Neighbour> Neighbourhood::next() {
  return state_->by_tree ? state_->by_tree->next() : state_->next_by_units();
}

std::string_view neighbourhood_name(Neighbourhood::Of of) {
  switch (of) {
    case Neighbourhood::Of::kTree: return "tree";
    case Neighbourhood::Of::kPartialTree: return "partial tree";
    case Neighbourhood::Of::kUnits: return "text";
  }
  return "";
}

}  // namespace grabr
