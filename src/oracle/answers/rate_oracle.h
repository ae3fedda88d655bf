// An oracle for a flaky test: answers each question by as many runs of another oracle as the answer
// needs, one after the other.
//
// A candidate is given up after so many runs without a failure that a text with the wanted failure
// rate would probably have failed by then. As long as texts fail either at that rate or not at all,
// a single failure is proof; once a text has failed too rarely, each needs the runs that Wald's
// sequential test asks for. The best text is checked again by that test, on new runs, because the
// earlier ones were selected for having failed.
//
//   rate 0.2, most misses 11: 11 runs without a failure say "pass", a failure "fail"
//   the same text with 31: from the 12th run on
//
// All runs of a text are kept in order. An answer depends only on the runs of its text and the
// rules, so it is the same for any number of jobs and in a resumed run. Tested by
// tests/oracle/rate_oracle_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "oracle/answers/rates.h"
#include "oracle/oracle.h"
#include "text/hash.h"

namespace grabr {

class Journal;

/// Rules for deciding a question.
struct RateRules {
  double rate = 1;           ///< the least failure rate that counts as interesting
  unsigned most_misses = 1;  ///< this many runs without a failure mean "pass"
  double error = 0.001;      ///< chance of a wrong verdict on the rate of a text that does fail
  bool strict = false;       ///< one failure is not enough

  /// Below this rate a text fails too rarely; between it and `rate` either answer will do.
  double too_seldom() const { return rate / 3; }
};

class RateOracle : public Oracle {
 public:
  /// Both must outlive it; without a journal runs are kept in memory only.
  RateOracle(Oracle& runs, Journal* journal, const RateRules& rules)
      : oracle_(runs), journal_(journal), rules_(rules) {}

  const RateRules& rules() const { return rules_; }
  /// Call only while no test is running.
  void set_rules(const RateRules& rules) { rules_ = rules; }

  /// The next test of this text asks whether it still fails at the rate, by further runs.
  void expect_check(std::string_view text) override { to_check_ = hash128(text); }
  /// Has a check found that the text still fails at the rate?
  bool holds(std::string_view text) const { return holding_.contains(hash128(text)); }
  /// The runs of that check; empty if the text was not checked.
  Hits held_by(std::string_view text) const;

  /// Further runs of a text, until `hits` of them have failed, or `most` were made. Timeouts do not
  /// count. No test may be under way. Throws Error if `stop` ends it or a run cannot be made.
  struct Wanted {
    unsigned hits;
    unsigned most;
  };
  Hits measure(std::string_view text, const Wanted& wanted, const StopToken& stop);
  /// Does a text fail at the rate? Takes as many further runs as needed; throws like measure().
  bool check(std::string_view text, const StopToken& stop);
  /// Number of runs made by measure() and check().
  std::uint64_t measured_runs() const { return measured_runs_; }

  unsigned capacity() const override { return oracle_.capacity(); }
  Ticket start(std::string_view candidate) override;
  std::optional<Finished> wait(std::span<const int> wake, const Deadline& deadline) override;
  void cancel(Ticket ticket) override;
  void wake() noexcept override { oracle_.wake(); }
  std::string trouble() override { return oracle_.trouble(); }

 private:
  /// The known runs of a text.
  struct Runs {
    std::vector<bool> fails;   ///< in order
    std::size_t answered = 0;  ///< runs used for an answer; a check takes only later ones
    bool loaded = false;       ///< loaded from the journal
  };
  struct Sequence {
    Ticket ticket = 0;
    Ticket run = 0;  ///< its run in the other oracle
    std::string text;
    Hash128 candidate;
    bool is_check = false;
    std::size_t next = 0;  ///< index of the next of the text's runs
    Hits seen = {};
    unsigned timeouts = 0;
    unsigned made = 0;  ///< number of new runs
    double seconds = 0;
  };

  Hits run_further(std::string_view text, unsigned most, const StopToken& stop,
                   const std::function<bool(const Hits&)>& done);
  Runs& runs_of(const Hash128& candidate);
  void keep(const Hash128& candidate, bool fails);
  void go_on(Sequence sequence);
  std::optional<Outcome> verdict(const Sequence& sequence) const;
  std::optional<Outcome> verdict_of_candidate(const Sequence& sequence) const;
  void note(Sequence sequence, const TestResult& run);
  void finish(const Sequence& sequence, TestResult result);

  Oracle& oracle_;
  Journal* journal_;
  RateRules rules_;
  std::unordered_map<Hash128, Runs> runs_;
  std::unordered_map<Hash128, Hits> holding_;  ///< confirmed texts, with the runs of the check
  std::optional<Hash128> to_check_;
  std::vector<Sequence> sequences_;
  std::vector<Finished> finished_;
  Ticket tickets_ = 0;
  std::uint64_t measured_runs_ = 0;
};

}  // namespace grabr
