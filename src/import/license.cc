// Tested by tests/import/license_test.cc.
#include "import/license.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

#include "import/finish.h"
#include "text/ascii.h"

namespace grabr {
namespace {

constexpr std::size_t kHead = 4000;  // bytes of a file in which its licence may be said

struct Title {
  std::string_view line;  ///< the whole line, in lower case
  std::string_view next;  ///< how the line behind it begins
  std::string_view license;
};

/// First lines of licence texts, without licences that only later lines tell apart.
constexpr std::array kTitles = std::to_array<Title>({
    {"mit license", "", "MIT"},
    {"mit license (mit", "", "MIT"},
    {"the mit license", "", "MIT"},
    {"the mit license (mit", "", "MIT"},
    {"isc license", "", "ISC"},
    {"the isc license", "", "ISC"},
    {"bsd 2-clause license", "", "BSD-2-Clause"},
    {"bsd 2-clause \"simplified\" license", "", "BSD-2-Clause"},
    {"the 2-clause bsd license", "", "BSD-2-Clause"},
    {"bsd 3-clause license", "", "BSD-3-Clause"},
    {"bsd 3-clause \"new\" or \"revised\" license", "", "BSD-3-Clause"},
    {"the 3-clause bsd license", "", "BSD-3-Clause"},
    {"bsd zero clause license", "", "0BSD"},
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

/// In lower case, without blanks, signs of comments and brackets around it.
std::string bare_line(std::string_view line) {
  while (!line.empty() && !is_word(line.front())) line.remove_prefix(1);
  while (!line.empty() && !is_word(line.back())) line.remove_suffix(1);
  return lower_case(line);
}

std::vector<std::string> bare_lines(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(bare_line(text.substr(at, end - at)));
    at = end + 1;
  }
  return lines;
}

/// The licence with that title, after a blank line: else it is part of a sentence.
std::string_view license_at(const std::vector<std::string>& lines, std::size_t at) {
  if (at > 0 && !lines[at - 1].empty()) return {};
  const auto next = std::find_if(lines.begin() + static_cast<std::ptrdiff_t>(at) + 1, lines.end(),
                                 [](const std::string& line) { return !line.empty(); });
  for (const Title& title : kTitles) {
    if (lines[at] != title.line) continue;
    if (title.next.empty() || (next != lines.end() && next->starts_with(title.next))) {
      return title.license;
    }
  }
  return {};
}

/// Of the text of a licence: its first line.
std::string license_of_text(std::string_view text) {
  const std::vector<std::string> lines = bare_lines(text.substr(0, kHead));
  const auto first = std::find_if(lines.begin(), lines.end(),
                                  [](const std::string& line) { return !line.empty(); });
  if (first == lines.end()) return {};
  return std::string(license_at(lines, static_cast<std::size_t>(first - lines.begin())));
}

std::string title_in(std::string_view head) {
  const std::vector<std::string> lines = bare_lines(head);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (const std::string_view found = license_at(lines, i); !found.empty()) {
      return std::string(found);
    }
  }
  return {};
}

bool is_part_of_expression(char c) { return is_word(c) || is_one_of(c, ".-+: ()"); }

/// Names with AND, OR or WITH between them.
bool is_expression(std::string_view text) {
  std::string bare(text);
  std::replace_if(
      bare.begin(), bare.end(), [](char c) { return is_one_of(c, "()"); }, ' ');
  std::istringstream words(bare);
  std::size_t count = 0;
  for (std::string word; words >> word; ++count) {
    if (is_one_of(word, {"AND", "OR", "WITH"}) != (count % 2 == 1)) return false;
  }
  return count % 2 == 1;
}

/// The expression of a tag that is all of its line but for signs of a comment.
std::string tag_in(std::string_view head) {
  constexpr std::string_view kTag = "SPDX-License-Identifier:";
  for (std::size_t at = head.find(kTag); at != head.npos; at = head.find(kTag, at + 1)) {
    const std::size_t line = head.rfind('\n', at) + 1;
    if (!bare_line(head.substr(line, at - line)).empty()) continue;
    std::string_view expression = head.substr(at + kTag.size());
    const auto end = std::find_if_not(expression.begin(), expression.end(), is_part_of_expression);
    expression = expression.substr(0, static_cast<std::size_t>(end - expression.begin()));
    while (!expression.empty() && expression.front() == ' ') expression.remove_prefix(1);
    while (!expression.empty() && is_one_of(expression.back(), " -:")) expression.remove_suffix(1);
    if (is_expression(expression)) return std::string(expression);
  }
  return {};
}

/// Both hold where files of different ones become one grammar.
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
    const std::string_view head = std::string_view(source.bytes()).substr(0, kHead);
    std::string license = tag_in(head);
    if (license.empty()) license = title_in(head);
    const bool is_new = std::find(found.begin(), found.end(), license) == found.end();
    if (!license.empty() && is_new) found.push_back(std::move(license));
  }
  if (!found.empty() || sources.empty()) return joined(found);
  const std::string folder = folder_of(sources.front().name());
  for (const char* const name : {"LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "LICENCE.txt",
                                 "LICENCE.md", "COPYING", "COPYING.txt", "UNLICENSE"}) {
    if (const auto text = read(folder + name)) return license_of_text(*text);
  }
  return {};
}

}  // namespace grabr
