#include "run/check/preflight_report.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "run/config/recipe.h"
#include "run/config/test_words.h"
#include "run/files/named_files.h"
#include "text/escape.h"
#include "text/setting.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownText = 60;  // characters of a probe that are shown

bool could_not_run(const TestResult& result) { return !result.infrastructure.empty(); }

/// The tests that did not fail, and whether all of them timed out.
struct Misses {
  std::size_t count = 0;
  std::size_t timeouts = 0;
  std::string infrastructure;  ///< reason of the first test that could not be run

  explicit Misses(const std::vector<TestResult>& results) {
    for (const TestResult& result : results) {
      if (fails(result)) continue;
      ++count;
      if (result.timed_out) ++timeouts;
      if (infrastructure.empty()) infrastructure = result.infrastructure;
    }
  }
  bool only_timeouts() const { return count > 0 && timeouts == count; }
};

std::string how_often(std::size_t hits, std::size_t runs) {
  return hits == 0 ? "in none of " + std::to_string(runs)
                   : "in " + std::to_string(hits) + " of " + std::to_string(runs);
}

std::optional<Error> about_environment(const Preflight& found, const PreflightContext& context) {
  const auto broken = std::find_if(found.alone.begin(), found.alone.end(), could_not_run);
  if (broken == found.alone.end()) return std::nullopt;
  return Error(ErrorKind::kEnvironment,
               "the test of " + shown_name(context.test.original) +
                   " failed once, but could not be run again: " + broken->infrastructure +
                   "\n  hint: check free disk space and the limits on processes and open "
                   "files (ulimit -a)");
}

std::optional<Error> about_flakiness(const Preflight& found, const PreflightContext& context) {
  if (context.test.flaky || found.works_alone()) return std::nullopt;
  std::vector<TestResult> all = found.alone;
  all.insert(all.end(), found.at_once.begin(), found.at_once.end());
  const Misses misses(all);
  std::string message = "the test is flaky";
  if (context.test.repeat > 1) {
    message += spelled(" even with {repeat} ") + std::to_string(context.test.repeat) +
               spelled(" {min-hits} ") + std::to_string(context.test.min_hits);
  }
  message += ": " + shown_name(context.test.original) + " failed " +
             how_often(found.hits(), found.runs()) + " tests\n";
  if (misses.only_timeouts() && !context.test.conditions.hang_s) {
    const std::string limit = seconds_text(context.limit_s);
    message += "  The others did not end " + (context.limit_s > 0 ? "within " + limit : "in time") +
               spelled(".\n  hint: {timeout} ") +
               std::to_string(generous_limit_s(found.slowest_s)) + " gives them more time\n";
  } else {
    message +=
        flaky_hints(found.hits(), found.runs(), {context.test.repeat, context.test.min_hits});
  }
  return Error(ErrorKind::kNotTrusted, message + spelled("  hint: {no-preflight} goes on anyway"));
}

std::string disturbance(const Preflight& found, unsigned jobs) {
  const Misses misses(found.at_once);
  const std::size_t runs = found.at_once.size();
  std::string text = "tests disturb each other: alone the original failed each time, with " +
                     std::to_string(jobs) + " at once " + how_often(runs - misses.count, runs);
  if (!misses.infrastructure.empty()) return text + " (" + misses.infrastructure + ")";
  if (misses.only_timeouts()) text += " (the others did not end in time)";
  else if (misses.count == 1 && runs > 2) text += " (unless that was chance: a test may be flaky)";
  return text;
}

/// Advice for making several tests run at once.
std::string untangling(const Preflight& found) {
  const Misses misses(found.at_once);
  if (!misses.infrastructure.empty()) {
    return "the machine does not allow so many at once; see the limits on processes and memory";
  }
  if (misses.only_timeouts()) {
    return spelled(
        "this machine is too small for so many at once, or they block each other; fewer jobs or a "
        "longer {timeout} may help");
  }
  return "the usual reasons are a fixed port and a fixed path such as /tmp/x; write below $TMPDIR "
         "or into the folder the test is started in, and make ports and names from $GRABR_TEST_ID, "
         "to be able to use more jobs";
}

void look_at_jobs(const Preflight& found, const PreflightContext& context,
                  PreflightDecision& decision) {
  if (context.test.flaky || found.works_at_once()) return;
  const std::string what = disturbance(found, context.jobs);
  if (context.jobs_given) {
    decision.refuse = Error(ErrorKind::kNotTrusted, what + "\n  hint: " + untangling(found) +
                                                        "\n  hint: -j 1 runs one test at a time");
    return;
  }
  decision.jobs = 1;
  decision.notes.push_back(what + "; going on with one at a time (-j 1)");
  decision.notes.push_back(untangling(found));
}

std::string names_of(const std::vector<Preflight::Probed>& probes) {
  std::vector<std::string> names;
  for (const Preflight::Probed& probe : probes) names.push_back(probe.name);
  return list_of(names);
}

/// The original's path in the test's folder, if it is part of a --copy; nothing otherwise.
std::optional<fs::path> copied_original(const ProcessOracleOptions& test) {
  std::error_code error;
  const fs::path original = fs::canonical(test.original, error);
  for (const fs::path& copy : test.copies) {
    const fs::path folder = fs::canonical(copy, error);
    const fs::path below = original.lexically_relative(folder);
    const bool inside =
        !error && fs::is_directory(folder, error) && !below.empty() && *below.begin() != "..";
    if (inside) return copy.lexically_normal().filename() / below;
  }
  return std::nullopt;
}

std::string about_copied_original(const ProcessOracleOptions& test) {
  const auto place = copied_original(test);
  if (!place) return {};
  return "  Among the copies is the original itself, as " + shown_name(*place) +
         " in the test's folder: a test that reads it there never sees the candidate.\n"
         "  hint: in the script cp \"$1\" " +
         shown_name(shell_word(place->string())) + " puts the candidate in its place\n";
}

std::string about_memory(const ProcessOracleOptions& test) {
  if (test.memory_bytes == 0) return {};
  return spelled("  hint: with {memory} ") + std::to_string(test.memory_bytes / kMegabyte) +
         " it may run out of memory\n";
}

std::string usual_reasons(const PreflightContext& context) {
  if (context.bare_command || context.test.conditions.any()) {
    return (context.test.conditions.any()
                ? "  The conditions hold whatever the input is.\n"
                : "  Without a condition, exit status 0 of the command counts as the failure.\n") +
           spelled(
               "  hint: add a condition that only this failure meets: {stderr} or {stdout} with a "
               "part of its "
               "message, {signal}, {exit} or {hang}\n");
  }
  return "  The usual reasons:\n"
         "    - the test looks at another file: at the original, by its full path, instead of at "
         "its "
         "argument $1\n"
         "    - its exit status is that of its last command (echo, rm, true), whatever failed "
         "before: "
         "begin a shell script with set -e\n"
         "    - it ends with 0 when the program under test is missing, or prints what grep finds "
         "for "
         "an empty file, too\n";
}

std::optional<Error> about_vacuity(const Preflight& found, const PreflightContext& context) {
  const auto empty =
      std::find_if(found.vacuous.begin(), found.vacuous.end(), [](const auto& probed) {
        return probed.kind == Probe::Kind::kEmpty && fails(probed.result);
      });
  if (empty == found.vacuous.end()) return std::nullopt;
  const bool everything = found.vacuous.size() > 1 &&
                          std::all_of(found.vacuous.begin(), found.vacuous.end(),
                                      [](const auto& probed) { return fails(probed.result); });
  std::string message =
      everything ? "everything fails: " + names_of(found.vacuous) + " do as well as " +
                       shown_name(context.test.original) + "; it would accept any text\n"
                 : "the empty input fails as well as " + shown_name(context.test.original) +
                       ", so every reduction would end there\n";
  const std::string command = recipe_for_text(context.test, "");
  if (!command.empty()) message += "  To see it:\n    " + command + "\n";
  const std::string elsewhere =
      file_named_by_command(context.test.command, context.test.copies, context.test.original);
  if (!elsewhere.empty()) message += "  hint: " + words_on_file_elsewhere(elsewhere) + '\n';
  message +=
      about_copied_original(context.test) + about_memory(context.test) + usual_reasons(context);
  return Error(ErrorKind::kNotTrusted,
               message + spelled("  hint: if the empty input really shows the failure, "
                                 "{no-preflight} goes on"));
}

/// The empty input does not fail, but other probes do.
void note_vacuous(const Preflight& found, std::vector<std::string>& notes) {
  for (const Preflight::Probed& probed : found.vacuous) {
    if (!fails(probed.result) || probed.kind == Probe::Kind::kEmpty) continue;
    const std::string what =
        probed.name + " (" + quoted(probed.text, '\'', kShownText) + ") fails as well; ";
    notes.push_back(probed.kind == Probe::Kind::kGarbage
                        ? what +
                              "the result may be invalid, unless the test checks that, for "
                              "instance with `grabr check`"
                        : what + "if that is not the failure you mean, make the test stricter");
  }
}

void note_time(const Preflight& found, const PreflightContext& context,
               std::vector<std::string>& notes) {
  if (!context.timeout_s || *context.timeout_s <= 0 || found.slowest_s <= *context.timeout_s / 2) {
    return;
  }
  notes.push_back("a test of the original took up to " + seconds_text(found.slowest_s) +
                  spelled(", and {timeout} is ") + seconds_text(*context.timeout_s) +
                  spelled(": candidates that take a little longer are lost; {timeout} ") +
                  std::to_string(generous_limit_s(found.slowest_s)) + " would be safe");
}

void note_details(const Preflight& found, std::vector<std::string>& notes) {
  for (const Preflight::Probed& probed : found.equivalent) {
    if (fails(probed.result) || could_not_run(probed.result)) continue;
    notes.push_back(probed.name +
                    " does not fail: spaces or comments matter; they are kept where they are "
                    "needed");
  }
  for (const Preflight::Probed& probed : found.vacuous) {
    if (!probed.result.timed_out || fails(probed.result)) continue;
    notes.push_back("the test does not end in time on " + probed.name);
  }
}

}  // namespace

PreflightDecision decide(const Preflight& found, const PreflightContext& context) {
  PreflightDecision decision;
  decision.jobs = context.jobs;
  decision.refuse = about_environment(found, context);
  if (!decision.refuse) decision.refuse = about_flakiness(found, context);
  if (!decision.refuse) decision.refuse = about_vacuity(found, context);
  if (!decision.refuse) look_at_jobs(found, context, decision);
  if (decision.refuse) return decision;
  note_vacuous(found, decision.notes);
  note_time(found, context, decision.notes);
  if (context.verbose) note_details(found, decision.notes);
  return decision;
}

}  // namespace grabr
