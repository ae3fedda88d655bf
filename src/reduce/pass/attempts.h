// Questions about one name, and names in turn: what passes that delete or replace names have in
// common.
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

/// A question with what it promises.
struct Attempt {
  std::vector<Edit> edits;
  std::string words;                ///< what is tried, for the trace
  Odds* odds = nullptr;             ///< of attempts of its kind, in TreeWork::statistics()
  double freed = 0;                 ///< tokens that go
  std::optional<Hash128> question;  ///< TreeWork::question
};

/// The first of these that still fails and is smaller (TreeWork::smaller_candidate); nothing where
/// none does. Left out are those that were answered "no" before, and those from which less than
/// `least` tokens are to be expected, by their odds before the first of them is asked. What the
/// answers say is learnt. The tree stays as it is.
std::optional<std::size_t> first_to_work(TreeWork& work, const std::vector<Attempt>& attempts,
                                         double least);

struct NameTurn {
  NameKey name;
  std::uint64_t freed = 0;    ///< tokens
  std::function<bool()> ask;  ///< true when something went; the text is parsed anew then
};

/// Names one after the other, each once, those with which most tokens would go first. After a
/// success the turns of all names but those done are looked for anew. Returns whether there was
/// one.
bool take_turns(TreeWork& work,
                const std::function<std::vector<NameTurn>(const std::set<NameKey>& done)>& find);

}  // namespace grabr
