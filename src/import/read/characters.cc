#include "import/read/characters.h"

#include <algorithm>

#include "grammar/model/escapes.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace grabr {

std::uint32_t next_character(std::string_view text, std::size_t& at) {
  if (at >= text.size()) return 0;
  const TextUnit unit = unit_at(text, at);
  at += std::max<std::uint32_t>(unit.length, 1);
  return unit.value;
}

std::string unescaped(std::string_view text, bool octal) {
  const auto is_octal = [&](std::size_t at) {
    return at < text.size() && is_one_of(text[at], "01234567");
  };
  std::string undone;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '\\') {
      undone += text[at++];
    } else if (octal && is_octal(at + 1)) {
      std::uint32_t value = 0;
      const std::size_t end = at + 4;
      while (++at < end && is_octal(at))
        value = value * 8 + static_cast<std::uint32_t>(text[at] - '0');
      undone += static_cast<char>(value);
    } else {
      undone += bytes_of(escaped_character(text, ++at));
    }
  }
  return undone;
}

CharClass character_class(std::string_view written, std::string_view code) {
  written = written.substr(1, written.size() - 2);
  const bool negated = written.starts_with('^');
  std::size_t at = negated ? 1 : 0;
  const auto one = [&] {
    if (!code.empty() && written.substr(at).starts_with(code)) {
      return hexadecimal(written, at += code.size(), 8);
    }
    const bool escape = written[at] == '\\' && at + 1 < written.size();
    return escape ? escaped_character(written, ++at) : next_character(written, at);
  };
  CharClass set;
  while (at < written.size()) {
    const std::uint32_t low = one();
    const bool range = at + 1 < written.size() && written[at] == '-';
    const std::uint32_t high = range ? (++at, one()) : low;
    if (high >= low) set.add({low, high});
  }
  return negated ? set.complement() : set;
}

std::string bytes_of(std::uint32_t unit) {
  if (unit >= kFirstStray) return {static_cast<char>(0x80 + (unit - kFirstStray))};
  std::string bytes;
  append_utf8(bytes, unit);
  return bytes;
}

}  // namespace grabr
