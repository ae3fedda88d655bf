// General delta debugging: makes a failing list smaller, a passing one larger, or both until they
// meet.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/core/session.h"
#include "reduce/minimizer/minimize.h"
#include "text/error.h"

namespace grabr {

enum class DdMode : std::uint8_t {
  kMinimize,  ///< '-': makes the failing input smaller
  kMaximize,  ///< '+': makes the passing input larger
  kBoth,      ///< '+-': both, until they meet
};

struct DdOptions {
  DdMode mode = DdMode::kMinimize;
  bool python_set_order = false;  ///< parts in the order of CPython's sets, not ascending
  /// Texts for which it returns false are not tested, and count as unresolved. Empty: all are
  /// tested.
  std::function<bool(std::string_view text)> may_ask = {};
};

/// Two selections of the things of a list.
struct DdResult {
  Kept passing;
  Kept failing;

  /// The things in `failing` that are not in `passing`.
  Kept difference() const;
};

/// The input passes, though it should fail.
struct NotFailing : Error {
  explicit NotFailing(const std::string& message) : Error(ErrorKind::kNotInteresting, message) {}
};
/// The test cannot tell whether the input fails.
struct NotReproduced : Error {
  explicit NotReproduced(const std::string& message) : Error(ErrorKind::kNotInteresting, message) {}
};
/// The text that should pass does not.
struct NotPassing : Error {
  explicit NotPassing(const std::string& message) : Error(ErrorKind::kNotPassing, message) {}
};

/// Starts from the empty list, which should pass, and the whole list, which should fail. A smaller
/// failing text becomes the session's best, a larger passing one its passing text; in mode
/// kMinimize nothing needs to pass. `passing` is a subset of `failing`. If the mode needs them,
/// throws NotPassing if the empty list fails, and NotFailing if the whole list passes.
DdResult dd(Session& session, const RemovableList& list, const DdOptions& options);

/// Lists that make one candidate together: the arguments of a call, the files of a test.
struct ListsTogether {
  std::vector<std::uint32_t> counts;
  /// Makes the candidate that keeps only these things of each list.
  std::function<Candidate(std::span<const Kept> kept)> render;
  std::string things = "parts";  ///< plural noun for the edit
};

/// Runs dd() on one list after the other, with the others as they last failed, until none changes;
/// empty lists are skipped. The lists come in the order of their numbers, or in the given `order`,
/// which has each number once. First tests all lists together: throws NotFailing if that passes,
/// NotReproduced if the test cannot tell. Throws like dd(), and NotPassing if the passing parts of
/// the lists do not pass together.
std::vector<DdResult> dd_in_turns(Session& session, const ListsTogether& lists,
                                  const DdOptions& options,
                                  std::span<const std::size_t> order = {});

}  // namespace grabr
