// The bytes that make up words in most languages.
#pragma once

namespace grabr {

/// A letter, digit, _, $, or any byte beyond ASCII.
inline bool is_word_byte(unsigned char byte) {
  const unsigned char lower = byte | 0x20;
  return byte >= 0x80 || (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') ||
         byte == '_' || byte == '$';
}

}  // namespace grabr
