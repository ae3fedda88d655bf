// Tested by tests/reduce/bytes_test.cc.
#include "reduce/text/patches.h"

#include <algorithm>

namespace grabr {
namespace {

std::vector<const Splice*> in_order(std::span<const Patch* const> patches) {
  std::vector<const Splice*> splices;
  for (const Patch* patch : patches) {
    for (const Splice& splice : *patch) splices.push_back(&splice);
  }
  std::ranges::stable_sort(splices, [](const Splice* a, const Splice* b) {
    return a->begin != b->begin ? a->begin < b->begin : a->end > b->end;
  });
  return splices;
}

}  // namespace

std::string patched(std::string_view text, std::span<const Patch* const> patches) {
  std::string out;
  std::size_t at = 0;
  for (const Splice* splice : in_order(patches)) {
    if (splice->begin >= at) {
      out += text.substr(at, splice->begin - at);
      out += splice->by;
      at = splice->end;
    } else if (splice->by.empty()) {
      at = std::max(at, splice->end);
    }
  }
  return out += text.substr(at);
}

bool shortlex_less(std::string_view a, std::string_view b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

bool try_patches(Session& session, std::span<const Patch> patches, KeepEstimate& estimate,
                 std::string_view words) {
  if (patches.empty()) return false;
  const std::string base = session.best();
  RemovableList list;  // of patches that are not applied
  list.count = static_cast<std::uint32_t>(patches.size());
  list.render = [&](const Kept& kept) {
    std::vector<const Patch*> applied;
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < patches.size(); ++i) {
      if (next < kept.size() && kept[next] == i) ++next;
      else applied.push_back(&patches[i]);
    }
    std::string text = patched(base, applied);
    // A text that is not smaller becomes the best text, which is not tested again.
    if (!shortlex_less(text, session.best())) text = session.best();
    return Candidate{std::move(text), std::string(words) + ", " + std::to_string(applied.size()) +
                                          " of " + std::to_string(patches.size())};
  };
  Kept kept = keep_all(list);
  if (!try_cut(session, list, kept, {0, kept.size()}) && kept.size() > 1) {
    mgbs(session, list, estimate);
  }
  return session.best() != base;
}

}  // namespace grabr
