// The names in a tree: which tokens are names, what they may be called instead, and the edits that
// call them so. What a name means is not known; all tokens of one text and one terminal are taken
// for one name, and so are those of several terminals that differ only in signs at their ends
// (LLVM's
// `%a` and `a:`) or, where the grammar ignores case, in case.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reduce/pass/is_name.h"
#include "reduce/pass/tree_editor.h"

namespace grabr {

struct Name {
  SymbolId terminal = kNoSymbol;  ///< of several the one that the grammar's hints name first
  std::string text;               ///< of the first token of that terminal
  std::vector<NodeId> tokens;     ///< in the order of the text, at least one
};

/// What tells names apart, also in another tree.
using NameKey = std::pair<SymbolId, std::string>;
inline NameKey key_of(const Name& name) { return {name.terminal, name.text}; }

/// The names below the root, by where each occurs first.
std::vector<Name> names_in(const Tree& tree);
/// All other tokens of patterns, grouped in the same way.
std::vector<Name> other_patterns_in(const Tree& tree);
/// The texts of all tokens.
std::set<std::string> texts_in(const Tree& tree);

/// Does the grammar's lexer read the whole text as that terminal, before any other? So no keyword
/// is ever a name.
bool lexes_as(const Grammar& grammar, SymbolId terminal, std::string_view text);

/// The canonical names of a terminal: a … z, A … Z, aa, ab, … behind what each of its texts begins
/// with (`$` in some languages), as far as they lex as that terminal.
class CanonicalNames {
 public:
  CanonicalNames(const Grammar& grammar, SymbolId terminal);
  /// The next one, each only once; empty when there is no more.
  std::string next();
  /// The next one that is not in `used`.
  std::string next_unused(const std::set<std::string>& used);

 private:
  const Grammar& grammar_;
  SymbolId terminal_;
  std::string prefix_;
  std::size_t number_ = 0;
};

/// Edits that give the tokens another text, with the signs that their terminals ask for, and leave
/// the skipped text before them alone.
std::vector<Edit> rename_edits(TreeEditor& work, std::span<const NodeId> tokens,
                               std::string_view text);

/// Edits that put a text of one token where each of the tokens stands alone, in several ways,
/// `most` at most: the grammar's templates for such a place (hints.rewrites), the best first, and
/// after them the cheapest text; a token that has fewer gets its last again. Nothing where a token
/// has none; no edits for a way in which one of them would stay as it is.
std::vector<std::vector<Edit>> constants_for(TreeEditor& work, std::span<const NodeId> tokens,
                                             std::size_t most);
/// The largest rule's node that is made of this token alone, or the token.
NodeId topmost_alone(const Tree& tree, NodeId token);

}  // namespace grabr
