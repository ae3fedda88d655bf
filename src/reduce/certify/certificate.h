// The certificate of a result's minimality: the number of its neighbours (smaller texts one edit
// away), and how many of them are known not to be interesting.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "oracle/oracle.h"
#include "reduce/certify/neighbourhood.h"
#include "reduce/core/protection.h"
#include "text/units.h"

namespace grabr {

/// Consecutive numbers: first, first + 1, …
struct NumberRun {
  std::uint64_t first = 0, count = 0;
  bool operator==(const NumberRun&) const = default;
};

/// The number of a text's neighbours, and the known answers about them.
struct Certificate {
  struct Row {
    std::uint64_t neighbours = 0;
    std::uint64_t tested = 0;      ///< the test said yes or no
    std::uint64_t fail = 0;        ///< of those tested, the interesting ones
    std::uint64_t unresolved = 0;  ///< tested, but the test could not tell
    std::uint64_t forbidden = 0;   ///< not tested, because they lack a protected part

    std::uint64_t not_asked() const { return neighbours - tested - unresolved - forbidden; }
    bool operator==(const Row&) const = default;
  };
  Neighbourhood::Of of = Neighbourhood::Of::kTree;
  Unit unit = Unit::kChars;                    ///< the unit of kUnits
  std::array<Row, kNeighbourKinds> rows = {};  ///< by NeighbourKind
  bool complete = true;  ///< false if there are more neighbours than were counted
  /// The neighbours that lack a protected part, as runs of their numbers (from 0).
  std::vector<NumberRun> forbidden;

  Row& row(NeighbourKind kind) { return rows[static_cast<std::size_t>(kind)]; }
  Row total() const;
  void forbid(std::uint64_t number, NeighbourKind kind);
  bool forbids(std::uint64_t number) const;
  /// Were all neighbours counted, were all permitted ones tested, and is none interesting?
  bool minimal() const;
};

/// Returns the known answer about a text, without a test; nothing if it was never tested.
using KnownOutcome = std::function<std::optional<Outcome>(std::string_view text)>;

/// Called for each neighbour that was tested, and without an outcome for each that may not be
/// tested.
using OnNeighbour = std::function<void(const Neighbour&, std::optional<Outcome>)>;

/// Counts the neighbours, up to 100,000 or 32 MiB of text; runs no test. `protection` may be null.
Certificate count_neighbours(Neighbourhood& neighbours, Unit unit, const KnownOutcome& known,
                             const Protection* protection = nullptr, const OnNeighbour& on = {});

}  // namespace grabr
