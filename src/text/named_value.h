// Named values, for the command line and files.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/suggest.h"

namespace grabr {

template <class Value>
struct NamedValue {
  std::string_view name;
  Value value;
};

template <class Value>
std::optional<Value> value_by_name(std::string_view name,
                                   std::span<const NamedValue<Value>> table) {
  const auto row = std::ranges::find(table, name, &NamedValue<Value>::name);
  return row == table.end() ? std::nullopt : std::optional(row->value);
}

/// The name of a value in the table.
template <class Value>
std::string_view name_of_value(Value value, std::span<const NamedValue<Value>> table) {
  const auto row = std::ranges::find(table, value, &NamedValue<Value>::value);
  return row == table.end() ? std::string_view() : row->name;
}

/// The row named by an option's text, in a table whose rows have a `name`. Throws Error(kInvalid)
/// as refuse_value does.
template <class Rows>
const auto& parse_row(std::string_view option, std::string_view text, const Rows& rows) {
  for (const auto& row : rows) {
    if (row.name == text) return row;
  }
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(row.name);
  refuse_value(option, text, names);
}

/// The value named by an option's text, in a table of NamedValue. Throws as parse_row does.
template <class Rows>
auto parse_enum(std::string_view option, std::string_view text, const Rows& rows) {
  return parse_row(option, text, rows).value;
}

}  // namespace grabr
