// Tested by tests/import/license_test.cc.
#include "import/license.h"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "text/ascii.h"

namespace grabr {
namespace {

constexpr std::size_t kHead = 4000;  // bytes of a file that may name its licence

/// The line in lower case, without blanks, comment signs and brackets around it.
std::string bare_line(std::string_view line) {
  while (!line.empty() && !is_word(line.front())) line.remove_prefix(1);
  while (!line.empty() && !is_word(line.back())) line.remove_suffix(1);
  return lower_case(line);
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

std::string license_of(const std::vector<Source>& sources) {
  std::vector<std::string> found;
  for (const Source& source : sources) {
    add_tags(std::string_view(source.bytes()).substr(0, kHead), found);
  }
  return joined(found);
}

}  // namespace grabr
