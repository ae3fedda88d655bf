// How many neighbours a result has, and how many of them are known not to fail: the certificate of
// its minimality.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "oracle/oracle.h"
#include "reduce/certify/neighbourhood.h"
#include "text/units.h"

namespace grabr {

/// How many neighbours a text has, and what is known of them.
struct Certificate {
  struct Row {
    std::uint64_t neighbours = 0;
    std::uint64_t tested = 0;      ///< with an answer; the others may fail
    std::uint64_t fail = 0;        ///< of those tested: known to fail still
    std::uint64_t unresolved = 0;  ///< asked, but never with an answer

    std::uint64_t not_asked() const { return neighbours - tested - unresolved; }
    bool operator==(const Row&) const = default;
  };
  Neighbourhood::Of of = Neighbourhood::Of::kTree;
  Unit unit = Unit::kChars;                    ///< of kUnits
  std::array<Row, kNeighbourKinds> rows = {};  ///< by NeighbourKind
  bool complete = true;                        ///< else there are more neighbours than were counted

  Row& row(NeighbourKind kind) { return rows[static_cast<std::size_t>(kind)]; }
  Row total() const;
  /// No neighbour fails, and all have been tested.
  bool minimal() const;
};

/// What is known of a text without a test; nothing: it has never been asked.
using KnownOutcome = std::function<std::optional<Outcome>(std::string_view text)>;

/// Counts the neighbours until the end or until the work gets too much; runs no test.
Certificate count_neighbours(Neighbourhood& neighbours, Unit unit, const KnownOutcome& known);

}  // namespace grabr
