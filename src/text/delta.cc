// Tested by tests/text/delta_test.cc.
#include "text/delta.h"

#include <algorithm>
#include <stdexcept>

namespace grabr {
namespace {

/// A match this long is not a coincidence.
constexpr std::size_t kMinMatchBytes = 12;
/// Searches that may fail before giving up: each of them scans the whole text.
constexpr unsigned kMaxFailedSearches = 200;
/// Bytes compared at once: the library is faster with blocks than with single bytes.
constexpr std::size_t kBlock = 256;

/// Encodes the rest of both texts, after the common ends, from front to back.
class DeltaMaker {
 public:
  Delta make(std::string_view from, std::string_view to) {
    const std::size_t before = common_prefix(from, to);
    copy(0, before);
    const std::size_t after = common_suffix(from.substr(before), to.substr(before));
    const std::string_view old = from.substr(0, from.size() - after);
    between(old, before, to.substr(before, to.size() - before - after));
    copy(old.size(), after);
    return std::move(delta_);
  }

 private:
  void between(std::string_view old, std::size_t at, std::string_view wanted) {
    while (!wanted.empty()) {
      const std::size_t found = find(old, at, wanted.substr(0, kMinMatchBytes));
      if (found == old.npos) {
        add(wanted.front());
        wanted.remove_prefix(1);
        continue;
      }
      const std::size_t length = common_prefix(old.substr(found), wanted);
      copy(found, length);
      at = found + length;
      wanted.remove_prefix(length);
    }
  }

  std::size_t find(std::string_view old, std::size_t at, std::string_view wanted) {
    if (failures_ >= kMaxFailedSearches) return old.npos;
    const std::size_t found = old.find(wanted, at);
    failures_ += found == old.npos;
    return found;
  }

  void copy(std::size_t from, std::size_t length) {
    if (length == 0) return;
    if (!delta_.empty() && delta_.back().bytes.empty() &&
        delta_.back().from + delta_.back().length == from) {
      delta_.back().length += length;
    } else {
      delta_.push_back({from, length, {}});
    }
  }

  void add(char byte) {
    if (delta_.empty()) delta_.emplace_back();
    delta_.back().bytes += byte;
  }

  Delta delta_;
  unsigned failures_ = 0;
};

}  // namespace

std::size_t common_prefix(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t at = 0;
  while (most - at >= kBlock && a.substr(at, kBlock) == b.substr(at, kBlock)) at += kBlock;
  while (at < most && a[at] == b[at]) ++at;
  return at;
}

std::size_t common_suffix(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  a.remove_prefix(a.size() - most);
  b.remove_prefix(b.size() - most);
  std::size_t left = most;
  while (left >= kBlock && a.substr(left - kBlock, kBlock) == b.substr(left - kBlock, kBlock)) {
    left -= kBlock;
  }
  while (left > 0 && a[left - 1] == b[left - 1]) --left;
  return most - left;
}

Delta delta_between(std::string_view from, std::string_view to) {
  return DeltaMaker().make(from, to);
}

std::string apply_delta(std::string_view from, const Delta& delta) {
  std::string text;
  for (const DeltaPiece& piece : delta) {
    if (piece.from > from.size() || piece.length > from.size() - piece.from) {
      throw std::out_of_range("a delta of another text");
    }
    text += from.substr(piece.from, piece.length);
    text += piece.bytes;
  }
  return text;
}

}  // namespace grabr
