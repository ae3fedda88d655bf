#include "tree/chain_links.h"

#include <algorithm>

namespace grabr {
namespace {

std::uint64_t hash_of(UnitChain chain, const ChainLink& link) {
  std::uint64_t hash = (std::uint64_t{chain.top} << 32 | link.symbol) * 0x9e3779b97f4a7c15u;
  hash ^= std::uint64_t{link.alternative} << 24 | std::uint64_t{chain.length} << 8 |
          static_cast<std::uint64_t>(link.kind);
  return hash * 0xc2b2ae3d27d4eb4fu >> 32;
}

}  // namespace

UnitChain ChainLinks::extend(UnitChain chain, const ChainLink& link) {
  if (2 * count_ >= known_.size()) grow();
  Known& known = find(chain, link);
  const auto length = static_cast<std::uint16_t>(chain.length + 1);
  if (known.longer != kFree) return {known.longer, length};
  known = {chain, chain.top};
  ++count_;
  if (chain.top + chain.length != links_.size()) {
    known.longer = static_cast<std::uint32_t>(links_.size());
    for (std::uint32_t i = 0; i < chain.length; ++i) {
      const ChainLink above = links_[chain.top + i];
      links_.push_back(above);
    }
  }
  links_.push_back(link);
  return {known.longer, length};
}

ChainLinks::Known& ChainLinks::find(UnitChain chain, const ChainLink& link) {
  const std::size_t mask = known_.size() - 1;
  for (std::size_t i = hash_of(chain, link);; ++i) {
    Known& known = known_[i & mask];
    if (known.longer == kFree) return known;
    const bool same = known.shorter.top == chain.top && known.shorter.length == chain.length;
    if (same && links_[known.longer + chain.length] == link) return known;
  }
}

void ChainLinks::grow() {
  std::vector<Known> old(std::max<std::size_t>(2 * known_.size(), 64));
  old.swap(known_);
  for (const Known& known : old) {
    if (known.longer == kFree) continue;
    const ChainLink link = links_[known.longer + known.shorter.length];
    find(known.shorter, link) = known;
  }
}

}  // namespace grabr
