#include "text/encoding.h"

#include <optional>
#include <utility>

#include "text/ascii.h"
#include "text/utf8.h"

namespace grabr {
namespace {

constexpr std::size_t kMinUnmarkedBytes = 16;  // shorter texts may be letters ended by NUL
constexpr std::string_view kControlsOfText = "\t\n\v\f\r\x1A\x1B";  // end of file, escapes

/// Reads one two-byte unit after another.
class Units {
 public:
  Units(std::string_view bytes, Encoding encoding) : bytes_(bytes), encoding_(encoding) {}

  bool at_end() const { return at_ + 2 > bytes_.size(); }
  char32_t next() {
    const auto first = static_cast<unsigned char>(bytes_[at_]);
    const auto second = static_cast<unsigned char>(bytes_[at_ + 1]);
    at_ += 2;
    return encoding_ == Encoding::kUtf16Le ? char32_t{second} << 8 | first
                                           : char32_t{first} << 8 | second;
  }

 private:
  std::string_view bytes_;
  Encoding encoding_;
  std::size_t at_ = 0;
};

bool is_high_surrogate(char32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(char32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

bool stands_in_text(char32_t code_point) {
  if (code_point < ' ') {
    return kControlsOfText.find(static_cast<char>(code_point)) != std::string_view::npos;
  }
  return (code_point & 0xFFFE) != 0xFFFE;  // noncharacters
}

/// Is it a text without byte order mark? Then it must be readable ASCII.
bool is_wide_ascii(std::string_view bytes, Encoding encoding) {
  if (bytes.size() < kMinUnmarkedBytes || bytes.size() % 2 != 0) return false;
  for (Units units(bytes, encoding); !units.at_end();) {
    const char32_t unit = units.next();
    if (unit > '~' || !stands_in_text(unit)) return false;
  }
  return true;
}

Encoding encoding_of(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE")) return Encoding::kUtf16Le;
  if (bytes.starts_with("\xFE\xFF")) return Encoding::kUtf16Be;
  for (const Encoding encoding : {Encoding::kUtf16Le, Encoding::kUtf16Be}) {
    if (is_wide_ascii(bytes, encoding)) return encoding;
  }
  return Encoding::kAsIs;
}

/// Calls unit(value) for each two-byte unit.
template <class Unit>
void for_each_unit(std::string_view text, Unit unit) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = code_point_length(text, at);
    const char32_t code_point = code_point_value(text.substr(at, length));
    at += length;
    if (code_point < 0x10000) {
      unit(code_point);
    } else {
      unit(0xD800 + ((code_point - 0x10000) >> 10));
      unit(0xDC00 + (code_point & 0x3FF));
    }
  }
}

}  // namespace

std::string_view encoding_name(Encoding encoding) {
  switch (encoding) {
    case Encoding::kAsIs: return "bytes";
    case Encoding::kUtf16Le: return "UTF-16LE";
    case Encoding::kUtf16Be: return "UTF-16BE";
  }
  return {};
}

std::optional<Encoding> encoding_by_name(std::string_view name) {
  for (const Encoding encoding : {Encoding::kAsIs, Encoding::kUtf16Le, Encoding::kUtf16Be}) {
    if (lower_case(encoding_name(encoding)) == lower_case(name)) return encoding;
  }
  return std::nullopt;
}

std::optional<std::string> decode_as(std::string_view bytes, Encoding encoding) {
  if (encoding == Encoding::kAsIs) return std::string(bytes);
  if (bytes.size() % 2 != 0) return std::nullopt;
  std::string text;
  text.reserve(bytes.size() / 2);
  for (Units units(bytes, encoding); !units.at_end();) {
    char32_t code_point = units.next();
    if (is_low_surrogate(code_point)) return std::nullopt;
    if (is_high_surrogate(code_point)) {
      const char32_t low = units.at_end() ? 0 : units.next();
      if (!is_low_surrogate(low)) return std::nullopt;
      code_point = 0x10000 + ((code_point & 0x3FF) << 10) + (low & 0x3FF);
    }
    if (!stands_in_text(code_point)) return std::nullopt;
    append_utf8(text, code_point);
  }
  return text;
}

DecodedText decode(std::string bytes) {
  const Encoding encoding = encoding_of(bytes);
  if (encoding == Encoding::kAsIs) return {std::move(bytes), encoding};
  std::optional<std::string> text = decode_as(bytes, encoding);
  if (!text) return {std::move(bytes), Encoding::kAsIs};
  return {*std::move(text), encoding};
}

std::string encode(std::string_view text, Encoding encoding) {
  if (encoding == Encoding::kAsIs) return std::string(text);
  const bool little = encoding == Encoding::kUtf16Le;
  std::string bytes;
  bytes.reserve(2 * text.size());
  for_each_unit(text, [&](char32_t unit) {
    const char low = static_cast<char>(unit & 0xFF);
    const char high = static_cast<char>(unit >> 8);
    bytes += little ? low : high;
    bytes += little ? high : low;
  });
  return bytes;
}

std::size_t encoded_size(std::string_view text, Encoding encoding) {
  if (encoding == Encoding::kAsIs) return text.size();
  std::size_t size = 0;
  for_each_unit(text, [&](char32_t) { size += 2; });
  return size;
}

}  // namespace grabr
