// `grabr show`: shows a reduction during and after its run: result and numbers, one line, its
// steps, or a text for a bug tracker. The old names `status` and `history` stand for options of it.
// Tested by tests/cli/running_test.cc and tests/cli/bug_report_test.cc.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/command/bug_report.h"
#include "cli/command/meant_runs.h"
#include "cli/command/page_runs.h"
#include "cli/command/reduction_summary.h"
#include "cli/command/run_words.h"
#include "cli/commands.h"
#include "cli/show/console.h"
#include "cli/show/progress.h"
#include "parse/parser.h"
#include "reduce/style/style.h"
#include "report/form/text_table.h"
#include "report/trace/history.h"
#include "report/trace/kept_files.h"
#include "run/config/quantity_words.h"
#include "run/files/run_status.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/exit_status.h"
#include "text/file.h"
#include "text/json.h"
#include "text/utf8.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using run::Status;

constexpr auto kWatchEvery = std::chrono::milliseconds(500);
constexpr std::size_t kMaxEditBytes = 60;

/// The text of the best candidate: the output file's, or that of the last step.
std::string best_text(const fs::path& path, const Status& status) {
  if (!status.output.empty()) {
    const fs::path beside = path.parent_path().parent_path() / fs::path(status.output).filename();
    for (const fs::path& output : {fs::path(status.output), beside}) {
      if (is_file(output)) return read_file(output);
    }
  }
  const fs::path history = fs::path(path).replace_extension(".history");
  if (!fs::exists(history)) return {};
  const std::vector<HistoryStep> steps = read_history(history);
  return steps.empty() ? std::string() : steps.back().text;
}

constexpr std::size_t kMaxPartsShown = 20;

/// The inputs of a run in turns; those that were removed come last.
std::string table_of_parts(const TurnsRecord& record) {
  std::vector<TurnsRecord::Part> parts = record.parts;
  std::stable_partition(parts.begin(), parts.end(), [](const auto& part) { return part.after; });
  const std::size_t shown = std::min(parts.size(), kMaxPartsShown);
  std::vector<TextRow> rows = {{record.is_folder ? "file" : "input", "bytes", "", ""}};
  for (const TurnsRecord::Part& part : std::span(parts).first(shown)) {
    rows.push_back({beginning(shown_name(part.name), kMaxEditBytes), std::to_string(part.before),
                    "→", part.after ? std::to_string(*part.after) : "gone"});
  }
  std::string table = text_table(rows, "lrlr");
  if (shown < parts.size()) {
    table +=
        "… and " + std::to_string(parts.size() - shown) + " more: grabr report --html shows all\n";
  }
  return table;
}

/// Prints the summary of the run: as at its end, or as of now.
void show_run(const fs::path& path) {
  const Status status = run::read_status(path);
  const double until = status.runs() ? seconds_now() : status.written;
  const double seconds =
      status.exit && status.ended.seconds > 0 ? status.ended.seconds : until - status.began;
  std::cout << shown_name(status.input) << ": " << state_words(status) << '\n'
            << size_change(status.bytes_before, status.bytes) << ", "
            << so_many(status.tests, "test") << " (" << status.smaller << " smaller), "
            << fixed_number(seconds, 1) << " s";
  if (!status.output.empty()) std::cout << "; the result is in " << shown_name(status.output);
  std::cout << '\n';
  const bool finished = status.exit == status_of(ExitStatus::kFinished);
  const EndedRun run{.by_default = status.strategy == "auto",
                     .has_grammar = status.has_grammar,
                     .finished = finished,
                     .bytes = status.bytes,
                     .file = status.output.empty() ? status.input : status.output,
                     .report = {}};
  const std::string stronger = stronger_search(run);
  for (const std::string& line :
       {status.ended.hung, words_on_last_gain(until - status.last_gain, !status.runs()),
        words_on_hands(status.ended.by_hand), stronger.empty() ? stronger : "next: " + stronger}) {
    if (!line.empty()) std::cout << line << '\n';
  }
  if (const auto turns = read_turns(fs::path(path).replace_extension(".turns"))) {
    std::cout << '\n' << table_of_parts(*turns);
    if (turns->is_folder) return;
  }
  const std::string shown = shown_text(best_text(path, status));
  if (!shown.empty()) std::cout << '\n' << shown;
  const std::string table = table_of_passes(status.passes);
  if (!table.empty()) std::cout << '\n' << table;
}

void show_lines(const std::vector<fs::path>& paths) {
  for (const fs::path& path : paths) {
    const Status status = run::read_status(path);
    const bool names_output = paths.size() > 1 && !status.output.empty();
    const std::string output = names_output ? " → " + shown_name(status.output) : "";
    std::cout << words_on(status, shown_name(status.input) + output) << '\n';
  }
}

/// Until the run ends: on a terminal, rewrites one line; elsewhere, prints a line for each smaller
/// text.
void watch(const fs::path& path) {
  const bool is_terminal = ::isatty(STDOUT_FILENO) == 1;
  std::optional<std::uint64_t> shown;
  while (true) {
    const Status status = run::read_status(path);
    const bool is_over = !status.runs();
    if (is_terminal) std::cout << "\r\x1b[K";
    if (is_terminal || is_over || shown != status.bytes) {
      std::cout << words_on(status) << (is_terminal && !is_over ? "" : "\n") << std::flush;
    }
    if (is_over) return;
    shown = status.bytes;
    std::this_thread::sleep_for(kWatchEvery);
  }
}

constexpr Instead kPageInstead = {
    "grabr report --html OUT FOLDER shows the steps and the text of each file",
    "grabr report --html OUT INPUT shows the steps and the text of each"};

std::vector<HistoryStep> steps_of(const fs::path& status) {
  const fs::path path = fs::path(status).replace_extension(".history");
  if (!fs::exists(path)) refuse_turns(status, kPageInstead);
  return read_history(path);
}

void list_steps(const std::vector<HistoryStep>& steps) {
  std::vector<TextRow> rows = {{"step", "test", "seconds", "bytes", "pass", "what was done"}};
  for (const HistoryStep& one : steps) {
    std::string seconds = std::to_string(one.seconds);
    seconds.resize(seconds.find('.') + 2);
    rows.push_back({std::to_string(one.number), std::to_string(one.test), seconds,
                    std::to_string(one.bytes), phase_words(one.pass),
                    beginning(agreeing(one.edit), kMaxEditBytes)});
  }
  std::cout << text_table(rows, "rrrrll");
}

void print_step(const std::vector<HistoryStep>& steps, std::uint64_t step) {
  if (step >= steps.size()) {
    throw Error(ErrorKind::kInvalid, "--step " + std::to_string(step) + ": there are steps 0 to " +
                                         std::to_string(steps.empty() ? 0 : steps.size() - 1));
  }
  std::cout << steps[step].text;
}

/// The result as --style pretty would write it; unchanged if that has no layout for it.
std::string pretty_result(const PageRun& run) {
  LaidOut result = {std::nullopt, "it does not parse, or is very large"};
  if (run.tree) result = laid_out(Parser(run.tree->grammar_ptr()), *run.result);
  if (!result.text) say_line(result.why_not + ": the result is printed as it is");
  std::string text = result.text.value_or(*run.result);
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

struct ShowOptions : RunOptions {
  bool line = false, watch = false, steps = false, pretty = false, markdown = false;
  std::optional<std::uint64_t> step;
};

/// Prints text for pasting: only the result, or a report of the failure.
void print_results(const ShowOptions& options) {
  PageSource source = {options.file, is_report(options.file)};
  if (!source.is_report) {
    source.path = meant_run(options);
    refuse_turns(source.path, kPageInstead);
  }
  for (const PageRun& run : page_runs({source})) {
    if (!run.result) throw Error(ErrorKind::kInvalid, "the reduction has ended without a result");
    const std::string text = options.pretty ? pretty_result(run) : *run.result;
    const JsonDocument report("the report", run.report, "a report of a reduction");
    std::cout << (options.markdown ? bug_report(report.root(), text, true) : text);
  }
}

void show_all(const std::vector<fs::path>& paths) {
  bool is_first = true;
  for (const fs::path& path : paths) {
    if (!std::exchange(is_first, false)) std::cout << '\n';
    show_run(path);
  }
}

int show(const ShowOptions& options) {
  if (options.pretty || options.markdown) print_results(options);
  else if (options.step) print_step(steps_of(meant_run(options)), *options.step);
  else if (options.steps) list_steps(steps_of(meant_run(options)));
  else if (options.watch) watch(meant_run(options, FirstChoice::kRunning));
  else if (options.line) show_lines(meant_runs(options));
  else show_all(meant_runs(options));
  std::cout << std::flush;
  return status_of(ExitStatus::kFinished);
}

}  // namespace

CommandAction declare_show(CLI::App& app) {
  auto options = std::make_shared<ShowOptions>();
  declare_run_options(app, *options,
                      "all of this folder, or the newest for --watch, --steps, --step, --pretty, "
                      "--markdown");
  app.add_flag("--watch", options->watch, "Show progress until it ends");
  app.add_flag("--line", options->line, "Show one line for each reduction");
  app.add_flag("--steps", options->steps, "List the accepted steps");
  app.add_option("STEP,--step", options->step, "Print the text after this step")->type_name("STEP");
  // Its name in `grabr history`.
  app.add_option("--show", options->step)->type_name("STEP")->group("");
  app.add_flag("--pretty", options->pretty,
               "Print only the result, one statement or element per line. Changes only white "
               "space, without a test (reduce --style pretty tests it)");
  app.add_flag("--markdown", options->markdown,
               "Print a bug report: the failure, the command, the versions of its compilers and "
               "interpreters, sizes, and the result (with --pretty laid out)");
  return [options](const std::optional<Words>&) { return show(*options); };
}

}  // namespace grabr
