#include "report/trace/recorder.h"

#include <doctest/doctest.h>

#include "report/form/measure.h"

using namespace grabr;

namespace {

void announce(Recorder& recorder, std::uint64_t number, std::string_view text,
              std::string_view phase, bool accepted, bool cached = false) {
  TestRecord record;
  record.number = number;
  record.text = text;
  record.phase = phase;
  record.accepted = accepted;
  record.cached = cached;
  recorder.on_test(record);
}

}  // namespace

TEST_CASE("phases and curve follow the tests") {
  Recorder recorder("abcdefgh", [](std::string_view text) { return text.size() / 2; });
  announce(recorder, 1, "abcdefgh", "preflight", false);
  recorder.on_phase("one");
  announce(recorder, 2, "abcdef", "one", true);
  announce(recorder, 2, "ab", "one", false, true);
  recorder.on_phase("two");
  announce(recorder, 3, "abcd", "two", true);
  recorder.on_phase("one");
  announce(recorder, 4, "", "one", false);

  const auto phases = recorder.phases();
  REQUIRE(phases.size() == 3);
  CHECK(phases[0].name == "preflight");
  CHECK(phases[1].name == "one");
  CHECK(phases[1].tests == 2);
  CHECK(phases[1].successes == 1);
  CHECK(phases[1].bytes_removed == 2);
  CHECK(phases[1].tokens_removed == 1);
  CHECK(phases[2].name == "two");
  CHECK(phases[2].bytes_removed == 2);
  const auto& curve = recorder.curve();
  REQUIRE(curve.size() == 2);
  CHECK(curve[1].tests == 3);
  CHECK(curve[1].bytes == 4);
  CHECK(curve[1].tokens == 2);
  CHECK(curve[0].seconds <= curve[1].seconds);
}

TEST_CASE("what a pass asked counts for it, whatever the phase") {
  Recorder recorder("abcdefgh", [](std::string_view text) { return text.size() / 2; });
  const auto ask = [&](std::uint64_t number, std::string_view text, std::string_view pass,
                       bool accepted) {
    TestRecord record;
    record.number = number;
    record.text = text;
    record.phase = "names";
    record.pass = pass;
    record.accepted = accepted;
    recorder.on_test(record);
  };
  ask(0, "abcdefgh", "", false);
  recorder.on_pass("auto");
  recorder.on_pass("closure");
  ask(1, "abcdef", "closure", true);
  recorder.on_pass("canonical");
  ask(2, "abc", "canonical", false);
  recorder.on_pass("closure");
  ask(3, "abcd", "closure", true);
  recorder.on_pass("auto");

  const auto passes = recorder.passes();
  REQUIRE(passes.size() == 3);
  CHECK(passes[0].name == "auto");
  CHECK(passes[0].tests == 0);
  CHECK(passes[1].name == "closure");
  CHECK(passes[1].tests == 2);
  CHECK(passes[1].successes == 2);
  CHECK(passes[1].bytes_removed == 4);
  CHECK(passes[1].tokens_removed == 2);
  CHECK(passes[2].tests == 1);
  REQUIRE(recorder.phases().size() == 1);
  CHECK(recorder.phases()[0].tests == 4);  // including the check before the search
}

TEST_CASE("a run without phases has one row") {
  Recorder recorder("ab", [](std::string_view) { return 1; });
  announce(recorder, 1, "a", "", true);
  REQUIRE(recorder.phases().size() == 1);
  CHECK(recorder.phases()[0].name.empty());
  CHECK(recorder.phases()[0].tests == 1);
}

TEST_CASE("lines are counted as people do") {
  CHECK(count_lines("") == 0);
  CHECK(count_lines("a") == 1);
  CHECK(count_lines("a\n") == 1);
  CHECK(count_lines("a\nb") == 2);
  CHECK(count_lines("\n\n") == 2);
}
