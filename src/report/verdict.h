// What checking a file against a grammar gave, as data.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace grabr {

/// `line` to `expected` have a meaning only when the file does not parse; a file that cannot be read
/// has just a message, and line 0.
struct Verdict {
  std::string file;
  bool ok = false;
  std::uint32_t line = 0;    ///< from 1
  std::uint32_t column = 0;  ///< from 1, in code points
  std::string message = {};
  std::string found = {};             ///< empty at the end of the file
  std::vector<std::string> expected = {};  ///< terminals by their names
};

/// An array with one object a file, indented, with a final line end.
std::string verdicts_json(std::span<const Verdict> verdicts);

}  // namespace grabr
