// Tested by tests/cli/parse_errors_test.cc.
#include "cli/line/parse_errors.h"

#include <CLI/CLI.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "text/escape.h"
#include "text/suggest.h"

namespace grabr {
namespace {

constexpr std::string_view kConversion = "Could not convert: ";

/// Placeholders for values in the help, and what they stand for.
constexpr std::pair<std::string_view, const char*> kValues[] = {
    {"FILE", "a file name"},    {"OUT", "a file name"},   {"PATH", "a file name"},
    {"DIR", "a folder"},        {"N", "a number"},        {"K", "a number"},
    {"S", "a number"},          {"STEP", "a number"},     {"MB", "a number"},
    {"SHARE", "a number"},      {"CODE", "a number"},     {"TIME", "a time, such as 90s or 2m"},
    {"SIZE", "a size"},         {"COMMAND", "a command"}, {"PREFIX", "a command"},
    {"TEST", "a test"},         {"TEXT", "a text"},       {"REGEX", "a regular expression"},
    {"NAME|FILE", "a grammar"}, {"NAME", "a name"},
};

std::string value_words(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  for (const auto& [name, words] : kValues) {
    if (type == name) return words;
  }
  return "a value" + (type.empty() ? type : ", " + type);
}

/// The option whose name the message begins with; the longest if there are several.
const CLI::Option* option_in(const CLI::App& app, std::string_view message) {
  if (message.starts_with(kConversion)) message.remove_prefix(kConversion.size());
  const CLI::Option* found = nullptr;
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    const bool is_longer = found == nullptr || name.size() > found->get_name().size();
    if (!name.empty() && message.starts_with(name) && is_longer) found = option;
  }
  return found;
}

/// The option's name as the user wrote it.
std::string as_written(const CLI::Option& option, const Words& words) {
  std::string written = option.get_name();
  for (const std::string& word : words) {
    for (const std::string& name : option.get_snames()) {
      if (word.starts_with("-" + name)) written = "-" + name;
    }
    for (const std::string& name : option.get_lnames()) {
      if (word == "--" + name || word.starts_with("--" + name + "=")) written = "--" + name;
    }
  }
  return written;
}

std::string behind(std::string_view message, std::string_view sign) {
  const std::size_t at = message.find(sign);
  return at == message.npos ? "" : std::string(message.substr(at + sign.size()));
}

std::string on_count(const std::string& name, const CLI::Option& option, const std::string& what) {
  if (what.find("disallowed flag override") != what.npos) return name + " takes no value";
  const std::string count = behind(what, "required but received ");
  if (what.find("At Most") == what.npos) return name + " needs " + value_words(option);
  return name + " is given " + (count == "2" ? "twice" : count + " times");
}

std::string on_value(const std::string& name, const CLI::Option& option, const std::string& what) {
  if (option.get_items_expected_max() == 0) return name + " takes no value";
  const std::string value = behind(what, " = ");
  return name + " needs a number" + (value.empty() ? "" : ", not `" + escaped(value, "") + "`");
}

std::string on_option(const CLI::ParseError& error, const CLI::Option& option, const Words& words) {
  const std::string what = error.what(), name = as_written(option, words);
  const std::string kind = error.get_name();
  if (kind == "ArgumentMismatch") return on_count(name, option, what);
  if (kind == "ConversionError") return on_value(name, option, what);
  if (kind == "RequiredError") return name + " is missing";
  if (kind == "ExcludesError")
    return name + " and " + behind(what, " excludes ") + " exclude each other";
  if (kind == "RequiresError") return name + " needs " + behind(what, " requires ") + ", too";
  return escaped(what, "");  // ValidationError: the message is our own
}

/// The declared option that an unknown one is closest to.
std::string option_hint(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::string hint = word_hint(word.substr(0, word.find('=')), names, "");
  return hint.empty() ? hint : "\nhint: " + hint;
}

std::string on_extra_words(const CLI::App& app, const std::string& called) {
  const std::vector<std::string> extra = app.remaining();
  for (const std::string& word : extra) {
    if (word.starts_with("-"))
      return "unknown option " + escaped(word, "") + option_hint(app, word);
  }
  std::string taken;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) taken += " " + option->get_name(true);
  }
  return "`" + escaped(extra.front(), "") + "` is too much: `" + called + "` takes " +
         (taken.empty() ? "options only" : "no more than" + taken);
}

}  // namespace

std::string words_on(const CLI::ParseError& error, const CLI::App& app, const Words& words,
                     const std::string& called) {
  if (!app.remaining().empty()) return on_extra_words(app, called);
  if (const CLI::Option* option = option_in(app, error.what())) {
    return on_option(error, *option, words);
  }
  return "these words are not understood: " + escaped(error.what(), "");
}

}  // namespace grabr
