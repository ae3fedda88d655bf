// Two conditions: a candidate's run must equal the original's (how it ends, and both outputs); and
// it must fail like the original. Tested by tests/oracle/conditions_test.cc.
#include <algorithm>
#include <string>
#include <vector>

#include "oracle/condition/condition_kinds.h"
#include "oracle/condition/execution.h"
#include "oracle/condition/failure_signature.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/setting.h"
#include "text/suggest.h"

namespace grabr {
namespace {

using FindingKind = Finding::Kind;

Finding same_as_original(const AskedRun& asked) {
  if (asked.original == nullptr) return {};
  const Execution& run = asked.run;
  const Execution& original = *asked.original;
  if (!end_alike(run, original)) {
    return {FindingKind::kDoesNotHold,
            how_run_ended(run) + ", with the original " + how_run_ended(original)};
  }
  if (!same_output(run, original)) {
    return {FindingKind::kDoesNotHold, "standard output is not the original's"};
  }
  return holds_if(same_errors(run, original), "standard error is not the original's");
}

}  // namespace

std::vector<Condition> original_conditions(const ConditionOptions& options) {
  if (!options.same_as_original) return {};
  std::string script = spelled("\n# {same-as-original}") + R"(
run_test "$GRABR_ORIGINAL" original
same original test || exit 1
)";
  // The output of a command that did not end depends on when it was stopped.
  if (options.hang_s) script += "[ \"$(status test)\" = timeout ] ||\n  ";
  script += "cmp -s \"$work\"/original.err \"$work\"/test.err || exit 1\n";
  return {{spelled("{same-as-original}"), same_as_original, script}};
}

namespace {

constexpr int kMaxFramesCompared = 100;

/// "`f` instead of `g`" if nothing else differs.
std::string difference_in_words(const CrashSignature& seen, const CrashSignature& wanted) {
  if (seen.kind != wanted.kind) return seen.text() + " instead of " + wanted.text();
  if (seen.frames == wanted.frames) {
    return "exit status " + std::to_string(seen.status) + " instead of " +
           std::to_string(wanted.status);
  }
  std::size_t at = 0;
  while (at < std::min(seen.frames.size(), wanted.frames.size()) &&
         seen.frames[at] == wanted.frames[at]) {
    ++at;
  }
  const auto function = [at](const std::vector<std::string>& frames) {
    return at < frames.size() ? "`" + frames[at] + "`" : std::string("nothing");
  };
  return function(seen.frames) + " instead of " + function(wanted.frames);
}

Finding same_crash(const CrashSignature& seen, const CrashSignature& wanted) {
  if (!wanted.shows_failure()) {
    return {FindingKind::kDoesNotHold, "the original shows no failure: it ends with status 0"};
  }
  if (seen == wanted) return {};
  return {FindingKind::kDoesNotHold, "not the same: " + difference_in_words(seen, wanted),
          seen.is_told()};
}

/// Shell code which exits unless it is the same crash. Only grabr can compare what failed.
std::string same_crash_script(const ConditionOptions& options) {
  std::string call = "crash --functions " + std::to_string(options.same_crash.back());
  for (const std::string& part : options.crash_parts) {
    call += (&part == &options.crash_parts.front() ? " --parts " : ",") + part;
  }
  return spelled("\n# {same-crash}") +
         R"sh(: how it ended, what failed, and the innermost functions. Of the last two
# only grabr can tell: it is $GRABR, or found in PATH.
crash() {
  "${GRABR:-grabr}" )sh" +
         call + R"sh( "$work/$1.err" "$work/$1.out" >"$work/$1.crash" || exit 125
}
run_test "$GRABR_ORIGINAL" original
crash original
if [ "$(status original)" = 0 ] && [ -z "$(head -n 1 "$work/original.crash")" ]; then exit 1; fi
cmp -s "$work/original.status" "$work/test.status" || exit 1
crash test
cmp -s "$work/original.crash" "$work/test.crash" || exit 1
)sh";
}

FrameParts frame_parts(const std::vector<std::string>& names) {
  const std::vector<std::string> known = {"templates", "files", "lines"};
  FrameParts parts;
  for (const std::string& name : names) {
    if (name == known[0]) parts.templates = true;
    else if (name == known[1]) parts.files = true;
    else if (name == known[2]) parts.lines = true;
    else {
      throw Error(ErrorKind::kInvalid,
                  spelled("{crash-parts} ") + escaped(name, "") +
                      ": no such part of a failure\nhint: " + word_hint(name, known));
    }
  }
  return parts;
}

}  // namespace

/// Gives no condition, because same_crash_conditions reads the parts. Checks only that --same-crash
/// is given.
std::vector<Condition> crash_part_conditions(const ConditionOptions& options) {
  if (!options.crash_parts.empty() && options.same_crash.empty()) {
    throw Error(ErrorKind::kInvalid,
                spelled("{crash-parts} extends {same-crash}, which is not given\nhint: give "
                        "{same-crash}, too"));
  }
  return {};
}

std::vector<Condition> same_crash_conditions(const ConditionOptions& options) {
  frame_parts(options.crash_parts);  // throws
  if (options.same_crash.empty()) return {};
  const int frames = options.same_crash.back();
  const std::string label = spelled("{same-crash}=") + std::to_string(frames);
  if (frames < 0 || frames > kMaxFramesCompared) {
    throw Error(
        ErrorKind::kInvalid,
        label + ": not a number of functions\nhint: from 0 (compares what failed, not where) to " +
            std::to_string(kMaxFramesCompared));
  }
  const auto ask = [options](const AskedRun& asked) {
    if (asked.original == nullptr) return Finding{};
    return same_crash(crash_signature(asked.run, options),
                      crash_signature(*asked.original, options));
  };
  return {{label, ask, same_crash_script(options)}};
}

CrashSignature crash_signature(const Execution& run, const ConditionOptions& options) {
  return crash_signature(run, static_cast<std::size_t>(options.same_crash.back()),
                         frame_parts(options.crash_parts));
}

}  // namespace grabr
