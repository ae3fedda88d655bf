// Conditions as a shell script that stands alone. It is written to be read and changed by a person;
// tests/oracle/condition_script_test.cc runs it beside Conditions::judge and wants the same verdicts.
//
// Each run happens in the same freshly made folder, so paths in the outputs need no rewriting. The
// arguments are filled in here, by the rules of oracle/arguments.h, with a word in place of the folder
// that the script replaces.
#include <algorithm>
#include <filesystem>

#include "oracle/arguments.h"
#include "oracle/conditions.h"
#include "oracle/grep_notation.h"
#include "oracle/program.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFolder = "\x01grabr's folder\x01";  // no argument contains this by itself

/// A word in which the folder has to be filled in.
std::string shell_word_with_folder(std::string_view text) {
  std::string word;
  for (std::size_t at; (at = text.find(kFolder)) != std::string_view::npos;) {
    if (at > 0) word += shell_word(text.substr(0, at));
    word += "\"$run\"";
    text.remove_prefix(at + kFolder.size());
  }
  return text.empty() && !word.empty() ? word : word + shell_word(text);
}

/// For a comment: one line, whatever the words contain.
std::string comment_text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += ' ' + escaped(shell_word(word), "");
  return text;
}

std::string name_of(const std::string& original) {
  const std::string name = fs::path(original).filename().string();
  return name.empty() || name == "." || name == ".." ? "input" : name;
}

std::string absolute(const std::string& path) { return fs::absolute(path).lexically_normal().string(); }

/// The script while it is written.
class Writer {
 public:
  Writer(const ScriptedTest& test, const ConditionOptions& options)
      : test_(test), options_(options), name_(name_of(test.original)) {}

  std::string write() {
    write_head();
    write_in_folder();
    if (!options_.differs.empty() || options_.same_as_original) write_same();
    if (searches()) write_found();
    text_ += "\nrun_test \"$candidate\" test\n";
    write_end_conditions();
    write_searches();
    if (options_.same_as_original) write_original();
    if (!options_.differs.empty()) write_differs();
    return text_ + "\nexit 0\n";
  }

 private:
  bool searches() const {
    return !options_.output.empty() || !options_.errors.empty() || !options_.not_output.empty() ||
           !options_.not_errors.empty();
  }

  void write_head();
  void write_inside(const std::string& scratch);
  void write_in_folder();
  void write_command(const std::string& function, const std::vector<std::string>& command);
  void write_same();
  void write_found();
  void write_end_conditions();
  void write_statuses(const std::string& comment, const std::vector<int>& statuses);
  void write_searches();
  void write_search(const std::string& option, const std::string& expression, bool wanted);
  void write_original();
  void write_differs();

  std::string file() const { return "\"$run\"/" + shell_word(name_); }
  std::string folder_commands(const std::vector<std::string>& other_names) const;

  const ScriptedTest& test_;
  const ConditionOptions& options_;
  const std::string name_;  // of the candidate in its folder
  std::string text_;
};

void Writer::write_head() {
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
  if (!test_.original.empty()) {
    text_ += "GRABR_ORIGINAL=" + shell_word(absolute(test_.original)) + "\nexport GRABR_ORIGINAL\n";
  }
}

std::string Writer::folder_commands(const std::vector<std::string>& other_names) const {
  std::string text = "  cp \"$file\" " + file() + " || exit 125\n";
  for (const std::string& name : other_names) {
    text += "  cp \"$file\" \"$run\"/" + shell_word(name) + " || exit 125\n";
  }
  for (const std::string& path : test_.copies) {
    text += "  cp -R " + shell_word(absolute(path)) + " \"$run\"/ || exit 125\n";
  }
  return text;
}

void Writer::write_inside(const std::string& scratch) {
  text_ += R"(
inside() {
  (
    cd "$run" || exit 125
    GRABR_FILE=)" + file() + R"(
    TMPDIR=$run/)" + scratch + R"( TEMP=$TMPDIR TMP=$TMPDIR
    export GRABR_FILE TMPDIR TEMP TMP
)";
  if (options_.hang_s) {
    text_ += R"(    # The inner shell notes the exit status; when timeout ends it there is none.
    exec timeout -k 1 )" + std::to_string(*options_.hang_s) + R"( /bin/sh -c \
      'exec 3>&2 2>/dev/null; "$@" 2>&3 3>&-; echo $? >"$0"' "$result.status" "$@"
)";
  } else {
    text_ += "    exec \"$@\"\n";
  }
  text_ += "  ) <" + file() + R"( >"$result.out" 2>"$result.err"
}
)";
}

void Writer::write_in_folder() {
  const CandidatePlace place{std::string(kFolder), name_};
  std::vector<std::string> other_names =
      fill_arguments(test_.command, place, test_.append_path).other_names;
  for (const std::string& name :
       fill_arguments(options_.differs, place, test_.append_path).other_names) {
    if (std::find(other_names.begin(), other_names.end(), name) == other_names.end()) {
      other_names.push_back(name);
    }
  }
  const std::string scratch = name_ == "tmp" ? "tmp.d" : "tmp";
  write_inside(scratch);
  text_ += R"(
# in_folder FILE RESULT COMMAND...: runs the command on a copy of the file, which it also has as
# standard input, in a fresh folder. What it writes goes to $work/RESULT.out and .err, its exit
# status to .status: 128 + N after death by signal N)" +
           std::string(options_.hang_s ? ", \"timeout\" when it did not end" : "") + R"(.
in_folder() {
  file=$1 result=$work/$2
  shift 2
  rm -rf "$run" "$result.status"
  mkdir -p "$run"/)" +
           scratch + " || exit 125\n" + folder_commands(other_names) +
           "  inside \"$@\" 2>/dev/null  # the shell's own words on a death by signal\n" +
           (options_.hang_s ? "  [ -s \"$result.status\" ] || echo timeout" : "  echo $?") +
           " >\"$result.status\"\n}\n";
  text_ += "status() { cat \"$work/$1.status\"; }\n\n# FILE RESULT\n";
  write_command("run_test", test_.command);
  if (!options_.differs.empty()) write_command("run_other", options_.differs);
}

void Writer::write_command(const std::string& function, const std::vector<std::string>& command) {
  std::vector<std::string> from_anywhere = command;
  if (!command.empty()) from_anywhere[0] = name_from_anywhere(command[0]);
  const CandidatePlace place{std::string(kFolder), name_};
  text_ += function + "() { in_folder \"$1\" \"$2\"";
  for (const std::string& word : fill_arguments(from_anywhere, place, test_.append_path).arguments) {
    text_ += ' ' + shell_word_with_folder(word);
  }
  text_ += "; }\n";
}

void Writer::write_same() {
  text_ += R"(
# same A B: two results agree in exit status and standard output.
same() {
  cmp -s "$work/$1.status" "$work/$2.status" || return 1
)";
  // What a command wrote that did not end depends on the moment.
  if (options_.hang_s) text_ += "  [ \"$(status \"$1\")\" = timeout ] ||\n  ";
  text_ += "  cmp -s \"$work/$1.out\" \"$work/$2.out\"\n}\n";
}

void Writer::write_found() {
  text_ += R"(
# found -E|-P EXPRESSION FILE: the expression is found in the file, or the script ends.
# Expressions that mean the same to grep -E are searched line by line. Those with \d, \b, (?i), x*?
# and the like, or that may match over line ends, need Perl's notation (GNU grep -P), and the file as
# one piece. Text that is not UTF-8 is searched byte by byte, and a NUL byte is seen as \001.
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

void Writer::write_statuses(const std::string& comment, const std::vector<int>& statuses) {
  text_ += "\n# " + comment + "\ncase $(status test) in\n  ";
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    text_ += (i > 0 ? " | " : "") + std::to_string(statuses[i]);
  }
  text_ += ") ;;\n  *) exit 1 ;;\nesac\n";
}

void Writer::write_end_conditions() {
  if (!options_.exits.empty()) write_statuses("--exit", options_.exits);
  if (!options_.signals.empty()) {
    std::string comment = "--signal";
    std::vector<int> statuses;
    for (const std::string& name : options_.signals) {
      comment += ' ' + name;
      statuses.push_back(128 + signal_by_name(name).value());
    }
    write_statuses(comment, statuses);
  }
  if (options_.hang_s) text_ += "\n# --hang\n[ \"$(status test)\" = timeout ] || exit 1\n";
}

void Writer::write_search(const std::string& option, const std::string& expression, bool wanted) {
  const GrepExpression grep = grep_expression(expression);
  const std::string stream = option.ends_with("stdout") ? "out" : "err";
  const std::string call = std::string("found ") + (grep.perl ? "-P " : "-E ") +
                           shell_word(grep.text) + " \"$work\"/test." + stream;
  text_ += "\n# " + option + "\n";
  text_ += wanted ? call + " || exit 1\n" : "if " + call + "; then exit 1; fi\n";
}

void Writer::write_searches() {
  for (const std::string& e : options_.output) write_search("--stdout", e, true);
  for (const std::string& e : options_.errors) write_search("--stderr", e, true);
  for (const std::string& e : options_.not_output) write_search("--not-stdout", e, false);
  for (const std::string& e : options_.not_errors) write_search("--not-stderr", e, false);
}

void Writer::write_original() {
  text_ += R"(
# --same-as-original
run_test "$GRABR_ORIGINAL" original
same original test || exit 1
)";
  if (options_.hang_s) text_ += "[ \"$(status test)\" = timeout ] ||\n  ";
  text_ += "cmp -s \"$work\"/original.err \"$work\"/test.err || exit 1\n";
}

void Writer::write_differs() {
  text_ += R"(
# --differs: where the two commands differ, each has to agree with itself, or a printed address
# would pass for the difference.
run_other "$candidate" other
if same test other; then exit 1; fi
run_test "$candidate" test_again
same test test_again || exit 125
run_other "$candidate" other_again
same other other_again || exit 125
)";
}

}  // namespace

std::string condition_script(const ScriptedTest& test, const ConditionOptions& options) {
  const Conditions checked(options);  // throws
  if (options.same_as_original && test.original.empty()) {
    throw Error(Exit::kUsage, "--same-as-original: there is no original to compare with");
  }
  return Writer(test, checked.options()).write();
}

}  // namespace grabr
