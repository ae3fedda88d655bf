// Memory for large amounts of data.
#pragma once

#include <cstddef>

namespace grabr {

/// Asks the system to back a large, still untouched range with large pages, which saves nine tenths
/// of the page faults. No effect if unsupported.
void prefer_large_pages(void* data, std::size_t size_bytes);

/// A block of memory with another size, wherever it then is; what is in it stays as far as there is
/// room. Nothing is of size 0. Large blocks are the system's own pages: they move without a copy,
/// and are the system's again at once.
void* resize_block(void* block, std::size_t old_bytes, std::size_t new_bytes);

}  // namespace grabr
