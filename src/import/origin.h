// What a grammar says of itself in the head of its file.
#pragma once

#include <string>
#include <vector>

#include "text/source.h"

namespace grabr {

/// The licence that the head of the text speaks of, by its usual words; empty if it does not.
std::string license_in(std::string_view text);
/// "imported from A.g4, B.g4 (ANTLR 4)"
std::string origin_of(const std::vector<Source>& sources, const std::string& notation);
/// The folder of a path, with its slash; the name of a file without folder and extension.
std::string folder_of(const std::string& path);
std::string stem_of(const std::string& path);

}  // namespace grabr
