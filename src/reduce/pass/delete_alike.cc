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
// A candidate leaves out some of the parts, alone or with the uses of the names that they define
// (reduce/pass/definitions.h): these become `undef` or `0`. The list is minimised by Markov
// generalised binary splitting. Kinds with most tokens come first. A kind is given up when too many
// of its parts turn out to stay, or many tests have freed little: then single parts must be tested,
// and a sweep does that with more success, because it also tries the parts around them. Guarantee:
// none; a sweep follows.
// Source: grabr; llvm-reduce deletes instructions of all blocks in chunks, and replaces their uses
// by a default value of the type. Tested by tests/reduce/delete_alike_test.cc.
#include "reduce/pass/delete_alike.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reduce/minimizer/mgbs.h"
#include "reduce/pass/alike.h"
#include "reduce/pass/definitions.h"
#include "reduce/pass/tree_passes.h"
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
    const std::uint64_t before = work_.version();
    const RemovableList list =
        with_uses(work_, alike.parts, removable_nodes(work_, alike.parts, 0, {.texts = false}));
    if (is_share(kGoodShare, alike)) {
      minimise_list(alike, list);
    } else {
      Kept kept = keep_all(list);
      try_cut(work_.session(), list, kept, {0, kept.size()});
      given_up_.insert(alike.kind);
    }
    changed_ |= work_.version() != before;
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
