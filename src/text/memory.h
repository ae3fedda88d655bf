// Memory for large amounts of data.
#pragma once

#include <cstddef>

namespace grabr {

/// Asks the system to back a large, still untouched range with large pages, which saves nine tenths
/// of the page faults. No effect if unsupported.
void prefer_large_pages(void* data, std::size_t size_bytes);

/// Like realloc: returns the block, maybe moved, with its contents up to the smaller size. Size 0
/// means no block (null). Blocks of a megabyte and more are mapped pages: resizing remaps them
/// instead of copying, and freed pages return to the system at once.
void* resize_block(void* block, std::size_t old_bytes, std::size_t new_bytes);

}  // namespace grabr
