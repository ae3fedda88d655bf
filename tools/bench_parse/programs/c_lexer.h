// Tokens of C by hand, for the bison parser: the same tokens as the expressions of ansi_c.json
// find.
#pragma once

#include <array>
#include <cstring>
#include <string>
#include <string_view>

#include "bison_tree.h"
#include "word_table.h"

namespace bench {

enum CharClass : unsigned char { kOther, kSpace, kLetter, kDigit };

inline constexpr std::array<unsigned char, 256> kCharClasses = [] {
  std::array<unsigned char, 256> classes{};
  for (const unsigned char c : {' ', '\t', '\n', '\v', '\f', '\r'}) classes[c] = kSpace;
  for (unsigned c = 'a'; c <= 'z'; ++c) classes[c] = classes[c - 32] = kLetter;
  for (unsigned c = '0'; c <= '9'; ++c) classes[c] = kDigit;
  classes[static_cast<unsigned>('_')] = kLetter;
  return classes;
}();

inline unsigned char_class(char c) { return kCharClasses[static_cast<unsigned char>(c)]; }

/// Past the closing quote that is like the one at `at`; null where the line ends before it.
inline const char* skip_quoted(const char* at) {
  const char quote = *at++;
  for (; *at != quote; ++at) {
    if (*at == '\\') ++at;
    if (*at == '\0' || *at == '\n') return nullptr;
  }
  return at + 1;
}

inline const char* skip_number(const char* at) {
  for (;; ++at) {
    const bool after_power = std::strchr("eEpP", at[-1]) != nullptr;
    if ((*at == '+' || *at == '-') && after_power) continue;
    if (char_class(*at) < kLetter && *at != '.') return at;
  }
}

/// False where something is no token.
inline bool lex(const std::string& text, TokenArrays& tokens) {
  static const WordTable words(kWords);
  static const SignTable signs(kSigns);
  const char* const begin = text.c_str();
  const char* const end = begin + text.size();
  for (const char* at = begin; at != end;) {
    const unsigned kind = char_class(*at);
    if (kind == kSpace) {
      ++at;
      continue;
    }
    const char* const start = at;
    const bool wide = *at == 'L' && (at[1] == '"' || at[1] == '\'');
    if (wide) ++at;
    if (*at == '"' || *at == '\'') {
      const int literal = *at == '"' ? STRING_LITERAL : CONSTANT;
      if (!(at = skip_quoted(at))) return false;
      tokens.add(literal, static_cast<std::size_t>(start - begin));
    } else if (kind == kLetter) {
      while (char_class(*at) >= kLetter) ++at;
      const std::string_view word(start, static_cast<std::size_t>(at - start));
      const int name = word.starts_with("__TN_") ? TYPEDEF_NAME : IDENTIFIER;
      tokens.add(words.find(word, name), static_cast<std::size_t>(start - begin));
    } else if (kind == kDigit || (*at == '.' && char_class(at[1]) == kDigit)) {
      at = skip_number(at + 1);
      tokens.add(CONSTANT, static_cast<std::size_t>(start - begin));
    } else if (const Literal* sign = signs.find(at)) {
      at += sign->text.size();
      tokens.add(sign->kind, static_cast<std::size_t>(start - begin));
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace bench
