#include "reduce/literature/python_set.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "text/hash.h"

namespace grabr {
namespace {

using Elements = std::vector<PythonSet::Element>;

PythonSet set(const Elements& elements) { return PythonSet::of(elements); }

/// Compares with the output of CPython 3.11.
void check_listed(const PythonSet& made, const Elements& expected) {
  CHECK(made.in_order() == expected);
  CHECK(made.size() == expected.size());
}

TEST_CASE("sets list as CPython's do") {
  check_listed(set({}), {});
  check_listed(set({8, 1}), {8, 1});
  check_listed(set({1, 9}), {1, 9});
  check_listed(set({1, 9, 17}), {1, 9, 17});
  check_listed(set({0, 8, 16, 24, 32}), {0, 32, 8, 16, 24});
  check_listed(set({5, 13, 21, 29, 37, 45}), {37, 5, 13, 45, 21, 29});
  check_listed(set({1000000, 8, 16}), {1000000, 8, 16});
  check_listed(set({20, 3, 11}) | set({4, 12}), {3, 20, 4, 11, 12});
  check_listed(set({7, 15, 23, 31}) | set({7}), {7, 23, 15, 31});
  check_listed(set({100, 3, 68, 36, 4}) - set({3}), {100, 4, 36, 68});
  check_listed((PythonSet::range(5) - set({0})) | set({32, 8}), {32, 1, 2, 3, 4, 8});
  check_listed(PythonSet::range(6) - PythonSet::range(6), {});
  check_listed(PythonSet::range(3), {0, 1, 2});
}

/// The same numbers on every machine.
class NumberSet {
 public:
  std::uint32_t below(std::uint32_t limit) {
    state_ = (state_ * 1103515245U + 12345U) & 0x7fffffffU;
    return (state_ >> 8U) % limit;
  }

 private:
  std::uint32_t state_ = 2023;
};

PythonSet random_set(NumberSet& random) {
  Elements elements(random.below(60));
  for (PythonSet::Element& element : elements) {
    const std::uint32_t bits = random.below(20);
    element = random.below(1U << bits);
  }
  return set(elements);
}

TEST_CASE("four thousand operations list as CPython's do") {
  NumberSet random;
  std::array<PythonSet, 6> sets;
  std::string listings;
  for (int i = 0; i < 4000; ++i) {
    PythonSet& changed = sets[random.below(6)];
    const std::uint32_t kind = random.below(4);
    if (kind == 0) {
      changed = PythonSet::range(random.below(200));
    } else if (kind == 1) {
      changed = random_set(random);
    } else {
      const PythonSet& a = sets[random.below(6)];
      const PythonSet& b = sets[random.below(6)];
      changed = kind == 3 && a.size() + b.size() < 3000 ? a | b : a - b;
    }
    std::string line;
    for (const PythonSet::Element element : changed.in_order()) {
      line += (line.empty() ? "" : " ") + std::to_string(element);
    }
    listings += line + "\n";
  }
  // The hash of the output of CPython 3.11 for the same operations.
  CHECK(sha256_hex(listings) == "7bd93006cf1f48e57e82e113f3b3235d35581f3d9cbc031b94b6a00032fc412b");
}

}  // namespace
}  // namespace grabr
