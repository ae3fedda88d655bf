// The licence of an imported grammar, where its files say it.
#pragma once

#include <string>
#include <vector>

#include "import/importers.h"
#include "text/source.h"

namespace grabr {

/// As an SPDX expression: that of the tags in the files (SPDX-License-Identifier: MIT), else of the
/// LICENSE file beside the first, a short one word for word. Empty if neither says it: words that
/// speak of a licence are not one.
std::string license_of(const std::vector<Source>& sources, const ReadImported& read);

}  // namespace grabr
