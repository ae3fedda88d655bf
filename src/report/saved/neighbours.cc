// Tested by tests/report/neighbours_test.cc.
#include "report/saved/neighbours.h"

#include <algorithm>

namespace grabr {
namespace {

constexpr std::size_t kWidestChange = 400;  // bytes; wider changes explain no single word

}  // namespace

TextChange change_between(std::string_view from, std::string_view to) {
  const std::size_t most = std::min(from.size(), to.size());
  std::size_t begin = 0, after = 0;
  while (begin < most && from[begin] == to[begin]) ++begin;
  while (after < most - begin && from[from.size() - 1 - after] == to[to.size() - 1 - after]) {
    ++after;
  }
  return {begin, from.size() - after, std::string(to.substr(begin, to.size() - after - begin))};
}

void keep_narrow(std::vector<TriedNeighbour>& neighbours, std::size_t most) {
  const auto width = [](const TriedNeighbour& one) { return one.change.end - one.change.begin; };
  std::erase_if(neighbours, [&](const TriedNeighbour& one) { return width(one) > kWidestChange; });
  std::stable_sort(
      neighbours.begin(), neighbours.end(),
      [&](const TriedNeighbour& a, const TriedNeighbour& b) { return width(a) < width(b); });
  if (neighbours.size() > most) neighbours.resize(most);
}

void TestNumbers::on_test(const TestRecord& record) {
  if (!record.cached) numbers_.emplace(hash128(record.text), record.number);
}

std::optional<std::uint64_t> TestNumbers::of(std::string_view text) const {
  const auto found = numbers_.find(hash128(text));
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace grabr
