// Formats rows of words as a table with aligned columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grabr {

using TextRow = std::vector<std::string>;

/// Two spaces between columns, a line end after each row. `sides` has a letter for each column: 'r'
/// for right-aligned numbers, 'l' for left-aligned text. Widths are counted in code points.
std::string text_table(const std::vector<TextRow>& rows, std::string_view sides);

/// The same rows as CSV (RFC 4180, with plain line ends).
std::string csv_table(const std::vector<TextRow>& rows);

/// A number with `digits` decimals.
std::string fixed_number(double number, int digits);

}  // namespace grabr
