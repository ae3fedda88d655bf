// The table of other reducers' options. A row is a promise: a call that works there works here, or
// says what to write. Rows are in the order of `grabr --help`.
#include <algorithm>
#include <cctype>
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
constexpr Alias refused(std::string_view name, std::string_view tools, std::string_view instead) {
  return {name, tools, AliasKind::kRefused, false, instead};
}

Words jobs(const std::string& count) { return {"--jobs=" + (count == "auto" ? "0" : count)}; }

/// A regular expression that finds just this text.
std::string literal(const std::string& text) {
  std::string expression;
  for (const char c : text) {
    if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) expression += '\\';
    expression += c;
  }
  return expression;
}

Words stdout_literal(const std::string& text) { return {"--stdout=" + literal(text)}; }
Words stderr_literal(const std::string& text) { return {"--stderr=" + literal(text)}; }

/// cvise gives the part that has gone (0.9), --stop-at what is left (10%).
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

Words on_parse_error(const std::string& what) {
  return what == "error" ? Words{"--strict"} : Words{};
}

/// Perses' names of searches that are here, too.
Words perses_search(const std::string& name) {
  if (name.starts_with("perses_node_")) return {"--strategy=perses"};
  if (name == "pristine_hdd") return {"--strategy=hdd"};
  return {"--strategy=" + name};
}

Words atom(const std::string& name) { return {name == "char" ? "--unit=chars" : "--unit=lines"}; }

constexpr double kMostMemory = 17'592'186'044'415;  // megabytes of 2^64 bytes, less one

[[noreturn]] void refuse_memory(const std::string& limit) {
  throw Error(ErrorKind::kInvalid, limit +
                                       " is no limit of memory: megabytes (afl-tmin, -m), or "
                                       "a number and a unit, such as 4G");
}

Words memory_of(double megabytes, const std::string& limit) {
  if (megabytes > kMostMemory) refuse_memory(limit);
  return {"--memory=" + std::to_string(static_cast<std::uint64_t>(std::max(1.0, megabytes)))};
}

/// afl-tmin's: megabytes, or "none"; with a unit: T, G, M, k.
Words memory(const std::string& limit) {
  if (limit == "none" || limit == "0") return {};
  std::string_view unit = limit;
  std::optional<double> megabytes = take_number(unit);
  if (!megabytes || unit.size() > 1) refuse_memory(limit);
  if (unit == "k" || unit == "K") *megabytes /= 1024;
  else if (unit == "G" || unit == "g") *megabytes *= 1024;
  else if (unit == "T" || unit == "t") *megabytes *= 1024.0 * 1024;
  else if (!unit.empty() && unit != "M" && unit != "m") refuse_memory(limit);
  return memory_of(*megabytes, limit);
}

/// libFuzzer's: 0 and -1 mean no limit, which is how it is anyway.
Words limit_of(const char* option, const std::string& number) {
  if (number == "0" || number.starts_with('-')) return {};
  return {std::string(option) + "=" + number};
}

/// Shrink Ray's: bytes, or with a unit.
Words memory_limit(const std::string& limit) {
  const bool is_bytes = limit.find_first_not_of("0123456789") == std::string::npos;
  if (limit.empty() || limit == "0" || !is_bytes) return memory(limit);
  std::string_view rest = limit;
  const std::optional<double> bytes = take_number(rest);
  if (!bytes) refuse_memory(limit);
  return memory_of(*bytes / 1024 / 1024, limit);
}

Words fuzzer_runs(const std::string& number) { return limit_of("--max-tests", number); }
Words fuzzer_time(const std::string& number) { return limit_of("--max-time", number); }
Words fuzzer_timeout(const std::string& number) { return limit_of("--timeout", number); }

/// A target of libFuzzer tells a crash on standard error, in the words of a sanitizer or its own.
Words fuzzer_crash(const std::string& wanted) {
  return wanted == "0" ? Words{} : Words{"--stderr=SUMMARY: [A-Za-z]+"};
}

constexpr std::string_view kAllTogether =
    "here all conditions must hold together; in treereduce one of them is enough";
constexpr std::string_view kExitToo =
    "the exit status does not matter then; --exit CODE asks for one";
constexpr std::string_view kUnits =
    "for strategies on text; auto works on the grammar's tree where there is one";
constexpr std::string_view kPasses = "no such passes here; --strategy NAME chooses how to search";
constexpr std::string_view kToTheEnd =
    "a reduction always goes on until nothing more can be removed";
constexpr std::string_view kAnswers =
    "every answer is kept and no candidate tested twice; --fresh tests anew";
constexpr std::string_view kKeep =
    "--log-tests DIR keeps what tests print, --trace FILE what was tested";
constexpr std::string_view kReport = "times and counts are in --report FILE";
constexpr std::string_view kFormat =
    "the result stays as it is; --style pretty or --formatter COMMAND write it for a person";
constexpr std::string_view kTree =
    "the tree is made for the search; --strategy NAME chooses how to search";
constexpr std::string_view kScheduling =
    "tests are scheduled without it; --jobs N says how many run at once";
constexpr std::string_view kCompare =
    "write a script instead: --differs compares exit status and output, within --timeout";
constexpr std::string_view kLess =
    "leave --same-as-original away and say what matters: --exit CODE, --stdout RE, --stderr RE";
constexpr std::string_view kCuts = "not cut by characters: use --unit tokens, or a grammar (-g)";
constexpr std::string_view kNoModel =
    "no model is asked; --reduce-with COMMAND asks a program of yours, which may ask one";
constexpr std::string_view kHints = "hints are cvise's own; here use --trace FILE to see each step";
constexpr std::string_view kJava =
    "grammars are JSON files here: use -g NAME|FILE; `grabr grammar list` shows them";
constexpr std::string_view kTemporary =
    "tests run in folders below $TMPDIR: write TMPDIR=DIR before the command";
constexpr std::string_view kMutators =
    "no such mutators here; --strategy NAME chooses how to search";
constexpr std::string_view kCacheFolder =
    "answers are kept between runs in a folder: use --cache DIR";
constexpr std::string_view kChunks = "chunks get the size that works; nothing to set";

constexpr Alias kAliases[] = {
    // The test and the input.
    renamed("--test-script", "perses", "--test=%"),
    renamed("--input-file", "perses", "--input=%"),
    renamed("--source", "treereduce", "--input=%"),
    renamed("--testcase", "lithium", "--input=%"),
    renamed("--commands", "cvise", "--command=%",
            "run by /bin/sh; for bash write a script with #!/bin/bash"),
    refused("--shell", "cvise",
            "a shell text (-c) is run by /bin/sh: use a script that begins with #!/bin/bash"),
    renamed("--input-type", "shrinkray", "--input-via=%"),
    renamed("-test", "llvm-reduce", "--test=%"),
    renamed("--deps", "perses", "--copy=%"),
    refused("-s", "treereduce, cvise, picireny, lithium",
            "means something else in each: write -i FILE (--source), --no-preflight (no check), "
            "-g GRAMMAR (--start) or --unit tokens (--symbol)"),
    refused("-a", "picire, lithium",
            "use --unit chars or --unit lines; attributes are cut with a grammar (-g)"),
    // Conditions.
    renamed("--interesting-exit-code", "treereduce", "--exit=%", kAllTogether),
    renamed("--interesting-stdout", "treereduce", "--stdout=%", kAllTogether),
    renamed("--interesting-stderr", "treereduce", "--stderr=%", kAllTogether),
    renamed("--uninteresting-stdout", "treereduce", "--not-stdout=%"),
    renamed("--uninteresting-stderr", "treereduce", "--not-stderr=%"),
    renamed("--match-out", "ddsmt", stdout_literal, kExitToo),
    renamed("--match-err", "ddsmt", stderr_literal, kExitToo),
    renamed("--cross-check", "ddsmt", "--differs=%",
            "a candidate fails while the two commands differ"),
    refused("--ignore-output --ignore-out --ignore-err", "ddsmt", kLess),
    refused("--timeout-cc --ignore-output-cc --match-out-cc --match-err-cc", "ddsmt", kCompare),
    refused("--unchecked", "ddsmt",
            "nothing is accepted untested here; --no-preflight leaves out the first checks only"),
    // Running.
    renamed("--n", "creduce, cvise", jobs),
    renamed("-n", "cvise", jobs),
    renamed("--threads", "perses", jobs),
    renamed("--parallelism", "shrinkray", jobs),
    renamed("--num-threads -P", "halfempty", jobs),
    ignored("--parallel -p", "picire, picireny",
            "as many tests run at once as there are cores; -j 1 runs one"),
    renamed("--script-execution-timeout-in-seconds", "perses", "--timeout=%"),
    renamed("-T", "halfempty", "--timeout=%"),
    renamed("--memout", "ddsmt", "--memory=%"),
    renamed("--memory-limit", "shrinkray", memory_limit),
    renamed("--limit-time", "picire, picireny", "--max-time=%"),
    renamed("--max-run-time", "lithium", "--max-time=%"),
    renamed("--limit-tests", "picire, picireny", "--max-tests=%"),
    renamed("--max-steps", "dustmite", "--max-tests=%"),
    renamed("--stopping-threshold", "cvise", stop_at),
    flag("--skip-interestingness-test-check", "cvise", "--no-preflight"),
    flag("--no-verify", "treereduce", "--no-preflight"),
    flag("--noverify", "halfempty", "--no-preflight"),
    flag("--trivial-is-not-error", "shrinkray", "--no-preflight",
         "leaves out the other checks before the search, too"),
    flag("--trivial-is-error", "shrinkray", ""),
    ignored_value("--script-execution-keep-waiting-after-timeout", "perses",
                  "a test that takes too long is ended"),
    ignored("--no-terminate -k", "halfempty", "a test whose answer is not needed is ended"),
    ignored("--no-kill", "creduce", "a test whose answer is not needed is ended"),
    ignored_value("--term-signal", "halfempty",
                  "a test is ended by SIGTERM, a second later by SIGKILL"),
    renamed(
        "-minimize_crash --minimize_crash", "libFuzzer", fuzzer_crash,
        "the failure is what a sanitizer or libFuzzer reports on standard error; --stderr RE asks "
        "for one of them"),
    renamed("-runs", "libFuzzer", fuzzer_runs),
    renamed("-max_total_time", "libFuzzer", fuzzer_time),
    renamed("-timeout", "libFuzzer", fuzzer_timeout),
    renamed("-exact_artifact_path -artifact_prefix", "libFuzzer", "--output=%"),
    renamed("-jobs -workers -fork", "libFuzzer", jobs),
    ignored_value("-minimize_crash_internal_step -cleanse_crash -rss_limit_mb -malloc_limit_mb "
                  "-max_len -len_control -seed -dict -print_final_stats -verbosity -close_fd_mask "
                  "-detect_leaks -error_exitcode -timeout_exitcode -only_ascii -use_value_profile",
                  "libFuzzer", "is for the target: give it behind --, -- ./target OPTIONS @@"),
    renamed("-m", "afl-tmin", memory),
    refused("-H", "afl-tmin", "use --hang TIME: the test does not end within TIME"),
    ignored(
        "-e -x -Q -U -W -O -A", "afl-tmin",
        "nothing is instrumented: the conditions say what the same crash is (--signal, --stderr)"),
    refused("-f", "afl-tmin",
            "leave it away and write @@ where the command names that file; the candidate is on "
            "standard input, too"),
    refused("--limit", "halfempty", "use --memory MB, --timeout SEC, or ulimit in the test"),
    ignored_value("--cleanup-threads --max-queue --poll-delay", "halfempty", kScheduling),
    ignored("--combine-loops", "picire, picireny", kScheduling),
    ignored_value("--max-utilization -u", "picire, picireny", kScheduling),
    ignored(
        "--assume-deterministic", "shrinkray",
        "the original is tested a few times, the result once more; --no-preflight begins at once"),
    ignored("--continue", "halfempty",
            "a test that cannot be run is tried again, and the best result kept"),
    refused("--tempdir", "lithium", kTemporary),
    refused("--temp-dir", "treereduce, dustmite", kTemporary),
    ignored("--inherit-stdout --inherit-stderr", "treereduce, halfempty", kKeep),
    ignored("--no-redirect --noredirect", "dustmite", kKeep),
    ignored("--no-cache", "creduce, cvise", kAnswers),
    ignored_value("--query-caching --query-cache-type --query-cache-refresh-threshold "
                  "--edit-caching --pass-level-caching --enable-lightweight-refreshing",
                  "perses", kAnswers),
    ignored("--cache-fail --no-cache-evict-after-fail", "picire, picireny", kAnswers),
    refused("--global-cache-file --path-to-save-updated-global-cache", "perses", kCacheFolder),
    // The search.
    renamed("--lang", "perses", "--grammar=%"),
    refused("--parser-facade-class-name --language-ext-jars", "perses", kJava),
    renamed("--antlr4:grammar", "picireny", "--grammar=%"),
    ignored_value("--builder", "picireny", "-g names the grammar, ANTLR's or another"),
    refused("--format --antlr4:format --srcml:language", "picireny", kJava),
    ignored_value("--antlr --antlr4:antlr --antlr4:parser", "picireny",
                  "no ANTLR is needed: its grammars are read as they are (-g FILE.g4)"),
    refused("--start --antlr4:start", "picireny",
            "the grammar names its start symbol: use -g FILE with another \"start\""),
    ignored_value("--replacements -r --antlr4:replacements", "picireny",
                  "the shortest text of each rule is found from the grammar"),
    renamed("--alg", "perses", perses_search,
            "just that published search; without it grabr's own, auto, goes on where it ends"),
    ignored_value("--on-demand-reducer-classes", "perses", kPasses),
    flag("--list-algs", "perses", "--list-strategies"),
    flag("--list-passes", "cvise", "--list-strategies"),
    refused("--list-langs --list-parser-facades", "perses", "use `grabr grammar list`"),
    refused("--list-verbosity-levels", "perses", "--quiet and --verbose are the levels"),
    renamed("--on-parse-error", "treereduce", on_parse_error),
    renamed("--atom", "picire, picireny", atom, kUnits),
    flag("-l --lines", "lithium", "--unit=lines", kUnits),
    flag("--char", "lithium", "--unit=chars", kUnits),
    refused("--js --symbol --attrs --cut-before --cut-after", "lithium", kCuts),
    ignored_value("--min --max --chunk-size", "lithium", kChunks),
    ignored_value("-granularity -level", "delta", kChunks),
    ignored("--repeat-first-round", "lithium", kToTheEnd),
    ignored_value("--fixpoint", "perses", kToTheEnd),
    ignored("--stable", "treereduce, halfempty", kToTheEnd),
    ignored("--slow", "treereduce", kToTheEnd),
    ignored_value("--passes", "treereduce", kToTheEnd),
    ignored_value("--delta-passes -delta-passes --skip-delta-passes -skip-delta-passes --ir-passes "
                  "-ir-passes",
                  "llvm-reduce", kPasses),
    flag("--print-delta-passes -print-delta-passes", "llvm-reduce", "--list-strategies"),
    ignored_value("--max-pass-iterations -max-pass-iterations", "llvm-reduce", kToTheEnd),
    ignored_value("--starting-granularity-level -starting-granularity-level", "llvm-reduce",
                  kChunks),
    ignored("--abort-on-invalid-reduction -abort-on-invalid-reduction", "llvm-reduce",
            "what the grammar rejects is not tried, and the test is asked about the rest"),
    ignored(
        "--skip-verifier --verify-each --preserve-debug-environment --write-tmp-files-as-bitcode "
        "--tmp-files-as-bitcode -preserve-debug-environment",
        "llvm-reduce", "candidates are texts, and the test alone judges them"),
    ignored_value("--mtriple -mtriple", "llvm-reduce", "candidates are texts: no target is needed"),
    ignored("--interleaving", "cvise", kPasses),
    ignored_value("--min-reduction", "treereduce", "every reduction counts, of one byte too"),
    ignored_value("--enable-token-slicer --enable-tree-slicer --enable-line-slicer --enable-trec "
                  "--enable-vulcan --default-delta-debugger-for-kleene --reparse-each-iteration "
                  "--max-edit-count-for-regular-rule-node --max-bfs-depth-for-regular-rule-node "
                  "--stop-at-first-compatible-child-for-regular-rule-node "
                  "--non-deletion-iteration-limit --window-size --vulcan-fixpoint",
                  "perses", kPasses),
    // DustMite's splits files, picire's chunks: neither has to be set.
    ignored_value("--split --granularity --subset-iterator --complement-iterator",
                  "picire, picireny", kChunks),
    ignored("--no-dd-star --complement-first", "picire, picireny", kPasses),
    ignored_value("--encoding", "picire, picireny", "any bytes are reduced as they are"),
    ignored("--to-utf8", "cvise", "any bytes are reduced as they are"),
    ignored("--force", "dustmite", "any bytes are reduced as they are"),
    renamed("--no-remove --noremove", "dustmite", "--keep=%",
            "what matches stays, with the words it is part of"),
    refused("--reduce-only --reduceonly", "dustmite",
            "name these files, and the others with --copy; or --only '<SYMBOL>' in each"),
    refused("--remove", "dustmite", "--only '<SYMBOL>' and --keep RE say what may not change"),
    refused("--reject", "dustmite", "use --not 'grep -qE REGEX @@'"),
    ignored("--strip-comments", "dustmite", "comments go where the failure stays without them"),
    refused("--white-out --coverage", "dustmite",
            "lines that go leave none; --keep-lines keeps some"),
    refused("--obfuscate --keep-length", "dustmite",
            "names become short where the failure stays; nothing else is made unreadable"),
    refused("--fuzz", "dustmite", "use `grabr fuzz`"),
    refused("--dump --dump-html --dump-json", "dustmite",
            "use `grabr parse --print=tree|dot|json FILE`"),
    ignored("--no-optimize --nooptimize", "dustmite", kTree),
    ignored_value("--tab-width", "dustmite", kTree),
    ignored_value("--hdd --phase", "picireny", kPasses),
    ignored("--no-hdd-star --flatten-recursion --no-squeeze-tree --no-skip-unremovable "
            "--skip-whitespace --build-hidden-tokens --antlr4:build-hidden-tokens",
            "picireny", kTree),
    ignored_value("--sys-recursion-limit", "picireny", "depth is not limited"),
    ignored("--not-c", "creduce, cvise", "the grammar decides, by the name of the input or -g"),
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
    ignored_value("--call-creduce --creduce-cmd", "perses", "not called: run it on the result"),
    ignored_value("--zero-char --bisect-skip-multiplier --zero-skip-multiplier", "halfempty",
                  kChunks),
    refused("--parser-test", "ddsmt", "use `grabr check FILE`, or `grabr parse FILE`"),
    ignored("--check-loops", "ddsmt", "each accepted step is smaller, so there are no loops"),
    refused("--disable-all", "ddsmt", kMutators),
    ignored_value("--replace-by-variable-mode", "ddsmt", kMutators),
    ignored("--arithmetic --no-arithmetic --bitvectors --no-bitvectors --boolean --no-boolean "
            "--core --no-core --datatypes --no-datatypes --fp --no-fp --smtlib --no-smtlib "
            "--strings --no-strings --arith-* --no-arith-* --bv-* --no-bv-* --bool-* --no-bool-* "
            "--dt-* --no-dt-* --fp-* --no-fp-* --seq-* --no-seq-* --str-* --no-str-* --smtlib-* "
            "--no-smtlib-* --let-* --no-let-* --binary-reduction --no-binary-reduction --constants "
            "--no-constants --erase-node --no-erase-node --inline-functions --no-inline-functions "
            "--merge-children --no-merge-children --remove-* --no-remove-* --replace-* "
            "--no-replace-* --simplify-* --no-simplify-* --sort-children --no-sort-children "
            "--substitute-children --no-substitute-children --top-level-* --no-top-level-*",
            "ddsmt", kMutators),
    // Looking.
    flag("--shaddap", "creduce, cvise", "--quiet"),
    flag("-quiet", "delta", "--quiet"),
    flag("-verbose", "delta", "--verbose"),
    renamed("--volume", "shrinkray", volume),
    renamed("--log-level", "cvise, picire, picireny", log_level),
    renamed("--verbosity", "perses", log_level),
    flag("--help-all --help-list --help-hidden", "ddsmt, llvm-reduce", "--help"),
    ignored("--color -color", "llvm-reduce", "there is colour on a terminal only"),
    flag("--debug", "creduce, cvise", "--verbose"),
    refused("--log-file", "cvise", "messages go to standard error: write 2> FILE"),
    ignored_value("--log-format --log-datefmt", "picire, picireny",
                  "messages have one form; --report and --trace are for programs"),
    ignored("--no-ui", "shrinkray", "--ui plain takes one line of the terminal; -q is quiet"),
    ignored_value("--theme", "shrinkray", "the colours are the terminal's"),
    ignored("--timing --abs-timing", "creduce", kReport),
    ignored("--times", "dustmite", kReport),
    ignored("--no-timing --timestamp", "cvise", kReport),
    ignored("--skip-key-off", "creduce, cvise",
            "keys are read on a terminal only; --ui plain reads none"),
    ignored("--die-on-pass-bug", "creduce, cvise",
            "an internal error always ends the run, the best result kept"),
    ignored("--exit-on-completion --no-exit-on-completion", "shrinkray",
            "a run ends when it is done"),
    ignored("--stats", "treereduce", kReport),
    ignored("--json", "treereduce", "--report FILE and --trace FILE are JSON"),
    renamed("--stat-dump-file", "perses", "--report=%", "in grabr's own format, JSON"),
    renamed("--progress-dump-file", "perses", "--trace=%", "in grabr's own format, JSON Lines"),
    refused("--append-to-progress-dump-file", "perses",
            "a trace begins anew each time: use --trace FILE"),
    refused("--profile", "perses, ddsmt", kReport),
    refused("--profile-*", "perses", kReport),
    ignored("--monitor", "halfempty", "progress is on standard error; --trace FILE can be watched"),
    ignored("--generate-dot", "halfempty", "no graph; --trace FILE has every step"),
    ignored("--line-buffered", "halfempty", "messages are written at once"),
    ignored("--dump-config", "ddsmt", kReport),
    ignored("--dump-diffs", "ddsmt", kKeep),
    ignored("--print-diff --save-temps", "creduce, cvise", kKeep),
    ignored("--no-cleanup", "picire, picireny", kKeep),
    ignored("--history", "shrinkray", kKeep),
    flag("--no-history", "shrinkray", ""),
    // The output.
    renamed("--output-dir", "perses", "--output=%/"),
    renamed("--out", "picire, picireny", "--output=%/"),
    renamed("-cp_minimal", "delta", "--output=%"),
    flag("-in_place", "delta", "--in-place"),
    flag("--not-in-place", "shrinkray", ""),
    ignored("--no-save --nosave", "dustmite", "the best so far is always saved"),
    ignored_value("--backup", "shrinkray", "the input stays as it is; with -I FILE.orig keeps it"),
    flag("--gen-intermediate", "halfempty", ""),
    ignored_value("--call-formatter --format-cmd --code-format", "perses", kFormat),
    ignored("--pretty-print --wrap-lines", "ddsmt", kFormat),
};

}  // namespace

std::span<const Alias> aliases() { return kAliases; }

}  // namespace grabr
