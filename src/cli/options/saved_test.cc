// Tested by tests/cli/init_command_test.cc.
#include "cli/options/saved_test.h"

#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "oracle/process/test_json.h"
#include "run/files/trusted_files.h"
#include "run/init.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/json.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "grabr-recipe-1";

/// Adds the conditions on further commands that the call gives.
ConditionOptions with_further(ConditionOptions saved, const ConditionOptions& given) {
  saved.also.insert(saved.also.end(), given.also.begin(), given.also.end());
  saved.but_not.insert(saved.but_not.end(), given.but_not.begin(), given.but_not.end());
  return saved;
}

Words read_recipe(ReduceOptions& options, const std::string& text) {
  const JsonDocument document(kRecipeName, text, "a recipe");
  const JsonField json = document.root();
  if (json.get<std::string>("schema") != kSchema) json.at("schema").refuse(kSchema);
  if (!options.conditions.any()) {
    options.conditions =
        with_further(conditions_from_json(json.at("conditions")), options.conditions);
  }
  if (options.grammar.empty()) options.grammar = json.get<std::string>("grammar", "");
  if (const auto copies = json.find("copies")) {
    for (const std::string& path : words_from_json(*copies)) options.copies.push_back(path);
  }
  const Words command = words_from_json(json.at("command"));
  if (command.empty()) throw Error(ErrorKind::kInvalid, "its command is empty");
  return command;
}

bool says_yes(const std::string& file, const std::string& call) {
  if (isatty(STDIN_FILENO) != 1 || isatty(STDERR_FILENO) != 1) return false;
  std::cerr << "grabr: " << shown_name(file)
            << " was not written by grabr for you. It would run\n  " << call
            << "\ngrabr: run it, now and until it changes? y or n" << std::endl;
  std::string answer;
  return std::getline(std::cin, answer) && (answer == "y" || answer == "yes");
}

/// The call that the user could have typed instead.
std::string call_for(const ReduceOptions& options, const Words& command) {
  std::string call = "grabr";
  const std::string conditions = run::option_text(options.conditions);
  if (!conditions.empty()) call += " " + conditions;
  for (const std::string& copy : options.copies) call += " --copy " + shell_word(copy);
  return call + " FILE -- " + shell_words(command);
}

bool wants_recipe(const ReduceOptions& options, const std::optional<Words>& after_dashes) {
  if (after_dashes || !options.test.empty() || !options.command.empty()) return false;
  const std::size_t files = options.positionals.size() + (options.input.empty() ? 0 : 1);
  return files == 1 && is_file(kRecipeName);
}

}  // namespace

std::string recipe_text(const ReduceOptions& options, const Words& command,
                        const ConditionOptions& conditions, const std::string& what) {
  Json json{{"schema", kSchema},
            {"what", what},
            {"command", words_json(command)},
            {"conditions", conditions_json(conditions)}};
  if (!options.grammar.empty()) json["grammar"] = options.grammar;
  if (!options.copies.empty()) json["copies"] = words_json(options.copies);
  return json.dump(2) + "\n";
}

std::optional<Words> with_recipe(ReduceOptions& options, const std::optional<Words>& after_dashes) {
  if (!wants_recipe(options, after_dashes)) return after_dashes;
  std::string text;
  Words command;
  try {
    text = read_own_file(kRecipeName);
    command = read_recipe(options, text);
  } catch (const std::exception& error) {
    throw Error(ErrorKind::kInvalid,
                std::string(kRecipeName) + " cannot be used: " + error.what() +
                    "\nhint: `grabr init FILE -- COMMAND @@` writes it again; or name the test");
  }
  require_trusted(kRecipeName, text, call_for(options, command), options.trust);
  if (options.input.empty()) options.input = options.positionals.front();
  options.positionals.clear();
  if (!options.quiet) std::cerr << "grabr: using the test of " << kRecipeName << '\n';
  return command;
}

std::string call_for_kept(const std::string& command, const ProcessOracleOptions& test) {
  const std::string conditions = run::option_text(test.conditions);
  return "grabr " + command + (conditions.empty() ? "" : " " + conditions) +
         (test.shell_text.empty() ? " -- " + shell_words(test.command)
                                  : " -c " + shell_word(test.shell_text));
}

void require_trusted(const std::string& file, const std::string& content, const std::string& call,
                     bool trust) {
  if (run::is_trusted(file, content)) return;
  if (!trust && !says_yes(file, call)) {
    throw Error(ErrorKind::kInvalid,
                shown_name(file) +
                    " was not written by grabr for you, so its command is not run:\n  " + call +
                    "\nhint: --trust runs it, now and until it changes; or name the test");
  }
  run::trust(file, content);
}

}  // namespace grabr
