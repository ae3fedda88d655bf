// A tree being reduced: its editor, the session that tests candidates, and the pass statistics.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "reduce/core/session.h"
#include "reduce/minimizer/minimizer.h"
#include "reduce/pass/pass_statistics.h"
#include "reduce/pass/tree_editor.h"

namespace grabr {

/// Names the question of the negative cache whether a node can be deleted.
inline constexpr std::string_view kGoneQuestion = "gone";

class TreeWork : public TreeEditor {
 public:
  /// `tree` is the tree of the session's best text. If `partial`, neither that text nor candidates
  /// need to parse. `lists` is the list minimiser of minimize(); passes with their own search
  /// ignore it.
  TreeWork(Session& session, const Parser& parser, const Analysis& analysis, Tree tree,
           bool partial = false, ListReducer lists = {});

  Session& session() const { return session_; }
  PassStatistics& statistics() { return statistics_; }
  const PassStatistics& statistics() const { return statistics_; }
  /// Identifies a question about the node's current state, for the negative cache.
  std::optional<Hash128> question(NodeId node, std::string_view words) {
    return statistics_.negative.key(tree(), version(), node, words);
  }

  /// Tests whether the tree with these edits still fails, and makes them permanent if so.
  bool try_edits(std::span<const Edit> edits, std::string words);

  /// Sets the list minimiser of minimize(); mgbs if none is set.
  void use_lists(ListReducer lists) { lists_ = lists; }
  /// Minimises a list with the chosen list minimiser. Also tries to drop the last thing, which some
  /// minimisers never do.
  Kept minimize(const RemovableList& list) const;

  /// The function behind the pass `contents` (reduce/contents.h); set by the caller that runs a
  /// pipeline with it.
  std::function<bool()> search_contents;

 private:
  Session& session_;
  ListReducer lists_;
  PassStatistics statistics_;
};

}  // namespace grabr
