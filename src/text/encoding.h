// UTF-16 texts: converted to UTF-8 when read, and back when written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace grabr {

enum class Encoding : std::uint8_t {
  kAsIs,  ///< UTF-8, or any other bytes
  kUtf16Le,
  kUtf16Be,
};

/// "UTF-16LE"; "bytes" for kAsIs.
std::string_view encoding_name(Encoding encoding);
/// Case is ignored; nothing if the name is unknown.
std::optional<Encoding> encoding_by_name(std::string_view name);

struct DecodedText {
  std::string text;
  Encoding encoding = Encoding::kAsIs;
};

/// UTF-16 is recognised by its byte order mark, or if every second byte is 0 and the others are
/// readable ASCII; but not if the bytes cannot be such a text, because of an odd number of bytes,
/// an unpaired surrogate, or control characters. A byte order mark stays as the first character of
/// the text.
DecodedText decode(std::string bytes);

/// Nothing if the bytes are not a text in that encoding.
std::optional<std::string> decode_as(std::string_view bytes, Encoding encoding);

/// Encodes a text as bytes. Reverses decode() exactly; bytes that are not UTF-8 become U+FFFD.
std::string encode(std::string_view text, Encoding encoding);

/// Number of the encoded bytes.
std::size_t encoded_size(std::string_view text, Encoding encoding);

}  // namespace grabr
