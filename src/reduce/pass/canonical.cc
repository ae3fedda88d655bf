// Canonical names: each name becomes the shortest one that is free.
//
// First all names are replaced at once, by a, b, c, … in the order of their first occurrences. If
// the text still fails, results that differ only in names become equal, which exposes duplicates.
// If it does not fail, or is no smaller, the names are minimised as a list
// (reduce/minimizer/mgbs.h), where renaming a name counts as removing it. Each name gets its own
// free name, so two names never become one.
//
//   int count(int x1) { return x1 + foo; }   →   int a(int b) { return b + c; }
//   with foo needed                          →   int a(int b) { return b + foo; }
//
// Names that must stay leave gaps (`foo` would have been c). One test at the end closes them: it
// gives the renamed names the first free letters.
//
// A name is free if no token of the text is spelled like it and the grammar's lexer reads it as the
// same terminal as the old name; so it is never a keyword. Each step makes the text smaller, so the
// pass ends. If m of k names must stay, it runs about m log k tests.
//
// Source: T-Rec (TOSEM 2024); A. Groce et al., "One Test to Rule Them All" (ISSTA 2017).
// Tested by tests/reduce/trec_test.cc.
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reduce/core/shortlex.h"
#include "reduce/pass/renamings.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Tells whether this name may be replaced by this text.
using Wanted = std::function<bool(const std::string& name, const std::string& text)>;

bool any_name(const std::string&, const std::string&) { return true; }
bool becomes_smaller(const std::string& name, const std::string& text) {
  return simpler_text(text, name);
}
/// Renames each wanted name to the first canonical one that is neither `used` nor given to an
/// earlier name.
std::vector<Renaming> in_order(const TreeWork& work, std::set<std::string> used,
                               const Wanted& wanted) {
  UnusedNames free(work.grammar(), std::move(used));
  std::vector<Renaming> renamings;
  for (Name& name : names_in(work.tree())) {
    std::string text = free.first(name.terminal);
    if (text.empty() || !wanted(name.text, text)) continue;
    free.take(text);
    renamings.push_back({std::move(name), std::move(text)});
  }
  return renamings;
}

bool rename_all(TreeWork& work) {
  const std::vector<Edit> edits = renaming_edits(work, in_order(work, {}, any_name));
  const Candidate candidate = work.candidate(edits, "canonical names");
  return simpler_text(candidate.text, work.session().best()) &&
         work.try_edits(edits, candidate.edit);
}

/// Applies as many of these as possible. Returns the new names.
std::set<std::string> rename_some(TreeWork& work, const std::vector<Renaming>& renamings,
                                  IsBetter is_better) {
  const std::vector<bool> done =
      apply_some(work, renamings, {"canonical names", "names", is_better, true});
  std::set<std::string> made;
  for (std::size_t i = 0; i < renamings.size(); ++i) {
    if (done[i]) made.insert(renamings[i].text);
  }
  return made;
}

/// Renames the names with these texts, in the order of the text, to the first free names.
void close_gaps(TreeWork& work, const std::set<std::string>& made) {
  std::set<std::string> others = texts_in(work.tree());
  for (const std::string& text : made) others.erase(text);
  const auto is_made = [&](const std::string& name, const std::string&) {
    return made.contains(name);
  };
  const std::vector<Edit> edits = renaming_edits(work, in_order(work, std::move(others), is_made));
  const Candidate candidate = work.candidate(edits, "the first free names");
  if (simpler_text(candidate.text, work.session().best())) {
    work.try_edits(edits, candidate.edit);
  }
}

/// The names that had to stay, and the number of tokens then. Other letters are not tried for them.
struct NamesThatStay {
  std::size_t tokens = 0;
  std::set<std::string> texts;
};

}  // namespace

bool canonical(TreeWork& work) {
  if (work.tree().root() == kNoNode) return false;
  const bool all = rename_all(work);
  auto& stay = work.statistics().of<NamesThatStay>();
  const std::size_t tokens = count_tokens(work.tree(), work.tree().root());
  if (stay.tokens != tokens) stay = {tokens, {}};
  const auto renamings =
      in_order(work, texts_in(work.tree()), [&](const std::string& name, const std::string& text) {
        return becomes_smaller(name, text) && !stay.texts.contains(name);
      });
  const std::set<std::string> made = rename_some(work, renamings, simpler_text);
  for (const Renaming& one : renamings) {
    if (!made.contains(one.text)) stay.texts.insert(one.name.text);
  }
  if (made.size() < renamings.size()) close_gaps(work, made);
  return !made.empty() || all;
}

}  // namespace grabr
