// Deletes a name together with tokens near its first one, so that the parts on both sides merge:
// two declarations, or a type and a function.
//
//   typedef struct {} t; t v; f() { f(v); }    delete v, the `;` after it, the argument:
//   typedef struct {} t; t f() { f(); }        delete t with `typedef`, `;`, and its use:
//   struct {} f() { f(); }
//
// A move deletes the first token of the name, up to two of the kReach tokens on each side of it,
// and the smallest deletable parts around its other tokens. Each text is parsed before it is
// tested, so the pass skips inputs that do not parse, and large ones. A family of moves
// (reduce/pass/move.h): up to 79 for a name, a few of which are sentences.
// Source: grabr; Vulcan's windows (OOPSLA 2023), joined with the parts that belong to a name.
// Tested by tests/reduce/closure_test.cc.
#include <algorithm>
#include <cmath>
#include <utility>

#include "reduce/pass/name_closures.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kReach = 6;
/// The priors by the number of neighbours deleted, if at most kMinTokensOfDoubling tokens go with
/// the name. The chance is halved for each doubling of these tokens.
constexpr double kNeighbourChances[] = {.15, .05, .03};
constexpr double kMinTokensOfDoubling = 4;
/// The weight of a prior, in answers.
constexpr double kNeighbourTrust = 10;
/// Each candidate costs a parse of the whole text.
constexpr std::size_t kMaxTextTokens = 600;

using Nodes = std::vector<NodeId>;

bool inside_any(const Tree& tree, NodeId node, const Nodes& outer) {
  return std::any_of(outer.begin(), outer.end(),
                     [&](NodeId one) { return is_inside(tree, node, one); });
}

Nodes near(const Nodes& tokens, NodeId token) {
  const auto at =
      static_cast<std::size_t>(std::find(tokens.begin(), tokens.end(), token) - tokens.begin());
  const std::size_t begin = at - std::min(at, kReach);
  const std::size_t end = std::min(tokens.size(), at + 1 + kReach);
  return {tokens.begin() + static_cast<std::ptrdiff_t>(begin),
          tokens.begin() + static_cast<std::ptrdiff_t>(end)};
}

/// The empty subset, each single node and each pair.
std::vector<Nodes> small_subsets(const Nodes& nodes) {
  std::vector<Nodes> subsets{{}};
  for (const NodeId one : nodes) subsets.push_back({one});
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::size_t j = i + 1; j < nodes.size(); ++j) subsets.push_back({nodes[i], nodes[j]});
  }
  return subsets;
}

/// The nodes that every move deletes: the name's tokens in its first unit, and the other units.
Nodes parts_of(const Tree& tree, const NameClosures& names, std::size_t number) {
  const Name& name = names.name(number);
  Nodes units = names.units(number);
  std::erase_if(units, [&](NodeId unit) { return is_inside(tree, name.tokens[0], unit); });
  units = outermost(tree, std::move(units));
  Nodes parts = units;
  for (const NodeId token : name.tokens) {
    if (!inside_any(tree, token, units)) parts.push_back(token);
  }
  return parts;
}

std::vector<Edit> removals(TreeWork& work, const Nodes& parts, const Nodes& subset) {
  std::vector<Edit> edits;
  for (const NodeId part : parts) {
    const bool token = work.tree().is_token(part);
    if (token || work.removable(part)) edits.push_back({Edit::Kind::kRemove, part, kNoNode});
  }
  for (const NodeId token : subset) edits.push_back({Edit::Kind::kRemove, token, kNoNode});
  return edits;
}

/// The moves of one name.
std::vector<Move> moves_near(View& view, std::size_t number) {
  TreeWork& work = view.work();
  const NameClosures& names = view.of<NameClosures>();
  const Tree& tree = work.tree();
  const Name& name = names.name(number);
  const Nodes parts = parts_of(tree, names, number);
  Nodes others = near(tokens_of(tree, tree.root()), name.tokens[0]);
  std::erase_if(others, [&](NodeId token) { return inside_any(tree, token, parts); });
  double freed = 0;
  for (const NodeId part : parts) freed += view.weight(part);
  const int doublings =
      freed < kMinTokensOfDoubling ? 0 : 1 + std::ilogb(freed / kMinTokensOfDoubling);
  std::vector<Move> moves;
  std::size_t number_of_subset = 0;
  for (const Nodes& subset : small_subsets(others)) {
    Move move;
    move.way = static_cast<int>(subset.size()) * 64 + doublings;
    move.drops_needed = view.drops_needed(removals(work, parts, subset));
    const double chance = std::ldexp(kNeighbourChances[subset.size()], -doublings) *
                          (move.drops_needed ? kDropsNeededChance : 1);
    move.odds = {kNeighbourTrust, kNeighbourTrust * chance};
    move.freed = freed + static_cast<double>(subset.size());
    move.question = work.question(name.tokens[0], "near " + std::to_string(number_of_subset++));
    move.words =
        "delete " + name.text + " and " + std::to_string(subset.size()) + " tokens near it";
    move.edits = [&work, parts, subset] { return removals(work, parts, subset); };
    moves.push_back(std::move(move));
  }
  return moves;
}

}  // namespace

std::vector<Site> find_neighbours(View& view, NodeId inside) {
  std::vector<Site> sites;
  const bool whole = inside == view.tree().root();
  if (!whole || view.work().partial() || view.tokens() > kMaxTextTokens) return sites;
  const NameClosures& names = view.of<NameClosures>();
  for (std::size_t i = 0; i < names.size(); ++i) {
    double freed = 2;
    for (const NodeId part : parts_of(view.tree(), names, i)) freed += view.weight(part);
    sites.push_back({freed, [&view, i] { return moves_near(view, i); }});
  }
  return sites;
}

}  // namespace grabr
