#include "oracle/test/conversion.h"

#include <algorithm>

#include "text/shell_word.h"

namespace grabr {
namespace {

constexpr std::string_view kOut = "{out}";
/// Limit of a written file, in units of 512 bytes, because a command might never stop writing.
constexpr const char* kMaxWrittenBytes = "2097152";

}  // namespace

std::string conversion_script(const std::vector<std::string>& command) {
  const bool names_output =
      std::any_of(command.begin(), command.end(),
                  [](const std::string& word) { return word.find(kOut) != word.npos; });
  std::string text = std::string("ulimit -f ") + kMaxWrittenBytes + "\n";
  for (const std::string& word : command) {
    text += shell_word_with(word, {{"@@", "\"$1\""}, {kOut, "\"$2\""}}) + ' ';
  }
  text += names_output ? "<\"$1\" >/dev/null || exit\n" : "<\"$1\" >\"$2\" || exit\n";
  return text +
         "[ -s \"$2\" ] && exit\n"
         "for made in *; do\n"
         "  [ -f \"$made\" ] && [ \"$made\" != \"${1##*/}\" ] && exec mv -f \"./$made\" \"$2\"\n"
         "done\n"
         "echo 'it has made nothing' >&2\n"
         "exit 1\n";
}

std::string encoded_text_name(const std::filesystem::path& original) {
  const std::string stem = original.stem().string();
  return (stem.empty() ? "input" : stem) + ".txt";
}

}  // namespace grabr
