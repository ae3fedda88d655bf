// Tested by tests/reduce/closure_test.cc, paired_elements_test.cc, inline_names_test.cc.
#include "reduce/pass/attempts.h"

#include <algorithm>
#include <utility>

#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxTurns = 1000;

}  // namespace

std::optional<std::size_t> first_to_work(TreeWork& work, const std::vector<Attempt>& attempts,
                                         double least) {
  NegativeCache& negative = work.statistics().negative;
  std::vector<std::size_t> worth_it;
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    const Attempt& attempt = attempts[i];
    if (negative.knows(attempt.question)) continue;
    if (attempt.odds->chance() * attempt.freed >= least) worth_it.push_back(i);
  }
  const auto found = work.session().first_failing([&](std::size_t i, Candidate& candidate) {
    if (i == worth_it.size()) return false;
    const Attempt& attempt = attempts[worth_it[i]];
    candidate = attempt.made ? *attempt.made : work.smaller_candidate(attempt.edits, attempt.words);
    return true;
  });
  worth_it.resize(found ? *found + 1 : worth_it.size());
  for (const std::size_t i : worth_it) {
    const bool worked = found && i == worth_it.back();
    attempts[i].odds->note(worked);
    if (!worked) negative.note(attempts[i].question);
  }
  if (!found) return std::nullopt;
  return worth_it.back();
}

bool repeat_while_small(TreeWork& work, std::size_t most_tokens,
                        const std::function<bool()>& step) {
  bool changed = false;
  while (count_tokens(work.tree(), work.tree().root()) <= most_tokens && step()) {
    changed = true;
    work.reparse();
  }
  return changed;
}

bool take_turns(TreeWork& work,
                const std::function<std::vector<NameTurn>(const std::set<NameKey>& done)>& find) {
  std::set<NameKey> done;
  std::size_t taken = 0;
  bool changed = false;
  for (bool again = true; again;) {
    again = false;
    std::vector<NameTurn> turns = find(done);
    std::stable_sort(turns.begin(), turns.end(),
                     [](const NameTurn& a, const NameTurn& b) { return a.freed > b.freed; });
    for (const NameTurn& turn : turns) {
      if (taken++ == kMaxTurns) return changed;
      done.insert(turn.name);
      if (!turn.ask()) continue;
      work.reparse();
      changed = again = true;
      break;
    }
  }
  return changed;
}

}  // namespace grabr
