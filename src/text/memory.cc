#include "text/memory.h"

#include <sys/mman.h>

#include <cstdint>

namespace grabr {

void prefer_large_pages(void* data, std::size_t size_bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t kLargePage = std::uintptr_t{2} << 20;
  const auto begin = reinterpret_cast<std::uintptr_t>(data);
  const std::uintptr_t first = (begin + kLargePage - 1) & ~(kLargePage - 1);
  const std::uintptr_t last = (begin + size_bytes) & ~(kLargePage - 1);
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#else
  static_cast<void>(data);
  static_cast<void>(size_bytes);
#endif
}

}  // namespace grabr
