// Closures of names: deletes a definition together with all its uses, which no reducer of single
// parts can do.
//
// All that is known of a language is which tokens are names. The unit of a name around one of its
// tokens is the smallest deletable part, extended as far as it includes no further name. A name is
// assumed to be defined at its first token. Deleting a name deletes all its units; names defined in
// them go too, and so on: this is its closure.
//
//   struct s { int x; };  struct s v;  int main() { v.x = 1; f(); }
//   closure of s: the struct, the variable, and with it the statement that uses v
//
// Three searches:
// 1. Binary search over dependencies (dependency_search.h) between the elements of the main list,
//    such as the functions and types of a file, if at least a quarter of them need another
//    (list_dependencies.h). It ends when two rounds delete nothing.
// 2. The same over the names of the whole text, if there are more than kMinNames. To keep a name
//    means to keep all names whose closures would delete it.
// 3. A family of moves (move.h), for each name: its closure; its smallest units; the first unit,
//    with `0`, `undef` or another one-token text in place of all other tokens (constants_for);
//    the first unit, with other names from similar places (name_roles.h) for those it defines.
//    type t is (a, b); function f(s: string) return t;  →  function f(s: string) return string;
// The pass `dependencies` runs the first two searches, `name-closures` the third, `closure` all of
// them. Every candidate is smaller (TreeWork::smaller_candidate), so they end.
// Source: C. Kalhauge, J. Palsberg, "Binary Reduction of Dependency Graphs" (ESEC/FSE 2019);
// dependencies come from names instead of bytecode. Tested by tests/reduce/closure_test.cc.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "reduce/pass/dependency_search.h"
#include "reduce/pass/list_dependencies.h"
#include "reduce/pass/move_search.h"
#include "reduce/pass/name_closures.h"
#include "reduce/pass/name_roles.h"
#include "reduce/pass/tree_passes.h"
#include "reduce/pass_table.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// With at most this many names, the second search is skipped.
constexpr std::size_t kMinNames = 24;
/// The most names in the second search.
constexpr std::size_t kMaxNames = 1000;
/// The fewest and most elements of a list for the first search.
constexpr std::size_t kMinListElements = 24;
constexpr std::size_t kMaxListElements = 2000;
/// At least one in this many names must need another; otherwise the order of their sets says
/// little.
constexpr std::size_t kNeedingShare = 4;
/// After this many rounds in a row without success, all names are probably needed.
constexpr std::size_t kMaxInVain = 3;
/// The most constants tried in place of a name; their ways begin at 2.
constexpr int kMaxConstants = 4;
/// The most other names tried in place of a name; their ways come after those.
constexpr int kMaxOthers = 2;

/// The odds of each way of deleting a name: its closure, its smallest units, or the first of these
/// with a constant or another name in place of its uses. The priors are low because most names are
/// needed, and lower for the constants after the first, which is the simplest.
const Odds kWays[2 + kMaxConstants + kMaxOthers] = {{10, 1},  {20, 1},  {20, .8}, {40, .5},
                                                    {40, .5}, {40, .5}, {20, .8}, {40, .5}};

struct RolesOfNames {
  explicit RolesOfNames(TreeWork& work) : names(work), roles(work.tree(), names) {}
  NameClosures names;
  NameRoles roles;
};

/// The first search: elements of the main list.
bool search_elements(TreeWork& work) {
  const std::vector<NodeId> elements = main_elements(work, kMinListElements);
  if (elements.empty() || elements.size() > kMaxListElements) return false;
  const std::vector<std::vector<std::size_t>> direct = direct_needs(work, elements);
  const auto needing =
      std::ranges::count_if(direct, [](const auto& needs) { return !needs.empty(); });
  if (static_cast<std::size_t>(needing) * kNeedingShare < elements.size()) return false;
  Dependencies things;
  things.what = "list element";
  things.keep = all_needs(direct);
  things.leave_out = [&](std::span<const std::size_t> deleted) {
    std::vector<NodeId> nodes;
    for (const std::size_t i : deleted) {
      if (work.attached(elements[i])) nodes.push_back(elements[i]);
    }
    return work.leave_out(nodes);
  };
  return search_dependencies(work, things);
}

/// The second search: names.
bool search_names(TreeWork& work) {
  const NameClosures names(work);
  if (names.size() <= kMinNames || names.size() > kMaxNames) return false;
  Dependencies things;
  things.what = "name";
  things.most_in_vain = kMaxInVain;
  things.keep.resize(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (const std::size_t deleted : names.closure(i)) things.keep[deleted].push_back(i);
  }
  things.leave_out = [&](std::span<const std::size_t> deleted) {
    return work.leave_out(names.wide_units(deleted));
  };
  return search_dependencies(work, things);
}

/// The third search, for one name.
class NameMoves {
 public:
  NameMoves(View& view, std::size_t number)
      : view_(view),
        work_(view.work()),
        names_(&view.of<NameClosures>()),
        roles_(&view.of<RolesOfNames>().roles),
        number_(number) {}

  std::vector<Move> moves() {
    const std::vector<std::size_t> closure = names_->closure(number_);
    const std::vector<NodeId> units = outermost(work_.tree(), names_->units(number_));
    if (units.empty()) return {};
    add(0, work_.leave_out(names_->wide_units(closure)));
    add(1, work_.leave_out(units));
    const std::vector<std::vector<Edit>> without = defined_without(number_);
    for (std::size_t i = 0; i < without.size(); ++i) add(2 + static_cast<int>(i), without[i]);
    const std::vector<OtherName> others = others_instead(number_);
    for (std::size_t i = 0; i < others.size(); ++i) {
      add(2 + kMaxConstants + static_cast<int>(i), others[i].edits, others[i].first_token);
    }
    return std::move(moves_);
  }

 private:
  /// Edits that put another name in place of one, and that name's definition, on which the answer
  /// depends, too.
  struct OtherName {
    std::vector<Edit> edits;
    NodeId first_token = kNoNode;
  };

  void add(int way, std::vector<Edit> edits, NodeId other = kNoNode) {
    if (edits.empty()) return;
    const Name& name = names_->name(number_);
    std::string words = "closure " + std::to_string(way);
    if (other != kNoNode) {
      const std::optional<Hash128> there = work_.question(other, "defined");
      if (there) words += " by " + std::to_string(there->low);
    }
    Move move;
    move.way = way;
    move.odds = kWays[way];
    move.drops_needed = view_.drops_needed(edits);
    for (const Edit& edit : edits) {
      move.freed += static_cast<double>(count_tokens(work_.tree(), edit.node));
    }
    move.question = work_.question(name.tokens[0], words);
    move.words = "delete " + name.text + " and what needs it";
    move.edits = [edits = std::move(edits)] { return edits; };
    moves_.push_back(std::move(move));
  }

  /// Edits that remove its first unit and put a constant at its other tokens, one list per
  /// constant.
  std::vector<std::vector<Edit>> defined_without(std::size_t number) {
    const NodeId first = names_->units(number)[0];
    if (!work_.removable(first)) return {};
    std::vector<std::vector<Edit>> ways =
        constants_for(work_, uses_outside(number, first), kMaxConstants);
    for (std::vector<Edit>& edits : ways) {
      if (edits.empty()) continue;
      const std::vector<Edit> gone = work_.leave_out({&first, 1});
      edits.insert(edits.begin(), gone.begin(), gone.end());
    }
    return ways;
  }

  /// Edits that remove the name's first unit and replace the names it defines by names from similar
  /// places: the name itself by each of the best ones (one list for each), other names by the best
  /// one. Empty if no token outside uses the name, or if one of the names has no replacement.
  std::vector<OtherName> others_instead(std::size_t number) {
    const NodeId first = names_->units(number)[0];
    const std::vector<NodeId> own_uses = uses_outside(number, first);
    if (!work_.removable(first) || own_uses.empty()) return {};
    // A token that spells the name otherwise cannot be renamed.
    const auto spells_it = [&](NodeId use) { return is_name(work_.tree(), use); };
    if (!std::ranges::all_of(own_uses, spells_it)) return {};
    std::vector<Edit> same = work_.leave_out({&first, 1});
    for (std::size_t i = 0; i < names_->size(); ++i) {
      if (i == number || !is_inside(work_.tree(), names_->name(i).tokens[0], first)) continue;
      const std::vector<NodeId> uses = uses_outside(i, first);
      if (uses.empty()) continue;
      const auto other = roles_->like(uses[0], i, first, 1);
      if (other.empty()) return {};
      add_renamed(uses, other[0], same);
    }
    std::vector<OtherName> ways;
    for (const std::size_t other : roles_->like(own_uses[0], number, first, kMaxOthers)) {
      ways.push_back({same, names_->name(other).tokens[0]});
      add_renamed(own_uses, other, ways.back().edits);
    }
    return ways;
  }

  void add_renamed(const std::vector<NodeId>& uses, std::size_t other, std::vector<Edit>& edits) {
    const std::vector<Edit> renamed = rename_edits(work_, uses, names_->name(other).text);
    edits.insert(edits.end(), renamed.begin(), renamed.end());
  }

  /// The name's tokens that are not inside `unit`.
  std::vector<NodeId> uses_outside(std::size_t number, NodeId unit) const {
    std::vector<NodeId> uses = names_->name(number).tokens;
    std::erase_if(uses, [&](NodeId token) { return is_inside(work_.tree(), token, unit); });
    return uses;
  }

  View& view_;
  TreeWork& work_;
  const NameClosures* names_;
  const NameRoles* roles_;
  std::size_t number_;
  std::vector<Move> moves_;
};

}  // namespace

std::vector<Site> find_name_closures(View& view, NodeId inside) {
  std::vector<Site> sites;
  if (inside != view.tree().root()) return sites;
  const NameClosures& names = view.of<NameClosures>();
  for (std::size_t i = 0; i < names.size(); ++i) {
    double freed = 0;
    for (const NodeId unit : names.wide_units(names.closure(i))) freed += view.weight(unit);
    sites.push_back({freed, [&view, i] { return NameMoves(view, i).moves(); }});
  }
  return sites;
}

bool dependencies(TreeWork& work) {
  if (work.tree().root() == kNoNode) return false;
  bool changed = search_elements(work);
  if (changed) work.reparse();
  if (search_names(work)) {
    changed = true;
    work.reparse();
  }
  return changed;
}

bool closure(TreeWork& work, double least) {
  const bool changed = dependencies(work);
  return search_moves(work, {find_pass("name-closures"), 1}, {.least = least}) || changed;
}

}  // namespace grabr
