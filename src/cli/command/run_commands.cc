// `grabr status`, `show`, `stop`, `wait` and `history`: what a reduction that runs, or has run, is
// about.
#include <signal.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/command/meant_runs.h"
#include "cli/command/reduction_summary.h"
#include "cli/commands.h"
#include "cli/show/console.h"
#include "cli/show/progress.h"
#include "report/form/text_table.h"
#include "report/trace/history.h"
#include "report/trace/kept_files.h"
#include "run/config/quantity_words.h"
#include "run/files/run_status.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/exit_status.h"
#include "text/file.h"
#include "text/utf8.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using run::Status;

constexpr auto kLookEvery = std::chrono::milliseconds(100);
constexpr std::size_t kMostEditBytes = 60;

std::string whole_seconds(double seconds) { return std::to_string(std::lround(seconds)) + " s"; }

double now() {
  const std::chrono::duration<double> since = std::chrono::system_clock::now().time_since_epoch();
  return since.count();
}

std::string state_words(const Status& status) {
  if (status.exit) {
    return "ended with status " + std::to_string(*status.exit) +
           (status.ended.reason.empty() ? "" : " (" + status.ended.reason + ")");
  }
  if (!status.runs()) return "was killed; the same command goes on";
  return "process " + std::to_string(status.process) + " is " +
         (!status.phase.empty() ? phase_words(status.phase)
          : status.tests == 0   ? "checking the test"
                                : "trying smaller texts");
}

/// `name`: of the run.
std::string words_on(const Status& status, const std::string& name) {
  const double until = status.runs() ? now() : status.written;
  std::string words =
      name + ": " + state_words(status) + "; " + std::to_string(status.bytes_before) + " → " +
      std::to_string(status.bytes) + " bytes, " + std::to_string(status.tests) + " tests (" +
      std::to_string(status.smaller) + " smaller), " + whole_seconds(until - status.began);
  if (status.runs()) words += ", the last gain " + whole_seconds(now() - status.last_gain) + " ago";
  return words;
}

std::string words_on(const Status& status) { return words_on(status, shown_name(status.input)); }

/// The text of the best: that of the output, or of the last step.
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

constexpr std::size_t kMostParts = 20;

/// Of a run in turns, of several inputs or of a folder: what is gone comes last.
std::string table_of_parts(const TurnsRecord& record) {
  std::vector<TurnsRecord::Part> parts = record.parts;
  std::stable_partition(parts.begin(), parts.end(), [](const auto& part) { return part.after; });
  const std::size_t shown = std::min(parts.size(), kMostParts);
  std::vector<TextRow> rows = {{record.is_folder ? "file" : "input", "bytes", "", ""}};
  for (const TurnsRecord::Part& part : std::span(parts).first(shown)) {
    rows.push_back({beginning(shown_name(part.name), kMostEditBytes), std::to_string(part.before),
                    "→", part.after ? std::to_string(*part.after) : "gone"});
  }
  std::string table = text_table(rows, "lrlr");
  if (shown < parts.size()) {
    table +=
        "… and " + std::to_string(parts.size() - shown) + " more: grabr report --html shows all\n";
  }
  return table;
}

/// What was said at its end, or would be now.
void show_run(const fs::path& path) {
  const Status status = run::read_status(path);
  const double until = status.runs() ? now() : status.written;
  const double seconds =
      status.exit && status.ended.seconds > 0 ? status.ended.seconds : until - status.began;
  std::cout << shown_name(status.input) << ": " << state_words(status) << '\n'
            << size_change(status.bytes_before, status.bytes) << ", " << status.tests << " tests ("
            << status.smaller << " smaller), " << fixed_number(seconds, 1) << " s";
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
       {status.ended.hung, words_on_last_gain(until - status.last_gain),
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

/// Its exit status; nothing if it ended before it began, which leaves no status, or that of an
/// earlier run.
std::optional<int> exit_of(const fs::path& path) {
  std::optional<int> process;
  while (true) {
    if (!is_file(path)) return std::nullopt;
    const Status status = run::read_status(path);
    if (process.value_or(status.process) != status.process) return std::nullopt;
    process = status.process;
    if (status.exit) return *status.exit;
    if (!status.runs()) {
      // It may have said so a moment ago.
      const Status last = run::read_status(path);
      return last.exit.value_or(status_of(ExitStatus::kFailure));
    }
    std::this_thread::sleep_for(kLookEvery);
  }
}

int wait_for(const fs::path& path) {
  if (const auto exit = exit_of(path)) return *exit;
  throw Error(ErrorKind::kInvalid, "the reduction could not begin: nothing is left of it");
}

int stop_run(const fs::path& path) {
  const Status status = run::read_status(path);
  if (!status.runs()) {
    say_line(words_on(status));
    return status_of(ExitStatus::kFailure);
  }
  if (::kill(status.process, SIGTERM) != 0) {
    throw Error(ErrorKind::kSystem, "process " + std::to_string(status.process) +
                                        " cannot be stopped: it is another user's, or gone");
  }
  const bool is_known = exit_of(path).has_value();
  std::cout << (is_known ? words_on(run::read_status(path))
                         : shown_name(status.input) +
                               ": ended while its test was checked, nothing is kept")
            << std::endl;
  return status_of(ExitStatus::kFinished);
}

int show_history(const fs::path& path, const std::optional<std::uint64_t>& step) {
  const std::vector<HistoryStep> steps = read_history(path);
  if (step) {
    if (*step >= steps.size()) {
      throw Error(ErrorKind::kInvalid, "--show " + std::to_string(*step) +
                                           ": there are steps 0 to " +
                                           std::to_string(steps.empty() ? 0 : steps.size() - 1));
    }
    std::cout << steps[*step].text << std::flush;
    return status_of(ExitStatus::kFinished);
  }
  std::vector<TextRow> rows = {{"step", "test", "seconds", "bytes", "pass", "what was done"}};
  for (const HistoryStep& one : steps) {
    std::string seconds = std::to_string(one.seconds);
    seconds.resize(seconds.find('.') + 2);
    rows.push_back({std::to_string(one.number), std::to_string(one.test), seconds,
                    std::to_string(one.bytes), one.pass, beginning(one.edit, kMostEditBytes)});
  }
  std::cout << text_table(rows, "rrrrll") << std::flush;
  return status_of(ExitStatus::kFinished);
}

}  // namespace

CommandAction declare_status(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  declare_run_options(app, *options);
  return [options](const std::optional<Words>&) {
    const std::vector<fs::path> paths = meant_runs(*options);
    for (const fs::path& path : paths) {
      const Status status = run::read_status(path);
      const std::string also = paths.size() > 1 ? " → " + shown_name(status.output) : "";
      std::cout << words_on(status, shown_name(status.input) + (status.output.empty() ? "" : also))
                << '\n';
    }
    std::cout << std::flush;
    return status_of(ExitStatus::kFinished);
  };
}

CommandAction declare_show(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  declare_run_options(app, *options);
  return [options](const std::optional<Words>&) {
    bool is_first = true;
    for (const fs::path& path : meant_runs(*options)) {
      if (!std::exchange(is_first, false)) std::cout << '\n';
      show_run(path);
    }
    std::cout << std::flush;
    return status_of(ExitStatus::kFinished);
  };
}

CommandAction declare_stop(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  declare_run_options(app, *options);
  return [options](const std::optional<Words>&) { return stop_run(meant_run(*options)); };
}

CommandAction declare_wait(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  declare_run_options(app, *options);
  return [options](const std::optional<Words>&) {
    const fs::path path = meant_run(*options);
    const int status = wait_for(path);
    std::cout << words_on(run::read_status(path)) << std::endl;
    return status;
  };
}

CommandAction declare_history(CLI::App& app) {
  struct Options : RunOptions {
    std::optional<std::uint64_t> show;
  };
  auto options = std::make_shared<Options>();
  declare_run_options(app, *options);
  app.add_option("--show", options->show, "Print the text of this step")->type_name("STEP");
  return [options](const std::optional<Words>&) {
    const fs::path status = meant_run(*options);
    return show_history(fs::path(status).replace_extension(".history"), options->show);
  };
}

}  // namespace grabr
