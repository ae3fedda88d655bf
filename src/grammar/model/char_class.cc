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

}  // namespace grabr
