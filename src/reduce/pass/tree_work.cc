#include "reduce/pass/tree_work.h"

#include <utility>

#include "reduce/minimizer/mgbs.h"

namespace grabr {

TreeWork::TreeWork(Session& session, const Parser& parser, const Analysis& analysis, Tree tree,
                   bool partial, ListReducer lists)
    : TreeEditor(parser, analysis, std::move(tree), session.shared_best(),
                 session.original().size(), partial),
      session_(session),
      lists_(lists) {}

bool TreeWork::try_edits(std::span<const Edit> edits, std::string words) {
  Candidate edited = candidate(edits, std::move(words));
  if (!session_.fails(std::move(edited))) return false;
  apply(edits);
  return true;
}

Kept TreeWork::minimize(const RemovableList& list) const {
  if (lists_.minimizer == nullptr) return mgbs(session_, list);
  Kept kept = lists_(session_, list);
  if (kept.size() == 1 && list.min == 0 && !lists_.minimizer->empties) {
    try_cut(session_, list, kept, {0, 1});
  }
  return kept;
}

}  // namespace grabr
