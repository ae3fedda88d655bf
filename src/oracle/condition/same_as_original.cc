// Two conditions: that a candidate's run is as the original's (how it ends, and both outputs), and
// that it fails as the original does. Tested by tests/oracle/conditions_test.cc.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/condition/condition_kinds.h"
#include "oracle/condition/execution.h"
#include "oracle/condition/failure_kinds.h"
#include "oracle/condition/failure_signature.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/setting.h"
#include "text/shell_word.h"
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

// Of the same crash the script computes in awk what crash_signature() does, from the same table;
// condition_script_test compares their answers.

constexpr int kMostFrames = 100;

/// What is compared: what failed, and this many innermost functions.
struct CrashParts {
  int frames = 0;
  FrameParts of_frame = {};
};

/// In awk's double quotes.
std::string awk_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\t' ? "\\t" : std::string(1, c);
  }
  return quoted + '"';
}

std::string kind_program(bool lines_count) {
  std::string text = "BEGIN {\n";
  int row = 0;
  for (const FailureKind& kind : failure_kinds()) {
    const std::string index = std::to_string(++row);
    text += "  kind[" + index + "] = " + awk_string(kind.pattern) + "\n";
    if (kind.last) text += "  last[" + index + "] = 1\n";
    if (kind.names_file) text += "  file[" + index + "] = 1\n";
  }
  return text + "  n = " + std::to_string(row) + "\n  lines = " + (lines_count ? "1" : "0") + R"(
}
{
  sub(/\r$/, "")
  for (i = 1; i <= n; i++)
    if ((last[i] || !(i in part)) && match($0, kind[i])) part[i] = substr($0, RSTART, RLENGTH)
}
END {
  for (i = 1; i <= n && !(i in part); i++);
  if (i > n) exit
  text = part[i]
  path = "[A-Za-z0-9/._+~@%\200-\377-]*"
  if (i in file) gsub(path "/", "PATH/", text)
  else gsub(path "/" path, "PATH", text)
  gsub(/0x[0-9a-fA-F]+/, "\001xN", text)
  if (!lines || !(i in file)) gsub(/[0-9]+/, "N", text)
  gsub(/\001/, "0", text)
  print text
}
)";
}

std::string frame_program(const CrashParts& parts) {
  std::string text = "BEGIN {\n";
  int row = 0;
  for (const FrameKind& kind : frame_kinds()) {
    const std::string index = "[" + std::to_string(++row) + "] = ";
    text += "  whole" + index + awk_string(kind.pattern) + "\n";
    text += "  front" + index + awk_string(kind.front) + "\n";
    text += "  back" + index + awk_string(kind.back) + "\n";
    if (kind.innermost_last) text += "  turned" + index + "1\n";
  }
  const auto flag = [](bool on) { return on ? "1" : "0"; };
  text += std::string("  templates = ") + flag(parts.of_frame.templates) +
          "\n  files = " + flag(parts.of_frame.files) +
          "\n  lines = " + flag(parts.of_frame.lines) + "\n  place = " + awk_string(frame_place()) +
          "\n  behind = " + awk_string(behind_file()) + "\n";
  return text + "  n = " + std::to_string(row) + "\n  runtime = " + awk_string(runtime_frames()) +
         "\n  begins = " + awk_string(trace_begins()) +
         "\n  deep = " + awk_string(stack_used_up()) +
         "\n  most = " + std::to_string(parts.frames) + R"(
}
function place_in(line, file, number) {
  if (!(files || lines) || !match(line, place)) return ""
  file = number = substr(line, RSTART, RLENGTH)
  sub(/[)]$/, "", number)
  sub(/^.*[^0-9]/, "", number)
  sub(behind, "", file)
  return (files ? " " file : "") (lines ? ":" number : "")
}
{
  sub(/\r$/, "")
  if ($0 ~ deep) used_up = 1
  if ($0 == "") ended = found > 0
  if ($0 ~ begins) ended = found = placeless = 0
  if (ended) next
  for (i = 1; i <= n && !match($0, whole[i]); i++);
  if (i > n) {
    if (placeless) name[found] = name[found] place_in($0)
    placeless = 0
    next
  }
  placeless = 0
  where = place_in($0)
  if (!chosen) chosen = i
  if (i != chosen) next
  if (front[i] != "") sub(front[i], "")
  if (back[i] != "") sub(back[i], "")
  while (!templates && sub(/<[^<>]*>/, ""));
  if ($0 == "" || $0 ~ runtime) next
  name[++found] = $0 where
  placeless = where == ""
}
END {
  for (i = 1; i <= found; i++) {
    one = name[turned[chosen] ? found + 1 - i : i]
    if (++times[one] == 1) once[++kept] = one
  }
  # Where the stack is used up: those that recur, by name.
  for (i = 1; i <= kept; i++) {
    if (used_up && times[once[i]] < 2) continue
    list[++m] = once[i]
    for (j = m; used_up && j > 1 && (list[j] "") < (list[j - 1] ""); j--) {
      one = list[j]
      list[j] = list[j - 1]
      list[j - 1] = one
    }
  }
  for (i = 1; i <= m && i <= most; i++) print list[i]
}
)";
}

/// "`f` instead of `g`" where only that differs.
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

Finding same_crash(const Execution& run, const Execution& original, const CrashParts& parts) {
  const auto most = static_cast<std::size_t>(parts.frames);
  const CrashSignature wanted = crash_signature(original, most, parts.of_frame);
  const CrashSignature seen = crash_signature(run, most, parts.of_frame);
  if (!wanted.shows_failure()) {
    return {FindingKind::kDoesNotHold, "the original shows no failure: it ends with status 0"};
  }
  if (seen == wanted) return {};
  return {FindingKind::kDoesNotHold, "not the same: " + difference_in_words(seen, wanted),
          seen.is_told()};
}

/// The same as shell code, which exits unless it is the same crash.
std::string same_crash_script(const CrashParts& parts) {
  return spelled("\n# {same-crash}=") + std::to_string(parts.frames) +
         R"sh(: how it ended, what failed, and the innermost functions.
seen() { LC_ALL=C awk "$2" "$work/$1.err" | grep . || LC_ALL=C awk "$2" "$work/$1.out"; }
crash() {
  status "$1"
  seen "$1" "$kinds"
  echo
  seen "$1" "$frames"
}
kinds=)sh" +
         shell_word(kind_program(parts.of_frame.lines)) +
         "\nframes=" + shell_word(frame_program(parts)) + R"sh(
run_test "$GRABR_ORIGINAL" original
if [ "$(status original)" = 0 ] && [ -z "$(seen original "$kinds")" ]; then exit 1; fi
[ "$(crash test)" = "$(crash original)" ] || exit 1
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

/// None of its own: same_crash_conditions reads the parts. Checks only that it is given.
std::vector<Condition> crash_part_conditions(const ConditionOptions& options) {
  if (!options.crash_parts.empty() && options.same_crash.empty()) {
    throw Error(ErrorKind::kInvalid,
                spelled("{crash-parts} says what else counts for {same-crash}\nhint: give "
                        "{same-crash}, too"));
  }
  return {};
}

std::vector<Condition> same_crash_conditions(const ConditionOptions& options) {
  const FrameParts of_frame = frame_parts(options.crash_parts);
  if (options.same_crash.empty()) return {};
  const int frames = options.same_crash.back();
  const std::string label = spelled("{same-crash}=") + std::to_string(frames);
  if (frames < 0 || frames > kMostFrames) {
    throw Error(ErrorKind::kInvalid,
                label +
                    ": not a number of functions\nhint: from 0 (what failed is compared, not "
                    "where) to " +
                    std::to_string(kMostFrames));
  }
  const CrashParts parts{frames, of_frame};
  const auto ask = [parts](const AskedRun& asked) {
    if (asked.original == nullptr) return Finding{};
    return same_crash(asked.run, *asked.original, parts);
  };
  return {{label, ask, same_crash_script(parts)}};
}

}  // namespace grabr
