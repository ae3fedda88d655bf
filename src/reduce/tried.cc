// Tested by tests/reduce/tried_test.cc.
#include "reduce/tried.h"

#include <algorithm>
#include <string>

#include "reduce/names.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxTreeTokens = 50000;  // of a tree whose places are remembered
constexpr std::uint32_t kMaxPlaceTokens = 200;     // of a place
constexpr std::uint32_t kAround = 4;          // tokens on each side

}  // namespace

std::optional<Hash128> Tried::key(const Tree& tree, std::uint64_t version, NodeId node,
                                  std::string_view question) {
  if (version_ != version) {
    version_ = version;
    look_at(tree);
  }
  if (too_large_ || node >= weights_.size() || weights_[node] == 0 || weights_[node] > kMaxPlaceTokens) {
    return std::nullopt;
  }
  const std::uint32_t first = first_[node];
  const std::uint32_t end = first + weights_[node];
  std::string words(question);
  words += '\0' + std::to_string(tree[node].symbol) + '\0';
  const auto size = static_cast<std::uint32_t>(tokens_.size());
  for (std::uint32_t i = first - std::min(first, kAround); i < std::min(end + kAround, size); ++i) {
    if (i == first || i == end) words += '\1';
    words += tree.token_text(tokens_[i]);
    words += '\0';
    if (i >= first && i < end && names_[i] != 0) words += std::to_string(counts_[names_[i]]);
  }
  return hash128(words);
}

void Tried::look_at(const Tree& tree) {
  too_large_ = count_tokens(tree, tree.root()) > kMaxTreeTokens;
  if (too_large_) return;
  tokens_.clear();
  names_.clear();
  counts_.clear();
  first_.assign(tree.size(), 0);
  weights_ = token_weights(tree);
  for (const NodeId id : preorder(tree, tree.root())) {
    first_[id] = static_cast<std::uint32_t>(tokens_.size());
    if (tree[id].kind == NodeKind::kToken && tree[id].text().size() > 0) tokens_.push_back(id);
  }
  for (const NodeId token : tokens_) {
    std::uint64_t name = 0;
    if (is_name(tree, token)) name = hash128(tree.token_text(token)).low | 1;
    names_.push_back(name);
    if (name != 0) ++counts_[name];
  }
}

}  // namespace grabr
