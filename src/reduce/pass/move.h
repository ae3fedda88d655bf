// Moves: the candidates of the default search. A move is a few edits of the current tree, with the
// number of tokens that they free and the chance that the text still fails. Each family of moves
// has a finder, which lists the sites of a tree where its moves may be; the moves of a site are
// made only when no other move promises more. The search (reduce/pass/move_search.h) tests moves,
// learns their chances and applies them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <typeindex>
#include <vector>

#include "reduce/minimizer/mgbs.h"
#include "reduce/pass/parts_that_stay.h"
#include "reduce/pass/tree_work.h"

namespace grabr {

/// Multiplies the chance of a move that drops a part which cannot be deleted alone, without a
/// replacement for it: none of 2,400 such moves worked.
inline constexpr double kDropsNeededChance = .01;

struct Move {
  /// Moves of one family and way share their odds.
  int way = 0;
  /// The odds of such moves before there are answers.
  Odds odds{10, 1};
  /// Does it drop a part that is known to stay? Such moves have odds of their own.
  bool drops_needed = false;
  double freed = 0;                          ///< the tokens that it would free
  std::optional<Hash128> question = {};      ///< TreeWork::question
  std::string words = {};                    ///< the description of the edit, for the trace
  std::function<std::vector<Edit>()> edits;  ///< called when the move is tried
  /// May the text have more bytes, if it has fewer tokens (TreeEditor::candidate)?
  bool may_be_longer = false;
  /// Is the text, once it is made, worth a test? Empty: always.
  std::function<bool(const std::string& text)> allows = {};
};

/// The current tree as finders see it. Data that several finders need is computed once.
class View {
 public:
  explicit View(TreeWork& work);

  TreeWork& work() const { return work_; }
  const Tree& tree() const { return work_.tree(); }
  std::uint32_t tokens() const { return weights_[tree().root()]; }
  const std::vector<std::uint32_t>& weights() const { return weights_; }
  std::uint32_t weight(NodeId node) const { return weights_[node]; }
  /// The number of a subtree's first token in the text, from 0.
  std::uint32_t first(NodeId node) const { return first_[node]; }
  std::uint32_t end(NodeId node) const { return first_[node] + weights_[node]; }
  /// Do the tokens from `begin` to before `end` contain a part that is known to stay? False if the
  /// text is too large to look.
  bool stays(std::uint32_t begin, std::uint32_t end);
  /// The same for the tokens that these edits drop. If a node is replaced by a part of it, its
  /// other tokens are dropped.
  bool drops_needed(std::span<const Edit> edits);
  /// An object of this type, constructed from the TreeWork on first use.
  template <class Thing>
  Thing& of() {
    std::shared_ptr<void>& slot = slots_[typeid(Thing)];
    if (slot == nullptr) slot = std::make_shared<Thing>(work_);
    return *static_cast<Thing*>(slot.get());
  }

 private:
  TreeWork& work_;
  std::vector<std::uint32_t> weights_;
  std::vector<std::uint32_t> first_;
  std::optional<PartsThatStay> stay_;
  std::map<std::type_index, std::shared_ptr<void>> slots_;
};

/// A place with moves that are not made yet.
struct Site {
  double freed = 0;  ///< the most tokens that one of its moves may free
  std::function<std::vector<Move>()> moves;
};

}  // namespace grabr
