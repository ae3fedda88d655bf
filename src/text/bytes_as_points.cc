// Tested by tests/report/history_test.cc.
#include "text/bytes_as_points.h"

namespace grabr {

std::string bytes_as_points(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xC0U | (byte >> 6U));
      text += static_cast<char>(0x80U | (byte & 0x3FU));
    }
  }
  return text;
}

std::string points_as_bytes(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x80 || i + 1 == text.size()) {
      bytes += text[i];
    } else {
      ++i;
      bytes +=
          static_cast<char>(((lead & 3U) << 6U) | (static_cast<unsigned char>(text[i]) & 0x3FU));
    }
  }
  return bytes;
}

}  // namespace grabr
