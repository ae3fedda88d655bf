// Converts ASCII letters to lower case.
#pragma once

#include <string>
#include <string_view>

namespace grabr {

inline std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

}  // namespace grabr
