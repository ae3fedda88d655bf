// What a text says about its language by itself: its first line, a line for editors, how it begins.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// The program that a first line `#!…` names, without its folder, `env` and its options. Empty
/// where there is no such line.
std::string interpreter_of(std::string_view text);

/// `python3.11` → `python`, `guile-2.2` → `guile`.
std::string without_version(std::string program);

/// The mode that a line for Emacs (`-*- mode: C++ -*-`) or Vim (`vim: ft=cpp`) names, in lower
/// case. Empty where there is none.
std::string mode_of(std::string_view text);

/// The most bytes that one of the regular expressions (grammar/regex.h) matches at the beginning of
/// the text, white space and a byte order mark passed over; 0: none does.
std::size_t beginning_length(const std::vector<std::string>& expressions, std::string_view text);

}  // namespace grabr
