#include <utility>
#include <vector>

#include "import/rewrite/tokens.h"

namespace grabr {
namespace {

constexpr std::uint32_t kFirstHalf = 0xd800;
constexpr std::uint32_t kSecondHalf = 0xdc00;
constexpr std::uint32_t kBehindHalves = 0xe000;

bool is_set_within(const Phrase& part, std::uint32_t begin, std::uint32_t end) {
  return part.is(Phrase::Kind::kSet) && !part.set.empty() && part.set.is_within({begin, end - 1});
}

std::uint32_t joined(std::uint32_t first, std::uint32_t second) {
  return 0x10000 + ((first - kFirstHalf) << 10) + (second - kSecondHalf);
}

CharClass pairs_of(const CharClass& firsts, const CharClass& seconds) {
  CharClass pairs;
  for (const CodeRange& first : firsts.ranges()) {
    for (const CodeRange& second : seconds.ranges()) {
      pairs.add({joined(first.first, second.first), joined(first.last, second.last)});
    }
  }
  return pairs;
}

}  // namespace

bool is_surrogate_set(const Phrase& part) { return is_set_within(part, kFirstHalf, kBehindHalves); }

Phrase joined_surrogates(Phrase sequence) {
  std::vector<Phrase> parts;
  for (Phrase& part : sequence.parts) {
    if (!parts.empty() && is_set_within(parts.back(), kFirstHalf, kSecondHalf) &&
        is_set_within(part, kSecondHalf, kBehindHalves)) {
      parts.back() = set_part(pairs_of(parts.back().set, part.set));
    } else {
      parts.push_back(std::move(part));
    }
  }
  sequence.parts = std::move(parts);
  return sequence;
}

}  // namespace grabr
