#include "text/memory.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>

namespace grabr {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

TEST_CASE("what has been read of a block is given back, and no more") {
  constexpr std::size_t kAll = 16 * kMegabyte;
  auto* const block = static_cast<char*>(resize_block(nullptr, 0, kAll));
  std::fill_n(block, kAll, 'x');
  PagesRead read;
  std::size_t least = 0;  // given back for certain: whole large pages
  for (const std::size_t bytes : {std::size_t{10}, 7 * kMegabyte - 1, 12 * kMegabyte + 5}) {
    read.up_to(block, bytes);
    CHECK(std::all_of(block + bytes, block + kAll, [](char c) { return c == 'x'; }));
    if (bytes > 4 * kMegabyte) least = bytes - 2 * kMegabyte;
    for (std::size_t at = 2 * kMegabyte; at < least; at += 1000) REQUIRE(block[at] == '\0');
  }
  CHECK(least > 0);
  resize_block(block, kAll, 0);
}

}  // namespace
}  // namespace grabr
