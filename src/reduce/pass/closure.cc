// Closures of names: a thing is deleted together with everything that uses it, which no reducer of
// single parts can do.
//
// All that is known of a language is which tokens are names. The unit of a name around one of its
// tokens is the smallest deletable part, extended as far as no further name is included. A name is
// taken to be defined at its first token. Deleting a name deletes all its units; names defined in
// them go too, and so on: this is its closure.
//
//   struct s { int x; };  struct s v;  int main() { v.x = 1; f(); }
//   closure of s: the struct, the variable, and with it the statement that uses v
//
// Three searches, one after the other:
// 1. Binary search over dependencies (dependency_search.h) between the elements of the main list,
//    say the functions and types of a file, if a quarter of them or more need another
//    (list_dependencies.h). It ends when two rounds delete nothing.
// 2. The same over the names of the whole text, if there are more than kFewNames. Read backwards,
//    closures say which names must be kept with a name: all that would delete it.
// 3. Name by name, those that free most tokens first: its closure; its smallest units; the first
//    unit, with `0`, `undef` or another text of one token in place of all other tokens
//    (constants_for); the first unit, with other names from such places (name_roles.h) for what it
//    defines; then its units as a list (TreeWork::minimize).
//    type t is (a, b); function f(s: string) return t;  →  function f(s: string) return string;
// Every candidate is smaller (TreeWork::smaller_candidate), so it ends. When a pass changes
// nothing, no name among the first kMaxNames can go in the first three ways.
// Source: C. Kalhauge, J. Palsberg, "Binary Reduction of Dependency Graphs" (ESEC/FSE 2019);
// dependencies come from names instead of bytecode. Tested by tests/reduce/closure_test.cc.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "reduce/pass/attempts.h"
#include "reduce/pass/dependency_search.h"
#include "reduce/pass/list_dependencies.h"
#include "reduce/pass/name_closures.h"
#include "reduce/pass/name_roles.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// With at most this many names, the second search is skipped.
constexpr std::size_t kFewNames = 24;
/// The most names of the second search.
constexpr std::size_t kMaxNames = 1000;
/// How many elements a list for the first search has.
constexpr std::size_t kFewListElements = 24;
constexpr std::size_t kMaxListElements = 2000;
/// At least one in this many names must need another; else the order of their sets says little.
constexpr std::size_t kNeedingShare = 4;
/// After this many rounds in a row without success, all names are probably needed.
constexpr std::size_t kMaxInVain = 3;
/// The most texts tried in place of a name; ways 2 and up of ClosureOdds.
constexpr std::size_t kMaxConstants = 4;
/// The most other names tried in place of a name; the ways behind these.
constexpr std::size_t kMaxOthers = 2;

/// The odds of each way of deleting a name: its closure, its smallest units, or the first of these
/// with a constant or another name in place of its uses. The priors are low because most names are
/// needed, and lower for the constants after the first, which is the simplest.
struct ClosureOdds {
  Odds by_way[2 + kMaxConstants + kMaxOthers] = {{10, 1}, {10, 1}, {20, 1}, {40, 1},
                                                 {40, 1}, {40, 1}, {20, 1}, {40, 1}};
};

/// The first search: elements of the main list.
bool search_elements(TreeWork& work) {
  const std::vector<NodeId> elements = main_elements(work, kFewListElements);
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
  if (names.size() <= kFewNames || names.size() > kMaxNames) return false;
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

/// The third search.
class NameSearch {
 public:
  NameSearch(TreeWork& work, double least) : work_(work), least_(least) {}

  bool run() {
    return take_turns(work_, [this](const std::set<NameKey>& done) { return turns(done); });
  }

 private:
  std::vector<NameTurn> turns(const std::set<NameKey>& done) {
    const NameClosures& names = names_.emplace(work_);
    roles_.emplace(work_.tree(), names);
    const std::vector<std::uint32_t> weights = work_.weights();
    std::vector<NameTurn> turns;
    for (std::size_t i = 0; i < names.size(); ++i) {
      NameTurn turn{key_of(names.name(i)), 0, [this, i] { return delete_name(i); }};
      if (done.contains(turn.name)) continue;
      for (const NodeId unit : names.wide_units(names.closure(i))) turn.freed += weights[unit];
      turns.push_back(std::move(turn));
    }
    return turns;
  }

  bool delete_name(std::size_t number) {
    const Name& name = names_->name(number);
    const std::vector<std::size_t> closure = names_->closure(number);
    const std::vector<NodeId> units = outermost(work_.tree(), names_->units(number));
    if (units.empty()) return false;
    std::vector<Attempt> attempts;
    add_attempt(0, work_.leave_out(names_->wide_units(closure)), name, attempts);
    add_attempt(1, work_.leave_out(units), name, attempts);
    const std::vector<std::vector<Edit>> without = defined_without(number);
    for (std::size_t i = 0; i < without.size(); ++i) add_attempt(2 + i, without[i], name, attempts);
    const std::vector<OtherName> others = others_instead(number);
    for (std::size_t i = 0; i < others.size(); ++i) {
      add_attempt(2 + kMaxConstants + i, others[i].edits, name, attempts, others[i].first_token);
    }
    return first_to_work(work_, attempts, least_) || (least_ == 0 && minimise_units(name, units));
  }

  /// Another name in place of one, and where that is defined: the answer depends on it, too.
  struct OtherName {
    std::vector<Edit> edits;
    NodeId first_token = kNoNode;
  };

  void add_attempt(std::size_t way, std::vector<Edit> edits, const Name& name,
                   std::vector<Attempt>& attempts, NodeId other = kNoNode) {
    if (edits.empty()) return;
    std::string words = "closure " + std::to_string(way);
    if (other != kNoNode) {
      const std::optional<Hash128> there = work_.question(other, "defined");
      if (there) words += " by " + std::to_string(there->low);
    }
    double freed = 0;
    for (const Edit& edit : edits) {
      freed += static_cast<double>(count_tokens(work_.tree(), edit.node));
    }
    attempts.push_back({std::move(edits), "delete " + name.text + " and what needs it",
                        &work_.statistics().of<ClosureOdds>().by_way[way], freed,
                        work_.question(name.tokens[0], words)});
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

  /// Edits that remove its first unit and call what it defines by the names that stand in such
  /// places: the name by the best ones, one list for each, the others by the best one. None if
  /// nothing outside uses the name, or there is no name for another one.
  std::vector<OtherName> others_instead(std::size_t number) {
    const NodeId first = names_->units(number)[0];
    const std::vector<NodeId> own_uses = uses_outside(number, first);
    if (!work_.removable(first) || own_uses.empty()) return {};
    // What spells the name in another way cannot be given another one.
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

  bool minimise_units(const Name& name, const std::vector<NodeId>& units) {
    if (units.size() < 3) return false;
    const auto question = work_.question(name.tokens[0], "closure, minimised");
    if (work_.statistics().negative.knows(question)) return false;
    RemovableList list = removable_nodes(work_, units);
    if (work_.minimize(list).size() < units.size()) return true;
    work_.statistics().negative.note(question);
    return false;
  }

  TreeWork& work_;
  double least_;
  std::optional<NameClosures> names_;  ///< of the current tree
  std::optional<NameRoles> roles_;     ///< likewise
};

}  // namespace

bool closure(TreeWork& work, double least) {
  if (work.tree().root() == kNoNode) return false;
  bool changed = search_elements(work);
  if (changed) work.reparse();
  if (search_names(work)) {
    changed = true;
    work.reparse();
  }
  return NameSearch(work, least).run() || changed;
}

}  // namespace grabr
