// A tree being reduced: its editor, the session that judges what edits give, and what is learnt.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "reduce/core/session.h"
#include "reduce/minimizer/minimizer.h"
#include "reduce/pass/pass_statistics.h"
#include "reduce/pass/tree_editor.h"

namespace grabr {

class TreeWork : public TreeEditor {
 public:
  /// `tree` is the tree of the session's best text. `partial`: that need not parse, nor what comes
  /// of it.
  /// `lists`: how lists are minimised by minimize(); passes that have a way of their own ignore it.
  TreeWork(Session& session, const Parser& parser, const Analysis& analysis, Tree tree,
           bool partial = false, ListReducer lists = {});

  Session& session() const { return session_; }
  PassStatistics& statistics() { return statistics_; }
  const PassStatistics& statistics() const { return statistics_; }
  /// The question about the node as it stands now, to be remembered when the answer is "no".
  std::optional<Hash128> question(NodeId node, std::string_view words) {
    return statistics_.negative.key(tree(), version(), node, words);
  }

  /// Asks whether the tree with these edits still fails, and makes them permanent if so.
  bool try_edits(std::span<const Edit> edits, std::string words);

  /// How minimize() minimises from now on; no minimiser: by mgbs.
  void use_lists(ListReducer lists) { lists_ = lists; }
  /// Drops from a list what can go, by the list minimiser given. Asks about dropping a last thing,
  /// too, which some minimisers never do.
  Kept minimize(const RemovableList& list) const;

 private:
  Session& session_;
  ListReducer lists_;
  PassStatistics statistics_;
};

}  // namespace grabr
