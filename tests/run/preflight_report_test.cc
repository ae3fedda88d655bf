#include "run/check/preflight_report.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "temporary_folder.h"

namespace grabr {
namespace {

TestResult failing(double seconds = 1) {
  TestResult result;
  result.outcome = Outcome::kFail;
  result.seconds = seconds;
  return result;
}

TestResult passing() {
  TestResult result;
  result.exit_code = 1;
  return result;
}

TestResult late() {
  TestResult result = passing();
  result.timed_out = true;
  return result;
}

TestResult broken() {
  TestResult result;
  result.outcome = Outcome::kUnresolved;
  result.infrastructure = "cannot fork";
  return result;
}

std::vector<TestResult> results(unsigned hits, unsigned misses) {
  std::vector<TestResult> all(hits, failing());
  all.insert(all.end(), misses, passing());
  return all;
}

PreflightContext context_of(unsigned jobs = 1) {
  PreflightContext context;
  context.test.command = {"/bin/sh", "@@"};
  context.test.original = "dir/bug.c";
  context.jobs = jobs;
  context.limit_s = 300;
  return context;
}

/// An original that always fails; probes: the empty text, the shortest sentence, garbage.
Preflight sound(bool empty = false, bool shortest = false, bool garbage = false) {
  Preflight found;
  found.first = failing();
  found.at_once = results(4, 0);
  found.median_s = found.slowest_s = 1;
  const auto add = [&](Probe::Kind kind, const char* name, const char* text, bool fails) {
    Preflight::Probed probed;
    probed.kind = kind;
    probed.name = name;
    probed.text = text;
    probed.result = fails ? failing() : passing();
    found.vacuous.push_back(probed);
  };
  add(Probe::Kind::kEmpty, "the empty input", "", empty);
  add(Probe::Kind::kShortest, "the grammar's shortest sentence", ";", shortest);
  add(Probe::Kind::kGarbage, "a line of stray brackets", ")]}\n", garbage);
  return found;
}

std::string refused(const Preflight& found, const PreflightContext& context,
                    ErrorKind kind = ErrorKind::kNotTrusted) {
  const PreflightDecision decision = decide(found, context);
  REQUIRE(decision.refuse.has_value());
  CHECK(decision.refuse->kind() == kind);
  CHECK(decision.notes.empty());
  return decision.refuse->what();
}

std::string notes(const PreflightDecision& decision) {
  CHECK(!decision.refuse.has_value());
  std::string all;
  for (const std::string& note : decision.notes) {
    CHECK(note.find('\n') == std::string::npos);
    all += note + "\n";
  }
  return all;
}

void check_report_contains(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) {
    INFO(text);
    CHECK_MESSAGE(text.find(part) != std::string::npos, part);
  }
}

TEST_CASE("a sound test goes on without a word") {
  const PreflightDecision decision = decide(sound(), context_of(4));
  CHECK(notes(decision).empty());
  CHECK(decision.jobs == 4);
}

TEST_CASE("what fails on the empty input is refused, with a command to see it") {
  const std::string message = refused(sound(true), context_of());
  check_report_contains(
      message, {"the empty input fails as well as dir/bug.c, so every reduction would end there\n",
                "cd \"$(mktemp -d)\" && : > bug.c && GRABR_DIR=", "sh ./bug.c < ./bug.c; echo $?",
                "set -e", "grep", "missing", "--no-preflight"});
}

TEST_CASE("what fails on everything is said to be so") {
  const std::string message = refused(sound(true, true, true), context_of());
  check_report_contains(
      message, {"everything fails: the empty input, the grammar's shortest sentence and a line of "
                "stray brackets do as well as dir/bug.c",
                "looks at another file"});
}

TEST_CASE("conditions that hold for the empty input want more conditions, not a better script") {
  PreflightContext context = context_of();
  context.test.conditions.exits = {1};
  const std::string message = refused(sound(true), context);
  check_report_contains(message, {"--stderr", "--no-preflight"});
  CHECK(message.find("set -e") == std::string::npos);
}

TEST_CASE("copies are part of the command to see it") {
  PreflightContext context = context_of();
  context.test.copies = {"/lib/a b.h"};
  check_report_contains(refused(sound(true), context), {"&& cp -r '/lib/a b.h' . && : > bug.c"});
}

TEST_CASE("a copy that has the original in it, which the test may read instead of the candidate") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "proj" / "src");
  folder.write("proj/src/bug.c", "x");
  PreflightContext context = context_of();
  context.test.original = folder.path() / "proj" / "src" / "bug.c";
  context.test.copies = {folder.path() / "proj"};
  check_report_contains(refused(sound(true, true, true), context),
                        {"is the original itself, as proj/src/bug.c in the test's folder",
                         "hint: in the script cp \"$1\" proj/src/bug.c puts"});
  context.test.copies = {folder.path() / "proj" / "src" / "bug.c"};
  CHECK(refused(sound(true), context).find("the original itself") == std::string::npos);
}

TEST_CASE("a command without script and condition: what it is to show has to be said") {
  PreflightContext context = context_of();
  context.bare_command = true;
  const std::string message = refused(sound(true, true, true), context);
  check_report_contains(message,
                        {"exit status 0 of the command counts as", "--stderr", "--signal"});
  CHECK(message.find("make the test exit with 0") == std::string::npos);
}

TEST_CASE("one miss of many at once may be a flaky test's") {
  Preflight found = sound();
  found.at_once = results(11, 1);
  check_report_contains(notes(decide(found, context_of(2))),
                        {"in 11 of 12 (unless that was chance", "-j 1"});
}

TEST_CASE("garbage or the shortest sentence alone may be a real failure") {
  check_report_contains(
      notes(decide(sound(false, true), context_of())),
      {"the grammar's shortest sentence (';') fails as well", "make the test stricter"});
  check_report_contains(notes(decide(sound(false, false, true), context_of())),
                        {"a line of stray brackets (')]}\\n') fails as well", "grabr check"});
  CHECK(decide(sound(false, true, true), context_of()).notes.size() == 2);
}

TEST_CASE("a flaky test is refused, with numbers that help") {
  Preflight found;
  found.first = failing();
  found.alone = results(5, 3);  // six of nine runs: (1/3)^5 < 0.01
  const std::string message = refused(found, context_of());
  check_report_contains(
      message, {"the test is flaky: dir/bug.c failed in 6 of 9 tests\n", "--repeat 5 --min-hits 1 ",
                "up to 5 times", "1 failure counts", "seed", "--no-preflight"});
}

TEST_CASE("still flaky with repetitions: more of them") {
  Preflight found;
  found.first = failing();
  found.alone = results(2, 1);
  PreflightContext context = context_of();
  context.test.repeat = 2;
  check_report_contains(
      refused(found, context),
      {"flaky even with --repeat 2 --min-hits 1: dir/bug.c failed in 3 of 4 tests", "--repeat 7 "});
  found.alone = results(0, 99);
  check_report_contains(refused(found, context), {"too rarely"});
}

TEST_CASE("flaky only by its time: more time") {
  Preflight found;
  found.first = failing();
  found.alone = {failing(), late()};
  found.slowest_s = 3;
  PreflightContext context = context_of();
  context.timeout_s = context.limit_s = 3;
  check_report_contains(refused(found, context), {"did not end within 3 s", "--timeout 30 "});
}

TEST_CASE("tests that disturb each other: one job, unless the user wanted more") {
  Preflight found = sound();
  found.at_once = results(1, 3);
  PreflightContext context = context_of(4);
  const PreflightDecision decision = decide(found, context);
  CHECK(decision.jobs == 1);
  check_report_contains(notes(decision),
                        {"alone the original failed each time, with 4 at once in 1 of 4", "(-j 1)",
                         "fixed port", "/tmp/x", "$TMPDIR", "$GRABR_TEST_ID"});
  context.jobs_given = true;
  check_report_contains(refused(found, context),
                        {"in 1 of 4", "fixed port", "$GRABR_TEST_ID", "-j 1 runs one"});
}

TEST_CASE("at once there may be too little time, or too few processes") {
  Preflight found = sound();
  found.at_once = {late(), late()};
  check_report_contains(notes(decide(found, context_of(2))),
                        {"in none of 2 (the others did not end in time)", "too small"});
  found.at_once = {failing(), broken()};
  check_report_contains(notes(decide(found, context_of(2))),
                        {"in 1 of 2 (cannot fork)", "limits on processes"});
}

TEST_CASE("an original that cannot be run again is not a flaky test") {
  Preflight found = sound();
  found.alone = {broken()};
  check_report_contains(refused(found, context_of(), ErrorKind::kEnvironment),
                        {"cannot fork", "disk space"});
}

TEST_CASE("time near the limit is a note") {
  Preflight found = sound();
  found.slowest_s = 7.5;
  PreflightContext context = context_of();
  CHECK(notes(decide(found, context)).empty());  // the time limit is derived from the measured time
  context.timeout_s = 10;
  check_report_contains(notes(decide(found, context)),
                        {"took up to 7.5 s, and --timeout is 10 s", "--timeout 75 "});
  for (const double limit_s : {15.0, 0.0}) {
    context.timeout_s = limit_s;
    CHECK(notes(decide(found, context)).empty());
  }
}

TEST_CASE("details only for those who asked for them") {
  Preflight found = sound();
  Preflight::Probed probed;
  probed.kind = Probe::Kind::kEquivalent;
  probed.name = "the original without spaces and comments";
  probed.result = passing();
  found.equivalent = {probed};
  found.vacuous[0].result = late();
  PreflightContext context = context_of();
  CHECK(notes(decide(found, context)).empty());
  context.verbose = true;
  check_report_contains(notes(decide(found, context)),
                        {"spaces or comments matter", "does not end in time on the empty input"});
}

}  // namespace
}  // namespace grabr
