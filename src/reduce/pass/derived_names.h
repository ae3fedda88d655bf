// Names that another text derives, as the grammar's hints say (hints.derives): `import "a/b"` names
// b, `use a::{b, c as d}` names b and d, `"#/definitions/x"` names x.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "tree/tree.h"

namespace grabr {

struct DerivedNames {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// A part of a rule of which the hints say what names it.
  struct Part {
    NodeId node = kNoNode;
    std::uint32_t around = kNone;  ///< the nearest part around it
    NodeId token = kNoNode;        ///< that names it; none: nothing does
    bool introduces = false;       ///< hints.introduces
    /// What may stand in place of what introduces a local name, as `_` in Go; else null.
    const std::string* instead = nullptr;
  };
  /// The names that a token spells in another way than by its text.
  struct Spelt {
    std::vector<std::string> names;  ///< at least one; those after the first are only used there
    std::uint32_t way = 0;           ///< which pattern of the grammar
  };

  /// Of a tree; empty, at no cost, if the grammar has no such hints.
  explicit DerivedNames(const Tree& tree);

  std::vector<Part> parts;  ///< those around others first
  std::unordered_map<NodeId, Spelt> spelt;
  std::unordered_set<NodeId> nameless;  ///< names of paths and the like, which name nothing here

 private:
  /// The contents of a part, without those of parts inside it.
  struct Inside {
    std::vector<NodeId> tokens;
    std::set<SymbolId> rules;  ///< of the parts inside
  };

  std::vector<Inside> find_parts(const Tree& tree);
  void name_part(const Tree& tree, Part& part, const Inside& inside);
};

/// The names in a text that fits the pattern, each once; else none. In a pattern `@` stands for a
/// name, a word; `@@` for one of any characters up to what follows in the pattern; `~@` for the
/// same without `/`, with `~1` and `~0` for `/` and `~` (a part of a JSON pointer); `@*` for any
/// text, of which all words without `$` are names that do not begin with a digit; `!*` for any
/// text, of which no word is one; `%` for any text, `\d` for digits, a blank for any number of
/// blanks or none.
std::vector<std::string> names_spelt(std::string_view text, std::string_view pattern);

}  // namespace grabr
