// `grabr fuzz`: its options, and where its inputs come from.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/command/bug_list.h"
#include "cli/command/reduction_summary.h"
#include "cli/commands.h"
#include "cli/line/option_values.h"
#include "cli/options/config_of.h"
#include "cli/options/reduce_options.h"
#include "cli/options/reduction_options.h"
#include "cli/options/test_options.h"
#include "cli/show/interruption.h"
#include "generate/input_source.h"
#include "grammar/model/grammar.h"
#include "oracle/process/spawn.h"
#include "run/fuzz/fuzzing.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/exit_status.h"
#include "text/file.h"
#include "text/hash.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// The options for grammar, conditions, tests and results are the same as for a reduction.
struct FuzzOptions : ReduceOptions {
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> runs;  ///< nothing: a thousand, or no limit if max_time_s is given
  std::vector<std::string> corpus;    ///< files and folders
  std::string chars;                  ///< lengths of random texts, "1-1000"; empty: the default
  bool only_sentences = false;        ///< only sentences of the grammar and mutated trees
  bool grow = false;                  ///< the reduced findings join the corpus
};

/// Parses "1-1000", or the largest number alone.
void read_chars(const std::string& given, InputSourceOptions& options) {
  if (given.empty()) return;
  const std::size_t dash = std::min(given.find('-'), given.size());
  const auto number = [&](std::string_view word) {
    std::size_t value = 0;
    const char* const end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, value);
    if (read.ec == std::errc() && read.ptr == end && value <= 100'000'000) return value;
    throw Error(ErrorKind::kInvalid, "--chars " + given + ": expected lengths, such as 1-1000");
  };
  const std::string_view all = given;
  options.min_chars = dash == all.size() ? 0 : number(all.substr(0, dash));
  options.max_chars = number(dash == all.size() ? all : all.substr(dash + 1));
  if (options.min_chars > options.max_chars) {
    throw Error(ErrorKind::kInvalid, "--chars " + given + ": the first length is the smaller one");
  }
}

std::vector<fs::path> files_in(const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->is_regular_file()) files.push_back(at->path());
  }
  if (error) throw Error(ErrorKind::kInvalid, "cannot read '" + folder + "': " + error.message());
  if (files.empty()) throw Error(ErrorKind::kInvalid, "--corpus: there is no file in " + folder);
  std::sort(files.begin(), files.end());
  return files;
}

/// The files of --corpus; those of a folder in order. Throws Error(kInvalid) for an empty folder.
std::vector<fs::path> fuzz_corpus(const std::vector<std::string>& given) {
  std::vector<fs::path> files;
  for (const std::string& name : given) {
    if (!fs::is_directory(name)) {
      files.emplace_back(name);
      continue;
    }
    const std::vector<fs::path> inside = files_in(name);
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

/// The extension of input names: that of the grammar's files, else of the first file of the corpus.
std::string fuzz_extension(const Grammar* grammar, const std::vector<fs::path>& corpus) {
  if (grammar != nullptr && !grammar->extensions.empty()) return grammar->extensions.front();
  const std::string of_corpus = corpus.empty() ? "" : corpus.front().extension().string();
  return of_corpus.empty() ? ".txt" : of_corpus;
}

/// Everything that the inputs depend on, as text: two calls with equal texts try the same inputs.
std::string fuzz_sources_text(const FuzzOptions& options, const Grammar* grammar,
                              const std::vector<fs::path>& corpus) {
  std::string text = "seed " + std::to_string(options.seed) + "\nchars " + options.chars +
                     "\nvalid " + (options.only_sentences ? "yes" : "no") +
                     (options.grow ? "\ngrow" : "") + "\ngrammar " +
                     (grammar != nullptr ? grammar->file_sha256 : "none") + '\n';
  for (const fs::path& file : corpus) text += sha256_hex(read_file(file)) + '\n';
  return text;
}

/// Reads the corpus. Throws Error(kInvalid) for invalid options.
InputSourceOptions fuzz_source(const FuzzOptions& options, std::shared_ptr<const Grammar> grammar,
                               const std::vector<fs::path>& corpus) {
  InputSourceOptions source;
  source.seed = options.seed;
  source.grammar = std::move(grammar);
  source.only_sentences = options.only_sentences;
  if (options.only_sentences && !source.grammar) {
    throw Error(ErrorKind::kInvalid, "--valid needs a grammar\nhint: -g NAME|FILE");
  }
  read_chars(options.chars, source);
  for (const fs::path& file : corpus) {
    hide_like(file);
    source.corpus.push_back(read_file(file));
  }
  return source;
}

constexpr double kTimeout_s = 10;
/// Sorting the failures into bugs may take this long, even if no time is left.
constexpr double kMinSortingTime_s = 1;

/// Signals that a program dies from when it crashes.
const std::vector<std::string> kCrashSignals = {"ABRT", "BUS", "FPE", "ILL", "SEGV", "SYS", "TRAP"};

/// Unless they are told to abort, sanitizers end a program with an ambiguous exit status.
void let_sanitizers_abort() {
  for (const char* name : {"ASAN_OPTIONS", "MSAN_OPTIONS", "TSAN_OPTIONS"}) {
    ::setenv(name, "abort_on_error=1", 0);
  }
  ::setenv("UBSAN_OPTIONS", "halt_on_error=1:abort_on_error=1", 0);
}

/// The defaults of `grabr fuzz` that differ from those of a reduction.
FuzzOptions with_defaults(FuzzOptions options) {
  if (!options.conditions.any()) {
    options.conditions.signals = kCrashSignals;
    let_sanitizers_abort();
  }
  if (!options.timeout_s && !options.conditions.hang_s) options.timeout_s = kTimeout_s;
  if (!options.runs && options.max_time_s > 0) {
    options.runs = std::numeric_limits<std::uint64_t>::max();
  }
  return options;
}

void declare_inputs(CLI::App& app, FuzzOptions& options) {
  constexpr const char* kGroup = "The inputs";
  const auto add = [&](const char* names, auto& target, const char* type, const char* help) {
    return app.add_option(names, target, help)->type_name(type)->group(kGroup);
  };
  add("-g,--grammar", options.grammar, "NAME|FILE",
      "Generate sentences of this grammar, and break some of them");
  add("--corpus", options.corpus, "FILE|DIR",
      "Files to try first, then mutate: by their trees if\nthey parse, else by characters");
  app.add_flag("--grow", options.grow,
               "Add each reduced result to the corpus, from which later inputs are made")
      ->group(kGroup);
  add("--chars", options.chars, "MIN-MAX",
      "Without grammar and corpus: lengths of random texts;\ndefault: 1-1000");
  app.add_flag("--valid", options.only_sentences, "Generate only valid inputs")->group(kGroup);
  add("--seed", options.seed, "S", "Random seed. Default: 0")->check(whole_number());
  add("-n,--runs", options.runs, "N", "Number of inputs. Default: 1000; with --max-time no limit")
      ->check(whole_number());
  add("--max-time", options.max_time_s, "TIME", "Stop after TIME (600, 10m), reductions included")
      ->transform(duration());
  add("--timeout", options.timeout_s, "TIME", "Limit of one run. Default: 10 s")
      ->transform(duration());
}

run::FuzzConfig fuzz_config(FuzzOptions options, const std::optional<Words>& after_dashes) {
  run::FuzzConfig config;
  const auto corpus = fuzz_corpus(options.corpus);
  const auto grammar =
      options.grammar.empty() ? nullptr : read_grammar(find_grammar(options.grammar));
  config.source = fuzz_source(options, grammar, corpus);
  config.grow = options.grow;
  config.every_bug = options.every_bug;
  config.sources_text = fuzz_sources_text(options, grammar.get(), corpus);
  config.extension = fuzz_extension(grammar.get(), corpus);
  if (options.runs) config.runs = *options.runs;
  config.folder =
      std::filesystem::absolute(options.output.empty() ? "fuzz-results" : options.output);
  options.input = "input" + config.extension;
  config.reduction = config_of(options, after_dashes);
  config.conditions = condition_options(options);
  return config;
}

/// Runs triage on these files, in the time that is left.
void sort_into_bugs(const FuzzOptions& options, const run::FuzzConfig& config, double seconds,
                    const std::vector<fs::path>& kept) {
  run::TriageConfig triage;
  triage.reduction = config.reduction;
  auto& most = triage.reduction.limits.max_time_s;
  if (most) most = std::max(*most - seconds, kMinSortingTime_s);
  for (const fs::path& file : kept) triage.inputs.push_back(file.string());
  triage.extension = config.extension;
  triage.folder = config.folder;
  triage.folder += ".bugs";
  triage.every_bug = true;
  list_bugs(options, std::move(triage));
}

/// The exit status: 0 when nothing was found, 1 when something was, 130 or 143 when a signal ended
/// it.
int run_fuzzing(const FuzzOptions& given, const std::optional<Words>& after_dashes) {
  const FuzzOptions options = with_defaults(given);
  const run::FuzzConfig config = fuzz_config(options, after_dashes);
  Console console(options.quiet);
  FuzzOptions of_findings = options;
  of_findings.quiet = true;
  ReductionConsole reductions(of_findings);
  StopSignals signals;
  const auto [ended_by, counts, kept] = run::fuzz(config, console, reductions, StopToken(signals));
  const std::string where = counts.kinds > 0 ? ", in " + shown_name(config.folder) : "";
  console.note((is_by_signal(ended_by) ? "interrupted; " : "") + counts.in_words() + where);
  if (counts.late > 0) {
    console.note(std::to_string(counts.late) +
                 " did not end in time; --hang SEC counts this as a failure");
  }
  if (counts.unsteady > 0) {
    console.note(std::to_string(counts.unsteady) + " failed once, but not when run again");
  }
  if (is_by_signal(ended_by)) return status_of(ended_by);
  if (options.every_bug && !kept.empty()) sort_into_bugs(options, config, counts.seconds, kept);
  return status_of(counts.kinds > 0 ? ExitStatus::kFound : ExitStatus::kFinished);
}

}  // namespace

CommandAction declare_fuzz(CLI::App& app) {
  auto options = std::make_shared<FuzzOptions>();
  declare_run_options(app, *options);
  declare_inputs(app, *options);
  app.add_option("-o,--output", options->output, "Folder for the results. Default: fuzz-results")
      ->type_name("DIR")
      ->check(no_dash())
      ->group("Output");
  app.add_flag("-q,--quiet", options->quiet, "Print errors only")->group("Output");
  declare_every_bug(
      app, *options,
      "Sort the findings, and other failures that their reductions meet, into bugs in "
      "DIR.bugs, as triage does");
  return [options](const std::optional<Words>& after_dashes) {
    return run_fuzzing(*options, after_dashes);
  };
}

}  // namespace grabr
