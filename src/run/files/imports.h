// Finds the lines of a text that may be replaced by the content of another file, by the hints of
// its grammar.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

struct ImportLine {
  std::size_t begin = 0, end = 0;  ///< position of the line, without its end
  std::string name;                ///< name of the file, as written
};

/// The forms of C, for a text whose grammar has none.
const std::vector<std::string>& imports_of_c();

/// The lines that have one of these forms, in order (Hints::imports).
std::vector<ImportLine> find_imports(std::string_view text, const std::vector<std::string>& forms);

}  // namespace grabr
