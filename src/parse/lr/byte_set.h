// A set of bytes that can be iterated in time proportional to its size.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace grabr {

class ByteSet {
 public:
  void add(unsigned char byte) { words_[byte / 64] |= std::uint64_t{1} << (byte % 64); }
  void add(const ByteSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
  }
  bool contains(unsigned char byte) const { return words_[byte / 64] >> (byte % 64) & 1; }

  ByteSet operator&(const ByteSet& other) const {
    ByteSet both = *this;
    for (std::size_t w = 0; w < words_.size(); ++w) both.words_[w] &= other.words_[w];
    return both;
  }
  bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }

  /// Calls use(byte) in ascending order.
  template <class Use>
  void for_each(const Use& use) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
        use(static_cast<unsigned char>(64 * w + static_cast<std::size_t>(std::countr_zero(rest))));
      }
    }
  }

 private:
  std::array<std::uint64_t, 4> words_{};
};

}  // namespace grabr
