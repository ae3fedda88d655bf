// A shortest edit script from one text to another, and its output as a unified diff.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/units.h"

namespace grabr {

/// Elements [before.begin, before.end) of the first text become [after.begin, after.end) of the
/// second. One of the two may be empty, but not both.
struct Change {
  Span before;
  Span after;

  bool operator==(const Change&) const = default;
};

/// A shortest edit script: the fewest deleted and inserted elements. Its changes are in order, and
/// no two are adjacent.
std::vector<Change> shortest_changes(std::span<const std::uint32_t> before,
                                     std::span<const std::uint32_t> after);

/// The same for two lists of texts, compared as bytes.
std::vector<Change> shortest_changes(std::span<const std::string_view> before,
                                     std::span<const std::string_view> after);

/// The texts of a text's units.
std::vector<std::string_view> unit_texts(std::string_view text, Unit unit);

struct UnifiedDiff {
  std::string before_name;
  std::string after_name;
  std::size_t context = 3;  ///< lines around each change
  bool colour = false;      ///< for a terminal: adds escape sequences; the lines must contain none
};

/// The line diff that patch(1) reads; "" if the texts are equal.
std::string unified_diff(std::string_view before, std::string_view after, const UnifiedDiff& how);

}  // namespace grabr
