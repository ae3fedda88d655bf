// ASCII without regard to the locale: classes of characters, lower case, membership in a short
// list.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

namespace grabr {

inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
/// The underscore counts as a letter, as in identifiers.
inline bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
inline bool is_word(char c) { return is_letter(c) || is_digit(c); }

inline std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

inline bool is_one_of(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// A byte of a word in most languages: a letter, digit, _, $, or any byte beyond ASCII.
inline bool is_word_byte(unsigned char byte) {
  const unsigned char lower = byte | 0x20;
  return byte >= 0x80 || (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') ||
         byte == '_' || byte == '$';
}

}  // namespace grabr
