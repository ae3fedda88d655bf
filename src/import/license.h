// Finds the licence of an imported grammar in its files.
#pragma once

#include <string>
#include <vector>

#include "text/source.h"

namespace grabr {

/// The licence as an SPDX expression: from tags in the files (SPDX-License-Identifier: MIT). Empty
/// if there are none: a text that only mentions a licence does not count.
std::string license_of(const std::vector<Source>& sources);

}  // namespace grabr
