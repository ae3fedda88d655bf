// The names in a tree: finds the tokens that are names, other texts for them, and the edits that
// rename them. The meaning of a name is not known. All tokens with the same text and terminal count
// as one name. So do tokens of several terminals that differ only in signs at their ends (LLVM's
// `%a` and `a:`) or, if the grammar ignores case, in case.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reduce/pass/derived_names.h"
#include "reduce/pass/is_name.h"
#include "reduce/pass/tree_editor.h"

namespace grabr {

struct Name {
  SymbolId terminal = kNoSymbol;  ///< if there are several, the first in the grammar's hints
  std::string text;               ///< of the first token of that terminal
  std::vector<NodeId> tokens;     ///< in the order of the text, at least one
};

/// Identifies a name, also in another tree.
using NameKey = std::pair<SymbolId, std::string>;
inline NameKey key_of(const Name& name) { return {name.terminal, name.text}; }

/// The names below the root, ordered by first occurrence.
std::vector<Name> names_in(const Tree& tree);
/// The same, corrected by the grammar's hints on derived names (hints.derives): each name includes
/// the tokens that spell it otherwise, has its defining tokens first, and leaves out tokens that
/// name nothing in their place. A name that is never spelt as a whole token, and only in one way,
/// is left out.
std::vector<Name> linked_names_in(const Tree& tree);
std::vector<Name> linked_names_in(const Tree& tree, const DerivedNames& derived);
/// All other tokens of patterns, grouped in the same way.
std::vector<Name> other_patterns_in(const Tree& tree);
/// The texts of all tokens.
std::set<std::string> texts_in(const Tree& tree);

/// Does the grammar's lexer read the whole text as that terminal, or as a pattern that may be that
/// terminal in some context? So a keyword is never a name.
bool lexes_as(const Grammar& grammar, SymbolId terminal, std::string_view text);

/// The canonical names of a terminal: a … z, A … Z, aa, ab, … after a prefix that all its texts
/// have (`$` in some languages). Texts that do not lex as that terminal are skipped.
class CanonicalNames {
 public:
  CanonicalNames(const Grammar& grammar, SymbolId terminal);
  /// The next name, each only once; empty if there are no more.
  std::string next();
  /// The next name that is not in `used`.
  std::string next_unused(const std::set<std::string>& used);

 private:
  const Grammar& grammar_;
  SymbolId terminal_;
  std::string prefix_;
  std::size_t number_ = 0;
};

/// The first free canonical name of each terminal. Used names stay used, so each search continues
/// where the last one ended instead of going through thousands of names again.
class UnusedNames {
 public:
  UnusedNames(const Grammar& grammar, std::set<std::string> used)
      : grammar_(grammar), used_(std::move(used)) {}

  /// The next unused name, the same until it is taken; empty if there is none.
  const std::string& first(SymbolId terminal) {
    auto at = next_.find(terminal);
    const bool is_new = at == next_.end();
    if (is_new) at = next_.emplace(terminal, Next{{grammar_, terminal}, {}}).first;
    Next& next = at->second;
    if (is_new || used_.contains(next.text)) next.text = next.names.next_unused(used_);
    return next.text;
  }
  void take(const std::string& text) { used_.insert(text); }

 private:
  struct Next {
    CanonicalNames names;
    std::string text;
  };

  const Grammar& grammar_;
  std::set<std::string> used_;
  std::map<SymbolId, Next> next_;
};

/// Edits that give the tokens another text, with the signs that their terminals require. The
/// skipped text before them does not change.
std::vector<Edit> rename_edits(TreeEditor& work, std::span<const NodeId> tokens,
                               std::string_view text);

/// One-token texts that may replace a token: the grammar's templates for its place
/// (hints.rewrites), best first, then the cheapest text. A name is not replaced by a name.
class ConstantTexts {
 public:
  explicit ConstantTexts(const TreeEditor& work) : work_(work) {}
  /// The texts for this token. The reference is valid as long as this object.
  const std::vector<std::string>& of(NodeId token);

 private:
  const TreeEditor& work_;
  std::map<std::pair<SymbolId, SymbolId>, std::vector<std::string>> known_;  ///< by place, terminal
};

/// Edits that replace each token (with all nodes made of it alone) by one of its ConstantTexts, in
/// at most `most` ways: the first texts, the second texts, and so on. A token with fewer texts
/// repeats its last one. Empty if some token has no text. A way in which some token would not
/// change has no edits.
std::vector<std::vector<Edit>> constants_for(TreeEditor& work, std::span<const NodeId> tokens,
                                             std::size_t most);
/// The topmost rule node made of this token alone, or the token.
NodeId topmost_alone(const Tree& tree, NodeId token);

}  // namespace grabr
