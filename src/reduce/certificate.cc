// The certificate of a result: its neighbours, and that none of them fails. A neighbour is a
// smaller text that one edit of the tree's list view gives:
//   - a deletion: a list element with its separator, the content of an optional part, a node whose
//     symbol derives the empty string;
//   - a cheapest text: a node gives its place to the cheapest text of the symbol wanted there;
//   - a hoist: a node gives its place to one of its nearest descendants that fit (reduce/hoist.cc).
// They are asked from the end of the tree to its front, inner nodes before outer ones, each text
// once. A success is applied, and asking goes on before its place; after a whole round without one
// the result has its certificate. Other passes have asked most of it, so as the last phase of a
// schedule this is mostly answered by the session's cache.
//
//   1 + (2 * 3)  with "(" needed, expressions
//   → 1 + (2)? yes → 1? 1 + 0? 1 + 2? no → (2)? yes → 0? 2? no; again from the end: all is known
//
// Every success is a smaller text, so this ends, after one round more than there are successes at
// most. A text of n nodes has O(n) deletions and cheapest texts, and O(n) hoists for each level of
// nesting at worst; each takes O(n) to print, and they are printed one by one, never all at once.
// Source: grabr; 1-tree-minimality is that of G. Misherghi, Z. Su, "HDD: Hierarchical Delta
// Debugging" (ICSE 2006). Tested by tests/reduce/certificate_test.cc.
#include "reduce/certificate.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "oracle/function_oracle.h"
#include "parse/partial.h"
#include "reduce/lexical.h"
#include "reduce/tree_passes.h"
#include "tree/list_view.h"

namespace grabr {
namespace {

/// Where counting ends: so many neighbours, or so many bytes printed.
constexpr std::uint64_t kMostNeighbours = 100'000;
constexpr std::uint64_t kMostBytes = std::uint64_t{32} << 20;

bool is_only_child(const Tree& tree, NodeId node) {
  const NodeId parent = tree[node].parent;
  return parent != kNoNode && tree[parent].child_count() == 1;
}

/// A session that nobody may ask: it only holds the best text.
Outcome refuse_to_test(std::string_view) { return Outcome::kUnresolved; }

}  // namespace

std::string_view neighbour_kind_name(NeighbourKind kind) {
  switch (kind) {
    case NeighbourKind::kDeletion: return "deletion";
    case NeighbourKind::kCheapestText: return "cheapest text";
    case NeighbourKind::kHoist: return "hoist";
  }
  return "";
}

TreeNeighbours::TreeNeighbours(TreeWork& work)
    : work_(work), nodes_(preorder(work.tree(), work.tree().root())) {
  look_at_tree();
}

void TreeNeighbours::look_at_tree() {
  parts_.emplace(work_, TreeParts::Leaving::kNothing);
  is_part_.assign(work_.tree().size(), false);
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
      Neighbour neighbour = neighbour_by(steps_[at_++]);
      if (is_news(neighbour.candidate.text)) return neighbour;
    } else if (nodes_.empty()) {
      return std::nullopt;
    } else {
      const NodeId node = nodes_.back();
      nodes_.pop_back();
      find_steps(node);
    }
  }
}

void TreeNeighbours::go_on() {
  const Step last = steps_[at_ - 1];
  // What has been hoisted stands in a place where it has not been asked about.
  if (last.kind == NeighbourKind::kHoist) nodes_.push_back(last.by);
  steps_.clear();
  at_ = 0;
  look_at_tree();
}

void TreeNeighbours::find_steps(NodeId node) {
  steps_.clear();
  at_ = 0;
  if (parts_->weight(node) == 0) return;
  if (work_.removable(node) && !goes_with_parent(node)) {
    steps_.push_back({NeighbourKind::kDeletion, node, kNoNode});
  }
  if (work_.shrinks_to_text(node) && !shrinks_with_parent(node)) {
    steps_.push_back({NeighbourKind::kCheapestText, node, kNoNode});
  }
  if (!is_part_[node]) return;
  for (const NodeId by : parts_->nearest_fitting(node)) {
    steps_.push_back({NeighbourKind::kHoist, node, by});
  }
}

/// An only child and its parent are the same tokens: the parent is asked about.
bool TreeNeighbours::goes_with_parent(NodeId node) const {
  return is_only_child(work_.tree(), node) && work_.removable(work_.tree()[node].parent);
}

bool TreeNeighbours::shrinks_with_parent(NodeId node) const {
  if (!is_only_child(work_.tree(), node)) return false;
  const NodeId parent = work_.tree()[node].parent;
  const CheapestText* above = work_.cheapest_text(parent);
  return above != nullptr && above->text == work_.cheapest_text(node)->text &&
         work_.shrinks_to_text(parent);
}

Neighbour TreeNeighbours::neighbour_by(const Step& step) {
  const std::string name = node_name(work_.tree(), step.node);
  Neighbour neighbour;
  neighbour.kind = step.kind;
  std::string words;
  switch (step.kind) {
    case NeighbourKind::kDeletion:
      neighbour.edits = {{Edit::Kind::kRemove, step.node, kNoNode}};
      words = "delete " + name;
      break;
    case NeighbourKind::kCheapestText:
      neighbour.edits = work_.leave_out({&step.node, 1}, {.texts = true, .staying = {step.node}});
      words = "replace " + name + " by '" + work_.cheapest_text(step.node)->text + "'";
      break;
    case NeighbourKind::kHoist:
      neighbour.edits = {{Edit::Kind::kReplace, step.node, step.by}};
      words = "replace " + name + " by a " + node_name(work_.tree(), step.by) + " inside it";
      break;
  }
  neighbour.candidate = work_.smaller_candidate(neighbour.edits, std::move(words));
  return neighbour;
}

bool TreeNeighbours::is_news(const std::string& text) {
  return text != work_.session().best() && seen_.insert(hash128(text)).second;
}

bool certify(TreeWork& work) {
  TreeNeighbours neighbours(work);
  std::optional<Neighbour> asked;
  const auto ask = [&] {
    return work.session().first_failing([&](std::size_t, Candidate& candidate) {
      asked = neighbours.next();
      if (asked) candidate = std::move(asked->candidate);
      return asked.has_value();
    });
  };
  bool changed = false;
  while (ask()) {
    work.apply(asked->edits);
    neighbours.go_on();
    changed = true;
  }
  return changed;
}

/// By a tree or by units; a session without tests holds the text for the former.
struct Neighbourhood::State {
  Of of = Of::kUnits;
  FunctionOracle oracle{refuse_to_test};
  Session session;
  std::optional<Analysis> analysis;
  std::unique_ptr<TreeWork> work;
  std::optional<TreeNeighbours> by_tree;

  RemovableList units;
  std::uint32_t units_left = 0;  ///< not deleted yet
  std::unordered_set<Hash128> seen;

  explicit State(std::string text) : session(oracle, std::move(text)) {}

  void find_tree(const Parser* parser, bool partial) {
    if (parser == nullptr) return;
    const ParseResult parsed = parser->parse(session.best());
    if (const auto* tree = std::get_if<Tree>(&parsed)) {
      use_tree(Of::kTree, *parser, *tree);
    } else if (partial) {
      use_tree(Of::kPartialTree, *parser, parse_partially(*parser, session.best()).tree);
    }
  }

  void use_tree(Of kind, const Parser& parser, const Tree& tree) {
    of = kind;
    analysis.emplace(analyse(parser.grammar()));
    work = std::make_unique<TreeWork>(session, parser, *analysis, list_view(tree),
                                      of == Of::kPartialTree);
    by_tree.emplace(*work);
  }

  void use_units(Unit unit) {
    units = text_list(session.best(), unit);
    units_left = units.count;
  }

  std::optional<Neighbour> next_by_units() {
    while (units_left > 0) {
      const std::uint32_t unit = --units_left;
      Neighbour neighbour;
      neighbour.candidate = units.render(without(keep_all(units), {unit, unit + 1}));
      // Deleting either of two equal units that stand together gives one text.
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

const std::string& Neighbourhood::text() const { return state_->session.best(); }

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

Certificate::Row Certificate::total() const {
  Row total;
  for (const Row& row : rows) {
    total.neighbours += row.neighbours;
    total.tested += row.tested;
    total.fail += row.fail;
    total.unresolved += row.unresolved;
  }
  return total;
}

bool Certificate::minimal() const {
  const Row all = total();
  return complete && all.tested == all.neighbours && all.fail == 0;
}

Certificate count_neighbours(Neighbourhood& neighbours, Unit unit, const KnownOutcome& known) {
  Certificate certificate;
  certificate.of = neighbours.of();
  certificate.unit = unit;
  std::uint64_t bytes = 0;
  for (std::uint64_t count = 0;; ++count) {
    const std::optional<Neighbour> neighbour = neighbours.next();
    if (!neighbour) return certificate;
    if (count == kMostNeighbours || bytes > kMostBytes) break;
    bytes += neighbour->candidate.text.size();
    Certificate::Row& row = certificate.row(neighbour->kind);
    ++row.neighbours;
    const std::optional<Outcome> outcome = known(neighbour->candidate.text);
    if (!outcome) continue;
    if (*outcome == Outcome::kUnresolved) ++row.unresolved;
    else ++row.tested;
    if (*outcome == Outcome::kFail) ++row.fail;
  }
  certificate.complete = false;
  return certificate;
}

}  // namespace grabr
