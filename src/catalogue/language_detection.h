// Detects a text's language from the text alone: its first line, a line for editors, its beginning.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/lex/scan_table.h"

namespace grabr {

/// The program named by a first line `#!…`, without its folder, `env` and options. Empty if there
/// is no such line.
std::string interpreter_of(std::string_view text);

/// `python3.11` → `python`, `guile-2.2` → `guile`.
std::string without_version(std::string program);

/// The mode named by a line for Emacs (`-*- mode: C++ -*-`) or Vim (`vim: ft=cpp`), in lower case.
/// Empty if there is none.
std::string mode_of(std::string_view text);

/// One table that matches any of the regular expressions (grammar/lex/regex.h).
ScanTable table_of_any(const std::vector<std::string>& expressions);

/// Length of the longest match of an expression at the beginning of the text, after white space and
/// a byte order mark; 0: none matches.
std::size_t beginning_length(const ScanTable& expressions, std::string_view text);

/// Counts the non-blank lines of the first 64 KiB, and those that begin, after blanks, with a match
/// of an expression. A missing final line end is added.
struct MarkedLines {
  std::size_t marked = 0;
  std::size_t lines = 0;
};
MarkedLines count_marked_lines(const ScanTable& expressions, std::string_view text);

}  // namespace grabr
