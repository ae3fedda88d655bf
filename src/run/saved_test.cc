#include "run/saved_test.h"

#include <string_view>

#include "run/command_words.h"
#include "run/condition_words.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

std::string_view way_name(InputVia via) {
  switch (via) {
    case InputVia::kAll: return "all";
    case InputVia::kArgument: return "arg";
    case InputVia::kStdin: return "stdin";
    case InputVia::kBaseName: return "basename";
  }
  return "all";
}

class OptionWords {
 public:
  void add(const std::string& option, std::string_view value) {
    words.push_back(option + "=" + std::string(value));
  }
  void add_number(const std::string& option, std::uint64_t value) {
    add(option, std::to_string(value));
  }
  void add_flag(const std::string& option, bool given) {
    if (given) words.push_back(option);
  }

  Words words;
};

void add_conditions(const ConditionOptions& conditions, OptionWords& options) {
  for (const std::string& quoted : condition_words(conditions)) {
    const Words words = split_words(quoted);
    if (words.size() > 1) options.add(words[0], words[1]);
    else options.add_flag(quoted, true);
  }
}

}  // namespace

Words test_option_words(const ReductionJob& job) {
  const ProcessOracleOptions& test = job.test;
  OptionWords options;
  options.add("--input", job.input);
  if (!job.shell_text.empty()) options.add("--command", job.shell_text);
  for (const std::filesystem::path& copy : test.copies) options.add("--copy", copy.string());
  if (test.via != InputVia::kAll) options.add("--input-via", way_name(test.via));
  options.add_flag("--no-arg", !test.append_path);
  add_conditions(test.conditions, options);
  if (test.memory_bytes > 0) options.add_number("--memory", test.memory_bytes / kMegabyte);
  if (test.encoding != Encoding::kAsIs) options.add("--file-encoding", encoding_name(test.encoding));
  options.add_flag("--no-aslr", !test.randomize_addresses);
  if (test.repeat != 1) options.add_number("--repeat", test.repeat);
  if (test.min_hits != 1) options.add_number("--min-hits", test.min_hits);
  if (!test.launcher.empty()) options.add("--launcher", shell_words(test.launcher));
  return options.words;
}

}  // namespace grabr
