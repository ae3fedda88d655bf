// Identifier replacement (Vulcan's IR): call one thing by the name of another, so that the
// declaration of the first is no longer used and can go.
//
// Names by how rare they are, each with the dozen most frequent others: all occurrences but the
// first, which may declare it, get the other name; a name that occurs once is renamed there. Then
// single occurrences. The pass merge-frequent is content with the three most frequent ones, and
// asks again only where something near has changed (reduce/pass/negative_cache.h): more gave
// nothing on twenty public cases.
//
//   int a; int b; f(b); b = b + a;    a → b: int a; int b; f(b); b = b + b;   now `int a;` goes
//
// A renamed text has as many tokens as before. A smaller one (bytes, then byte order) becomes the
// best at once. Any other is an escape: it is only tested, and the tree stands for it while it is
// not the session's best. What a renaming has freed is asked for at once: the two smallest parts
// around the first occurrence that may go. After at most kMaxEscapes escapes every single edit of
// the tree is asked for (reduce/pass/single_steps.h), and windows of its nodes. Of those
// texts only smaller ones are asked for. When nothing came of it the tree goes back to the best
// text. No text is tested twice as long as the tree is worked on, by however many runs; so it
// ends whatever is answered.
// Where this differs: Vulcan runs its main reducer on an escaped text; a single edit that works is
// all that one needs to know before going back to it.
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

/// Steps that do not shrink, one upon the other.
constexpr int kMaxEscapes = 10;
/// Other names that one is tried to be merged with: where it must not cost much, and where it may.
constexpr std::size_t kFewTargets = 3;
constexpr std::size_t kMaxTargets = 12;
/// Occurrences of a name that are tried alone.
constexpr std::size_t kMaxAlone = 12;
constexpr std::size_t kMaxFreed = 2;

/// Two names have one spelling for their merging in common, so a text may come again.
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

  /// True when a text with fewer tokens was found.
  bool merge_all(Merge merge) {
    std::set<NameKey> done;
    while (escapes_ < kMaxEscapes) {
      // Renaming changes who is rare.
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
    const std::size_t most = frequent_ ? kFewTargets : kMaxTargets;
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
    const std::size_t count = std::min(source.tokens.size(), kMaxAlone);
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
    if (candidate.text == work_.session().best()) return Found::kNothing;  // no sentence
    auto& asked = work_.statistics().of<MergesAsked>().texts;
    if (!asked.insert(hash128(candidate.text)).second) return Found::kNothing;
    if (!is_accepted(std::move(candidate))) {
      work_.statistics().negative.note(question);
      return Found::kNothing;
    }
    work_.apply(edits);
    return drop_freed(source.tokens[0]) ? Found::kFewerTokens : Found::kRenamed;
  }

  /// Asks for a smaller text, explores any other.
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

  /// The smallest parts around a token that may go, the larger one first.
  bool drop_freed(NodeId token) {
    std::vector<NodeId> parts;
    for (NodeId up = token; up != kNoNode && parts.size() < kMaxFreed;
         up = work_.tree()[up].parent) {
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
  bool frequent_;  ///< only the most frequent targets, and nothing again
  int escapes_ = 0;
  bool escaped_ = false;  ///< the tree does not stand for the best text
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
