// Memory for much data at once.
#pragma once

#include <cstddef>

namespace grabr {

/// Asks the system to back a large range, not yet touched, with large pages: a tenth of the page
/// faults. No effect where that is not offered.
void prefer_large_pages(void* data, std::size_t size_bytes);

}  // namespace grabr
