// The table of other reducers' options. A row is a promise: a call of C-Reduce, C-Vise or Shrink
// Ray works here, or says what to write. Rows are in the order of `grabr --help`.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <optional>
#include <sstream>

#include "cli/line/alias_options.h"
#include "cli/line/option_values.h"
#include "text/error.h"

namespace grabr {
namespace {

using Rewrite = Words (*)(const std::string& value);

constexpr Alias flag(std::string_view name, std::string_view tools, std::string_view ours,
                     std::string_view note = {}) {
  return {name, tools, AliasKind::kMeans, false, ours, nullptr, note};
}
constexpr Alias renamed(std::string_view name, std::string_view tools, std::string_view ours,
                        std::string_view note = {}) {
  return {name, tools, AliasKind::kMeans, true, ours, nullptr, note};
}
constexpr Alias renamed(std::string_view name, std::string_view tools, Rewrite rewrite,
                        std::string_view note = {}) {
  return {name, tools, AliasKind::kMeans, true, {}, rewrite, note};
}
constexpr Alias ignored(std::string_view name, std::string_view tools, std::string_view why) {
  return {name, tools, AliasKind::kHarmless, false, why};
}
constexpr Alias ignored_value(std::string_view name, std::string_view tools, std::string_view why) {
  return {name, tools, AliasKind::kHarmless, true, why};
}
/// An option of a tool whose options are not rewritten.
constexpr Alias elsewhere(std::string_view names, std::string_view tool) {
  return {names, tool, AliasKind::kElsewhere, false, {}};
}
constexpr Alias refused(std::string_view name, std::string_view tools, std::string_view instead) {
  return {name, tools, AliasKind::kRefused, false, instead};
}

Words jobs(const std::string& count) { return {"--jobs=" + (count == "auto" ? "0" : count)}; }

/// cvise takes the removed share (0.9), --stop-at the size that is left (10%).
Words stop_at(const std::string& gone) {
  std::string_view rest = gone;
  const std::optional<double> part = take_number(rest);
  if (!part || !rest.empty() || *part > 1) {
    throw Error(ErrorKind::kInvalid,
                "--stopping-threshold takes a number from 0 to 1, not " + gone);
  }
  std::ostringstream left;
  left << std::setprecision(10) << (1 - *part) * 100 << '%';
  return {"--stop-at=" + left.str()};
}

Words volume(const std::string& name) {
  if (name == "quiet") return {"--quiet"};
  if (name == "verbose" || name == "debug") return {"--verbose"};
  return {};
}

Words log_level(const std::string& given) {
  std::string name;
  for (const char c : given) name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (name == "debug" || name == "trace") return {"--verbose"};
  if (name == "error" || name == "critical" || name == "disable") return {"--quiet"};
  return {};
}

constexpr double kMaxMegabytes = 17'592'186'044'415;  // megabytes in 2^64 - 1 bytes

[[noreturn]] void refuse_memory(const std::string& limit) {
  throw Error(ErrorKind::kInvalid,
              limit + " is not a memory limit: expected bytes, or a number and a unit, such as 4G");
}

/// Shrink Ray takes bytes, or a number with the unit T, G, M or k.
Words memory_limit(const std::string& limit) {
  if (limit == "none" || limit == "0") return {};
  std::string_view unit = limit;
  const std::optional<double> number = take_number(unit);
  if (!number || unit.size() > 1) refuse_memory(limit);
  constexpr std::string_view kUnits = "kmgt";
  const char written = unit.empty() ? ' ' : static_cast<char>(unit[0] | 0x20);
  const std::size_t power = unit.empty() ? 0 : kUnits.find(written) + 1;
  if (!unit.empty() && power == 0) refuse_memory(limit);
  const double megabytes = *number * std::pow(1024.0, static_cast<double>(power)) / 1024 / 1024;
  if (!(megabytes <= kMaxMegabytes)) refuse_memory(limit);
  return {"--memory=" + std::to_string(static_cast<std::uint64_t>(std::max(1.0, megabytes)))};
}

constexpr std::string_view kPasses = "no such passes here; --strategy NAME chooses how to search";
constexpr std::string_view kReport = "times and counts are in --report FILE";
constexpr std::string_view kHints = "hints are cvise's own; here use --trace FILE to see each step";
constexpr std::string_view kChunks = "the sizes of chunks are chosen automatically";
constexpr std::string_view kToTheEnd =
    "a reduction always goes on until nothing more can be removed";
constexpr std::string_view kAnswers =
    "every answer is kept and no candidate tested twice; --fresh tests anew";
constexpr std::string_view kKeep =
    "--log-tests DIR keeps what tests print, --trace FILE what was tested";
constexpr std::string_view kNoModel =
    "no model is used; --reduce-with COMMAND runs a program of yours, which may use one";

constexpr Alias kAliases[] = {
    // The test and the input.
    renamed("--commands", "cvise", "--command=%",
            "run by /bin/sh; for bash write a script with #!/bin/bash"),
    refused("--shell", "cvise",
            "a shell text (-c) is run by /bin/sh: use a script that begins with #!/bin/bash"),
    renamed("--input-type", "shrinkray", "--input-via=%"),
    refused("-s", "treereduce, cvise, picireny, lithium",
            "means something else in each: write -i FILE (--source), --no-preflight (no check), "
            "-g GRAMMAR (--start) or --unit tokens (--symbol)"),
    // Running.
    renamed("--n", "creduce, cvise", jobs),
    renamed("-n", "cvise", jobs),
    renamed("--parallelism", "shrinkray", jobs),
    renamed("--memory-limit", "shrinkray", memory_limit),
    renamed("--stopping-threshold", "cvise", stop_at),
    flag("--skip-interestingness-test-check", "cvise", "--no-preflight"),
    flag("--trivial-is-not-error", "shrinkray", "--no-preflight",
         "also skips the other checks before the search"),
    flag("--trivial-is-error", "shrinkray", ""),
    ignored("--no-kill", "creduce", "a test whose answer is not needed is stopped"),
    ignored(
        "--assume-deterministic", "shrinkray",
        "the original is tested a few times, the result once more; --no-preflight begins at once"),
    ignored("--no-cache", "creduce, cvise", kAnswers),
    // The search.
    flag("--list-passes", "cvise", "--list-strategies"),
    ignored("--interleaving", "cvise", kPasses),
    ignored("--to-utf8", "cvise", "any bytes are reduced as they are"),
    ignored("--not-c", "creduce, cvise", "the input's name or -g chooses the grammar"),
    ignored("--sllooww --no-give-up", "creduce, cvise", kToTheEnd),
    ignored_value("--pass-group --pass-group-file --start-with-pass --clang-delta-std "
                  "--skip-after-n-transforms",
                  "cvise", kPasses),
    ignored_value("--remove-pass", "creduce, cvise", kPasses),
    refused("--add-pass", "creduce", kPasses),
    ignored("--no-default-passes", "creduce", kPasses),
    ignored("--skip-initial-passes", "creduce, cvise", kPasses),
    ignored("--renaming", "cvise", kPasses),
    ignored_value("--max-improvement", "creduce, cvise", kChunks),
    refused("--clang-delta-preserve-routine", "cvise",
            "let the test ask for the function: grep -q NAME \"$GRABR_FILE\""),
    refused("--action --hints-file --hint-begin-index --hint-end-index", "cvise", kHints),
    ignored_value("--seed", "shrinkray", "nothing is random here"),
    ignored("--no-clang-delta --python-reducer --no-python-reducer", "shrinkray", kPasses),
    ignored("--restart --no-restart", "shrinkray", kToTheEnd),
    flag("--no-llm", "shrinkray", ""),
    ignored("--llm", "shrinkray", kNoModel),
    ignored_value("--llm-model", "shrinkray", kNoModel),
    refused("--llm-only", "shrinkray", kNoModel),
    ignored_value("--clang-delta", "shrinkray", kPasses),
    // Reports.
    flag("--shaddap", "creduce, cvise", "--quiet"),
    renamed("--volume", "shrinkray", volume),
    renamed("--log-level", "cvise", log_level),
    flag("--debug", "creduce, cvise", "--verbose"),
    refused("--log-file", "cvise", "messages go to standard error: write 2> FILE"),
    ignored("--no-ui", "shrinkray", "--ui plain takes one line of the terminal; -q is quiet"),
    ignored_value("--theme", "shrinkray", "the colours are the terminal's"),
    ignored("--timing --abs-timing", "creduce", kReport),
    ignored("--no-timing --timestamp", "cvise", kReport),
    ignored("--skip-key-off", "creduce, cvise",
            "keys are read on a terminal only; --ui plain reads none"),
    ignored("--die-on-pass-bug", "creduce, cvise",
            "an internal error always ends the run, the best result kept"),
    ignored("--exit-on-completion --no-exit-on-completion", "shrinkray",
            "a run ends when it is done"),
    ignored("--print-diff --save-temps", "creduce, cvise", kKeep),
    ignored("--history", "shrinkray", kKeep),
    flag("--no-history", "shrinkray", ""),
    // The output.
    flag("--not-in-place", "shrinkray", ""),
    ignored_value("--backup", "shrinkray", "the input stays as it is; with -I FILE.orig keeps it"),
    // Options of tools whose calls must be rewritten by hand: a page of the manual says how.
    elsewhere(
        "--test-script --input-file --output-dir --threads --alg --enable-vulcan --enable-trec "
        "--script-execution-timeout-in-seconds --query-caching --code-format",
        "perses"),
    elsewhere("--source --interesting-exit-code --interesting-stdout --interesting-stderr "
              "--uninteresting-stdout --uninteresting-stderr --no-verify --on-parse-error",
              "treereduce"),
    elsewhere(
        "--out --atom --parallel --limit-time --limit-tests --split --no-cleanup --hdd --phase "
        "--start --antlr4:grammar --antlr4:start --builder --replacements",
        "picireny"),
    elsewhere("--match-out --match-err --cross-check --ignore-output --memout --unchecked "
              "--pretty-print --parser-test",
              "ddsmt"),
    elsewhere("-test --test-arg -test-arg --delta-passes -delta-passes --skip-delta-passes "
              "--ir-passes --abort-on-invalid-reduction --mtriple",
              "llvm-reduce"),
    elsewhere("-e -x -Q -U -H -f", "afl-tmin"),
};

}  // namespace

std::span<const Alias> aliases() { return kAliases; }

}  // namespace grabr
