#include "run/check/rate_search.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "oracle/answers/journal.h"
#include "oracle/function_oracle.h"
#include "reduce/auto_schedule.h"
#include "reduce/strategy.h"
#include "support/coin_oracle.h"
#include "support/grammars.h"
#include "text/error.h"
#include "text/file.h"

namespace grabr {
namespace {

/// The text to reduce, and the strings it needs in this order to show its failure.
struct Subject {
  std::string name;
  std::string file;
  std::string grammar;
  std::vector<std::string> needles;

  bool shows(std::string_view text) const {
    std::size_t at = 0;
    for (const std::string& needle : needles) {
      at = text.find(needle, at);
      if (at == std::string_view::npos) return false;
      at += needle.size();
    }
    return true;
  }
};

const std::vector<Subject>& subjects() {
  static const std::vector<Subject> kAll = {
      {"C", "gcc-ice/input.c", "c", {"struct", "slots", "for (", "while", "printf("}},
      {"HTML", "html-select/page.html", "html", {"<FORM", "<SELECT", "SIZE=", "<OPTION"}},
      {"lines", "event-log/events.log", "text", {"open mail", "click 10", "move", "key"}},
  };
  return kAll;
}

/// Inputs and random numbers that were not used to choose the constants of the search.
const std::vector<Subject>& held_out() {
  static const std::vector<Subject> kAll = {
      {"JSON", "json-number/orders.json", "json", {"customers", "4712", "rake", "count"}},
      {"stack", "same-crash/stack.c", "c", {"realloc", "size", "printf", "fgets", "copy"}},
      {"Python", "books/strip_right.py", "python", {"def", "for", "elif", "return"}},
  };
  return kAll;
}
constexpr unsigned kHeldOutCoins = 1000;

/// A search that continues from the state of the session.
class Searched {
 public:
  explicit Searched(const Subject& subject)
      : parser_(std::make_shared<const Parser>(support::shipped(subject.grammar))),
        text_(read_file(std::string(GRABR_SOURCE_DIR) + "/examples/" + subject.file)),
        schedule_(parse_schedule("auto")) {}

  const std::string& text() const { return text_; }

  void search(Session& session) const {
    Problem problem;
    problem.parser = parser_;
    ParseResult parsed = parser_->parse(session.best());
    if (auto* tree = std::get_if<Tree>(&parsed)) problem.tree = std::move(*tree);
    run_schedule(schedule_, session, problem);
  }

 private:
  std::shared_ptr<const Parser> parser_;
  std::string text_;
  Schedule schedule_;
};

struct Found {
  std::string text;
  std::uint64_t runs = 0;
  std::uint64_t committed = 0;
  unsigned steps_back = 0;
  Hits result = {};
  std::uint64_t searched = 0;  ///< runs after those of the original
  unsigned rejected = 0;  ///< texts that never failed in as many runs as the second search makes
  unsigned missed = 0;    ///< of these: texts that can fail
};

Found without_noise(const Subject& subject) {
  const Searched searched(subject);
  FunctionOracle oracle(
      [&](std::string_view text) { return subject.shows(text) ? Outcome::kFail : Outcome::kPass; });
  Session session(oracle, searched.text());
  session.accept_original();
  searched.search(session);
  const std::uint64_t tests = session.counts().committed;
  return {.text = session.best(), .runs = tests, .committed = tests};
}

/// --repeat N: up to this many runs for an answer, one of which must fail.
Found with_repeat(const Subject& subject, const CoinOracle::Rate& rate, unsigned repeat,
                  std::uint64_t seed) {
  const Searched searched(subject);
  CoinOracle coin(rate, seed);
  std::set<std::string, std::less<>> failing = {searched.text()};  // repeated tests are not counted
  FunctionOracle oracle([&](std::string_view text) {
    if (failing.contains(text)) return Outcome::kFail;
    for (unsigned run = 0; run < repeat; ++run) {
      if (!grabr::fails(coin.run(text))) continue;
      failing.emplace(text);
      return Outcome::kFail;
    }
    return Outcome::kPass;
  });
  Session session(oracle, searched.text());
  session.accept_original();
  searched.search(session);
  return {.text = session.best(), .runs = coin.runs(), .committed = session.counts().committed};
}

struct How {
  std::uint64_t seed = 1;
  unsigned jobs = 1;
  Journal* journal = nullptr;
  double error = kFlakyError;
};

void count_missed(Found& found, const std::set<std::string>& texts, Journal& journal,
                  const CoinOracle::Rate& rate, std::size_t most_misses) {
  for (const std::string& text : texts) {
    const std::vector<bool> fails = journal.runs(hash128(text));
    const bool failed = std::find(fails.begin(), fails.end(), true) != fails.end();
    if (failed || fails.size() < most_misses) continue;
    ++found.rejected;
    if (rate(text) > 0) ++found.missed;
  }
}

Found with_rates(const Subject& subject, const CoinOracle::Rate& rate, const How& how) {
  const Searched searched(subject);
  std::set<std::string> texts;
  const auto remembering = [&](std::string_view text) {
    texts.emplace(text);
    return rate(text);
  };
  CoinOracle coin(remembering, how.seed, how.jobs);
  Journal own = Journal::in_memory();
  Journal* const journal = how.journal != nullptr ? how.journal : &own;
  const RateGoal goal = {measured_rate(coin, searched.text(), kRunsOfOriginal), how.error};
  const std::uint64_t before = coin.runs();
  RateOracle oracle(coin, journal, rules_of(goal, how.error));
  Judge::Options options;
  options.journal = journal;
  Judge judge(oracle, judge_options_of_rates(options));
  Session session(judge, searched.text());
  Witnesses bests;
  session.add_observer(&bests);
  session.accept_original();
  RateSearch search(session, oracle, bests, goal);
  search.run([&] { searched.search(session); });
  const std::size_t most_misses = oracle.rules().most_misses;
  Found found;
  found.result = search.confirm({});
  found.text = session.best();
  found.runs = coin.runs();
  found.searched = coin.runs() - before;
  found.committed = session.counts().committed;
  found.steps_back = search.steps_back();
  count_missed(found, texts, *journal, rate, most_misses);
  return found;
}

CoinOracle::Rate fails_with(const Subject& subject, double rate) {
  return [&subject, rate](std::string_view text) { return subject.shows(text) ? rate : 0.0; };
}

/// A tenth of the rate without the word.
CoinOracle::Rate rarer_without(const Subject& subject, const std::string& word, double rate) {
  return [&subject, word, rate](std::string_view text) {
    if (!subject.shows(text)) return 0.0;
    return text.find(word) == std::string_view::npos ? rate / 10 : rate;
  };
}

TEST_CASE("the result of a flaky test is near that of a steady one, and it fails") {
  for (const Subject& subject : subjects()) {
    CAPTURE(subject.name);
    const std::size_t size = without_noise(subject).text.size();
    for (const double rate : {0.2, 0.5, 0.9}) {
      CAPTURE(rate);
      const Found found = with_rates(subject, fails_with(subject, rate), {.seed = 3});
      CHECK(subject.shows(found.text));
      CHECK(found.text.size() <= size + size / 4);
      CHECK(found.steps_back == 0);
      CHECK(least_rate(found.result) <= found.result.share());
      CHECK(least_rate(found.result) > rate / 3);
    }
  }
}

TEST_CASE("any number of jobs gives the same result") {
  const Subject& subject = subjects().back();
  const CoinOracle::Rate rate = rarer_without(subject, "terminal", 0.6);
  const Found alone = with_rates(subject, rate, {.seed = 2});
  for (const unsigned jobs : {2U, 4U}) {
    CAPTURE(jobs);
    const Found found = with_rates(subject, rate, {.seed = 2, .jobs = jobs});
    CHECK(found.text == alone.text);
    CHECK(found.committed == alone.committed);
    CHECK(found.result == alone.result);
    CHECK(found.steps_back == alone.steps_back);
  }
}

TEST_CASE("a run that goes on from a journal asks nothing again") {
  const Subject& subject = subjects().back();
  Journal journal = Journal::in_memory();
  const CoinOracle::Rate rate = fails_with(subject, 0.5);
  const Found first = with_rates(subject, rate, {.seed = 4, .journal = &journal});
  const Found second = with_rates(subject, rate, {.seed = 4, .journal = &journal});
  CHECK(second.text == first.text);
  CHECK(second.committed == first.committed);
  CHECK(second.result == first.result);
  CHECK(second.searched == 0);
}

TEST_CASE("a step after which the failure is much rarer is taken back") {
  const Subject& subject = subjects().back();
  unsigned back = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    const Found found =
        with_rates(subject, rarer_without(subject, "terminal", 0.5), {.seed = seed});
    CHECK(found.text.find("terminal") != std::string::npos);
    CHECK(subject.shows(found.text));
    back += found.steps_back;
  }
  CHECK(back > 0);
}

unsigned seeds_from_environment() {
  const char* given = std::getenv("GRABR_FLAKY_SEEDS");
  return given == nullptr ? 5 : static_cast<unsigned>(std::atoi(given));
}

TEST_CASE("the table of runs that a flaky test takes" * doctest::skip()) {
  const unsigned seeds = seeds_from_environment();
  const bool other = std::getenv("GRABR_FLAKY_HELD_OUT") != nullptr;
  const unsigned before = other ? kHeldOutCoins : 0;
  for (const Subject& subject : other ? held_out() : subjects()) {
    const Found plain = without_noise(subject);
    std::printf("%s: %zu bytes of noise-free result, %llu tests\n", subject.name.c_str(),
                plain.text.size(), static_cast<unsigned long long>(plain.committed));
    for (const double rate : {0.2, 0.5, 0.9}) {
      const auto row = [&](const std::string& name, const auto& run) {
        double runs = 0, size = 0, worst = 0, committed = 0, rejected = 0, missed = 0;
        unsigned back = 0, within = 0, wrong = 0;
        for (unsigned seed = 1; seed <= seeds; ++seed) {
          const Found found = run(before + seed);
          const double share =
              static_cast<double>(found.text.size()) / static_cast<double>(plain.text.size());
          runs += static_cast<double>(found.runs) / seeds;
          committed += static_cast<double>(found.committed) / seeds;
          size += share / seeds;
          worst = std::max(worst, share);
          within += share <= 1.1;
          wrong += !subject.shows(found.text);
          back += found.steps_back;
          rejected += found.rejected;
          missed += found.missed;
        }
        std::string share;
        if (rejected > 0) share = " missed " + std::to_string(missed / rejected);
        std::printf(
            "  %.1f %-10s runs %7.0f tests %5.0f size %.3f worst %.2f within %u/%u wrong %u back "
            "%u%s\n",
            rate, name.c_str(), runs, committed, size, worst, within, seeds, wrong, back,
            share.c_str());
        std::fflush(stdout);
      };
      for (const unsigned repeat :
           {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 10U, 12U, 14U, 16U, 20U, 24U, 31U}) {
        const double miss = std::pow(1 - rate, repeat);
        if (miss > 0.27 || miss < 0.0009) continue;
        row("repeat " + std::to_string(repeat), [&](unsigned seed) {
          return with_repeat(subject, fails_with(subject, rate), repeat, seed);
        });
      }
      row("flaky", [&](unsigned seed) {
        return with_rates(subject, fails_with(subject, rate), {.seed = seed});
      });
    }
  }
}

}  // namespace
}  // namespace grabr
