// Names that are derived from other text, by the grammar's hints (hints.derives): `import "a/b"`
// names b, `use a::{b, c as d}` names b and d, `"#/definitions/x"` names x.
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

  /// A node of a rule for which the hints say how its name is derived.
  struct Part {
    NodeId node = kNoNode;
    std::uint32_t around = kNone;  ///< the nearest part around it
    NodeId token = kNoNode;        ///< the token that names it; kNoNode if there is none
    bool introduces = false;       ///< is it in hints.introduces?
    /// If the part introduces a local name: the text that may replace it, such as `_` in Go; else
    /// null.
    const std::string* instead = nullptr;
  };
  /// The names that a token spells other than by its whole text.
  struct Spelt {
    std::vector<std::string> names;  ///< at least one; names after the first are only used there
    std::uint32_t way = 0;           ///< the number of the grammar's pattern
  };

  /// The derived names of a tree; empty, at no cost, if the grammar has no such hints.
  explicit DerivedNames(const Tree& tree);

  std::vector<Part> parts;  ///< outer parts first
  std::unordered_map<NodeId, Spelt> spelt;
  std::unordered_set<NodeId> nameless;  ///< tokens of paths and the like that name nothing here

 private:
  /// The contents of a part, without those of parts inside it.
  struct Inside {
    std::vector<NodeId> tokens;
    std::set<SymbolId> rules;  ///< the rules of the parts inside
  };

  std::vector<Inside> find_parts(const Tree& tree);
  void name_part(const Tree& tree, Part& part, const Inside& inside);
};

/// The names in a text that matches the pattern, each once; none if it does not match. In a pattern
/// `@` stands for a name that is a word; `@@` for a name of any characters, up to the next
/// character of the pattern; `~@` for the same without `/`, where `~1` and `~0` mean `/` and `~` (a
/// part of a JSON pointer); `@*` for any text, whose words are names unless they contain `$` or
/// begin with a digit; `!*` for any text, whose words are not names; `%` for any text, `\d` for
/// digits, a blank for any number of blanks or none.
std::vector<std::string> names_spelt(std::string_view text, std::string_view pattern);

}  // namespace grabr
