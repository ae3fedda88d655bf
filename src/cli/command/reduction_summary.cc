// Tested by tests/cli/reduction_summary_test.cc.
#include "cli/command/reduction_summary.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/show/progress.h"
#include "report/form/text_table.h"
#include "report/trace/tallies.h"
#include "run/check/hung_tests.h"
#include "run/check/rejections.h"
#include "run/config/quantity_words.h"
#include "text/escape.h"
#include "text/setting.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

/// Indents all lines as far as the first one, which follows `lead`.
std::string indented(const std::string& lines, std::string lead) {
  std::istringstream rest(lines);
  std::string text;
  for (std::string line; std::getline(rest, line);) {
    text += lead + line + '\n';
    lead.assign(lead.size(), ' ');
  }
  return text;
}

}  // namespace

std::string table_of_passes(std::span<const PassDone> passes) {
  if (passes.empty()) return {};
  std::vector<TextRow> rows = {{"pass", "tests", "smaller", "bytes", "seconds"}};
  for (const PassDone& pass : passes) {
    const std::int64_t change = -pass.bytes;
    rows.push_back({phase_words(pass.name), std::to_string(pass.tests), std::to_string(pass.gains),
                    (change > 0 ? "+" : "") + std::to_string(change),
                    fixed_number(pass.seconds, 1)});
  }
  return indented(text_table(rows, "lrrrr"), "  ");
}

std::string words_on_last_gain(double since_gain_s, bool has_ended) {
  if (since_gain_s < 1) return {};
  return "the last gain came " + duration_text(since_gain_s) +
         (has_ended ? " before the end" : " ago");
}

std::string words_on_other_failure(const std::string& before, const std::string& after) {
  const std::string was = before.substr(0, before.find(':'));
  if (was == before || was == after.substr(0, after.find(':'))) return {};
  return spelled("the result fails in another way; {stderr} ") + shown_name(shell_word(was)) +
         spelled(" (or {stdout}) rules that out");
}

std::string words_on_runs(std::uint64_t tests, std::uint64_t executed) {
  if (tests == executed) return {};
  return "; " + std::to_string(executed) + " ran" +
         (executed < tests ? ", the other answers were known"
                           : ", including checks and speculative tests");
}

namespace {

/// Adds to "left pass replace" what the pass does.
std::string with_pass_in_words(const std::string& intervention) {
  constexpr std::string_view kPass = " pass ";
  const std::size_t at = intervention.find(kPass);
  if (at == std::string::npos) return intervention;
  return intervention.substr(0, at) + " \"" + phase_words(intervention.substr(at + kPass.size())) +
         '"';
}

}  // namespace

std::string words_on_hands(const std::vector<std::string>& by_hand) {
  constexpr std::size_t kMaxNamesShown = 5;
  if (by_hand.empty()) return {};
  std::string words = "by hand: ";
  for (std::size_t i = 0; i < by_hand.size() && i < kMaxNamesShown; ++i) {
    words += (i > 0 ? ", " : "") + with_pass_in_words(by_hand[i]);
  }
  if (by_hand.size() > kMaxNamesShown)
    words += ", " + std::to_string(by_hand.size() - kMaxNamesShown) + " more";
  return words + "; the same options may give another result";
}

std::string stronger_search(const EndedRun& run) {
  constexpr std::uint64_t kMinBytesForAdvice = 1000;
  const bool worth_it =
      run.finished && run.by_default && run.has_grammar && run.bytes >= kMinBytesForAdvice;
  return worth_it ? "--thorough also tries passes that rarely help, outside the grammar too" : "";
}

std::string next_commands(const EndedRun& run) {
  std::vector<TextRow> rows;
  if (!run.report.empty()) {
    const std::string report = shown_name(shell_word(run.report));
    const std::string page = shown_name(
        shell_word(std::filesystem::path(run.report).replace_extension(".html").string()));
    rows.push_back({"grabr report --html " + page + " " + report, "# every step, as a page"});
    if (run.finished)
      rows.push_back({"grabr verify " + report, "# nothing smaller near it fails?"});
  }
  const std::string file = shown_name(shell_word(run.file));
  if (run.finished && run.has_grammar)
    rows.push_back({"grabr explain " + file, "# which parts matter, and what else fails"});
  rows.push_back({"grabr show --steps " + file, "# every step, with its text"});
  if (run.finished) rows.push_back({"grabr show --markdown " + file, "# a bug report"});
  rows.push_back({"grabr show " + file, "# this again"});
  return indented(text_table(rows, "ll"), "next: ");
}

namespace {

/// Why the reduction ended; if it ended early, also that its best is kept.
std::string in_words(EndedBy by, const std::string& reason) {
  return by ? reason + "; the best so far is kept" : reason;
}

/// "; the same call continues from here", after a signal.
std::string words_on_going_on(const ReduceOptions& options, EndedBy by) {
  if (!is_by_signal(by)) return {};
  return std::string("; the same call") + (options.fresh ? " without --fresh" : "") +
         " continues from here";
}

/// ", 5 of them outside the grammar, which rejects 3"; empty if there are no such tests.
std::string words_on_outside(const OutsideTests& outside) {
  if (outside.tests == 0) return {};
  std::string words = ", " + std::to_string(outside.tests) +
                      " of them outside the grammar, which rejects " +
                      std::to_string(outside.rejected);
  if (outside.read < outside.tests) words += " of " + std::to_string(outside.read) + " looked at";
  return words;
}

constexpr const char* kFinishedBefore =
    "already finished: the same input, the same test; --fresh starts again";

/// ", 0.3 s"
std::string seconds_words(double seconds) {
  char text[40];
  std::snprintf(text, sizeof text, ", %.1f s", seconds);
  return text;
}

/// "26 → 2 bytes (7.7%), 24 tests, 0.3 s"; tests outside the grammar are added after the number of
/// tests.
std::string in_numbers(const run::Result& result) {
  return size_change(result.form.size(result.original), result.form.size(result.text())) + ", " +
         so_many(result.counts.committed, "test") +
         words_on_outside(result.outside.value_or(OutsideTests())) + seconds_words(result.seconds);
}

/// "the result fails in at least 83 % of runs (95 %): in 57 of 60 at the end", and the earlier
/// numbers.
std::string words_on_rate(const run::Result& result) {
  const Hits& seen = *result.rate;
  const auto percent = static_cast<unsigned>(100 * least_rate(seen));
  std::string words = "the result fails in at least " + std::to_string(percent) +
                      " % of runs (95 %): in " + std::to_string(seen.hits) + " of " +
                      std::to_string(seen.runs) + " at the end";
  if (result.steps_back == 0) return words;
  const bool once = result.steps_back == 1;
  return words + "; " + (once ? "a step" : std::to_string(result.steps_back) + " steps") +
         " that made it rarer " + (once ? "was" : "were") + " taken back";
}

/// "the number: 5000 → 12"
std::string words_on_number(const Numbers& numbers) {
  std::ostringstream words;
  words << std::setprecision(10) << "the number: ";
  if (numbers.before) words << *numbers.before << " → ";
  words << *numbers.after;
  return words.str();
}

/// Says where the result is, and which text passes.
std::string whereabouts(const run::Result& result) {
  std::string where = result.output ? "in " + shown_name(*result.output) : "on standard output";
  if (result.output && result.form.is_converted()) {
    where += " (as text: " + shown_name(text_path(*result.output)) + ")";
  }
  switch (result.aim) {
    case Aim::kFailing: break;
    case Aim::kPassing: return "the result, which passes, is " + where;
    case Aim::kBoth: {
      std::string words = "the result is " + where;
      if (!result.passing) return words;
      words += "; the passing input (" + std::to_string(result.passing->size()) + " bytes) is ";
      return words + (result.passing_output ? "in " + shown_name(*result.passing_output)
                                            : "not kept: -o FILE keeps it");
    }
  }
  return "the result is " + where;
}

/// A line of a program's output, made safe for the terminal.
std::string shown_line(const std::string& line) {
  constexpr std::size_t kMaxCharactersShown = 200;  // characters
  return escaped(line.substr(0, kMaxCharactersShown), "") +
         (line.size() > kMaxCharactersShown ? " …" : "");
}

/// "2 other failures seen: `g` instead of `f`; …"
std::string words_on_others(const ReduceOptions& options, const std::vector<OtherFailure>& others) {
  std::string words = so_many(others.size(), "other failure") + " seen:";
  for (const OtherFailure& other : others) {
    words += (&other == &others.front() ? " " : "; ") + shown_line(other.words);
  }
  return words + (options.every_bug ? "" : "; --every-bug reduces them, too");
}

EndedRun ended_run(const ReduceOptions& options, const run::Result& result) {
  EndedRun run;
  run.by_default =
      options.strategy == "auto" && !options.fast && !options.thorough && options.schedule.empty();
  run.has_grammar = result.has_grammar;
  run.finished = !result.ended_by && result.aim == Aim::kFailing;
  run.bytes = result.text().size();
  run.file = result.output ? result.output->string() : result.input;
  if (options.report != "/dev/stdout") run.report = options.report;
  return run;
}

std::vector<std::string> words_by_hand(const run::Result& result) {
  std::vector<std::string> words;
  for (const Intervention& one : result.by_hand) words.push_back(one.words);
  return words;
}

/// Details for a person at a terminal; a log stays short.
std::string details(const ReduceOptions& options, const run::Result& result) {
  const std::string table = table_of_passes(result.passes);
  const std::string next = result.answers_are_kept ? next_commands(ended_run(options, result)) : "";
  return table + (table.empty() || next.empty() ? "" : "\n") + next;
}

void sum_up(const ReduceOptions& options, const run::Result& result) {
  if (options.quiet && result.as_planned()) return;
  const bool is_watched = ::isatty(STDERR_FILENO) == 1 && !options.quiet;
  std::string words;
  const auto say = [&](const std::string& line) {
    if (!line.empty()) words += "grabr: " + line + '\n';
  };
  if (!result.reason.empty()) {
    say(in_words(result.ended_by, result.reason) +
        (result.answers_are_kept ? words_on_going_on(options, result.ended_by) : ""));
  }
  say(shown_name(result.input) + ": " + in_numbers(result) + "; " + whereabouts(result));
  if (!result.failure_before.empty() && !result.failure_after.empty()) {
    say("was: " + shown_line(result.failure_before));
    say("now: " + shown_line(result.failure_after));
    say(words_on_other_failure(result.failure_before, result.failure_after));
  }
  if (result.repeats) {
    say(kFinishedBefore);
  } else if (is_watched) {
    const std::string runs = words_on_runs(result.counts.committed, result.counts.executed);
    if (!runs.empty())
      say(so_many(result.counts.committed, "test") +
          (result.counts.committed == 1 ? " counts" : " count") + runs);
  }
  if (result.rate) say(words_on_rate(result));
  if (result.numbers.after) say(words_on_number(result.numbers));
  if (!result.rejections.empty()) say(words_on_rejections(result.rejections));
  if (result.hung.count > 0) say(words_on_hung(result.hung));
  if (!result.others.empty()) say(words_on_others(options, result.others));
  if (is_watched) say(words_on_last_gain(result.since_gain_s));
  say(words_on_hands(words_by_hand(result)));
  const std::string stronger = stronger_search(ended_run(options, result));
  if (!stronger.empty()) say("next: " + stronger);
  const bool shows = result.output && !options.quiet;
  const std::string shown = shows ? shown_text(result.text()) : std::string();
  if (!shown.empty()) words += '\n' + shown + '\n';
  if (is_watched) words += (shown.empty() ? "\n" : "") + details(options, result);
  std::cerr << words;
}

/// Prints the results, if all of them together are short.
void show_results(const run::SetResult& result) {
  std::string together;
  std::string words;
  for (const run::SetResult::Input& input : result.inputs) {
    together += input.text;
    words += '\n' + shown_name(input.output) + ":\n\n" + shown_text(input.text);
  }
  if (!shown_text(together).empty()) std::cerr << words + '\n';
}

}  // namespace

void ReductionConsole::on_result(const run::Result& result) {
  close_view();
  if (!result.output) std::cout << result.form.bytes(result.text()) << std::flush;
  sum_up(options_, result);
}

void sum_up(const ReduceOptions& options, const run::SetResult& result) {
  if (options.quiet && result.as_planned()) return;
  if (!result.reason.empty()) {
    say_line(in_words(result.ended_by, result.reason) +
             words_on_going_on(options, result.ended_by));
  }
  for (const run::SetResult::Input& input : result.inputs) {
    say_line(shown_name(input.path) + ": " + size_change(input.bytes_before, input.bytes) + ", " +
             so_many(input.tests, "test") + "; the result is in " + shown_name(input.output));
  }
  say_line(so_many(result.inputs.size(), "input") + ", " + so_many(result.turns, "turn") + ", " +
           so_many(result.tests, "test") + words_on_outside(result.outside) +
           seconds_words(result.seconds) +
           (result.checked ? "; tested once more, the results fail together" : ""));
  if (result.repeats) say_line(kFinishedBefore);
  if (result.hung.count > 0) say_line(words_on_hung(result.hung));
  if (!options.quiet) show_results(result);
}

void sum_up(const ReduceOptions& options, const run::FolderResult& result) {
  if (options.quiet && result.as_planned()) return;
  if (!result.reason.empty()) {
    say_line(in_words(result.ended_by, result.reason) +
             words_on_going_on(options, result.ended_by));
  }
  say_line(shown_name(result.folder) + ": " + std::to_string(result.files_before) + " → " +
           std::to_string(result.files) + (result.files_before == 1 ? " file, " : " files, ") +
           size_change(result.bytes_before, result.bytes) + ", " + so_many(result.tests, "test") +
           seconds_words(result.seconds) + "; the result is in " +
           shown_name(result.packed.empty() ? result.output : result.packed) +
           (result.checked ? "; tested once more, it fails" : ""));
  if (result.repeats) say_line(kFinishedBefore);
  if (result.hung.count > 0) say_line(words_on_hung(result.hung));
}

}  // namespace grabr
