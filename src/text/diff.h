// What must be changed in one text to get another: a shortest script of changes, and its print.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/units.h"

namespace grabr {

/// Elements [before.begin, before.end) of the first text become [after.begin, after.end) of the
/// second. One of the two may be empty, not both.
struct Change {
  Span before;
  Span after;

  bool operator==(const Change&) const = default;
};

/// A shortest script: as few elements deleted and inserted as can be. Changes are in order and do
/// not touch each other.
std::vector<Change> shortest_changes(std::span<const std::uint32_t> before,
                                     std::span<const std::uint32_t> after);

/// The same for two lists of texts, compared as bytes.
std::vector<Change> shortest_changes(std::span<const std::string_view> before,
                                     std::span<const std::string_view> after);

/// The units of a text as texts.
std::vector<std::string_view> unit_texts(std::string_view text, Unit unit);

struct UnifiedDiff {
  std::string before_name;
  std::string after_name;
  std::size_t context = 3;  ///< lines around a change
  bool colour = false;      ///< escape sequences of a terminal
};

/// The line diff that patch(1) reads; "" for equal texts.
std::string unified_diff(std::string_view before, std::string_view after, const UnifiedDiff& how);

}  // namespace grabr
