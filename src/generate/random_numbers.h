// Random numbers that are the same on every machine for a given seed: the generator is splitmix64
// (Steele, Lea & Flood, "Fast splittable pseudorandom number generators", 2014), and its numbers
// are converted by code here, because distributions differ between standard libraries.
#pragma once

#include <cstddef>
#include <cstdint>

namespace grabr {

class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}
  /// Stream number `number` of the seed; streams are independent.
  RandomNumbers(std::uint64_t seed, std::uint64_t number)
      : state_(mixed(mixed(seed) + kStep * number)) {}

  std::uint64_t next() { return mixed(state_ += kStep); }

  /// Uniform in 0 … n-1. n > 0.
  std::size_t below(std::size_t n) {
    const std::uint64_t rest = (0 - std::uint64_t{n}) % n;  // 2^64 mod n: to reject
    std::uint64_t number = next();
    while (number < rest) number = next();
    return static_cast<std::size_t>(number % n);
  }

  bool chance(unsigned percent) { return below(100) < percent; }

  /// Uniform in [0, 1).
  double share() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

 private:
  static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15U;

  static constexpr std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }

  std::uint64_t state_;
};

}  // namespace grabr
