// The UTF-8 byte sequences that encode a range of code points.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace grabr {

/// Inclusive range of code points.
struct CodeRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  bool operator==(const CodeRange&) const = default;
};

/// One to four byte ranges in order: all sequences that take each byte from its range.
struct Utf8Sequence {
  struct ByteRange {
    std::uint8_t first = 0;
    std::uint8_t last = 0;

    bool operator==(const ByteRange&) const = default;
  };
  std::array<ByteRange, 4> bytes;
  std::uint32_t length = 0;
};

/// The UTF-8 encodings of a range of code points (surrogates have none), as disjoint sequences in
/// ascending order. The leading ranges of two sequences are equal or disjoint.
std::vector<Utf8Sequence> utf8_sequences(CodeRange range);

}  // namespace grabr
