// Locale-independent ASCII character classes.
#pragma once

namespace grabr {

inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
/// The underscore counts as a letter, as in identifiers.
inline bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
inline bool is_word(char c) { return is_letter(c) || is_digit(c); }

}  // namespace grabr
