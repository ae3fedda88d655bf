// A range of code points is split wherever its encodings stop being a plain product of byte ranges:
// at the limits of each length (U+007F, U+07FF, U+FFFF), around the surrogates, and wherever a
// shared prefix of bytes ends. U+00C1..U+0105 becomes C3 81-BF and C4 80-85. The splitting is that
// of RE2 and of Rust's utf8-ranges; a range gives at most a few dozen sequences. Tested by
// utf8_sequences_test.cc against every code point.
#include "grammar/model/utf8_sequences.h"

namespace grabr {
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
