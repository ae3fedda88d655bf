// Tries other texts for tokens: keeps as many changes of a list as the test allows.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/pass/names.h"
#include "reduce/pass/tree_work.h"

namespace grabr {

/// Tokens of one text, and the one that they are to get.
struct Renaming {
  Name name;
  std::string text;
};

std::vector<Edit> renaming_edits(TreeEditor& work, std::span<const Renaming> renamings);

/// The candidate of such edits: with nothing changed but the tokens, if only tokens become others,
/// that is a sentence and the tree is as parsed, else as the tree is printed.
Candidate renaming_candidate(const TreeEditor& work, std::span<const Edit> edits,
                             std::string words);

using IsBetter = bool (*)(std::string_view text, std::string_view best);

struct ChangeList {
  std::string_view words;   ///< what they get
  std::string_view things;  ///< what gets it, plural
  IsBetter is_better;       ///< candidates for which this is false are not tested
  bool again = false;       ///< each alone once more: some only work after others
};

/// Some edits that belong together.
using Change = std::vector<Edit>;

/// Minimises the list of those that are not applied, all at once first. Returns which are, and
/// leaves the tree as parsed if there are some.
std::vector<bool> apply_some(TreeWork& work, std::span<const Change> changes,
                             const ChangeList& how);
std::vector<bool> apply_some(TreeWork& work, std::span<const Renaming> renamings,
                             const ChangeList& how);

}  // namespace grabr
