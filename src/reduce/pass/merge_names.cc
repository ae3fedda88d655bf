// Identifier replacement (Vulcan's IR): replaces one name by another, so that the declaration of
// the first is no longer used and can go.
//
// Each name, the rarest first, is merged with the dozen most frequent others: all its occurrences
// get the other name, except the first, which may declare it; a name that occurs once is renamed
// there. Then single occurrences are renamed. The pass merge-frequent tries only the three most
// frequent names, and repeats an attempt only if something near has changed
// (reduce/pass/negative_cache.h): more gained nothing on twenty public cases.
//
//   int a; int b; f(b); b = b + a;    a → b: int a; int b; f(b); b = b + b;   now `int a;` goes
//
// A renamed text has as many tokens as before. If it is smaller in shortlex order, it becomes the
// best at once. Otherwise it is an escape: it is only tested, and the tree becomes its tree while
// the best text stays. After a renaming, the pass tries at once to delete the two smallest
// deletable parts around the first occurrence. After at most kMaxEscapes escapes, it tries every
// single edit of the tree (reduce/pass/single_steps.h), and windows of its nodes; only texts
// smaller than the best are tested. If none fails, the tree goes back to the best text. All runs on
// one tree together test no text twice, so the pass ends whatever the answers are. Unlike Vulcan,
// which runs its main reducer on an escaped text, it returns to the main reducer after one
// successful edit.
// Source: Z. Xu et al., "Pushing the Limit of 1-Minimality of Language-Agnostic Program Reduction"
// (OOPSLA 2023). Tested by tests/reduce/vulcan_test.cc.

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

#include "reduce/core/shortlex.h"
#include "reduce/pass/names.h"
#include "reduce/pass/single_steps.h"
#include "reduce/pass/tree_passes.h"

namespace grabr {
namespace {

/// The most renamings in a run that do not make the text smaller.
constexpr int kMaxEscapes = 10;
/// How many other names a name is merged with: in the cheap pass, and in the thorough one.
constexpr std::size_t kMaxCheapTargets = 3;
constexpr std::size_t kMaxTargets = 12;
/// The most occurrences of a name that are renamed alone.
constexpr std::size_t kMaxRenamedAlone = 12;
constexpr std::size_t kMaxPartsFreed = 2;

/// The texts already tried, since different merges can give the same text.
struct MergesAsked {
  std::unordered_set<Hash128> texts;
};

enum class Found : std::uint8_t { kNothing, kRenamed, kFewerTokens };

class Merging {
 public:
  Merging(TreeWork& work, bool frequent) : work_(work), frequent_(frequent) {}

  bool run() {
    if (merge_all(&Merging::merge_whole) || merge_all(&Merging::merge_alone)) return true;
    if (!escaped_) return smaller_;
    if (shrink_by_one_edit(work_) || linked_windows(work_)) return true;
    work_.reparse();
    return smaller_;
  }

 private:
  using Merge = Found (Merging::*)(const Name& source, const Name& target);

  /// Tries to merge all names. Returns whether a text with fewer tokens was found.
  bool merge_all(Merge merge) {
    std::set<NameKey> done;
    while (escapes_ < kMaxEscapes) {
      // Renaming changes which names are rare.
      const std::vector<Name> names = by_rarity();
      const auto source = std::find_if(names.begin(), names.end(), [&](const Name& name) {
        return !done.contains(key_of(name));
      });
      if (source == names.end()) return false;
      done.insert(key_of(*source));
      if (merge_one(*source, names, merge) == Found::kFewerTokens) return true;
    }
    return false;
  }

  Found merge_one(const Name& source, const std::vector<Name>& names, Merge merge) {
    const std::size_t most = frequent_ ? kMaxCheapTargets : kMaxTargets;
    std::size_t tried = 0;
    for (auto target = names.rbegin(); target != names.rend() && tried < most; ++target) {
      if (target->text == source.text || target->terminal != source.terminal) continue;
      ++tried;
      const Found found = (this->*merge)(source, *target);
      if (found != Found::kNothing) return found;
    }
    return Found::kNothing;
  }

  std::vector<Name> by_rarity() const {
    std::vector<Name> names = names_in(work_.tree());
    std::stable_sort(names.begin(), names.end(), [](const Name& a, const Name& b) {
      return a.tokens.size() < b.tokens.size();
    });
    return names;
  }

  Found merge_whole(const Name& source, const Name& target) {
    std::span<const NodeId> tokens = source.tokens;
    if (tokens.size() > 1) tokens = tokens.subspan(1);
    return rename(tokens, source, target);
  }

  Found merge_alone(const Name& source, const Name& target) {
    if (source.tokens.size() < 3) return Found::kNothing;
    const std::size_t count = std::min(source.tokens.size(), kMaxRenamedAlone);
    for (std::size_t i = 0; i < count; ++i) {
      const Found found = rename({&source.tokens[i], 1}, source, target);
      if (found != Found::kNothing) return found;
    }
    return Found::kNothing;
  }

  Found rename(std::span<const NodeId> tokens, const Name& source, const Name& target) {
    const auto question =
        work_.question(tokens[0], "call " + std::to_string(tokens.size()) + " " + target.text);
    if (frequent_ && work_.statistics().negative.knows(question)) return Found::kNothing;
    const std::vector<Edit> edits = rename_edits(work_, tokens, target.text);
    Candidate candidate =
        work_.candidate(edits, "call " + source.text + " " + target.text +
                                   (tokens.size() + 1 >= source.tokens.size() ? "" : " once"));
    if (candidate.text == work_.session().best()) return Found::kNothing;  // not a sentence
    auto& asked = work_.statistics().of<MergesAsked>().texts;
    if (!asked.insert(hash128(candidate.text)).second) return Found::kNothing;
    if (!is_accepted(std::move(candidate))) {
      work_.statistics().negative.note(question);
      return Found::kNothing;
    }
    work_.apply(edits);
    return drop_freed(source.tokens[0]) ? Found::kFewerTokens : Found::kRenamed;
  }

  /// Tests a text; makes it the best if it is smaller, else only explores it.
  bool is_accepted(Candidate candidate) {
    Session& session = work_.session();
    if (shortlex_smaller(candidate.text, session.best())) {
      if (!session.fails(std::move(candidate.text), std::move(candidate.edit))) return false;
      smaller_ = true;
      escaped_ = false;
      return true;
    }
    if (session.test(candidate.text, candidate.edit) != Outcome::kFail) return false;
    escaped_ = true;
    ++escapes_;
    return true;
  }

  /// Tries to delete the smallest deletable parts around a token, the larger one first.
  bool drop_freed(NodeId token) {
    std::vector<NodeId> parts;
    for (NodeId up = token; up != kNoNode && parts.size() < kMaxPartsFreed;
         up = work_.tree().parent(up)) {
      if (work_.removable(up)) parts.push_back(up);
    }
    std::reverse(parts.begin(), parts.end());
    const auto found = work_.session().first_failing([&](std::size_t i, Candidate& candidate) {
      if (i == parts.size()) return false;
      candidate =
          work_.smaller_candidate(work_.leave_out({&parts[i], 1}),
                                  "delete the " + node_name(work_.tree(), parts[i]) + " it freed");
      return true;
    });
    if (found) work_.reparse();
    return found.has_value();
  }

  TreeWork& work_;
  bool frequent_;  ///< try only the most frequent targets, and nothing twice
  int escapes_ = 0;
  bool escaped_ = false;  ///< the tree is not that of the best text
  bool smaller_ = false;  ///< a smaller text of as many tokens was found
};

}  // namespace

bool merge_names(TreeWork& work) {
  return work.tree().root() != kNoNode && Merging(work, false).run();
}

bool merge_frequent(TreeWork& work) {
  return work.tree().root() != kNoNode && Merging(work, true).run();
}

}  // namespace grabr
