#include "cli/show/progress.h"

#include <doctest/doctest.h>

#include <vector>

#include "run/config/quantity_words.h"

using namespace grabr;

namespace {

using Lines = std::vector<std::string>;

/// A progress display whose clock advances only when told to, and what it has shown.
struct Watched {
  Clock::time_point now;
  Lines said;
  Lines rewritten;
  bool asked = false;

  void pass(double seconds) {
    now += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  Progress::Options options(bool terminal, bool quiet = false, bool verbose = false) {
    Progress::Options options;
    options.quiet = quiet;
    options.verbose = verbose;
    options.now = [this] { return now; };
    options.say = [this](const std::string& line) { said.push_back(line); };
    if (terminal) {
      options.rewrite = [this](const std::string& line) { rewritten.push_back(line); };
    }
    options.was_asked = [this] { return std::exchange(asked, false); };
    return options;
  }
};

std::size_t count_words(std::string_view text) { return text.size() / 2; }

/// A test of the search whose answer came from one run.
TestRecord test_of(std::uint64_t number, std::string_view text, bool accepted) {
  TestRecord record;
  record.number = number;
  record.text = text;
  record.accepted = accepted;
  record.result.outcome = accepted ? Outcome::kFail : Outcome::kPass;
  return record;
}

}  // namespace

TEST_CASE("the tests still expected are told to one digit, where there is something to go by") {
  ProgressState state;
  state.tests = 12345;
  state.gains = 34;
  CHECK(!expected_tests_left(state));  // tokens are not counted yet
  state.tokens = 18;
  CHECK(expected_tests_left(state) == 500);
  state.tests = 40;
  CHECK(expected_tests_left(state) == 30);
  state.gains = 0;
  CHECK(!expected_tests_left(state));
}

TEST_CASE("a line says what matters most first") {
  ProgressState state;
  state.original_bytes = 5669;
  state.bytes = 134;
  state.tokens = 18;
  state.tests = 66;
  state.gains = 6;
  state.seconds = 12;
  state.rate = 17.44;
  state.phase = "deleting parts";
  CHECK(progress_line(state) ==
        "5669 → 134 bytes (2.4%), 66 tests (6 smaller), 12 s, deleting "
        "parts, 17.4/s, 18 tokens");
  state.hung = 3;
  state.since_gain_s = 61;
  state.tokens.reset();
  state.rate = 1234.5;
  CHECK(progress_line(state) ==
        "5669 → 134 bytes (2.4%), 66 tests (6 smaller, 3 hung), 12 s, "
        "deleting parts, 1234/s, no gain for 1 min 1 s");
}

TEST_CASE("durations") {
  CHECK(duration_text(0.9) == "0 s");
  CHECK(duration_text(59.9) == "59 s");
  CHECK(duration_text(200) == "3 min 20 s");
  CHECK(duration_text(7500) == "2 h 5 min");
}

TEST_CASE("the rate is that of the last seconds, and goes down while nothing ends") {
  Watched watched;
  RecentRate rate;
  rate.start(watched.now);
  for (int i = 0; i < 1000; ++i) {
    watched.pass(0.01);
    rate.count(watched.now);
  }
  CHECK(rate.per_second(watched.now) == doctest::Approx(100).epsilon(0.05));
  for (int i = 0; i < 20; ++i) {
    watched.pass(1);
    rate.count(watched.now);
  }
  CHECK(rate.per_second(watched.now) == doctest::Approx(1).epsilon(0.05));
  watched.pass(30);
  CHECK(rate.per_second(watched.now) < 0.25);
}

TEST_CASE("slow tests have a rate, too") {
  Watched watched;
  RecentRate rate;
  rate.start(watched.now);
  for (int i = 0; i < 6; ++i) {
    watched.pass(20);
    rate.count(watched.now);
  }
  CHECK(rate.per_second(watched.now) == doctest::Approx(0.05).epsilon(0.05));
}

TEST_CASE("from the first moment a terminal sees what is being done, and for how long") {
  Watched watched;
  Progress progress(watched.options(true));
  progress.begin_stage({"checking the test: run 1 of 3"});
  CHECK(watched.rewritten == Lines{"checking the test: run 1 of 3"});
  watched.pass(12);
  progress.tick();
  CHECK(watched.rewritten.back() == "checking the test: run 1 of 3, 12 s so far");
  watched.pass(0.01);
  progress.tick();
  CHECK(watched.rewritten.size() == 2);
  progress.begin_stage({"checking the test: run 2 of 3"});
  CHECK(watched.rewritten.back() == "checking the test: run 2 of 3");
  CHECK(watched.said.empty());
}

TEST_CASE("what takes long is remarked on, once") {
  for (const bool terminal : {true, false}) {
    Watched watched;
    Progress progress(watched.options(terminal));
    progress.begin_stage({"checking the test", true, 30, "it has not ended yet"});
    watched.pass(29);
    progress.tick();
    CHECK(watched.said.empty());
    watched.pass(1);
    progress.tick();
    progress.tick();
    CHECK(watched.said == Lines{"grabr: it has not ended yet"});
  }
}

TEST_CASE("a pipe gets a line at gains, at most one a second, and one a minute without") {
  Watched watched;
  Progress progress(watched.options(false));
  progress.begin_stage({"checking the test"});
  watched.pass(59);
  progress.tick();
  CHECK(watched.said.empty());
  watched.pass(1);
  progress.tick();
  CHECK(watched.said == Lines{"grabr: checking the test, 1 min 0 s so far"});

  progress.begin_search("0123456789", count_words, watched.now);
  progress.on_test(test_of(1, "01234567", true));
  CHECK(watched.said.back() == "grabr: 10 → 8 bytes (80.0%), 1 test (1 smaller), 0 s, 4 tokens");
  watched.pass(0.5);
  progress.on_test(test_of(2, "0123456", true));
  CHECK(watched.said.size() == 2);
  for (std::uint64_t i = 3; i < 70; ++i) {
    watched.pass(1);
    progress.on_test(test_of(i, "0", false));
  }
  REQUIRE(watched.said.size() == 3);
  CHECK(watched.said.back() ==
        "grabr: 10 → 7 bytes (70.0%), 62 tests (2 smaller), 1 min 0 s, 1.0/s, 3 tokens, no gain "
        "for 1 min 0 s");
}

TEST_CASE("tokens are those of the text that is shown, or none") {
  Watched watched;
  Progress progress(watched.options(true));
  const auto slowly = [&](std::string_view text) {
    watched.pass(0.5);
    return text.size();
  };
  progress.begin_search("0123456789", slowly, watched.now);
  progress.tick();
  CHECK(watched.rewritten.back().find("10 tokens") != std::string::npos);
  watched.pass(1);
  progress.on_test(test_of(1, "0123", true));
  CHECK(watched.rewritten.back().find(" → 4 bytes") != std::string::npos);
  CHECK(watched.rewritten.back().find("tokens") == std::string::npos);
  watched.pass(10);
  progress.tick();
  CHECK(watched.rewritten.back().find("4 tokens") != std::string::npos);
}

TEST_CASE("answers of an earlier run are tests, but not part of the rate") {
  Watched watched;
  Progress progress(watched.options(true));
  progress.begin_search("0123456789", count_words, watched.now);
  TestRecord known = test_of(0, "0", false);
  known.result.runs = 0;
  for (known.number = 1; known.number <= 50; ++known.number) progress.on_test(known);
  watched.pass(1);
  progress.tick();
  CHECK(watched.rewritten.back().find("50 tests (0 smaller), 1 s, 5 tokens") != std::string::npos);
}

TEST_CASE("tests that hang are counted") {
  Watched watched;
  Progress progress(watched.options(true));
  progress.begin_search("0123456789", count_words, watched.now);
  TestRecord hung = test_of(1, "0", false);
  hung.result.timed_out = true;
  progress.on_test(hung);
  watched.pass(1);
  progress.tick();
  CHECK(watched.rewritten.back().find("1 test (0 smaller, 1 hung)") != std::string::npos);
}

TEST_CASE("quiet is silent, but not to who asks") {
  for (const bool quiet : {true, false}) {
    Watched watched;
    Progress progress(watched.options(false, quiet));
    progress.begin_stage({"checking the test", true, 30, "it has not ended yet"});
    if (quiet) watched.pass(1000);
    progress.tick();
    CHECK(watched.said.empty());
    watched.asked = true;
    progress.tick();
    progress.tick();
    CHECK(watched.said.size() == 1);
  }
}

TEST_CASE("verbose: what each phase did, when it is over; nothing of those without tests") {
  Watched watched;
  Progress progress(watched.options(false, false, true));
  progress.begin_search("0123456789", count_words, watched.now);
  progress.on_phase("names");
  progress.on_phase("delete");
  progress.on_phase("delete");
  progress.on_test(test_of(1, "0123", true));
  progress.on_test(test_of(2, "0", false));
  watched.pass(1.25);
  watched.said.clear();
  progress.on_phase("replace");
  CHECK(watched.said == Lines{"grabr: deleting parts (phase delete): 10 → 4 bytes, 2 tests, "
                              "1 smaller, 1.2 s"});
  progress.end_search();
  CHECK(watched.said.size() == 1);
}

TEST_CASE("verbose: each pass of a phase speaks for itself") {
  Watched watched;
  Progress progress(watched.options(false, false, true));
  progress.begin_search("0123456789", count_words, watched.now);
  progress.on_pass("auto");
  progress.on_phase("names");
  progress.on_pass("closure");
  progress.on_test(test_of(1, "0123", true));
  watched.said.clear();
  progress.on_pass("auto");
  progress.on_phase("names");
  progress.on_pass("name-neighbours");
  progress.on_test(test_of(2, "01", true));
  progress.on_pass("auto");
  CHECK(watched.said ==
        Lines{"grabr: deleting and renaming names (phase names, pass closure): 10 → 4 bytes, "
              "1 test, 1 smaller, 0.0 s",
              "grabr: deleting names with neighbouring tokens (phase names, pass name-neighbours): "
              "4 → 2 bytes, 1 test, 1 smaller, 0.0 s"});
}

TEST_CASE("checks before the search are no tests of it") {
  Watched watched;
  Progress progress(watched.options(false));
  progress.begin_search("0123456789", count_words, watched.now);
  progress.on_test(test_of(0, "0123456789", false));
  watched.asked = true;
  progress.tick();
  CHECK(watched.said.back().find(" 0 tests (0 smaller)") != std::string::npos);
}
