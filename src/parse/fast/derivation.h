// Derivations in the fast parser's own form: words in one arena, about four per token.
//
// A part of a derivation is a token or a node. A node is one word for its kind, then one word per
// child. Unit rules (expression → term → factor → NUMBER) need no nodes: a chain of them,
// identified by a number, is stored in the node it leads to.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "parse/lr/epsilon_free.h"
#include "text/memory.h"

namespace grabr {

/// A part of a derivation in one word: a token number or the position of a node. Parts not yet
/// settled by the parser are marked as such and never visible outside.
struct PartRef {
  static constexpr std::uint32_t kToken = 1u << 31;
  static constexpr std::uint32_t kUnsettled = 1u << 30;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::uint32_t word = kNone;

  static PartRef token(std::uint32_t number) { return {number | kToken}; }
  bool is_token() const { return (word & kToken) != 0; }
  bool unsettled() const { return (word & (kToken | kUnsettled)) == kUnsettled; }
  std::uint32_t number() const { return word & ~kToken; }                ///< of a token
  std::uint32_t place() const { return word & ~(kToken | kUnsettled); }  ///< of a node
};

/// Sequences of unit rules, each identified by a number; 0 is the empty one.
class Chains {
 public:
  struct Link {
    std::uint32_t inner = 0;  ///< the chain below the outermost rule
    std::uint32_t rule = 0;   ///< the outermost rule
  };

  Chains() : links_(1) {}
  /// The chain with `rule` on top of `chain`.
  std::uint32_t extend(std::uint32_t chain, std::uint32_t rule);
  const Link& operator[](std::uint32_t chain) const { return links_[chain]; }

 private:
  std::vector<Link> links_;
  std::unordered_map<std::uint64_t, std::uint32_t> known_;
};

/// An array of words that only grows. A large arena moves by page tables, not by copying.
class WordArena {
 public:
  WordArena() = default;
  WordArena(WordArena&& other) noexcept { swap(other); }
  WordArena& operator=(WordArena&& other) noexcept {
    swap(other);
    return *this;
  }
  ~WordArena() { resize(0); }

  /// Appends `count` words and returns their place.
  std::uint32_t* grow(std::size_t count) {
    if (size_ + count > capacity_) reserve(size_ + count);
    std::uint32_t* const place = data_ + size_;
    size_ += count;
    return place;
  }
  void clear() {
    size_ = 0;
    read_ = {};
  }
  /// Drops later words.
  void cut(std::size_t size) { size_ = size; }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  std::uint32_t operator[](std::size_t i) const { return data_[i]; }
  std::uint32_t& operator[](std::size_t i) { return data_[i]; }
  const std::uint32_t* data() const { return data_; }
  /// Reserves capacity for `count` words in total.
  void reserve(std::size_t count);
  /// Frees unused capacity.
  void shrink() { resize(size_); }
  /// Call when words before this place will not be read again, until all are cleared.
  void forget_before(std::size_t count) { read_.up_to(data_, count * sizeof(std::uint32_t)); }

 private:
  void resize(std::size_t capacity);
  void swap(WordArena& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    std::swap(read_, other.read_);
  }

  std::uint32_t* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  PagesRead read_;
};

/// Nodes of derivations.
class DerivationArena {
 public:
  static constexpr std::uint32_t kNoRule = ~std::uint32_t{0};

  struct Node {
    std::uint32_t rule = kNoRule;  ///< epsilon-free rule; kNoRule: a chain over a token
    std::uint32_t chain = 0;       ///< unit rules above it
    std::span<const std::uint32_t> children;
  };

  /// Adds a node for `rule` with its children, under the unit rules of `chain`.
  std::uint32_t add(std::uint32_t rule, std::uint32_t chain, const std::uint32_t* children,
                    std::uint32_t count) {
    const auto place = static_cast<std::uint32_t>(words_.size());
    std::uint32_t* to = words_.grow(count + (chain != 0 ? 2u : 1u));
    *to++ = chain != 0 ? rule | kWithChain : rule;
    if (chain != 0) *to++ = chain;
    for (std::uint32_t i = 0; i < count; ++i) to[i] = children[i];
    return place;
  }
  /// Adds a node for the unit rules of `chain` over a token.
  std::uint32_t add_chain(std::uint32_t chain, PartRef token) {
    const auto place = static_cast<std::uint32_t>(words_.size());
    std::uint32_t* const to = words_.grow(2);
    to[0] = chain | kOnlyChain;
    to[1] = token.word;
    return place;
  }

  Node node(const EpsilonFreeGrammar& grammar, std::uint32_t place) const {
    const std::uint32_t head = words_[place];
    if (head & kOnlyChain) return {kNoRule, head & ~kOnlyChain, {words_.data() + place + 1, 1}};
    const std::uint32_t rule = head & ~kWithChain;
    const std::uint32_t first = place + (head & kWithChain ? 2u : 1u);
    return {rule,
            head & kWithChain ? words_[place + 1] : 0,
            {words_.data() + first, grammar.rules[rule].size}};
  }
  /// The position of the node's first child.
  std::uint32_t first_child(std::uint32_t place) const {
    return place + (words_[place] & kWithChain ? 2u : 1u);
  }

  WordArena& words() { return words_; }
  const WordArena& words() const { return words_; }

 private:
  static constexpr std::uint32_t kWithChain = 1u << 31;
  static constexpr std::uint32_t kOnlyChain = 1u << 30;

  WordArena words_;
};

/// A whole derivation. Valid while the parser that made it exists.
struct Derivation {
  /// The size of the arena after this many tokens had been read: so that part describes only those
  /// tokens.
  struct Mark {
    std::uint32_t tokens = 0;
    std::uint32_t words = 0;
  };
  static constexpr std::uint32_t kBetweenMarks = 4096;  ///< tokens

  const EpsilonFreeGrammar* grammar = nullptr;
  const Chains* chains = nullptr;
  DerivationArena arena;
  std::uint32_t token_count = 0;
  PartRef root;                  ///< kNone: the start symbol derives the empty string
  std::vector<Mark> marks = {};  ///< about every kBetweenMarks tokens

  std::size_t memory_bytes() const { return arena.words().size() * sizeof(std::uint32_t); }
};

}  // namespace grabr
