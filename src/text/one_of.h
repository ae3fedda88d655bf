// Whether a character or a word is one of a few.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace grabr {

inline bool is_one_of(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace grabr
