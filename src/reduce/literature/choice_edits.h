// Edits of a choice sequence: a span gets other numbers, or two spans are swapped. A smaller
// sequence generates a simpler text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grammar/model/grammar.h"
#include "reduce/literature/choice_sequence.h"
#include "reduce/minimizer/minimize.h"

namespace grabr {

struct ChoiceEdit {
  ChoiceValues values;
  std::string words;
  std::size_t place = 0;  ///< where the pass continues if the edit is accepted
};

/// The values with `by` in place of those from `begin` to `end`.
ChoiceValues spliced(const ChoiceValues& values, std::uint32_t begin, std::uint32_t end,
                     std::span<const std::uint32_t> by);

/// Removes the spans that are not kept: elements are deleted, optional parts become 0 (absent).
/// No span may be inside another.
ChoiceValues without_things(const ChoiceValues& base, const std::vector<ChoiceSpan>& things,
                            const Kept& kept);

/// Edits of one span of `best`, given by its index. Each edit has a whole sequence, and place 0.
class ChoiceEdits {
 public:
  /// All three must outlive this object.
  ChoiceEdits(const ChoiceCoder& coder, const DecodedChoices& best, const Grammar& grammar)
      : coder_(coder), best_(best), grammar_(grammar) {}

  /// Replaces a rule's span by one of the same rule inside it, the shortest first.
  std::vector<ChoiceEdit> inside(std::size_t number) const;
  /// Sets all its numbers to 0.
  std::vector<ChoiceEdit> simplest(std::size_t number) const;
  /// Lowers its first number.
  std::vector<ChoiceEdit> lowered(std::size_t number) const;
  /// Lowers the numbers of all tokens of the same kind that have the same number as this one.
  /// Returns no edits unless this is the first of several such tokens.
  std::vector<ChoiceEdit> lowered_together(std::size_t number) const;
  /// Swaps two neighbours of a list.
  std::vector<ChoiceEdit> swapped(std::size_t number) const;
  /// Swaps the number of a token's text with the next number of the same kind.
  std::vector<ChoiceEdit> moved(std::size_t number) const;

 private:
  std::span<const std::uint32_t> values_of(const ChoiceSpan& span) const;
  std::optional<ChoiceValues> realigned(const ChoiceSpan& span,
                                        std::span<const std::uint32_t> values) const;
  bool is_head(std::size_t number) const;
  const ChoiceSpan* next_alike(std::size_t number) const;
  std::string name(const ChoiceSpan& span) const;

  const ChoiceCoder& coder_;
  const DecodedChoices& best_;
  const Grammar& grammar_;
};

}  // namespace grabr
