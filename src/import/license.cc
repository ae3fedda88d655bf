// Tested by tests/import/license_test.cc.
#include "import/license.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

#include "import/finish.h"
#include "text/ascii.h"
#include "text/hash.h"

namespace grabr {
namespace {

constexpr std::size_t kHead = 4000;  // bytes of a file that may name its licence

struct Title {
  std::string_view line;  ///< the whole line, in lower case
  std::string_view next;  ///< the beginning of the next line
  std::string_view license;
};

/// First lines of long licence texts.
constexpr std::array kTitles = std::to_array<Title>({
    {"apache license", "version 2.0", "Apache-2.0"},
    {"apache license 2.0", "", "Apache-2.0"},
    {"apache license, version 2.0", "", "Apache-2.0"},
    {"mozilla public license 2.0", "", "MPL-2.0"},
    {"mozilla public license version 2.0", "", "MPL-2.0"},
    {"mozilla public license, version 2.0", "", "MPL-2.0"},
    {"eclipse public license - v 1.0", "", "EPL-1.0"},
    {"eclipse public license - v 2.0", "", "EPL-2.0"},
    {"gnu general public license", "version 2,", "GPL-2.0"},
    {"gnu general public license", "version 3,", "GPL-3.0"},
    {"gnu lesser general public license", "version 2.1,", "LGPL-2.1"},
    {"gnu lesser general public license", "version 3,", "LGPL-3.0"},
    {"gnu affero general public license", "version 3,", "AGPL-3.0"},
    {"boost software license - version 1.0 - august 17th, 2003", "", "BSL-1.0"},
    {"creative commons legal code", "cc0 1.0 universal", "CC0-1.0"},
    {"this is free and unencumbered software released into the public domain", "", "Unlicense"},
});

struct ShortText {
  std::string_view words;  ///< SHA-256 of the licence's words, the first sixteen digits
  std::string_view license;
};

/// Short licences. They are changed more easily, so all their words are compared.
constexpr std::array kShortTexts = std::to_array<ShortText>({
    {"3346c203353b286e", "MIT"},
    {"217da0747cec63a2", "ISC"},
    {"969096095458619e", "BSD-2-Clause"},
    {"e6d26552e15479b2", "BSD-3-Clause"},
});

/// Lines above the words of a short licence, besides those of the copyright.
constexpr std::array kShortTitles = std::to_array<std::string_view>(
    {"mit license", "mit license (mit", "the mit license", "the mit license (mit", "isc license",
     "the isc license", "bsd 2-clause license", "bsd 2-clause \"simplified\" license",
     "the 2-clause bsd license", "bsd 3-clause license",
     "bsd 3-clause \"new\" or \"revised\" license", "the 3-clause bsd license",
     "all rights reserved"});

/// The line in lower case, without blanks, comment signs and brackets around it.
std::string bare_line(std::string_view line) {
  while (!line.empty() && !is_word(line.front())) line.remove_prefix(1);
  while (!line.empty() && !is_word(line.back())) line.remove_suffix(1);
  return lower_case(line);
}

/// The lines that are not blank.
std::vector<std::string> bare_lines(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = bare_line(text.substr(at, end - at));
    if (!line.empty()) lines.push_back(std::move(line));
    at = end + 1;
  }
  return lines;
}

/// Words of several letters or digits, joined by single blanks. Numbers of clauses are left out.
std::string words_of(std::span<const std::string> lines) {
  std::string words, word;
  for (const std::string& line : lines) {
    for (const char c : line + "\n") {
      if (is_word(c) && c != '_') {
        word += c;
        continue;
      }
      if (word.size() > 1) words += (words.empty() ? "" : " ") + word;
      word.clear();
    }
  }
  return words;
}

/// The licence with this whole text.
std::string_view license_of_text(std::string_view text) {
  const std::vector<std::string> lines = bare_lines(text);
  const auto is_above = [](const std::string& line) {
    return line.starts_with("copyright") || std::ranges::count(kShortTitles, line) > 0;
  };
  const auto begin = std::ranges::find_if_not(lines, is_above);
  const std::string words = sha256_hex(words_of({begin, lines.end()})).substr(0, 16);
  const auto known = std::ranges::find(kShortTexts, words, &ShortText::words);
  if (known != kShortTexts.end()) return known->license;
  const auto is_said = [&](const Title& title) {
    return !lines.empty() && lines[0] == title.line &&
           (title.next.empty() || (lines.size() > 1 && lines[1].starts_with(title.next)));
  };
  const auto title = std::ranges::find_if(kTitles, is_said);
  return title == kTitles.end() ? "" : title->license;
}

bool is_part_of_expression(char c) { return is_word(c) || is_one_of(c, ".-+: ()"); }

/// Is the text a list of names with AND, OR, or WITH and an exception between them?
bool is_expression(std::string_view text) {
  std::string bare(text);
  std::replace_if(
      bare.begin(), bare.end(), [](char c) { return is_one_of(c, "()"); }, ' ');
  std::istringstream words(bare);
  std::size_t count = 0;
  std::string before;
  for (std::string word; words >> word; ++count) {
    if (is_one_of(word, {"AND", "OR", "WITH"}) != (count % 2 == 1)) return false;
    const bool is_exception = word.find("exception") != word.npos || word == "Linux-syscall-note";
    if (before == "WITH" && !is_exception) return false;
    before = word;
  }
  return count % 2 == 1;
}

/// Adds the expressions of tags that stand alone on their lines, apart from comment signs.
void add_tags(std::string_view head, std::vector<std::string>& found) {
  constexpr std::string_view kTag = "SPDX-License-Identifier:";
  for (std::size_t at = head.find(kTag); at != head.npos; at = head.find(kTag, at + 1)) {
    const std::size_t line = head.rfind('\n', at) + 1;
    if (!bare_line(head.substr(line, at - line)).empty()) continue;
    const std::size_t begin = at + kTag.size();
    std::string_view expression = head.substr(begin, head.find('\n', at) - begin);
    const auto end = std::ranges::find_if_not(expression, is_part_of_expression);
    const auto length = static_cast<std::size_t>(end - expression.begin());
    const std::string_view behind = expression.substr(length);
    const bool ends_comment =
        behind.starts_with("*/") || behind.starts_with("*)") || behind.starts_with('>');
    if (!ends_comment && !bare_line(behind).empty()) continue;
    expression = expression.substr(0, length);
    while (!expression.empty() && expression.front() == ' ') expression.remove_prefix(1);
    while (!expression.empty() && is_one_of(expression.back(), " -:")) expression.remove_suffix(1);
    const bool is_new = std::ranges::count(found, expression) == 0;
    if (is_new && is_expression(expression)) found.emplace_back(expression);
  }
}

/// Joins licences that all apply.
std::string joined(const std::vector<std::string>& licenses) {
  std::string all;
  for (const std::string& license : licenses) {
    const bool several = licenses.size() > 1 && license.find(" OR ") != license.npos;
    all += (all.empty() ? "" : " AND ") + (several ? "(" + license + ")" : license);
  }
  return all;
}

}  // namespace

std::string license_of(const std::vector<Source>& sources, const ReadImported& read) {
  std::vector<std::string> found;
  for (const Source& source : sources) {
    add_tags(std::string_view(source.bytes()).substr(0, kHead), found);
  }
  if (!found.empty() || sources.empty()) return joined(found);
  const std::string folder = folder_of(sources.front().name());
  for (const char* const name : {"LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "LICENCE.txt",
                                 "LICENCE.md", "COPYING", "COPYING.txt", "UNLICENSE"}) {
    if (const auto text = read(folder + name)) return std::string(license_of_text(*text));
  }
  return {};
}

}  // namespace grabr
