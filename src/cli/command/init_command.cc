// `grabr init`: a test for a command that fails.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "catalogue/choose_grammar.h"
#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/commands.h"
#include "cli/line/duration.h"
#include "cli/options/init_templates.h"
#include "cli/options/reduction_options.h"
#include "cli/options/saved_test.h"
#include "cli/options/test_options.h"
#include "cli/show/console.h"
#include "cli/show/interruption.h"
#include "oracle/condition/conditions.h"
#include "run/files/output_places.h"
#include "run/init.h"
#include "text/error.h"
#include "text/file.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr double kHangsAfter_s = 10;

struct InitOptions : ReduceOptions {
  std::string template_name;
  bool force = false;
};

[[noreturn]] void refuse_call(const std::string& message) {
  throw Error(ErrorKind::kInvalid, message);
}

/// Where the command names the input as such, the candidate takes its place.
void put_candidate_for(const std::string& input, Words& command) {
  std::replace(command.begin() + 1, command.end(), input, std::string("@@"));
}

/// Each test runs in a folder of its own, from which a relative path leads nowhere.
void name_files_by_path(Words& command, const Words& copies) {
  for (auto word = command.begin() + 1; word != command.end(); ++word) {
    const bool copied = std::any_of(copies.begin(), copies.end(), [&](const std::string& copy) {
      return fs::path(copy).filename() == *word;
    });
    if (!copied && is_file(*word)) *word = fs::absolute(*word).lexically_normal().string();
  }
}

/// A word that names the input among other things, where no @@ says what of it changes.
const std::string* word_with_input(const std::string& input, const Words& command) {
  const std::string name = fs::path(input).filename().string();
  const std::string* found = nullptr;
  for (const std::string& word : command) {
    if (word.find("@@") != std::string::npos) return nullptr;
    const std::size_t at = word.find(name);
    if (at == std::string::npos) continue;
    const bool begins = at == 0 || std::string_view(" /'\"<").find(word[at - 1]) < 5;
    const std::string rest = word.substr(at + name.size());
    if (begins && (rest.empty() || std::string_view(" '\";|").find(rest[0]) < 5)) found = &word;
  }
  return found;
}

/// FILE, --input, or the last word of the command that is a file here.
std::string find_input(const InitOptions& options, Words& command) {
  const std::size_t given = options.positionals.size() + (options.input.empty() ? 0 : 1);
  if (given > 1) refuse_call("init takes one FILE\nhint: files beside it come with --copy PATH");
  if (given == 1) {
    std::string input = options.input.empty() ? options.positionals.front() : options.input;
    std::error_code error;
    const fs::file_status status = fs::status(input, error);
    if (!fs::exists(status) && error && error != std::errc::no_such_file_or_directory) {
      throw Error(ErrorKind::kSystem, "cannot look at " + input + ": " + error.message());
    }
    if (!fs::is_regular_file(status)) refuse_call(input + " is not a file that is there");
    return input;
  }
  const auto file = std::find_if(command.rbegin(), command.rend() - 1, is_file);
  const bool marked = std::any_of(command.begin(), command.end(), [](const std::string& word) {
    return word.find("@@") != std::string::npos;
  });
  if (!marked && file != command.rend() - 1) return *file;
  refuse_call(std::string(marked ? "@@ stands for the input, and none is named"
                                 : "no word of the command is a file here") +
              "\nhint: grabr init FILE -- COMMAND ARGUMENTS... @@");
}

void write_new(const InitOptions& options, const std::string& path, const std::string& text,
               bool program) {
  std::error_code ignored;
  if (path == "-") {
    std::cout << text << std::flush;
    return;
  }
  if (fs::exists(path, ignored) && !options.force) {
    refuse_call(path + " is there already\nhint: --force writes it again, -o FILE another one");
  }
  write_atomically(path, text);
  if (program) {
    fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                    fs::perm_options::add);
  }
}

/// Of the command as shell text, with the candidate in double quotes.
std::string command_with_candidate(const Words& words) {
  std::string text;
  bool named = false;
  for (const std::string& word : words) {
    named = named || word == "@@";
    text += (text.empty() ? "" : " ") + (word == "@@" ? "\"$1\"" : shell_word(word));
  }
  return named ? text : text + " \"$1\"";
}

int write_template(const InitOptions& options, const std::optional<Words>& after_dashes) {
  Words command = after_dashes.value_or(Words{"./program", "@@"});
  if (command.empty()) refuse_call("there is no command after --");
  for (const std::string& file : options.positionals) put_candidate_for(file, command);
  const bool from_here = command[0].find('/') != std::string::npos && command[0][0] != '/';
  std::string text = command_with_candidate(command);
  if (from_here) text = "\"$GRABR_DIR\"/" + text;
  const std::string path = options.output.empty() ? "test.sh" : options.output;
  write_new(options, path, test_template(options.template_name, text), true);
  if (!options.quiet && path != "-") {
    std::cerr << "grabr: " << path << " is written: complete it, then `grabr ./" << path
              << " FILE`\n";
  }
  return 0;
}

/// Null where no grammar is known.
std::shared_ptr<const Grammar> grammar_for(const InitOptions& options, const std::string& text) {
  std::optional<fs::path> path;
  if (!options.grammar.empty()) path = find_grammar(options.grammar);
  else if (const auto choice = GrammarChooser().choose(options.input, text)) path = choice->path;
  return path ? read_grammar(*path) : nullptr;
}

std::string joined_names(const Words& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void tell(Console& console, const run::InitResult& found) {
  console.note("the failure: " + found.chosen.what);
  console.note("the condition: " + run::option_text(found.chosen.conditions));
  if (!found.chosen.rejects.empty())
    console.note("  it rejects " + joined_names(found.chosen.rejects));
  if (!found.chosen.accepts.empty()) {
    console.note("  it accepts " + joined_names(found.chosen.accepts));
  }
  if (!found.chosen.weakness.empty()) {
    console.note("  weak: it would also accept " + found.chosen.weakness);
  }
  const auto offer = [&](const char* word, const auto& list) {
    for (const run::FittingCondition& other : list) {
      const std::string but =
          other.accepts.empty() ? "" : "   (accepts " + joined_names(other.accepts) + ")";
      console.note(std::string(word) + run::option_text(other.conditions) + but);
    }
  };
  offer("looser: ", found.looser);
  offer("stricter: ", found.stricter);
}

int run_init(InitOptions options, const std::optional<Words>& after_dashes) {
  if (!options.template_name.empty()) return write_template(options, after_dashes);
  if (!after_dashes || after_dashes->empty()) {
    refuse_call("init needs the command that fails\nhint: grabr init FILE -- COMMAND @@");
  }
  Words command = *after_dashes;
  options.input = find_input(options, command);
  options.positionals.clear();
  put_candidate_for(options.input, command);
  name_files_by_path(command, options.copies);
  if (!options.timeout_s) options.timeout_s = kHangsAfter_s;
  const Call call = call_of(options, command);
  run::InitConfig config;
  config.test = test_options(options, call, kept_folder({}, call.input));
  config.text = read_file(options.input);
  config.grammar = grammar_for(options, config.text);
  Console console(options.quiet);
  if (!config.grammar) {
    console.note("no grammar is known for " + options.input + " (-g names one)");
  }
  if (const std::string* word = word_with_input(options.input, command)) {
    console.note("`" + *word + "` names " + options.input +
                 " itself: write @@ there for the path of a candidate");
  }
  StopSignals signals;
  const run::InitResult found = run::find_condition(config, console, StopToken(signals));
  tell(console, found);
  const std::string path = options.output.empty() ? kRecipeName : options.output;
  if (options.output.empty() || path.ends_with(".json")) {
    write_new(options, path,
              recipe_text(options, command, found.chosen.conditions, found.chosen.what), false);
  } else {
    ScriptedTest test{.command = call.words(), .original = call.input};
    for (const std::string& copy : options.copies) test.copies.push_back(copy);
    write_new(options, path, condition_script(test, found.chosen.conditions), true);
  }
  const std::string use = options.output.empty() ? "grabr " : "grabr ./" + path + " ";
  if (path != "-") console.note(path + " is written: `" + use + shell_word(options.input) + "`");
  return 0;
}

}  // namespace

CommandAction declare_init(CLI::App& app) {
  auto options = std::make_shared<InitOptions>();
  app.add_option("FILE", options->positionals,
                 "The input; default: the last file that the command names")
      ->type_name("");
  app.add_option("-i,--input", options->input, "The same as FILE")->type_name("FILE");
  app.add_option("--copy", options->copies,
                 "Put a copy of this file or folder beside each candidate")
      ->type_name("PATH")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("-g,--grammar", options->grammar, "Of the input; default: by its name and content")
      ->type_name("NAME|FILE");
  app.add_option("--timeout", options->timeout_s,
                 "A command that runs longer hangs; default: 10 (seconds)")
      ->type_name("TIME")
      ->transform(duration());
  app.add_option("--template", options->template_name,
                 "Run nothing, write a script to complete: crash,\n"
                 "wrong-output, old-new, hang, c-miscompile, solver-disagrees")
      ->type_name("NAME");
  app.add_option("-o,--output", options->output,
                 "A script instead of the recipe .grabr.json; -: print it")
      ->type_name("FILE");
  app.add_flag("--force", options->force, "Write over a file that is there");
  app.add_flag("-q,--quiet", options->quiet, "Print errors only");
  return [options](const std::optional<Words>& after_dashes) {
    return run_init(*options, after_dashes);
  };
}

}  // namespace grabr
