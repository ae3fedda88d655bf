// Questions about places of a tree that need not be asked again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "text/hash.h"
#include "tree/tree.h"

namespace grabr {

/// Questions about places of a tree that were answered "no". One is worth asking again when the
/// place has changed: its text, a few tokens on each side, or how often one of its names occurs in
/// the whole. Anything else that might change an answer is left to whoever asks about everything
/// once more in the end.
class NegativeCache {
 public:
  static constexpr std::uint32_t kMaxPlaceTokens = 200;  ///< of a place that is remembered

  /// The question about the place as it stands; nothing where that is too large to be remembered,
  /// which is worth asking always. `version` tells the states of a tree apart.
  std::optional<Hash128> key(const Tree& tree, std::uint64_t version, NodeId node,
                             std::string_view question);
  bool knows(const std::optional<Hash128>& key) const { return key && known_.contains(*key); }
  void note(const std::optional<Hash128>& key) {
    if (key) known_.insert(*key);
  }

 private:
  void look_at(const Tree& tree);

  std::unordered_set<Hash128> known_;
  std::optional<std::uint64_t> version_;  ///< of the tree that the rest is about
  bool too_large_ = false;
  std::vector<NodeId> tokens_;          ///< with a text, in order
  std::vector<std::uint32_t> numbers_;  ///< by node: its index among tokens_
  std::vector<std::uint64_t> names_;    ///< by token index: 0, or what tells its name apart
  std::unordered_map<std::uint64_t, std::uint32_t> counts_;  ///< of names
};

/// Questions that a sequence of candidates (Session::first_failing) passed over, as the grammar
/// rejects them: learnt only as far as the sequence was asked about, for it may have been made
/// further.
class RejectedAhead {
 public:
  /// `place`: how many candidates came before it.
  void note(std::size_t place, const std::optional<Hash128>& question) {
    questions_.emplace_back(place, question);
  }
  /// `found`: the candidate at which asking ended; nothing: none.
  void learn(const std::optional<std::size_t>& found, NegativeCache& tried) const {
    for (const auto& [place, question] : questions_) {
      if (!found || place <= *found) tried.note(question);
    }
  }

 private:
  std::vector<std::pair<std::size_t, std::optional<Hash128>>> questions_;
};

}  // namespace grabr
