// Tries other texts for tokens: applies as many changes of a list as the test allows.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/pass/names.h"
#include "reduce/pass/tree_work.h"

namespace grabr {

/// Tokens with the same text, and their new text.
struct Renaming {
  Name name;
  std::string text;
};

std::vector<Edit> renaming_edits(TreeEditor& work, std::span<const Renaming> renamings);

/// The candidate of such edits. If they only replace tokens by tokens, the tree is freshly parsed
/// and the result is a sentence, all bytes between the tokens stay; otherwise the tree is printed.
Candidate renaming_candidate(const TreeEditor& work, std::span<const Edit> edits,
                             std::string words);

using IsBetter = bool (*)(std::string_view text, std::string_view best);

struct ChangeList {
  std::string_view words;   ///< the new text or order, for the edit: "the simplest texts"
  std::string_view things;  ///< plural noun for the changed things, for the edit
  IsBetter is_better;       ///< candidates for which this is false are not tested
  bool again = false;       ///< try each alone once more: some only work after others
};

/// Edits that are applied together or not at all.
using Change = std::vector<Edit>;

/// Applies as many changes as possible, all at once first. Returns which are applied, and parses
/// the text again if some are.
std::vector<bool> apply_some(TreeWork& work, std::span<const Change> changes,
                             const ChangeList& how);
std::vector<bool> apply_some(TreeWork& work, std::span<const Renaming> renamings,
                             const ChangeList& how);

}  // namespace grabr
