#include "text/memory.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace grabr {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

TEST_CASE("what has been read of a block is given back, and no more") {
  constexpr std::size_t kAll = 16 * kMegabyte;
  auto* const block = static_cast<char*>(resize_block(nullptr, 0, kAll));
  std::fill_n(block, kAll, 'x');
  PagesRead read;
  std::size_t least = 0;  // certainly given back: whole large pages
  for (const std::size_t bytes : {std::size_t{10}, 7 * kMegabyte - 1, 12 * kMegabyte + 5}) {
    read.up_to(block, bytes);
    CHECK(std::all_of(block + bytes, block + kAll, [](char c) { return c == 'x'; }));
    if (bytes > 4 * kMegabyte) least = bytes - 2 * kMegabyte;
    for (std::size_t at = 2 * kMegabyte; at < least; at += 1000) REQUIRE(block[at] == '\0');
  }
  CHECK(least > 0);
  resize_block(block, kAll, 0);
}

bool same(const LargeArray<std::uint32_t>& array, const std::vector<std::uint32_t>& expected) {
  return std::equal(array.begin(), array.end(), expected.begin(), expected.end());
}

TEST_CASE("an array does what a vector does, small or large") {
  LargeArray<std::uint32_t> array;
  std::vector<std::uint32_t> expected;
  std::uint32_t number = 1;
  for (std::size_t step = 0; step < 2000; ++step) {
    number = number * 1664525 + 1013904223;
    const std::size_t count = number >> 20;
    switch (number % 5) {
      case 0:
        array.append(count, number);
        expected.insert(expected.end(), count, number);
        break;
      case 1: {
        const std::vector<std::uint32_t> more(count, number);
        array.append(more);
        expected.insert(expected.end(), more.begin(), more.end());
        break;
      }
      case 2:
        for (std::size_t i = 0; i < count; ++i) array.push_back(static_cast<std::uint32_t>(i));
        for (std::size_t i = 0; i < count; ++i) expected.push_back(static_cast<std::uint32_t>(i));
        break;
      case 3:
        if (expected.empty()) break;
        array.erase(array.begin() + expected.size() / 2);
        expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(expected.size() / 2));
        break;
      default:
        array.resize(expected.size() - expected.size() / 128 + step % 3);
        expected.resize(expected.size() - expected.size() / 128 + step % 3);
    }
  }
  CHECK(array.size() > 300'000);  // mapped, because it is more than a megabyte
  CHECK(same(array, expected));
  const LargeArray<std::uint32_t> copy = array;
  array.resize(10);
  array.shrink();
  CHECK(array.capacity() == 10);
  CHECK(same(copy, expected));
  expected.resize(10);
  CHECK(same(array, expected));
  array = std::move(copy);
  CHECK(array.size() == copy.size());
}

TEST_CASE("an array takes an element of its own when that moves") {
  LargeArray<std::uint64_t> array;
  array.push_back(7);
  while (array.size() < 300'000) array.push_back(array[0]);
  CHECK(std::ranges::all_of(array, [](std::uint64_t element) { return element == 7; }));
}

TEST_CASE("an array that was emptied takes nothing") {
  LargeArray<char> array;
  array.append(std::size_t{3} << 20, 'x');
  array.clear();
  CHECK(array.capacity() > 0);
  array.shrink();
  CHECK(array.capacity() == 0);
  CHECK(array.empty());
  array.push_back('y');
  CHECK(array.back() == 'y');
}

}  // namespace

}  // namespace grabr
