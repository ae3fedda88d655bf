// Finds the licence of an imported grammar in its files.
#pragma once

#include <string>
#include <vector>

#include "import/importers.h"
#include "text/source.h"

namespace grabr {

/// The licence as an SPDX expression: from tags in the files (SPDX-License-Identifier: MIT), else
/// from the LICENSE file next to the first file. A short licence must match word for word. Empty if
/// neither names one; a text that only mentions a licence does not count.
std::string license_of(const std::vector<Source>& sources, const ReadImported& read);

}  // namespace grabr
