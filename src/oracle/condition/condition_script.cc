// Conditions as a shell script that stands alone. It is written to be read and changed by a person;
// tests/oracle/condition_script_test.cc runs it beside Conditions::judge and wants the same
// verdicts. How it runs commands is in oracle/condition/script_runs.cc; here is how it judges them.
#include "oracle/condition/conditions.h"
#include "oracle/condition/grep_notation.h"
#include "oracle/condition/script_runs.h"
#include "oracle/condition/signals.h"
#include "text/error.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

/// The script while it is written.
class ConditionWriter {
 public:
  explicit ConditionWriter(const ConditionOptions& options) : options_(options) {}

  std::string write(const ScriptedTest& test) {
    text_ = script_runs(test, options_);
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

  void write_same();
  void write_found();
  void write_end_conditions();
  void write_statuses(const std::string& comment, const std::vector<int>& statuses);
  void write_searches();
  void write_search(const std::string& option, const std::string& expression, bool wanted);
  void write_original();
  void write_differs();

  const ConditionOptions& options_;
  std::string text_;
};

void ConditionWriter::write_same() {
  text_ += R"(
# same A B: two results agree in exit status and standard output.
same() {
  cmp -s "$work/$1.status" "$work/$2.status" || return 1
)";
  // What a command wrote that did not end depends on the moment.
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

void ConditionWriter::write_statuses(const std::string& comment, const std::vector<int>& statuses) {
  text_ += "\n# " + comment + "\ncase $(status test) in\n  ";
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    text_ += (i > 0 ? " | " : "") + std::to_string(statuses[i]);
  }
  text_ += ") ;;\n  *) exit 1 ;;\nesac\n";
}

void ConditionWriter::write_end_conditions() {
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

void ConditionWriter::write_search(const std::string& option, const std::string& expression, bool wanted) {
  const GrepExpression grep = grep_expression(expression);
  const std::string stream = option.ends_with("stdout") ? "out" : "err";
  const std::string call = std::string("found ") + (grep.perl ? "-P " : "-E ") +
                           shell_word(grep.text) + " \"$work\"/test." + stream;
  text_ += "\n# " + option + "\n";
  text_ += wanted ? call + " || exit 1\n" : "if " + call + "; then exit 1; fi\n";
}

void ConditionWriter::write_searches() {
  for (const std::string& e : options_.output) write_search("--stdout", e, true);
  for (const std::string& e : options_.errors) write_search("--stderr", e, true);
  for (const std::string& e : options_.not_output) write_search("--not-stdout", e, false);
  for (const std::string& e : options_.not_errors) write_search("--not-stderr", e, false);
}

void ConditionWriter::write_original() {
  text_ += R"(
# --same-as-original
run_test "$GRABR_ORIGINAL" original
same original test || exit 1
)";
  if (options_.hang_s) text_ += "[ \"$(status test)\" = timeout ] ||\n  ";
  text_ += "cmp -s \"$work\"/original.err \"$work\"/test.err || exit 1\n";
}

void ConditionWriter::write_differs() {
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
  return ConditionWriter(checked.options()).write(test);
}

}  // namespace grabr
