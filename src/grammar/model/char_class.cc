#include "grammar/model/char_class.h"

#include <algorithm>

#include "text/utf8.h"

namespace grabr {

TextUnit unit_at(std::string_view text, std::size_t at) {
  const std::size_t length = utf8_length(text, at);
  if (length > 0) return {utf8_code_point(text, at, length), static_cast<std::uint32_t>(length)};
  return {kFirstStray + static_cast<unsigned char>(text[at]) - 0x80u, 1};
}

CharClass::CharClass(std::initializer_list<CodeRange> ranges) {
  for (const CodeRange range : ranges) add(range);
}

void CharClass::add(CodeRange range) {
  const auto first = std::find_if(ranges_.begin(), ranges_.end(), [&](const CodeRange& old) {
    return old.last + 1 >= range.first;
  });
  auto last = first;
  while (last != ranges_.end() && last->first <= range.last + 1) {
    range.first = std::min(range.first, last->first);
    range.last = std::max(range.last, last->last);
    ++last;
  }
  ranges_.insert(ranges_.erase(first, last), range);
}

void CharClass::add(const CharClass& other) {
  for (const CodeRange range : other.ranges_) add(range);
}

bool CharClass::contains(std::uint32_t unit) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [unit](const CodeRange& range) {
    return range.first <= unit && unit <= range.last;
  });
}

bool CharClass::is_within(CodeRange range) const {
  return empty() || (range.first <= ranges_.front().first && ranges_.back().last <= range.last);
}

CharClass CharClass::complement() const {
  CharClass taken = *this;
  taken.add({0xD800, 0xDFFF});
  CharClass rest;
  std::uint32_t next = 0;
  for (const CodeRange range : taken.ranges_) {
    if (next < range.first) rest.ranges_.push_back({next, range.first - 1});
    next = range.last + 1;
  }
  if (next <= kLastStray) rest.ranges_.push_back({next, kLastStray});
  return rest;
}

CharClass CharClass::folded() const {
  constexpr std::uint32_t kCaseBit = 'a' - 'A';
  CharClass result = *this;
  for (const CodeRange range : ranges_) {
    const CodeRange upper{std::max<std::uint32_t>(range.first, 'A'),
                          std::min<std::uint32_t>(range.last, 'Z')};
    const CodeRange lower{std::max<std::uint32_t>(range.first, 'a'),
                          std::min<std::uint32_t>(range.last, 'z')};
    if (upper.first <= upper.last) result.add({upper.first + kCaseBit, upper.last + kCaseBit});
    if (lower.first <= lower.last) result.add({lower.first - kCaseBit, lower.last - kCaseBit});
  }
  return result;
}

// A range of code points is split wherever its encodings stop being a plain product of byte ranges:
// at the limits of each length (U+007F, U+07FF, U+FFFF), around the surrogates, and wherever a
// shared prefix of bytes ends. U+00C1..U+0105 becomes C3 81-BF and C4 80-85. The splitting is that
// of RE2 and of Rust's utf8-ranges; a range gives at most a few dozen sequences. Tested by
// char_class_test.cc against every code point.

namespace {

constexpr std::uint32_t kFirstSurrogate = 0xD800;
constexpr std::uint32_t kLastSurrogate = 0xDFFF;

struct Encoded {
  std::array<std::uint8_t, 4> bytes{};
  std::uint32_t length = 0;
};

Encoded encode(std::uint32_t code) {
  const auto tail = [code](unsigned shift) {
    return static_cast<std::uint8_t>(0x80u | ((code >> shift) & 0x3Fu));
  };
  const auto lead = [code](unsigned mark, unsigned shift) {
    return static_cast<std::uint8_t>(mark | (code >> shift));
  };
  if (code < 0x80) return {{lead(0, 0)}, 1};
  if (code < 0x800) return {{lead(0xC0, 6), tail(0)}, 2};
  if (code < 0x10000) return {{lead(0xE0, 12), tail(6), tail(0)}, 3};
  return {{lead(0xF0, 18), tail(12), tail(6), tail(0)}, 4};
}

/// Where to split `range` so that both parts come closer to a product of byte ranges: the last code
/// point of the left part, or range.last if it already is one.
std::uint32_t left_end(CodeRange range) {
  for (const std::uint32_t limit : {0x7Fu, 0x7FFu, kFirstSurrogate - 1, kLastSurrogate, 0xFFFFu}) {
    if (range.first <= limit && limit < range.last) return limit;
  }
  if (range.last < 0x80) return range.last;
  for (unsigned tails = 1; tails < 4; ++tails) {
    const std::uint32_t mask = (1u << (6 * tails)) - 1;
    if ((range.first & ~mask) == (range.last & ~mask)) continue;
    if ((range.first & mask) != 0) return range.first | mask;
    if ((range.last & mask) != mask) return (range.last & ~mask) - 1;
  }
  return range.last;
}

Utf8Sequence product(CodeRange range) {
  const Encoded first = encode(range.first);
  const Encoded last = encode(range.last);
  Utf8Sequence sequence;
  sequence.length = first.length;
  for (std::uint32_t i = 0; i < first.length; ++i) {
    sequence.bytes[i] = {first.bytes[i], last.bytes[i]};
  }
  return sequence;
}

}  // namespace

std::vector<Utf8Sequence> utf8_sequences(CodeRange range) {
  std::vector<Utf8Sequence> sequences;
  std::vector<CodeRange> todo{range};
  while (!todo.empty()) {
    const CodeRange piece = todo.back();
    todo.pop_back();
    if (piece.first >= kFirstSurrogate && piece.last <= kLastSurrogate) continue;
    const std::uint32_t cut = left_end(piece);
    if (cut == piece.last) {
      sequences.push_back(product(piece));
    } else {
      todo.push_back({cut + 1, piece.last});
      todo.push_back({piece.first, cut});
    }
  }
  return sequences;
}

}  // namespace grabr
