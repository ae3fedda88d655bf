#include "reduce/pass/renamings.h"

#include <algorithm>
#include <string>
#include <utility>

#include "reduce/minimizer/mgbs.h"

namespace grabr {

std::vector<Edit> renaming_edits(TreeEditor& work, std::span<const Renaming> renamings) {
  std::vector<Edit> edits;
  for (const Renaming& renaming : renamings) {
    const std::vector<Edit> some = rename_edits(work, renaming.name.tokens, renaming.text);
    edits.insert(edits.end(), some.begin(), some.end());
  }
  return edits;
}

Candidate renaming_candidate(const TreeEditor& work, std::span<const Edit> edits,
                             std::string words) {
  const Tree& tree = work.tree();
  const bool as_parsed = tree.text() == work.text();
  const bool tokens_only = std::ranges::all_of(edits, [&](const Edit& edit) {
    return edit.by != kNoNode && tree.is_token(edit.node) && tree.is_token(edit.by);
  });
  if (as_parsed && tokens_only && work.grammar().hints.counts.empty()) {
    std::vector<Edit> in_order(edits.begin(), edits.end());
    std::ranges::sort(in_order, {}, [&](const Edit& edit) { return tree[edit.node].text().begin; });
    std::string text;
    std::size_t done = 0;
    for (const Edit& edit : in_order) {
      const Span span = tree[edit.node].text();
      text += std::string_view(work.text()).substr(done, span.begin - done);
      text += tree.token_text(edit.by);
      done = span.end;
    }
    text += std::string_view(work.text()).substr(done);
    if (text.size() <= work.text().size() && (work.partial() || work.parser().accepts(text))) {
      return {std::move(text), std::move(words), work.tokens_after(edits)};
    }
  }
  return work.candidate(edits, std::move(words));
}

std::vector<bool> apply_some(TreeWork& work, std::span<const Change> changes,
                             const ChangeList& how) {
  std::size_t applied = 0;
  RemovableList list;
  list.count = static_cast<std::uint32_t>(changes.size());
  list.on_accept = [&](const Kept& kept) { applied = changes.size() - kept.size(); };
  list.render = [&](const Kept& kept) {
    std::vector<Edit> edits;
    for (std::size_t i = 0, next = 0; i < changes.size(); ++i) {
      if (next < kept.size() && kept[next] == i) ++next;
      else edits.insert(edits.end(), changes[i].begin(), changes[i].end());
    }
    const std::size_t asked = changes.size() - kept.size() - applied;
    Candidate made = renaming_candidate(
        work, edits,
        std::string(how.words) + " for " + std::to_string(asked) + " " + std::string(how.things));
    if (!how.is_better(made.text, work.session().best())) made.text = work.session().best();
    return made;
  };
  std::vector<bool> done(changes.size());
  if (list.count == 0) return done;
  Kept kept = mgbs(work.session(), list);
  if (how.again) kept = drop_singles(work.session(), list, std::move(kept));
  for (std::size_t i = 0; i < done.size(); ++i) {
    done[i] = !std::ranges::binary_search(kept, static_cast<std::uint32_t>(i));
  }
  if (kept.size() < changes.size()) work.reparse();
  return done;
}

std::vector<bool> apply_some(TreeWork& work, std::span<const Renaming> renamings,
                             const ChangeList& how) {
  std::vector<Change> changes;
  for (const Renaming& renaming : renamings)
    changes.push_back(renaming_edits(work, {&renaming, 1}));
  return apply_some(work, changes, how);
}

}  // namespace grabr
