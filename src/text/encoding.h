// Texts in UTF-16: read as UTF-8, which everything else takes, and written as they were.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace grabr {

enum class Encoding : std::uint8_t {
  kAsIs,  ///< UTF-8, or whatever else its bytes may be
  kUtf16Le,
  kUtf16Be,
};

/// "UTF-16LE"; "bytes" for kAsIs.
std::string_view encoding_name(Encoding encoding);
/// In either case; nothing for a name that is none.
std::optional<Encoding> encoding_by_name(std::string_view name);

struct DecodedText {
  std::string text;
  Encoding encoding = Encoding::kAsIs;
};

/// UTF-16 is recognised by its byte order mark, or where every second byte is 0 and the others are
/// ASCII to be read; but not where the bytes are no such text: an odd number of them, half a pair of
/// surrogates, control characters. A byte order mark stays as the first character of the text.
DecodedText decode(std::string bytes);

/// Nothing where the bytes are no text in that encoding.
std::optional<std::string> decode_as(std::string_view bytes, Encoding encoding);

/// The bytes of a text. Those of decode() come back exactly; what is no UTF-8 becomes U+FFFD.
std::string encode(std::string_view text, Encoding encoding);

/// How many bytes that are.
std::size_t encoded_size(std::string_view text, Encoding encoding);

}  // namespace grabr
