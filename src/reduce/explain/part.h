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
  std::uint64_t tried = 0;       ///< different ones that the test has answered
  std::uint64_t failed = 0;      ///< of these, those that fail as the result does
  std::uint64_t unresolved = 0;  ///< not among these: the test could not tell
  bool all = false;              ///< no others were found: these are all there are

  bool holds() const { return tried > 0 && failed == tried; }
};

enum class PartVerdict : std::uint8_t {
  kAny,      ///< any sentence of its symbol fails
  kMore,     ///< a place in a list where any number of further elements may be inserted
  kLinked,   ///< any, if it is the same in all its places
  kOneOf,    ///< some of few texts fail
  kRange,    ///< whole numbers from one to another fail
  kMatters,  ///< another text does not fail
  kUnknown,  ///< the test could not tell often enough, or it was not asked
};

/// Its name in JSON: "any", "more", "linked", "one of", "range", "matters", "unknown".
std::string_view part_verdict_name(PartVerdict verdict);

/// A part of the result that is replaced: a node, several equal nodes, or a place in a list.
struct FreePart {
  PartVerdict verdict = PartVerdict::kUnknown;
  std::vector<NodeId> nodes;      ///< kMore: the list
  std::uint32_t before = 0;       ///< kMore: the child of the list before which it is inserted
  std::string symbol;             ///< whose sentences may replace it: the grammar's name for it
  RuleItems rule;                 ///< kAny, kMore: its sentences
  std::vector<RuleItems> values;  ///< kLinked, kOneOf, kRange: texts that fail
  std::int64_t low = 0;           ///< kRange
  std::int64_t high = 0;
  Tally tally;
  std::string counterexample;  ///< a text in its place that does not fail; kMatters

  bool has_values() const { return !values.empty(); }
};

}  // namespace grabr
