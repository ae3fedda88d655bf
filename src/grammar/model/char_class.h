// Sets of text units: code points, and bytes that are not UTF-8.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "grammar/model/utf8_sequences.h"

namespace grabr {

/// Text is read in units: a well-formed UTF-8 sequence is one unit, its code point; any other byte
/// b >= 0x80 is a unit of its own, a stray byte, numbered kFirstStray + (b - 0x80).
inline constexpr std::uint32_t kLastCodePoint = 0x10FFFF;
inline constexpr std::uint32_t kFirstStray = kLastCodePoint + 1;
inline constexpr std::uint32_t kLastStray = kFirstStray + 0x7F;

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

  /// All other units, including stray bytes (surrogates are not units).
  CharClass complement() const;
  /// The set with the other case of every ASCII letter added.
  CharClass folded() const;

  bool operator==(const CharClass&) const = default;

 private:
  std::vector<CodeRange> ranges_;
};

}  // namespace grabr
