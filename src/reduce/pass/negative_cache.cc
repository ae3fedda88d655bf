// Tested by tests/reduce/negative_cache_test.cc.
#include "reduce/pass/negative_cache.h"

#include <algorithm>
#include <string>

#include "reduce/pass/is_name.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxTreeTokens = 50000;  // places in larger trees are not remembered
constexpr std::uint32_t kTokensAround = 4;     // tokens on each side of a place

/// The first token of a subtree, which must have one.
NodeId first_token(const Tree& tree, NodeId id) {
  while (!tree.is_token(id)) {
    const auto children = tree.children(id);
    id = *std::ranges::find_if(children, [&](NodeId child) { return tree.token_count(child) > 0; });
  }
  return id;
}

}  // namespace

std::optional<Hash128> NegativeCache::key(const Tree& tree, std::uint64_t version, NodeId node,
                                          std::string_view question) {
  if (version_ != version) {
    version_ = version;
    look_at(tree);
  }
  const std::uint32_t count = tree.token_count(node);
  if (too_large_ || count == 0 || count > kMaxPlaceTokens) return std::nullopt;
  const NodeId token = first_token(tree, node);
  const std::uint32_t first = numbers_[token];
  if (first == TokenNumbers::kNone) return std::nullopt;  // not in the tree
  const std::uint32_t end = first + count;
  std::string words(question);
  words += '\0' + std::to_string(tree[node].symbol) + '\0';
  const auto size = static_cast<std::uint32_t>(tokens_.size());
  for (std::uint32_t i = first - std::min(first, kTokensAround);
       i < std::min(end + kTokensAround, size); ++i) {
    if (i == first || i == end) words += '\1';
    words += tree.token_text(tokens_[i]);
    words += '\0';
    if (i >= first && i < end && names_[i] != 0) words += std::to_string(counts_[names_[i]]);
  }
  return hash128(words);
}

void NegativeCache::look_at(const Tree& tree) {
  too_large_ = count_tokens(tree, tree.root()) > kMaxTreeTokens;
  if (too_large_) return;
  names_.clear();
  counts_.clear();
  tokens_ = tokens_of(tree, tree.root());
  std::vector<std::pair<NodeId, std::uint32_t>> numbers;
  for (const NodeId token : tokens_) {
    numbers.emplace_back(token, static_cast<std::uint32_t>(names_.size()));
    std::uint64_t name = 0;
    if (is_name(tree, token)) name = hash128(tree.token_text(token)).low | 1;
    names_.push_back(name);
    if (name != 0) ++counts_[name];
  }
  numbers_ = TokenNumbers(std::move(numbers));
}

}  // namespace grabr
