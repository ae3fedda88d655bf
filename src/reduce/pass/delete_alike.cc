// Deletes parts of the same kind in all places: all instructions of all blocks, all statements of
// all functions, all cells of all rows, all attributes of all elements are one list.
//
// A walk over the tree repeats the same tests in each place that stays: a constant number of tests
// for each place, even if nearly everything goes. One list for all places needs only the logarithm
// of its length in tests, for each part that stays.
//
//   a: %1 = add …  %2 = mul … br b    b: %3 = sub … store %3 … br c    c: …
//   one list: %1, %2, %3, store, …    without %3: store undef
//
// A candidate leaves out some of the parts. Names that are defined in them and used elsewhere are
// replaced by a constant that fits there, the simplest text of one token (ConstantTexts), if there
// is one: `undef`, `0`. A name is assumed to be defined in the part that begins with it, if there
// is exactly one, else in the part where it occurs first. The list is minimised by Markov
// generalised binary splitting. Kinds with most tokens come first. A kind is given up when too many
// of its parts turn out to stay, or many tests have freed little: then single parts must be tested,
// and a sweep does that with more success, because it also tries the parts around them. Guarantee:
// none; a sweep follows.
// Source: grabr; llvm-reduce deletes instructions of all blocks in chunks, and replaces their uses
// by a default value of the type. Tested by tests/reduce/delete_alike_test.cc.
#include "reduce/pass/delete_alike.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reduce/minimizer/mgbs.h"
#include "reduce/pass/alike.h"
#include "reduce/pass/names.h"
#include "reduce/pass/tree_passes.h"
#include "reduce/pass/unit_of_token.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Kinds with fewer parts, or in fewer places, are skipped.
constexpr std::size_t kMinParts = 16;
constexpr std::size_t kMinPlaces = 4;
/// If the parts of a kind have less than 1 / kGoodShare of the tokens, they are only tried all at
/// once; with less than 1 / kMinShare not at all.
constexpr std::uint64_t kGoodShare = 8;
constexpr std::uint64_t kMinShare = 64;

/// The kinds that delete_kinds_once() has tried in a run.
struct KindsTried {
  std::set<PartKind> kinds;
};

/// Parts as removable things, and constants for the uses of names that they define.
class PartsAndUses {
 public:
  PartsAndUses(TreeWork& work, const std::vector<NodeId>& parts) : work_(work), parts_(parts) {
    gone_.resize(parts.size());
    find_uses();
  }

  RemovableList list() {
    RemovableList list;
    list.count = static_cast<std::uint32_t>(parts_.size());
    for (const NodeId part : parts_) {
      list.weights.push_back(std::max<std::uint32_t>(work_.tree().token_count(part), 1));
    }
    list.render = [this](const Kept& kept) {
      const std::vector<std::uint32_t> dropped = dropped_from(kept);
      std::string words = "delete " + std::to_string(dropped.size()) + " × ";
      words += dropped.empty() ? "nothing" : node_name(work_.tree(), parts_[dropped[0]]);
      return work_.smaller_candidate(edits_without(dropped), std::move(words));
    };
    list.on_accept = [this](const Kept& kept) {
      const std::vector<std::uint32_t> dropped = dropped_from(kept);
      work_.apply(edits_without(dropped));
      for (const std::uint32_t i : dropped) gone_[i] = true;
      changed_ = true;
    };
    return list;
  }

  bool changed() const { return changed_; }

 private:
  static constexpr std::uint32_t kOutside = UnitOfToken::kNoUnit;

  struct Use {
    NodeId place;
    std::uint32_t part;  ///< the part that it is in, or kOutside
    const std::string* constant;
    NodeId by = kNoNode;
    bool replaced = false;
  };

  void find_uses() {
    const Tree& tree = work_.tree();
    const UnitOfToken part_of(tree, parts_);
    uses_.resize(parts_.size());
    ConstantTexts constants(work_);
    for (const Name& name : linked_names_in(tree)) {
      const std::uint32_t definer = part_that_defines(name, part_of);
      if (definer == kOutside) continue;
      for (const NodeId token : name.tokens) {
        if (part_of[token] == definer) continue;
        const std::vector<std::string>& texts = constants.of(token);
        if (texts.empty() || texts[0] == tree.token_text(token)) continue;
        uses_[definer].push_back(
            {topmost_alone(tree, token), part_of[token], &*texts_.insert(texts[0]).first});
      }
    }
  }

  static std::uint32_t part_that_defines(const Name& name, const UnitOfToken& part_of) {
    std::uint32_t definer = kOutside;
    std::size_t count = 0;
    for (const NodeId token : name.tokens) {
      const std::uint32_t part = part_of[token];
      if (part == kOutside || part_of.first_token(part) != token) continue;
      definer = part;
      ++count;
    }
    return count == 1 ? definer : part_of[name.tokens[0]];
  }

  std::vector<std::uint32_t> dropped_from(const Kept& kept) const {
    std::vector<std::uint32_t> dropped;
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
      if (next < kept.size() && kept[next] == i) ++next;
      else if (!gone_[i]) dropped.push_back(i);
    }
    return dropped;
  }

  std::vector<Edit> edits_without(const std::vector<std::uint32_t>& dropped) {
    std::vector<NodeId> nodes;
    std::vector<bool> goes = gone_;
    for (const std::uint32_t i : dropped) {
      nodes.push_back(parts_[i]);
      goes[i] = true;
    }
    std::vector<Edit> edits = work_.leave_out(nodes);
    for (const std::uint32_t i : dropped) {
      for (Use& use : uses_[i]) {
        if (use.part != kOutside && goes[use.part]) continue;
        if (use.by == kNoNode) use.by = work_.add_text(*use.constant);
        edits.push_back({Edit::Kind::kReplace, use.place, use.by});
      }
    }
    return edits;
  }

  TreeWork& work_;
  const std::vector<NodeId>& parts_;
  std::vector<bool> gone_;
  std::vector<std::vector<Use>> uses_;  ///< by defining part: the uses outside of it
  std::set<std::string> texts_;
  bool changed_ = false;
};

class DeletingAlike {
 public:
  /// `kinds` are the only kinds that are tried; null for all. Kinds in `tried` are left out, and
  /// each kind that is tried is added to it.
  DeletingAlike(TreeWork& work, std::span<const NodeId> roots, const std::set<PartKind>* kinds,
                std::set<PartKind>* tried = nullptr)
      : work_(work), roots_(roots), kinds_(kinds), tried_(tried) {}

  bool run() {
    while (const std::optional<AlikeParts> alike = next_kind()) minimise(*alike);
    // Later changes are not next to these parts, so the answers remain valid.
    for (const NodeId part : staying_) {
      if (work_.attached(part))
        work_.statistics().negative.note(work_.question(part, kGoneQuestion));
    }
    return changed_;
  }

 private:
  /// The next kind that is worth a search; nothing if there is none.
  std::optional<AlikeParts> next_kind() const {
    for (AlikeParts& alike : alike_parts(work_, roots_, staying_)) {
      if (alike.parts.size() < kMinParts || alike.around < kMinPlaces) continue;
      if (kinds_ != nullptr && !kinds_->contains(alike.kind)) continue;
      if (tried_ != nullptr && tried_->contains(alike.kind)) continue;
      if (is_share(kMinShare, alike) && !given_up_.contains(alike.kind)) return std::move(alike);
    }
    return std::nullopt;
  }

  void minimise(const AlikeParts& alike) {
    if (tried_ != nullptr) tried_->insert(alike.kind);
    PartsAndUses parts(work_, alike.parts);
    const RemovableList list = parts.list();
    if (is_share(kGoodShare, alike)) {
      minimise_list(alike, list);
    } else {
      Kept kept = keep_all(list);
      try_cut(work_.session(), list, kept, {0, kept.size()});
      given_up_.insert(alike.kind);
    }
    changed_ |= parts.changed();
  }

  /// Have the parts at least 1 / `share` of the tokens?
  bool is_share(std::uint64_t share, const AlikeParts& alike) const {
    std::uint64_t all = 0;
    for (const NodeId root : roots_) all += work_.tree().token_count(root);
    return share * alike.tokens >= all;
  }

  void minimise_list(const AlikeParts& alike, const RemovableList& list) {
    KeepEstimate estimate;
    MgbsOptions options;
    Worthwhile worthwhile(work_);
    std::size_t stay = 0;
    options.visit = [&](std::uint32_t i) {
      staying_.insert(alike.parts[i]);
      if (worthwhile.is_over(++stay, alike.parts.size() - i)) given_up_.insert(alike.kind);
    };
    options.enough = [&] { return worthwhile.is_over(); };
    mgbs(work_.session(), list, estimate, options);
  }

  TreeWork& work_;
  std::span<const NodeId> roots_;
  const std::set<PartKind>* kinds_;
  std::set<PartKind>* tried_;
  std::set<NodeId> staying_;
  std::set<PartKind> given_up_;
  bool changed_ = false;
};

}  // namespace

bool delete_alike(TreeWork& work) {
  const NodeId root = work.tree().root();
  return root != kNoNode && DeletingAlike(work, {&root, 1}, nullptr).run();
}

bool delete_kinds_once(TreeWork& work) {
  const Session::InPass in(work.session(), "delete-alike");
  const NodeId root = work.tree().root();
  auto& tried = work.statistics().of<KindsTried>().kinds;
  return root != kNoNode && DeletingAlike(work, {&root, 1}, nullptr, &tried).run();
}

bool delete_alike(TreeWork& work, std::span<const NodeId> roots, const std::set<PartKind>& kinds) {
  return DeletingAlike(work, roots, &kinds).run();
}

}  // namespace grabr
