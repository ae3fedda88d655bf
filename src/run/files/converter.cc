#include "run/files/converter.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "oracle/test/conversion.h"
#include "oracle/test/program.h"
#include "run/config/command_words.h"
#include "run/files/formatter.h"
#include "text/error.h"
#include "text/file.h"
#include "text/setting.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

ProcessOracleOptions runner_options(const std::vector<std::string>& words, const fs::path& made,
                                    const std::string& name, double limit_s) {
  ProcessOracleOptions options;
  options.shell_text =
      "set -- \"$1\" " + shell_word(made.string()) + "\n" + conversion_script(words);
  options.original = name;
  options.timeout_s = limit_s;
  return options;
}

std::string last_line(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return std::string(text.substr(text.rfind('\n') + 1));
}

}  // namespace

std::vector<std::string> conversion_words(const std::string& command, std::string_view setting) {
  Words words = find_words(command, setting);
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (is_file(words[i])) words[i] = fs::absolute(words[i]).string();
  }
  return words;
}

Converter::Converter(const std::vector<std::string>& words, const std::string& name, double limit_s)
    : limit_s_(limit_s), runner_(runner_options(words, work_.path() / "made", name, limit_s)) {}

Converter::Result Converter::run(std::string_view given) {
  if (last_made_ && last_given_ == given) return {last_made_, {}};
  const fs::path made = work_.path() / "made";
  std::error_code ignored;
  fs::remove(made, ignored);
  const ProcessOracle::Explained end = runner_.explain(given, false);
  if (!end.result.infrastructure.empty()) {
    throw Error(ErrorKind::kEnvironment,
                "the program that converts could not be run: " + end.result.infrastructure);
  }
  const std::string problem = words_on_end(end.result, limit_s_);
  const std::string said = last_line(end.errors);
  if (!problem.empty()) return {std::nullopt, problem + (said.empty() ? "" : ": " + said)};
  last_made_ = read_file(made);
  last_given_ = given;
  return {last_made_, {}};
}

}  // namespace grabr
