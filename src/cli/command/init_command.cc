// `grabr init`: a test for a command that fails.
// Tested by tests/cli/init_command_test.cc.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "catalogue/choose_grammar.h"
#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/commands.h"
#include "cli/line/option_values.h"
#include "cli/options/reduction_options.h"
#include "cli/options/saved_test.h"
#include "cli/options/test_options.h"
#include "cli/show/console.h"
#include "cli/show/interruption.h"
#include "oracle/condition/conditions.h"
#include "oracle/test/listing.h"
#include "run/config/ready_conditions.h"
#include "run/files/output_places.h"
#include "run/files/trusted_files.h"
#include "run/init.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/named_value.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

// Scripts to start from, for failures that a single run of a command does not show. Each begins
// with a "#!" line and contains COMMAND in place of the user's command.

constexpr std::string_view kCrash =
    R"(# Interesting: the command dies by a signal, or says what is searched for here.
COMMAND >out 2>err
status=$?
[ $status -ge 128 ] && exit 0
grep -q -E 'Sanitizer: |Assertion .* failed|internal compiler error' err
)";

constexpr std::string_view kWrongOutput =
    R"(# Interesting: the command ends well, and what it prints is wrong.
COMMAND >out 2>err || exit 1
grep -q -F "${WRONG:-a part of the wrong output}" out || exit 1
! grep -q -F "${RIGHT:-a part of the right output}" out
)";

constexpr std::string_view kOldNew =
    R"(# Interesting: the old version accepts what the new one does not.
OLD=${OLD:-/path/of/the/old/version}
"$OLD" "$1" >old.out 2>old.err || exit 1
COMMAND >new.out 2>new.err && exit 1
# Not because the program is missing.
[ $? -lt 126 ] || [ $? -gt 127 ]
)";

constexpr std::string_view kHang =
    R"(# Interesting: the command does not end in time. Choose about ten times what a good input takes.
timeout "${LIMIT:-10}" COMMAND >out 2>err
[ $? -eq 124 ]
)";

constexpr std::string_view kMiscompile =
    R"(# Interesting: two levels of optimisation make programs that print different things, and the
# candidate has no undefined behaviour that would explain it.
CC=${CC:-gcc}
$CC -Wall -Wextra -c "$1" -o warned.o 2>warnings || exit 1
grep -q -E 'uninitialized|without return|no return statement|division by zero|out of bounds' warnings &&
  exit 1
$CC -O0 -fsanitize=address,undefined -fno-sanitize-recover=all "$1" -o checked 2>/dev/null || exit 1
timeout 10 ./checked >checked.out 2>&1 || exit 1
$CC ${GOOD:--O0} "$1" -o good 2>/dev/null || exit 1
$CC ${BAD:--O2} "$1" -o bad 2>/dev/null || exit 1
timeout 10 ./good >good.out 2>&1
echo $? >>good.out
timeout 10 ./bad >bad.out 2>&1
echo $? >>bad.out
! cmp -s good.out bad.out
)";

constexpr std::string_view kSolvers =
    R"(# Interesting: two solvers give different answers, each sat or unsat.
OTHER=${OTHER:-z3}
one=$(COMMAND 2>/dev/null | grep -m 1 -x -E 'sat|unsat') || exit 1
other=$($OTHER "$1" 2>/dev/null | grep -m 1 -x -E 'sat|unsat') || exit 1
[ "$one" != "$other" ]
)";

constexpr NamedValue<std::string_view> kTemplates[] = {
    {"crash", kCrash}, {"wrong-output", kWrongOutput}, {"old-new", kOldNew},
    {"hang", kHang},   {"c-miscompile", kMiscompile},  {"solver-disagrees", kSolvers},
};

/// `command` is the command as shell text with "$1" for the candidate. Throws Error(kInvalid) for
/// an unknown name.
std::string test_template(const std::string& name, const std::string& command) {
  std::string text(parse_enum("--template", name, kTemplates));
  constexpr std::string_view kMark = "COMMAND";
  for (std::size_t at = 0; (at = text.find(kMark, at)) != std::string::npos; at += command.size()) {
    text.replace(at, kMark.size(), command);
  }
  return "#!/bin/sh\n# The candidate is \"$1\"; the folder is the test's own, and fresh.\n" + text;
}

namespace fs = std::filesystem;

constexpr double kHangsAfter_s = 10;
/// If a command is slow, it runs again with this time limit before it counts as hanging.
constexpr double kPatience_s = 60;

struct InitOptions : ReduceOptions {
  std::string template_name;
  bool force = false;
};

[[noreturn]] void refuse_call(const std::string& message) {
  throw Error(ErrorKind::kInvalid, message);
}

/// Each test runs in its own folder, where relative paths lead nowhere.
void name_files_by_path(Words& command, const Words& copies) {
  for (auto word = command.begin() + 1; word != command.end(); ++word) {
    const bool copied = std::any_of(copies.begin(), copies.end(), [&](const std::string& copy) {
      return fs::path(copy).filename() == *word;
    });
    if (!copied && is_file(*word)) *word = fs::absolute(*word).lexically_normal().string();
  }
}

/// A word that contains the input's name, without an @@ for the part to change.
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

/// The input: FILE, --input, or the last word of the command that is an existing file.
std::string find_input(const InitOptions& options, Words& command) {
  const std::size_t given = options.positionals.size() + (options.input.empty() ? 0 : 1);
  if (given > 1)
    refuse_call("init takes one FILE or folder\nhint: --copy PATH puts other files beside it");
  if (given == 1) {
    std::string input = options.input.empty() ? options.positionals.front() : options.input;
    std::error_code error;
    const fs::file_status status = fs::status(input, error);
    if (!fs::exists(status) && error && error != std::errc::no_such_file_or_directory) {
      throw Error(ErrorKind::kSystem,
                  "cannot look at " + shown_name(input) + ": " + error.message());
    }
    if (!fs::is_regular_file(status) && !fs::is_directory(status)) {
      refuse_call(shown_name(input) + " is not an existing file or folder");
    }
    return input;
  }
  if (const auto file = file_named_by(command)) return *file;
  refuse_call(std::string(marks_candidate(command)
                              ? "@@ stands for the input, but none is named"
                              : "no word of the command is a file in this folder") +
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
    refuse_call(shown_name(path) +
                " already exists\nhint: --force overwrites it, -o FILE names another");
  }
  write_atomically(path, text);
  if (program) make_executable(path);
}

/// The command as shell text, with the candidate in double quotes.
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
    std::cerr << "grabr: " << shown_name(path) << " is written; complete it, then: grabr ./"
              << shown_name(path) << " FILE\n";
  }
  return 0;
}

/// Empty if no grammar is known.
fs::path grammar_for(const InitOptions& options, const std::string& text) {
  if (!options.grammar.empty()) return find_grammar(options.grammar);
  const auto choice = GrammarChooser().choose(options.input, text);
  return choice ? choice->path : fs::path();
}

/// The program that --and-valid would run; empty if there is none.
Words valid_command(const fs::path& grammar, const run::InitConfig& config) {
  try {
    return command_for_valid({grammar.stem().string(), config.test.original.string(), config.test,
                              [](const Words&) { return std::string(); }});
  } catch (const Error&) {
    return {};
  }
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
    console.note("  checked: it rejects " + joined_names(found.chosen.rejects));
  if (!found.chosen.accepts.empty()) {
    console.note("  it also accepts " + joined_names(found.chosen.accepts));
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
  if (found.asks_valid) {
    console.note(
        "  invalid inputs give this message, too, and this one is valid: candidates must be"
        " valid, too (--and)");
  } else if (found.says_rejected) {
    console.note(
        "  invalid inputs give this message, too, so the result may be rightly rejected: `grabr "
        "init` knows no program that accepts this input; --and 'COMMAND @@' names one");
  }
  offer("looser: ", found.looser);
  offer("stricter: ", found.stricter);
}

/// A folder's listing, one file a line.
std::string listing_of(const fs::path& folder) {
  const std::string text = text_of_names(names_below(folder));
  if (text.empty()) refuse_call(shown_name(folder) + " is empty: there is nothing to reduce");
  return text;
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
  const bool may_be_slow = !options.timeout_s;
  if (may_be_slow) options.timeout_s = kHangsAfter_s;
  const Call call = call_of(options, command);
  run::InitConfig config;
  config.test = test_options(options, call, kept_folder({}, call.input));
  const bool is_folder = fs::is_directory(options.input);
  if (is_folder) config.test.project = fs::absolute(options.input).lexically_normal();
  config.text = is_folder ? listing_of(config.test.project) : read_file(options.input);
  if (may_be_slow) config.patience_s = kPatience_s;
  const fs::path grammar = is_folder ? fs::path() : grammar_for(options, config.text);
  if (!grammar.empty()) {
    config.grammar = read_grammar(grammar);
    config.valid_command = valid_command(grammar, config);
  }
  Console console(options.quiet, options.verbose);
  if (!config.grammar && !is_folder) {
    console.note("no grammar is known for " + shown_name(options.input) + " (-g names one)");
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
    const std::string text =
        recipe_text(options, command, found.chosen.conditions, found.chosen.what);
    write_new(options, path, text, false);
    if (path != "-") run::trust(path, text);
  } else {
    ScriptedTest test{.command = call.words(), .original = call.input};
    for (const std::string& copy : options.copies) test.copies.push_back(copy);
    write_new(options, path, condition_script(test, found.chosen.conditions), true);
  }
  const std::string use = options.output.empty() ? "grabr " : "grabr ./" + path + " ";
  if (path != "-")
    console.note(shown_name(path) +
                 " is written; next: " + shown_name(use + shell_word(options.input)));
  return 0;
}

}  // namespace

CommandAction declare_init(CLI::App& app) {
  auto options = std::make_shared<InitOptions>();
  app.add_option("FILE", options->positionals,
                 "The input, a file or folder. Default: the last file that the command names")
      ->type_name("");
  app.add_option("-i,--input", options->input, "The same as FILE")->type_name("FILE");
  app.add_option("--copy", options->copies,
                 "Put a copy of this file or folder beside each candidate")
      ->type_name("PATH")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("-g,--grammar", options->grammar,
                 "Grammar of the input. Default: by name and content")
      ->type_name("NAME|FILE");
  app.add_option("--timeout", options->timeout_s,
                 "A command that runs longer than this hangs. Default: 10 (seconds)")
      ->type_name("TIME")
      ->transform(duration());
  app.add_option("--template", options->template_name,
                 "Run nothing, write a script to complete: crash,\n"
                 "wrong-output, old-new, hang, c-miscompile, solver-disagrees")
      ->type_name("NAME");
  app.add_option("-o,--output", options->output,
                 "Write a script instead of .grabr.json; -: print it")
      ->type_name("FILE");
  app.add_flag("--force", options->force, "Overwrite an existing file");
  app.add_flag("-q,--quiet", options->quiet, "Print errors only");
  app.add_flag("-v,--verbose", options->verbose, "Print what each phase did");
  return [options](const std::optional<Words>& after_dashes) {
    return run_init(*options, after_dashes);
  };
}

}  // namespace grabr
