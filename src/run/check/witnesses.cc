#include "run/check/witnesses.h"

#include <bit>
#include <utility>

#include "oracle/condition/execution.h"

namespace grabr {
namespace {

constexpr unsigned kTestsOfKeptBest = 2;  // tests of a kept best that times out

bool shows(const TestResult& result, Witnesses::What what) {
  return what == Witnesses::What::kFailing ? result.outcome == Outcome::kFail
                                           : result.outcome == Outcome::kPass && !result.timed_out;
}

std::string bytes_in_words(std::size_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

/// The last witness that still behaves as the result should.
std::optional<std::string> last_that_shows(Judge& judge, const std::string& result,
                                           const Witnesses& witnesses) {
  for (std::size_t i = 0; i < witnesses.count(); ++i) {
    if (witnesses[i] == result) continue;
    const TestResult tested = judge.test_again(witnesses[i], Judge::Patience::kNone);
    if (!tested.infrastructure.empty()) return std::nullopt;
    if (shows(tested, witnesses.what())) return witnesses[i];
  }
  return std::nullopt;
}

std::string words_of_change(const TestResult& seen, const std::string& instead,
                            Witnesses::What what) {
  const std::string verb = what == Witnesses::What::kFailing ? "fail" : "pass";
  return "the result, tested once more at the end, does not " + verb + " (it " +
         how_it_ended(seen) +
         "): something that the test depends on has changed during the run\n  the last "
         "text before it that does " +
         verb + ", of " + bytes_in_words(instead.size()) +
         ", takes its place; the next run tests everything anew";
}

}  // namespace

void Witnesses::on_best(const SharedText& text) {
  if (what_ == What::kFailing) add(text);
}

void Witnesses::on_passing(std::string_view text) {
  if (what_ == What::kPassing) add(SharedText(text));
}

/// Between 2^k and 2^(k+1) steps back, only texts whose number is a multiple of 2^k stay; these are
/// multiples of all smaller powers, too.
void Witnesses::add(const SharedText& text) {
  const std::size_t last = added_++;
  texts_.push_back({last, text});
  std::erase_if(texts_, [&](const Numbered& one) {
    return one.number != last && one.number % std::bit_floor(last - one.number) != 0;
  });
}

FinalCheck check_result(Judge& judge, const std::string& result, const Witnesses& witnesses,
                        bool known_lost) {
  const auto patience = known_lost ? Judge::Patience::kNone : Judge::Patience::kUsual;
  const TestResult first = judge.test_again(result, patience);
  FinalCheck check;
  check.holds = shows(first, witnesses.what());
  if (check.holds) return check;
  if (!first.infrastructure.empty()) {
    check.reason = "the result could not be tested once more: " + first.infrastructure;
    return check;
  }
  if (!known_lost && witnesses.what() == Witnesses::What::kFailing) {
    const Judge::Change change = judge.explain_change_of(result, first);
    check.reason = change.explanation;
    if (change.hits > 0) return check;
  } else {
    check.reason = "the result, tested once more at the end, no longer behaves as before (it " +
                   how_it_ended(first) + ")";
  }
  check.instead = last_that_shows(judge, result, witnesses);
  if (check.instead) check.reason = words_of_change(first, *check.instead, witnesses.what());
  return check;
}

KeptBest check_kept_best(Oracle& oracle, const Journal& journal, const std::string& original,
                         const StopToken& stop, std::optional<unsigned> most_runs) {
  const std::string text = journal.best().value_or(original);
  KeptBest kept;
  kept.text = hash128(text);
  TestResult result;
  for (unsigned i = 0; i < most_runs.value_or(kTestsOfKeptBest); ++i) {
    result = oracle.run(text, stop);
    kept.runs += result.runs;
    if (fails(result) || (!result.timed_out && !most_runs)) break;
  }
  kept.fails = fails(result) || !result.infrastructure.empty();
  if (kept.fails) return kept;
  kept.reason = "the best of the last run, " + bytes_in_words(text.size()) +
                ", no longer fails (it " + how_it_ended(result) +
                "): something that the test depends on has changed";
  return kept;
}

}  // namespace grabr
