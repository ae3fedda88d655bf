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
  const bool as_parsed = tree.slice({0, tree.text_size()}) == work.text();
  if (as_parsed && work.grammar().hints.counts.empty()) {
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

std::vector<bool> apply_some(TreeWork& work, std::span<const Renaming> renamings,
                             const RenamingList& how) {
  const auto chosen = [&](const Kept& kept) {
    std::vector<Renaming> some;
    for (std::size_t i = 0, next = 0; i < renamings.size(); ++i) {
      if (next < kept.size() && kept[next] == i) ++next;
      else some.push_back(renamings[i]);
    }
    return some;
  };
  std::size_t applied = 0;
  RemovableList list;
  list.count = static_cast<std::uint32_t>(renamings.size());
  list.on_accept = [&](const Kept& kept) { applied = renamings.size() - kept.size(); };
  list.render = [&](const Kept& kept) {
    const std::vector<Renaming> some = chosen(kept);
    Candidate made = renaming_candidate(work, renaming_edits(work, some),
                                        std::string(how.words) + " for " +
                                            std::to_string(some.size() - applied) + " " +
                                            std::string(how.things));
    if (!how.is_better(made.text, work.session().best())) made.text = work.session().best();
    return made;
  };
  std::vector<bool> done(renamings.size());
  if (list.count == 0) return done;
  Kept kept = mgbs(work.session(), list);
  if (how.again) kept = drop_singles(work.session(), list, std::move(kept));
  for (std::size_t i = 0; i < done.size(); ++i) {
    done[i] = !std::ranges::binary_search(kept, static_cast<std::uint32_t>(i));
  }
  if (kept.size() < renamings.size()) work.reparse();
  return done;
}

}  // namespace grabr
