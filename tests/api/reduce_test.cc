#include <doctest/doctest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "api/grabr.hpp"

namespace {

using namespace std::chrono_literals;

using Lines = std::vector<std::string>;

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

const grabr::Grammar& json() {
  static const grabr::Grammar grammar = grabr::Grammar::load("json").value();
  return grammar;
}

std::string long_list() {
  std::string text = "[";
  for (int i = 0; i < 20; ++i) text += "{\"key\": [" + std::to_string(i) + ", true, null]}, ";
  return text + "{\"bad\": [1, {\"x\": -0.0}]}]\n";
}

struct Watched {
  grabr::Result result;
  Lines events;
};

/// Also returns what the listener received.
Watched reduce(std::string_view text, const grabr::Test& test, grabr::Options options) {
  Watched watched;
  options.listener.on_best = [&](std::string_view best) {
    watched.events.push_back("best " + std::string(best));
  };
  options.listener.on_phase = [&](std::string_view name) {
    watched.events.push_back("phase " + std::string(name));
  };
  options.listener.on_test = [&](const grabr::Tried& tried) {
    watched.events.push_back(std::to_string(tried.number) + (tried.accepted ? "+" : "-") +
                             std::string(tried.what) + ": " + std::string(tried.text));
  };
  watched.result = grabr::reduce(text, json(), test, options);
  return watched;
}

TEST_CASE("a lambda says what is interesting") {
  const auto test = [](std::string_view text) { return has(text, "-0.0"); };
  const auto result = grabr::reduce(long_list(), json(), test);
  CHECK(result.end == grabr::End::kFinished);
  CHECK(result.text == "-0.0\n");
  CHECK(result.tests == result.interesting + result.not_interesting + result.unresolved);
  CHECK(result.tests > 5);
  CHECK(result.reason == "");
}

TEST_CASE("four threads give the result, the counts and the events of one") {
  for (const char* strategy : {"auto", "hdd", "ddmin-2000", "perses then certificate"}) {
    CAPTURE(strategy);
    std::atomic<int> inside = 0, most = 0;
    std::mutex mutex;
    std::set<std::thread::id> threads;
    const auto test = [&](std::string_view text) {
      const int now = ++inside;
      for (int before = most; before < now && !most.compare_exchange_weak(before, now);) {
      }
      {
        const std::lock_guard lock(mutex);
        threads.insert(std::this_thread::get_id());
      }
      std::this_thread::sleep_for(300us);  // long enough for tests in advance
      --inside;
      return has(text, "17") && has(text, "true");
    };
    grabr::Options options;
    options.strategy = strategy;
    const Watched one = reduce(long_list(), test, options);
    CHECK(most == 1);
    CHECK(threads == std::set<std::thread::id>{std::this_thread::get_id()});
    options.threads = 4;
    const Watched four = reduce(long_list(), test, options);
    CHECK(most > 1);
    CHECK(most <= 4);
    CHECK(four.result.text == one.result.text);
    CHECK(four.result.tests == one.result.tests);
    CHECK(four.events == one.events);
    CHECK(four.result.executed >= one.result.executed);
  }
}

TEST_CASE("what must stay stays, by expression, line and symbol") {
  const auto test = [](std::string_view text) { return has(text, "-0.0"); };
  const std::string text = "[{\"a\": 1},\n{\"b\": 2},\n-0.0, true]\n";
  const auto kept = [&](grabr::Protect protect, grabr::Options options = {}) {
    options.protect = std::move(protect);
    return grabr::reduce(text, json(), test, options);
  };
  CHECK(kept({}).text == "-0.0\n");
  CHECK(kept({}).refused == 0);
  const grabr::Result by_expression = kept({.keep = {"\"a\": 1"}});
  CHECK(has(by_expression.text, "\"a\": 1"));
  CHECK(by_expression.refused > 0);
  CHECK(has(kept({.lines = {"2"}}).text, "{\"b\": 2}"));
  CHECK(has(kept({.only = {"NUMBER"}}).text, "true"));
  grabr::Options four;
  four.threads = 4;
  CHECK(kept({.keep = {"\"a\": 1"}}, four).text == by_expression.text);
  for (const char* strategy : {"hdd", "dd-min", "sweep", "perses"}) {
    CAPTURE(strategy);
    grabr::Options options;
    options.strategy = strategy;
    CHECK(has(kept({.keep = {"true"}}, options).text, "true"));
  }
  const std::string marked = "[1, /* grabr:keep */ 2, /* grabr:end */ -0.0]";
  CHECK(has(grabr::reduce(marked, nullptr, test).text, "2"));
  grabr::Options unmarked;
  unmarked.protect.marks = false;
  CHECK(grabr::reduce(marked, nullptr, test, unmarked).text == "-0.0");
}

TEST_CASE("what cannot be protected is refused") {
  const auto refused = [](grabr::Protect protect) {
    grabr::Options options;
    options.protect = std::move(protect);
    try {
      grabr::reduce(
          "[1, 2]\n", json(), [](std::string_view) { return true; }, options);
    } catch (const grabr::Error& error) {
      return std::string(error.what()) + " / " + error.hint();
    }
    return std::string();
  };
  CHECK(has(refused({.only = {"numbr"}}), "did you mean NUMBER"));
  CHECK(has(refused({.keep = {"("}}), "keep"));
  CHECK(has(refused({.lines = {"7"}}), "lines"));
}

TEST_CASE("a token set by another thread ends it with the best so far") {
  for (const unsigned threads : {1u, 4u}) {
    CAPTURE(threads);
    std::stop_source stop;
    std::atomic<bool> stopping = false;
    grabr::Options options;
    options.threads = threads;
    options.stop = stop.get_token();
    std::thread other;
    std::string best;
    options.listener.on_best = [&](std::string_view text) {
      best = text;
      if (text.size() == long_list().size() || stopping.exchange(true)) return;
      other = std::thread([&] { stop.request_stop(); });
    };
    const auto test = [&](std::string_view text) {
      while (stopping && !stop.stop_requested()) std::this_thread::yield();
      return has(text, "-0.0");
    };
    const auto result = grabr::reduce(long_list(), json(), test, options);
    other.join();
    CHECK(result.end == grabr::End::kStopped);
    CHECK(result.text == best);
    CHECK(result.text.size() < long_list().size());
    CHECK(result.reason == "stopped");
  }
}

TEST_CASE("limits end it with the best so far") {
  const auto test = [](std::string_view text) { return has(text, "17") && has(text, "null"); };
  grabr::Options options;
  options.max_tests = 5;
  const auto few = grabr::reduce(long_list(), json(), test, options);
  CHECK(few.end == grabr::End::kTests);
  CHECK(few.tests == 5);
  CHECK(test(few.text));
  options.max_tests = 0;
  options.max_time = 0s;
  CHECK(grabr::reduce(long_list(), json(), test, options).end == grabr::End::kTime);
}

TEST_CASE("a text that is not interesting is given back") {
  const auto result = grabr::reduce("[1]", json(), [](std::string_view) { return false; });
  CHECK(result.end == grabr::End::kNotInteresting);
  CHECK(result.text == "[1]");
}

TEST_CASE(
    "what a callback throws comes out when its answer is needed, with any number of threads") {
  for (const unsigned threads : {1u, 4u}) {
    grabr::Options options;
    options.threads = threads;
    Lines tests;
    options.listener.on_test = [&](const grabr::Tried& tried) { tests.emplace_back(tried.text); };
    const auto test = [](std::string_view text) {
      std::this_thread::sleep_for(300us);
      if (text.size() < 400) throw std::runtime_error("too small for me");
      return has(text, "-0.0");
    };
    CHECK_THROWS_WITH_AS(grabr::reduce(long_list(), json(), test, options), "too small for me",
                         std::runtime_error);
    CHECK(tests == Lines{long_list()});
  }
}

TEST_CASE("what a listener throws comes out") {
  grabr::Options options;
  options.listener.on_best = [](std::string_view) { throw std::out_of_range("full"); };
  const auto test = [](std::string_view text) { return has(text, "-0.0"); };
  CHECK_THROWS_AS(grabr::reduce(long_list(), json(), test, options), std::out_of_range);
}

TEST_CASE("without a grammar, and where nothing parses, a text is reduced all the same") {
  const auto test = [](std::string_view text) { return has(text, "z") && has(text, "q"); };
  CHECK(grabr::reduce("the quick lazy dog", nullptr, test).text == "qz");
  Lines notes;
  grabr::Options options;
  options.listener.on_note = [&](std::string_view words) { notes.emplace_back(words); };
  const auto broken = grabr::reduce("[1, 2, {q: z", json(), test, options);
  CHECK(test(broken.text));
  CHECK(broken.text.size() < 6);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].starts_with("input:1:9: "));
}

TEST_CASE("an unresolved answer is neither") {
  const auto test = [](std::string_view text) {
    if (text.size() % 2 == 1) return grabr::Outcome::kUnresolved;
    return has(text, "x") ? grabr::Outcome::kInteresting : grabr::Outcome::kNotInteresting;
  };
  const auto result = grabr::reduce("axbbbb", nullptr, test);
  CHECK(result.text.size() % 2 == 0);
  CHECK(result.unresolved > 0);
}

TEST_CASE("a command is the test, several at once, with conditions") {
  grabr::Command command;
  command.shell = "if grep -q bad \"$1\"; then echo 'Error: bad thing' >&2; exit 3; fi";
  command.input_name = "input.json";
  command.exit_codes = {3};
  command.errors = {"bad th.ng"};
  grabr::Options options;
  options.threads = 2;
  for (const bool fork : {false, true}) {
    options.fork_to_look_ahead = fork;
    const auto result = grabr::reduce("[0, {\"a\": [\"bad\"]}]", json(), command, options);
    CHECK(result.end == grabr::End::kFinished);
    CHECK(result.text == "\"bad\"");
  }
  command.errors = {"another thing"};
  CHECK(grabr::reduce("[0, \"bad\"]", json(), command, options).end == grabr::End::kNotInteresting);
}

TEST_CASE("messages name a setting without the dashes of a command line") {
  grabr::Command command;
  command.words = {"true"};
  command.exit_codes = {300};
  std::string message;
  try {
    grabr::reduce("[]", json(), command);
  } catch (const grabr::Error& error) {
    message = error.what();
  }
  CHECK(message == "exit 300: not an exit status");
}

TEST_CASE("a pass of one's own is run where the strategy names it, or else after it") {
  const grabr::Pass pass{"lower", [](grabr::PassContext& context) {
                           const auto* tree = context.tree();
                           REQUIRE(tree != nullptr);
                           for (const grabr::NodeId node : tree->find("NUMBER")) {
                             if (tree->text(node).size() < 2) continue;
                             const auto [begin, end] = tree->span(node);
                             context.try_text(
                                 context.text().substr(0, begin) + "7" + context.text().substr(end),
                                 "a seven");
                             return;
                           }
                         }};
  const auto test = [](std::string_view text) { return has(text, "[") && has(text, "7"); };
  for (const char* strategy : {"hdd", "hdd then lower", "lower then hdd"}) {
    CAPTURE(strategy);
    grabr::Options options;
    options.passes = {pass};
    options.strategy = strategy;
    Watched run = reduce("[12, 777, 3]", test, options);
    CHECK(std::erase(run.result.text, ' ') <= 1);
    CHECK(run.result.text == "[7]");
    CHECK(std::count(run.events.begin(), run.events.end(), "phase lower") >= 1);
  }
}

TEST_CASE("candidates of a pass are tested at once, and the first in order wins") {
  grabr::Options options;
  options.threads = 4;
  options.strategy = "pick";
  std::vector<std::optional<std::size_t>> found;
  options.passes = {{"pick", [&](grabr::PassContext& context) {
                       const Lines texts = {"aaaaaaaaaaaaaaaaaaaaaa", "a", "bx", "cx", "x"};
                       found.push_back(context.first_interesting(
                           texts.size(), [&](std::size_t i) { return texts[i]; }));
                     }}};
  const auto result = grabr::reduce(
      "a long text with an x", nullptr,
      [](std::string_view text) {
        std::this_thread::sleep_for(300us);
        return has(text, "x");
      },
      options);
  CHECK(result.text == "x");
  CHECK(found == std::vector<std::optional<std::size_t>>{2, 4, std::nullopt});
}

template <class Change>
void check_refused(const Change& change, const std::string& message) {
  grabr::Options options;
  change(options);
  CAPTURE(message);
  try {
    grabr::reduce(
        "[1]", json(), [](std::string_view) { return true; }, options);
    FAIL("not refused");
  } catch (const grabr::Error& error) {
    CHECK(error.kind() == grabr::ErrorKind::kUsage);
    CHECK(std::string(error.what()).find(message) != std::string::npos);
  }
}

TEST_CASE("wrong options are refused") {
  check_refused([](grabr::Options& o) { o.strategy = "hddd"; }, "hddd");
  check_refused([](grabr::Options& o) { o.strategy = "dd-max"; }, "dd-max");
  check_refused([](grabr::Options& o) { o.minimizer = "none"; }, "none");
  check_refused([](grabr::Options& o) { o.unit = "pages"; }, "pages");
  check_refused([](grabr::Options& o) { o.start = "nowhere"; }, "nowhere");
  check_refused([](grabr::Options& o) { o.schedule = "p sweep leest 3"; }, "schedule:1:");
  check_refused(
      [](grabr::Options& o) {
        o.passes = {{"hdd", [](grabr::PassContext&) {}}};
      },
      "'hdd'");
  check_refused([](grabr::Options& o) { o.passes = {{"mine", {}}}; }, "'mine'");
  CHECK_THROWS_AS(grabr::reduce("", nullptr, grabr::Command{}), grabr::Error);
}

TEST_CASE("two reductions run side by side with one grammar") {
  const auto part = [](const char* wanted, std::string& result) {
    const auto test = [&](std::string_view text) { return has(text, wanted); };
    result = grabr::reduce(long_list(), json(), test).text;
  };
  std::string first, second;
  std::thread other(part, "17", std::ref(first));
  part("-0.0", second);
  other.join();
  CHECK(first == "17\n");
  CHECK(second == "-0.0\n");
}

}  // namespace
