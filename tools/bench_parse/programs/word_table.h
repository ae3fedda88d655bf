// The literals of a grammar, looked up fast: words by a small hash table without collisions in the
// first slots, signs by their first character, the longest first.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace bench {

struct Literal {
  std::string_view text;
  int kind;
};

class WordTable {
 public:
  template <std::size_t kCount>
  explicit WordTable(const Literal (&words)[kCount]) {
    for (const Literal& word : words) {
      std::size_t slot = hash(word.text);
      while (slots_[slot].kind) slot = (slot + 1) % kSlots;
      slots_[slot] = word;
    }
  }
  /// The word's kind, or `otherwise`.
  int find(std::string_view text, int otherwise) const {
    for (std::size_t slot = hash(text); slots_[slot].kind; slot = (slot + 1) % kSlots) {
      if (slots_[slot].text == text) return slots_[slot].kind;
    }
    return otherwise;
  }

 private:
  static constexpr std::size_t kSlots = 512;
  static std::size_t hash(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    const auto last = static_cast<unsigned char>(text.back());
    return (first * 37u + last * 11u + text.size() * 101u) % kSlots;
  }
  std::array<Literal, kSlots> slots_{};
};

class SignTable {
 public:
  /// `signs` stand longest first.
  template <std::size_t kCount>
  explicit SignTable(const Literal (&signs)[kCount]) {
    for (const Literal& sign : signs) {
      by_first_[static_cast<unsigned char>(sign.text[0])].push_back(sign);
    }
  }
  /// The longest sign that `text` (ended by a NUL) begins with; null when there is none.
  const Literal* find(const char* text) const {
    for (const Literal& sign : by_first_[static_cast<unsigned char>(*text)]) {
      if (std::memcmp(text, sign.text.data(), sign.text.size()) == 0) return &sign;
    }
    return nullptr;
  }

 private:
  std::array<std::vector<Literal>, 256> by_first_;
};

}  // namespace bench
