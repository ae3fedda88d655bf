// Tested by tests/reduce/closure_test.cc.
#include "reduce/pass/name_roles.h"

#include <algorithm>
#include <tuple>

namespace grabr {

NameRoles::NameRoles(const Tree& tree, const NameClosures& names) : tree_(tree), names_(names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<Chain> chains;
    for (const NodeId token : names.name(i).tokens) {
      Chain chain = chain_of(tree, token);
      if (std::find(chains.begin(), chains.end(), chain) == chains.end()) {
        chains.push_back(std::move(chain));
      }
    }
    chains_.push_back(std::move(chains));
  }
}

std::vector<std::size_t> NameRoles::like(NodeId token, std::size_t number, NodeId gone,
                                         std::size_t most) const {
  const Chain here = chain_of(tree_, token);
  std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> found;  // best last
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const Name& other = names_.name(i);
    if (i == number || other.terminal != names_.name(number).terminal ||
        is_inside(tree_, other.tokens[0], gone)) {
      continue;
    }
    std::size_t shared = 0;
    for (const Chain& chain : chains_[i]) {
      const auto differ = std::mismatch(chain.begin(), chain.end(), here.begin(), here.end());
      shared = std::max(shared, static_cast<std::size_t>(differ.first - chain.begin()));
    }
    found.emplace_back(shared, other.tokens.size(), names_.size() - i);
  }
  std::sort(found.rbegin(), found.rend());
  std::vector<std::size_t> best;
  for (const auto& [shared, count, from_end] : found) {
    if (best.size() == most) break;
    best.push_back(names_.size() - from_end);
  }
  return best;
}

NameRoles::Chain NameRoles::chain_of(const Tree& tree, NodeId token) {
  Chain chain{tree[token].symbol};
  for (NodeId up = tree.parent(token); up != kNoNode; up = tree.parent(up)) {
    if (tree.token_count(up) != 1) break;
    if (tree[up].kind == NodeKind::kRule) chain.push_back(tree[up].symbol);
  }
  return chain;
}

}  // namespace grabr
