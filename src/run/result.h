// What came of a reduction.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "oracle/answers/rates.h"
#include "reduce/core/session.h"
#include "reduce/strategy.h"
#include "report/saved/report.h"
#include "report/trace/tallies.h"
#include "run/check/hung_tests.h"
#include "run/files/file_form.h"
#include "run/files/other_crashes.h"
#include "text/error.h"
#include "text/units.h"

namespace grabr::run {

struct Result {
  std::string input;  ///< its name
  std::string original;
  FileForm form;             ///< of the files; texts are in UTF-8
  Aim aim = Aim::kFailing;   ///< what the strategy looks for
  Unit unit = Unit::kChars;  ///< that text is cut into
  bool has_grammar = false;
  std::optional<std::string> given_passing;             ///< to begin with
  std::optional<std::filesystem::path> output;          ///< none: it is not written
  std::optional<std::filesystem::path> passing_output;  ///< of what passes, too

  EndedBy ended_by;
  std::string reason;                         ///< why it ended early
  std::string failing;                        ///< the best
  std::string failure_before, failure_after;  ///< in a line; empty: not by conditions
  std::optional<std::string> passing;         ///< of strategies that look for what passes
  TestCounts counts;
  std::vector<Intervention> by_hand;    ///< that the options do not tell
  std::optional<OutsideTests> outside;  ///< none: there is no grammar
  double wall_s = 0;                    ///< from the first test on …
  double seconds = 0;                   ///< … and from the beginning, reading the input included
  unsigned jobs = 1;                    ///< tests at once that the test was found to stand
  HungTests hung;
  std::vector<Rejections> rejections;  ///< by one of several commands
  std::vector<OtherFailure> others;    ///< of candidates, with --same-crash
  std::vector<PassDone> passes;        ///< that had tests
  double since_gain_s = 0;             ///< at the end; or since the search began
  /// Of what passes and what fails, by their trees: changes at first and in the end.
  struct TreeChanges {
    std::size_t given = 0, left = 0;
  };
  std::optional<TreeChanges> tree_changes;
  std::optional<Hits> rate;  ///< of a flaky test: how often the result failed, tested at the end
  Numbers numbers;
  unsigned steps_back = 0;        ///< of it: how often a best turned out to fail too rarely
  bool answers_are_kept = false;  ///< for another run
  bool repeats = false;           ///< what an earlier run has done, of which the record stays

  /// What the strategy is for.
  const std::string& text() const { return aim == Aim::kPassing ? *passing : failing; }
  /// Nothing else than the end of the search or of its budget.
  bool as_planned() const {
    return ended_by != ErrorKind::kSystem && ended_by != ErrorKind::kEnvironment;
  }
};

}  // namespace grabr::run
