// Builds the user's tree from a fast-engine derivation: lists as lists, optional parts as optional
// parts.
#pragma once

#include <memory>
#include <string_view>
#include <unordered_map>

#include "parse/fast/derivation.h"
#include "parse/fast/token_table.h"
#include "tree/tree.h"

namespace grabr {

/// How a symbol derives the empty string, which depends on the grammar alone.
class EmptyDerivations {
 public:
  explicit EmptyDerivations(const LoweredGrammar& grammar) : grammar_(grammar) {}

  /// The lowered rule by which the symbol, which must be nullable, derives the empty string in the
  /// documented choice. All its parts are empty, too.
  std::uint32_t rule(LoweredId symbol);

 private:
  const LoweredGrammar& grammar_;
  std::unordered_map<LoweredId, std::uint32_t> rules_;
};

/// `tokens` are the grammar's tokens (rich) or nullptr (classic: the bytes of `text`). Consumes
/// both: parts of a large derivation, and its tokens, are freed as soon as they have become nodes.
Tree build_tree(const std::shared_ptr<const Grammar>& grammar, Derivation&& derivation,
                LoweredId start, EmptyDerivations& empty, std::string_view text,
                TokenTable* tokens);

}  // namespace grabr
