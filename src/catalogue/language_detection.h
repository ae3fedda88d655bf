// What a text says about its language by itself: its first line, a line for editors, how it begins.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/lex/scan_table.h"

namespace grabr {

/// The program that a first line `#!…` names, without its folder, `env` and its options. Empty
/// where there is no such line.
std::string interpreter_of(std::string_view text);

/// `python3.11` → `python`, `guile-2.2` → `guile`.
std::string without_version(std::string program);

/// The mode that a line for Emacs (`-*- mode: C++ -*-`) or Vim (`vim: ft=cpp`) names, in lower
/// case. Empty where there is none.
std::string mode_of(std::string_view text);

/// One table for all of several regular expressions (grammar/lex/regex.h).
ScanTable table_of_any(const std::vector<std::string>& expressions);

/// The most bytes that an expression matches at the beginning of the text, white space and a byte
/// order mark passed over; 0: none does.
std::size_t beginning_length(const ScanTable& expressions, std::string_view text);

/// Lines of the first 64 KiB that are not blank, and how many of them begin, after blanks, with what
/// an expression matches. There is a line end behind the last one.
struct MarkedLines {
  std::size_t marked = 0;
  std::size_t lines = 0;
};
MarkedLines count_marked_lines(const ScanTable& expressions, std::string_view text);

}  // namespace grabr
