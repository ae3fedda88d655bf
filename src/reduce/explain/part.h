// A part of a result, and the answers about texts in which it is replaced.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reduce/explain/abstract_grammar.h"
#include "text/source.h"
#include "tree/tree.h"

namespace grabr {

/// Counts tests of texts in which a part is replaced.
struct Tally {
  std::uint64_t tried = 0;       ///< different texts that the test has answered
  std::uint64_t failed = 0;      ///< of these, the texts that fail like the result
  std::uint64_t unresolved = 0;  ///< not among these: texts for which the test could not tell
  bool all = false;              ///< the part has no other texts

  bool holds() const { return tried > 0 && failed == tried; }
};

enum class PartVerdict : std::uint8_t {
  kAny,      ///< any sentence of its symbol fails
  kMore,     ///< a place in a list where any number of further elements may be inserted
  kLinked,   ///< any sentence fails if it is the same in all its places
  kOneOf,    ///< only some of a few texts fail
  kRange,    ///< whole numbers from `low` to `high` fail
  kMatters,  ///< another text does not fail
  kUnknown,  ///< too few answers: the test could not tell, or was not run
};

/// Its name in JSON: "any", "more", "linked", "one of", "range", "matters", "unknown".
std::string_view part_verdict_name(PartVerdict verdict);

/// A part of the result that is replaced: a node, several equal nodes, or a place in a list.
struct FreePart {
  PartVerdict verdict = PartVerdict::kUnknown;
  std::vector<NodeId> nodes;      ///< kMore: the list
  std::uint32_t before = 0;       ///< kMore: the child of the list before which it is inserted
  std::string symbol;             ///< the name of the symbol whose sentences may replace it
  RuleItems rule;                 ///< kAny, kMore: the rule of the sentences that may replace it
  std::vector<RuleItems> values;  ///< kLinked, kOneOf, kRange: texts that fail
  std::int64_t low = 0;           ///< kRange
  std::int64_t high = 0;
  Tally tally;
  std::string counterexample;  ///< kMatters: a text in its place that does not fail

  bool has_values() const { return !values.empty(); }
};

}  // namespace grabr
