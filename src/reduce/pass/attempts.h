// What passes that delete or replace names have in common: attempts for one name, and the order in
// which names get their turn.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "reduce/minimizer/mgbs.h"
#include "reduce/pass/names.h"
#include "reduce/pass/tree_work.h"

namespace grabr {

/// A candidate and what is expected from it.
struct Attempt {
  std::vector<Edit> edits;
  std::string words;                ///< what is tried, for the trace
  Odds* odds = nullptr;             ///< for attempts of this kind, in TreeWork::statistics()
  double freed = 0;                 ///< tokens that would go
  std::optional<Hash128> question;  ///< TreeWork::question
  /// Of the edits, where it has been looked at: printed and parsed once. Nothing: made when asked.
  std::optional<Candidate> made = {};
};

/// The first attempt that still fails and is smaller (TreeWork::smaller_candidate), if any. Skips
/// attempts in the negative cache and those expected to free fewer than `least` tokens; the odds
/// used are those before the first test. Updates the odds and the cache. Does not change the tree.
std::optional<std::size_t> first_to_work(TreeWork& work, const std::vector<Attempt>& attempts,
                                         double least);

/// Takes the step again and again while it changes the text and that has at most so many tokens,
/// and parses the text again after each. Returns whether there was a change.
bool repeat_while_small(TreeWork& work, std::size_t most_tokens, const std::function<bool()>& step);

struct NameTurn {
  NameKey name;
  std::uint64_t freed = 0;    ///< tokens
  std::function<bool()> ask;  ///< true if something went; then the text is parsed again
};

/// Takes each name once, those that would free most tokens first. After a success, `find` is called
/// again for the names not done yet. Returns whether there was a success.
bool take_turns(TreeWork& work,
                const std::function<std::vector<NameTurn>(const std::set<NameKey>& done)>& find);

}  // namespace grabr
