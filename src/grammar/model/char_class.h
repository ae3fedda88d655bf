// Sets of text units: code points, and bytes that are not UTF-8; and the byte sequences that encode
// ranges of them.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace grabr {

/// Text is read in units: a well-formed UTF-8 sequence is one unit, its code point; any other byte
/// b >= 0x80 is a unit of its own, a stray byte, numbered kFirstStray + (b - 0x80).
inline constexpr std::uint32_t kLastCodePoint = 0x10FFFF;
inline constexpr std::uint32_t kFirstStray = kLastCodePoint + 1;
inline constexpr std::uint32_t kLastStray = kFirstStray + 0x7F;

/// Inclusive range of code points.
struct CodeRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  bool operator==(const CodeRange&) const = default;
};

/// The unit at text[at] and its length in bytes.
struct TextUnit {
  std::uint32_t value = 0;
  std::uint32_t length = 0;
};
TextUnit unit_at(std::string_view text, std::size_t at);

/// A set of units as sorted ranges that neither overlap nor touch.
class CharClass {
 public:
  CharClass() = default;
  CharClass(std::initializer_list<CodeRange> ranges);

  void add(CodeRange range);
  void add(const CharClass& other);

  bool empty() const { return ranges_.empty(); }
  const std::vector<CodeRange>& ranges() const { return ranges_; }
  bool contains(std::uint32_t unit) const;
  /// Are all units of the set in the range? True for the empty set.
  bool is_within(CodeRange range) const;

  /// All other units, including stray bytes (surrogates are not units).
  CharClass complement() const;
  /// The set with the other case of every ASCII letter added.
  CharClass folded() const;

  bool operator==(const CharClass&) const = default;

 private:
  std::vector<CodeRange> ranges_;
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
