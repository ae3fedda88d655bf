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

/// Gives a large block back to the system while it is read, from its begin to its end.
class PagesRead {
 public:
  /// What is before `bytes` is not read again. Its pages take no memory from now on, and hold
  /// zeros.
  void up_to(void* block, std::size_t bytes);

 private:
  std::size_t given_back_ = 0;
};

}  // namespace grabr
