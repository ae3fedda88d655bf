// Tested by tests/report/first_form_test.cc, and on a whole report by
// tests/cli/verify_command_test.cc.
#include "report/saved/first_form.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <variant>

#include "oracle/condition/condition_kinds.h"
#include "oracle/process/test_json.h"
#include "text/error.h"

namespace grabr {
namespace {

using Words = std::vector<std::string>;

constexpr std::uint64_t kMegabyte = 1024 * 1024;

[[noreturn]] void refuse_word(const std::string& word) {
  throw Error(ErrorKind::kInvalid, "the options of the report's test cannot be read: " + word);
}

/// Takes apart what shell_words() has put together.
Words unquoted_words(std::string_view text) {
  Words words;
  bool inside = false, quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ' && !quoted) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (c == '\'') quoted = !quoted;
    else if (c == '\\' && !quoted && i + 1 < text.size()) words.back() += text[++i];
    else words.back() += c;
  }
  return words;
}

/// One word, cut at its "=".
struct OptionWord {
  explicit OptionWord(const std::string& given)
      : word(given),
        name(word.substr(0, word.find('='))),
        value(word.substr(std::min(name.size() + 1, word.size()))) {}

  template <class Number>
  Number number() const {
    Number number = 0;
    const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (problem != std::errc() || end != value.data() + value.size()) refuse_word(word);
    return number;
  }

  std::string word, name, value;
};

void add(const OptionWord& word, std::vector<int>& numbers) {
  numbers.push_back(word.number<int>());
}
void add(const OptionWord& word, std::optional<double>& number) { number = word.number<double>(); }
void add(const OptionWord& /*word*/, bool& flag) { flag = true; }
void add(const OptionWord& word, Words& words) { words.push_back(word.value); }
/// Of a later form.
[[noreturn]] void add(const OptionWord& word, std::vector<Words>& /*commands*/) {
  refuse_word(word.word);
}

bool read_condition(const OptionWord& word, ConditionOptions& conditions) {
  for (const ConditionKind& kind : condition_kinds()) {
    if ("--" + std::string(kind.name) != word.name) continue;
    std::visit([&](const auto member) { add(word, conditions.*member); }, kind.values);
    if (kind.syntax == ConditionSyntax::kCommand) {
      conditions.*std::get<Words ConditionOptions::*>(kind.values) = unquoted_words(word.value);
    }
    return true;
  }
  return false;
}

Encoding encoding_of(const OptionWord& word) {
  const auto encoding = encoding_by_name(word.value);
  if (!encoding) refuse_word(word.word);
  return *encoding;
}

void read_option(const OptionWord& word, ProcessOracleOptions& test) {
  if (read_condition(word, test.conditions)) return;
  if (word.name == "--input") test.original = word.value;
  else if (word.name == "--copy") test.copies.emplace_back(word.value);
  else if (word.name == "--input-via") test.via = parse_enum(word.name, word.value, input_ways());
  else if (word.name == "--no-arg") test.append_path = false;
  else if (word.name == "--memory") test.memory_bytes = word.number<std::uint64_t>() * kMegabyte;
  else if (word.name == "--file-encoding") test.encoding = encoding_of(word);
  else if (word.name == "--no-aslr") test.randomize_addresses = false;
  else if (word.name == "--repeat") test.repeat = word.number<unsigned>();
  else if (word.name == "--min-hits") test.min_hits = word.number<unsigned>();
  else if (word.name == "--launcher") test.launcher = unquoted_words(word.value);
  else refuse_word(word.word);
}

}  // namespace

ProcessOracleOptions test_from_words(Words command, std::span<const std::string> options) {
  ProcessOracleOptions test;
  test.command = std::move(command);
  for (const std::string& given : options) {
    const OptionWord word(given);
    if (word.name != "--command") {
      read_option(word, test);
      continue;
    }
    // The words are those of /bin/sh -c TEXT sh, where the path is in the text.
    if (test.command.size() != 4) refuse_word(given);
    test.shell_text = test.command[2];
    test.command.clear();
  }
  return test;
}

}  // namespace grabr
