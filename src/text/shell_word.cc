#include "text/shell_word.h"

#include <algorithm>
#include <iterator>

namespace grabr {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_./:=@%+,-").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  return shell_quoted(text);
}

std::string shell_file(const std::string& name) {
  return shell_word(name.starts_with('-') ? "./" + name : name);
}

std::string shell_word_with(
    std::string_view text,
    std::initializer_list<std::pair<std::string_view, std::string_view>> names) {
  std::string word;
  while (true) {
    std::size_t at = text.npos;
    const std::pair<std::string_view, std::string_view>* first = nullptr;
    for (const auto& name : names) {
      const std::size_t found = text.find(name.first);
      if (found < at) at = found, first = &name;
    }
    if (first == nullptr) break;
    if (at > 0) word += shell_word(text.substr(0, at));
    word += first->second;
    text.remove_prefix(at + first->first.size());
  }
  return text.empty() && !word.empty() ? word : word + shell_word(text);
}

std::string shell_words(std::span<const std::string> texts) {
  std::string line;
  for (const std::string& text : texts) line += (line.empty() ? "" : " ") + shell_word(text);
  return line;
}

bool is_shell_syntax(std::string_view word) {
  constexpr std::string_view kWords[] = {"|", "||", "|&", "&", "&&", ";", "!", "<", "$1", "$@"};
  if (std::ranges::find(kWords, word) != std::end(kWords)) return true;
  word.remove_prefix(std::min(word.find_first_not_of("012&"), word.size()));
  if (!word.starts_with('>')) return false;
  word.remove_prefix(word.starts_with(">>") ? 2 : 1);
  return word.find_first_of("<>") == word.npos;
}

std::string shell_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace grabr
