// Tokens and derivation tree of the bison parsers, as lean as they can be made: one word a leaf,
// one word and one for each child a reduction, all in one block that is reserved beforehand, so
// that building a node is a compare and a few stores.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>

namespace bench {

template <class T>
using Block = std::unique_ptr<T[], decltype(&std::free)>;

/// Room for `count` values; pages are taken only where something is written.
template <class T>
Block<T> reserve(std::size_t count) {
  return {static_cast<T*>(std::malloc(count * sizeof(T))), &std::free};
}

struct TokenArrays {
  explicit TokenArrays(std::size_t text_size)
      : kinds(reserve<std::uint16_t>(text_size + 1)),
        begins(reserve<std::uint32_t>(text_size + 1)) {}
  void add(int kind, std::size_t begin) {
    kinds[count] = static_cast<std::uint16_t>(kind);
    begins[count++] = static_cast<std::uint32_t>(begin);
  }

  Block<std::uint16_t> kinds;
  Block<std::uint32_t> begins;
  std::uint32_t count = 0;
};

/// A reference is the index of a node's first word or, with the highest bit set, of a token.
using Reference = std::uint32_t;
inline constexpr Reference kLeaf = 0x80000000u;

class DerivationTree {
 public:
  explicit DerivationTree(std::size_t token_count)
      : capacity_(64 * (token_count + 16)), words_(reserve<std::uint32_t>(capacity_)) {}

  template <class... Children>
  Reference add(std::uint32_t rule, Children... children) {
    if (size_ + 1 + sizeof...(children) > capacity_) std::abort();
    const Reference node = size_;
    words_[size_++] = rule << 8 | static_cast<std::uint32_t>(sizeof...(children));
    ((words_[size_++] = children), ...);
    ++nodes_;
    return node;
  }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t bytes() const { return std::uint64_t{size_} * sizeof(std::uint32_t); }

 private:
  std::size_t capacity_;
  Block<std::uint32_t> words_;
  std::uint32_t size_ = 0;
  std::uint64_t nodes_ = 0;
};

/// What the parser reads from and writes to.
struct Work {
  const TokenArrays* tokens;
  DerivationTree* tree;
  std::uint32_t next = 0;
};

}  // namespace bench
