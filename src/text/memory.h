// Memory for large amounts of data.
#pragma once

#include <cstddef>

namespace grabr {

/// Asks the system to back a large, still untouched range with large pages, which saves nine tenths
/// of the page faults. No effect if unsupported.
void prefer_large_pages(void* data, std::size_t size_bytes);

}  // namespace grabr
