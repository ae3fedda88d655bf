// Emits the conditions as a standalone shell script, meant to be read and changed by people.
// tests/oracle/condition_script_test.cc checks that it gives the same verdicts as
// Conditions::judge. How the script runs commands is in oracle/condition/script_runs.cc; here are
// the functions by which conditions judge them. Each condition's own check is in the table of
// conditions; it may also use run_test, run_other, status and the files $work/RESULT.out and .err
// of a run.
#include <algorithm>

#include "oracle/condition/condition_kinds.h"
#include "oracle/condition/conditions.h"
#include "oracle/condition/script_runs.h"
#include "text/error.h"
#include "text/setting.h"

namespace grabr {
namespace {

/// Builds the script.
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
