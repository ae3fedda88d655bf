#include "text/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace grabr {
namespace {

/// Blocks of at least this many bytes are mapped.
constexpr std::size_t kMapped = std::size_t{1} << 20;

void* checked(void* block) {
  if (block == nullptr || block == MAP_FAILED) throw std::bad_alloc();
  return block;
}

void* new_block(std::size_t bytes) {
  if (bytes < kMapped) return checked(std::malloc(bytes));
  return checked(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

void free_block(void* block, std::size_t bytes) {
  if (bytes < kMapped) std::free(block);
  else munmap(block, bytes);
}

}  // namespace

void prefer_large_pages(void* data, std::size_t size_bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t kLargePage = std::size_t{2} << 20;
  if (size_bytes < kLargePage) return;
  // Whole pages only: pages that were mapped together and have the same settings can be moved
  // together.
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(data);
  const std::uintptr_t first = begin & ~(page - 1);
  const std::uintptr_t last = (begin + size_bytes + page - 1) & ~(page - 1);
  madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#else
  static_cast<void>(data);
  static_cast<void>(size_bytes);
#endif
}

void* resize_block(void* block, std::size_t old_bytes, std::size_t new_bytes) {
  if (old_bytes == new_bytes) return block;
  if (old_bytes > 0 && old_bytes < kMapped && new_bytes > 0 && new_bytes < kMapped) {
    return checked(std::realloc(block, new_bytes));
  }
#ifdef MREMAP_MAYMOVE
  if (old_bytes >= kMapped && new_bytes >= kMapped) {
    void* const moved = mremap(block, old_bytes, new_bytes, MREMAP_MAYMOVE);
    if (moved != MAP_FAILED) return moved;
  }
#endif
  void* const resized = new_bytes == 0 ? nullptr : new_block(new_bytes);
  const std::size_t kept = std::min(old_bytes, new_bytes);
  if (kept > 0) std::memcpy(resized, block, kept);
  if (old_bytes > 0) free_block(block, old_bytes);
  return resized;
}

void PagesRead::up_to(void* block, std::size_t bytes) {
  constexpr std::size_t kLargePage = std::size_t{2} << 20;  // a part of a large page would split it
  if (bytes < given_back_ + kLargePage) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(block);
  const std::uintptr_t first = (begin + given_back_ + kLargePage - 1) & ~(kLargePage - 1);
  const std::uintptr_t last = (begin + bytes) & ~(kLargePage - 1);
  if (first >= last) return;
  madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
  given_back_ = last - begin;
}

}  // namespace grabr
