// Emits the conditions as a standalone shell script, meant to be read and changed by people.
// tests/oracle/condition_script_test.cc checks that it gives the same verdicts as
// Conditions::judge. The first part runs commands, the second contains the functions by which
// conditions judge the runs. Each condition's own check is in the table of conditions; it may also
// use run_test, run_other, status and the files $work/RESULT.out and .err of a run.
//
// Every run uses the same folder, which is created anew, so paths in outputs need no rewriting.
// Arguments are filled in here, by the rules of oracle/test/arguments.h, with a placeholder for the
// folder that becomes "$run" in the script.
#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <string>

#include "oracle/condition/command_conditions.h"
#include "oracle/condition/condition_kinds.h"
#include "oracle/condition/conditions.h"
#include "oracle/test/arguments.h"
#include "oracle/test/program.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/setting.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFolderWord = "\x01the folder\x01";  // cannot occur in an argument

std::string name_of(const std::string& original) {
  const std::string name = fs::path(original).filename().string();
  return name.empty() || name == "." || name == ".." ? "input" : name;
}

std::string shortest_text(double seconds) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), seconds).ptr;
  return std::string(text.data(), end);
}

/// Writes the part of the script that runs commands.
class RunWriter {
 public:
  RunWriter(const ScriptedTest& test, const ConditionOptions& options)
      : test_(test),
        options_(options),
        place_{std::string(kFolderWord), name_of(test.original)},
        file_("\"$run\"/" + shell_word(place_.base_name)),
        scratch_(place_.base_name == "tmp" ? "tmp.d" : "tmp"),
        beside_(test.folder.empty() ? kFolderWord : test.folder) {}

  std::string write() {
    write_head();
    write_inside();
    write_in_folder();
    text_ += "status() { cat \"$work/$1.status\"; }\n\n# FILE RESULT\n";
    write_command("run_test", test_.command);
    if (!options_.differs.empty()) write_command("run_other", options_.differs);
    for (const bool wanted : {true, false}) {
      const auto& commands = wanted ? options_.also : options_.but_not;
      for (std::size_t i = 0; i < commands.size(); ++i) {
        write_command(further_function(wanted, i), commands[i], options_.further_s);
      }
    }
    return text_;
  }

 private:
  void write_head();
  void write_inside();
  void write_in_folder();
  void write_copies();
  void write_command(const std::string& function, const std::vector<std::string>& command,
                     const std::optional<double>& limit_s = {});

  std::string word(std::string_view text) const {
    return shell_word_with(text, {{kFolderWord, "\"$run\""}, {beside_, "\"$here\""}});
  }
  std::string path_word(const std::string& path) const {
    return word(fs::absolute(path).lexically_normal().string());
  }
  /// The words as a comment in the script: one line, whatever they contain.
  std::string comment_text(const std::vector<std::string>& words) const {
    std::string text;
    for (const std::string& one : words) text += ' ' + escaped(word(one), "");
    return text;
  }
  FilledArguments fill(const std::vector<std::string>& command) const {
    return fill_arguments(command, place_, test_.append_path);
  }

  const ScriptedTest& test_;
  const ConditionOptions& options_;
  const CandidatePlace place_;
  const std::string file_;         // the candidate in its folder, as a shell word
  const std::string scratch_;      // name of the folder for temporary files
  const std::string_view beside_;  // the folder that the script will be in
  std::string text_;
};

void RunWriter::write_head() {
  text_ += R"(#!/bin/sh
# Judges the file named by the first argument, or by $GRABR_FILE:
#   exit 0    all conditions hold
#   exit 1    one of them does not
#   exit 125  that cannot be told, or a command could not be run
# The command is)" +
           comment_text(test_.command) + R"(
set -u

candidate=${1:-${GRABR_FILE-}}
case $candidate in
  /*) ;;
  *) candidate=$PWD/$candidate ;;
esac
if [ ! -f "$candidate" ]; then
  echo "usage: $0 FILE" >&2
  exit 125
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/conditions-XXXXXX") || exit 125
trap 'rm -rf "$work"' EXIT
trap 'exit 125' HUP INT TERM
run=$work/run
GRABR_DIR=${GRABR_DIR:-$PWD}
export GRABR_DIR
)";
  if (!test_.folder.empty()) {
    text_ += "here=$(CDPATH='' cd -- \"$(dirname -- \"$0\")\" && pwd) || exit 125\n";
  }
  if (!test_.original.empty()) {
    text_ += "GRABR_ORIGINAL=" + path_word(test_.original) + "\nexport GRABR_ORIGINAL\n";
  }
}

void RunWriter::write_inside() {
  text_ += R"(
inside() {
  (
    cd "$run" || exit 125
    GRABR_FILE=)" +
           file_ + R"(
    TMPDIR=$run/)" +
           scratch_ + R"( TEMP=$TMPDIR TMP=$TMPDIR
    export GRABR_FILE TMPDIR TEMP TMP
)";
  if (options_.hang_s) {
    text_ += R"(    # The inner shell notes the exit status; when timeout ends it there is none.
    exec timeout -k 1 )" +
             shortest_text(*options_.hang_s) + R"( /bin/sh -c \
      'exec 3>&2 2>/dev/null; "$@" 2>&3 3>&-; echo $? >"$0"' "$result.status" "$@"
)";
  } else {
    text_ += "    exec \"$@\"\n";
  }
  text_ += "  ) <" + file_ + R"( >"$result.out" 2>"$result.err"
}
)";
}

void RunWriter::write_copies() {
  text_ += "  cp \"$file\" " + file_ + " || exit 125\n";
  std::vector<std::string> names = fill(test_.command).other_names;
  for (const std::vector<std::string>& command : other_commands(options_)) {
    for (const std::string& name : fill(command).other_names) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  for (const std::string& name : names) {
    text_ += "  cp \"$file\" \"$run\"/" + shell_word(name) + " || exit 125\n";
  }
  for (const std::string& path : test_.copies) {
    text_ += "  cp -R " + path_word(path) + " \"$run\"/ || exit 125\n";
  }
}

void RunWriter::write_in_folder() {
  text_ += R"(
# in_folder FILE RESULT COMMAND...: runs the command on a copy of the file, which it also has as
# standard input, in a fresh folder. What it writes goes to $work/RESULT.out and .err, its exit
# status to .status: 128 + N after death by signal N)";
  if (options_.hang_s) text_ += ", \"timeout\" when it did not end";
  text_ += R"(.
in_folder() {
  file=$1 result=$work/$2
  shift 2
  rm -rf "$run" "$result.status"
  mkdir -p "$run"/)" +
           scratch_ + " || exit 125\n";
  write_copies();
  text_ += "  inside \"$@\" 2>/dev/null  # the shell's own words on a death by signal\n";
  text_ += options_.hang_s ? "  [ -s \"$result.status\" ] || echo timeout" : "  echo $?";
  text_ += " >\"$result.status\"\n}\n";
}

void RunWriter::write_command(const std::string& function, const std::vector<std::string>& command,
                              const std::optional<double>& limit_s) {
  std::vector<std::string> from_anywhere = command;
  if (!command.empty()) from_anywhere[0] = name_from_anywhere(command[0]);
  text_ += function + "() { in_folder \"$1\" \"$2\"";
  if (limit_s) text_ += " timeout -k 1 " + shortest_text(*limit_s);
  for (const std::string& argument : fill(from_anywhere).arguments) text_ += ' ' + word(argument);
  text_ += "; }\n";
}

/// Defines $candidate, the functions `run_test FILE RESULT` and, with --differs, `run_other`, which
/// write $work/RESULT.out, .err and .status, and the function `status RESULT`. Throws
/// Error(kInvalid) if there is no such program.
std::string script_runs(const ScriptedTest& test, const ConditionOptions& options) {
  return RunWriter(test, options).write();
}

/// Writes the part of the script that judges runs.
class ConditionWriter {
 public:
  explicit ConditionWriter(const ConditionOptions& options) : options_(options) {}

  std::string write(const ScriptedTest& test) {
    text_ = script_runs(test, options_);
    if (looks(LooksAt::kOriginal, LooksAt::kOtherCommand)) write_same();
    if (looks(LooksAt::kOutput, LooksAt::kOutput)) write_found();
    text_ += "\nrun_test \"$candidate\" test\n";
    if (!options_.any()) {
      text_ += "case $(status test) in\n  0) ;;\n  125) unclear=yes ;;\n  *) exit 1 ;;\nesac\n";
    }
    for (const Condition& condition : list_conditions(options_)) text_ += condition.script;
    if (options_.any_further()) text_ += "\n[ -z \"${unclear-}\" ] || exit 125";
    return text_ + "\nexit 0\n";
  }

 private:
  bool looks(LooksAt least, LooksAt most) const {
    const auto kinds = condition_kinds();
    return std::any_of(kinds.begin(), kinds.end(), [&](const ConditionKind& kind) {
      return least <= kind.looks_at && kind.looks_at <= most && is_given(kind, options_);
    });
  }

  void write_same();
  void write_found();

  const ConditionOptions& options_;
  std::string text_;
};

void ConditionWriter::write_same() {
  text_ += R"(
# same A B: two results agree in exit status and standard output.
same() {
  cmp -s "$work/$1.status" "$work/$2.status" || return 1
)";
  // The output of a command that did not end depends on when it was stopped.
  if (options_.hang_s) text_ += "  [ \"$(status \"$1\")\" = timeout ] ||\n  ";
  text_ += "  cmp -s \"$work/$1.out\" \"$work/$2.out\"\n}\n";
}

void ConditionWriter::write_found() {
  text_ += R"(
# found -E|-P EXPRESSION FILE: the expression is found in the file, or the script ends.
# Expressions that mean the same to grep -E are searched line by line. Those with \d, \b, (?i),
# x*? and the like, or that may match over line ends, need Perl's notation (GNU grep -P), and the
# file as one piece; grep refuses the little that Perl lacks (a repeated ^ or \b). Text that is not
# UTF-8 is searched byte by byte, and a NUL byte is seen as \001.
found() {
  notation=$1 expression=$2 pieces='' end='\n' locale=C
  if { printf '%s' "$2"; cat "$3"; } | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1; then
    locale=C.UTF-8
  fi
  if [ "$notation" = -P ]; then
    expression="(?m)$2" pieces=-z end='\0'
  fi
  { LC_ALL=C tr '\000' '\001' <"$3"; [ -s "$3" ] || printf "$end"; } |
    LC_ALL=$locale grep -q -a $pieces "$notation" -e "$expression"
  case $? in
    0) return 0 ;;
    1) return 1 ;;
  esac
  exit 125
}
)";
}

}  // namespace

std::string condition_script(const ScriptedTest& test, const ConditionOptions& options) {
  const Conditions checked(options);  // throws
  if (need_original(options) && test.original.empty()) {
    const char* const key = options.same_as_original ? "{same-as-original}" : "{same-crash}";
    throw Error(ErrorKind::kInvalid, spelled(key) + ": there is no original to compare with");
  }
  return ConditionWriter(checked.options()).write(test);
}

}  // namespace grabr
