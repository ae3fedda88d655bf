// The negative cache: edits at places of a tree that were rejected and need not be tested again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "reduce/pass/token_numbers.h"
#include "text/hash.h"
#include "tree/tree.h"

namespace grabr {

/// Questions about places of a tree that were answered "no". A question is worth asking again if
/// the place has changed: its text, a few tokens on each side, or the number of occurrences of one
/// of its names in the whole text. Any other change that might affect an answer is ignored; a
/// caller that needs certainty asks everything once more at the end.
class NegativeCache {
 public:
  static constexpr std::uint32_t kMaxPlaceTokens = 200;  ///< places with more are not remembered

  /// Identifies the question about the current state of the place. Empty if the place is too large
  /// to be remembered; then the question is always worth asking. `version` identifies the tree's
  /// state.
  std::optional<Hash128> key(const Tree& tree, std::uint64_t version, NodeId node,
                             std::string_view question);
  bool knows(const std::optional<Hash128>& key) const { return key && known_.contains(*key); }
  void note(const std::optional<Hash128>& key) {
    if (key) known_.insert(*key);
  }

 private:
  void look_at(const Tree& tree);

  std::unordered_set<Hash128> known_;
  std::optional<std::uint64_t> version_;  ///< version of the tree that the members below describe
  bool too_large_ = false;
  std::vector<NodeId> tokens_;        ///< the non-empty tokens, in order
  TokenNumbers numbers_;              ///< their indices in `tokens_`
  std::vector<std::uint64_t> names_;  ///< by token index: a number for its name, or 0
  std::unordered_map<std::uint64_t, std::uint32_t> counts_;  ///< occurrences by name
};

/// Questions that a sequence of candidates (Session::first_failing) skipped because the grammar
/// rejects their texts. Speculation may run the sequence further than it is tested; only the
/// questions up to the last test are learnt.
class RejectedAhead {
 public:
  /// `place` is the number of candidates before the question.
  void note(std::size_t place, const std::optional<Hash128>& question) {
    questions_.emplace_back(place, question);
  }
  /// `found` is the number of the candidate that failed, if any.
  void learn(const std::optional<std::size_t>& found, NegativeCache& tried) const {
    for (const auto& [place, question] : questions_) {
      if (!found || place <= *found) tried.note(question);
    }
  }

 private:
  std::vector<std::pair<std::size_t, std::optional<Hash128>>> questions_;
};

}  // namespace grabr
