#include "report/json_text.h"

#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>

#include "text/utf8.h"

namespace grabr {
namespace {

/// A byte that is not part of any well-formed code point stands alone.
bool is_stray_byte(std::string_view bytes, std::size_t at, std::size_t length) {
  return length == 1 && static_cast<unsigned char>(bytes[at]) >= 0x80;
}

}  // namespace

std::string as_utf8(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = code_point_length(bytes, at);
    text += is_stray_byte(bytes, at, length) ? "\xEF\xBF\xBD" : bytes.substr(at, length);
    at += length;
  }
  return text;
}

std::string bytes_of_base64(std::string_view digits) {
  std::string bytes;
  unsigned bits = 0, count = 0;
  for (const char c : digits) {
    const std::size_t digit = kBase64Digits.find(c);
    if (digit == digits.npos) continue;
    bits = bits << 6U | static_cast<unsigned>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFFU);
  }
  return bytes;
}

std::string base64(std::string_view bytes) {
  using namespace boost::archive::iterators;
  using Encoder = base64_from_binary<transform_width<std::string::const_iterator, 6, 8>>;
  // The encoder reads in groups of three bytes: it is given whole groups, and the digits that come
  // from the zeros at the end become padding.
  const std::size_t padding = (3 - bytes.size() % 3) % 3;
  std::string whole(bytes);
  whole.append(padding, '\0');
  std::string digits(Encoder(whole.cbegin()), Encoder(whole.cend()));
  digits.replace(digits.size() - padding, padding, padding, '=');
  return digits;
}

}  // namespace grabr
