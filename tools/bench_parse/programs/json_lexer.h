// Tokens of JSON by hand, for the bison parser: the same tokens as the expressions of
// json_plain.json find.
#pragma once

#include <cstring>
#include <string>
#include <string_view>

#include "bison_tree.h"
#include "word_table.h"

namespace bench {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_hex(char c) { return is_digit(c) || ((c | 32) >= 'a' && (c | 32) <= 'f'); }

/// Past the string that opens at `at`; null where it is none.
inline const char* skip_string(const char* at) {
  for (++at; *at != '"'; ++at) {
    if (static_cast<unsigned char>(*at) < 0x20) return nullptr;
    if (*at != '\\') continue;
    ++at;
    if (*at == 'u') {
      for (int digit = 0; digit < 4; ++digit) {
        if (!is_hex(*++at)) return nullptr;
      }
    } else if (*at == '\0' || std::string_view("\"\\/bfnrt").find(*at) == std::string_view::npos) {
      return nullptr;
    }
  }
  return at + 1;
}

/// Past the number that begins at `at`; null where there is none.
inline const char* skip_number(const char* at) {
  if (*at == '-') ++at;
  if (!is_digit(*at)) return nullptr;
  if (*at++ != '0') {
    while (is_digit(*at)) ++at;
  }
  if (*at == '.' && is_digit(at[1])) {
    ++at;
    while (is_digit(*at)) ++at;
  }
  if ((*at | 32) == 'e') {
    const char* power = at + 1;
    if (*power == '+' || *power == '-') ++power;
    if (is_digit(*power)) {
      while (is_digit(*power)) ++power;
      at = power;
    }
  }
  return at;
}

inline bool lex(const std::string& text, TokenArrays& tokens) {
  const char* const begin = text.c_str();
  const char* const end = begin + text.size();
  for (const char* at = begin; at != end;) {
    const char* const start = at;
    int kind = 0;
    switch (*at) {
      case ' ':
      case '\n':
      case '\t':
      case '\r': ++at; continue;
      case '{':
      case '}':
      case '[':
      case ']':
      case ',':
      case ':': kind = *at++; break;
      case '"':
        kind = STRING;
        at = skip_string(at);
        break;
      default:
        if (*at < 'a') {
          kind = NUMBER;
          at = skip_number(at);
          break;
        }
        for (const Literal& word : kWords) {
          if (std::strncmp(at, word.text.data(), word.text.size()) != 0) continue;
          kind = word.kind;
          at += word.text.size();
          break;
        }
    }
    if (!at || !kind) return false;
    tokens.add(kind, static_cast<std::size_t>(start - begin));
  }
  return true;
}

}  // namespace bench
