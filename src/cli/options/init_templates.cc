// Tested by tests/cli/init_command_test.cc.
#include "cli/options/init_templates.h"

#include <string_view>

#include "text/named_value.h"

namespace grabr {
namespace {

// Each begins by a "#!" line, and has COMMAND where the user's is put.

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

}  // namespace

std::string test_template(const std::string& name, const std::string& command) {
  std::string text(parse_enum("--template", name, kTemplates));
  constexpr std::string_view kMark = "COMMAND";
  for (std::size_t at = 0; (at = text.find(kMark, at)) != std::string::npos; at += command.size()) {
    text.replace(at, kMark.size(), command);
  }
  return "#!/bin/sh\n# The candidate is \"$1\"; the folder is the test's own, and fresh.\n" + text;
}

}  // namespace grabr
