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

/// The words of the question whether a node can be deleted, for the negative cache.
inline constexpr std::string_view kGoneQuestion = "gone";

class TreeWork : public TreeEditor {
 public:
  /// `tree` is the tree of the session's best text. `partial`: neither it nor candidates need to
  /// parse. `lists`: how minimize() minimises lists; passes with a way of their own ignore it.
  TreeWork(Session& session, const Parser& parser, const Analysis& analysis, Tree tree,
           bool partial = false, ListReducer lists = {});

  Session& session() const { return session_; }
  PassStatistics& statistics() { return statistics_; }
  const PassStatistics& statistics() const { return statistics_; }
  /// Identifies a question about the node's current state, for the negative cache.
  std::optional<Hash128> question(NodeId node, std::string_view words) {
    return statistics_.negative.key(tree(), version(), node, words);
  }

  /// Asks whether the tree with these edits still fails, and makes them permanent if so.
  bool try_edits(std::span<const Edit> edits, std::string words);

  /// Sets how minimize() minimises; no minimiser: mgbs.
  void use_lists(ListReducer lists) { lists_ = lists; }
  /// Minimises a list with the chosen list minimiser. Also tries to drop the last thing, which some
  /// minimisers never do.
  Kept minimize(const RemovableList& list) const;

  /// What the pass `contents` does (reduce/contents.h); set by whoever runs a pipeline with it.
  std::function<bool()> search_contents;

 private:
  Session& session_;
  ListReducer lists_;
  PassStatistics statistics_;
};

}  // namespace grabr
