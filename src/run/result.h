// The result of a reduction.
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
  std::string input;  ///< name of the input
  std::string original;
  FileForm form;             ///< form of the files; texts are UTF-8
  Aim aim = Aim::kFailing;   ///< what the strategy looks for
  Unit unit = Unit::kChars;  ///< unit into which text is cut
  bool has_grammar = false;
  std::optional<std::string> given_passing;             ///< passing text to start from
  std::optional<std::filesystem::path> output;          ///< none: it is not written
  std::optional<std::filesystem::path> passing_output;  ///< file of the passing text

  EndedBy ended_by;
  std::string reason;                         ///< why it ended early
  std::string failing;                        ///< the best failing text
  std::string failure_before, failure_after;  ///< one line each; empty: the test has no conditions
  std::optional<std::string> passing;         ///< passing text, for strategies that look for one
  TestCounts counts;
  std::vector<Intervention> by_hand;    ///< interventions, which the options do not show
  std::optional<OutsideTests> outside;  ///< none: there is no grammar
  double wall_s = 0;                    ///< from the first test on …
  double seconds = 0;                   ///< … and from the beginning, including reading the input
  unsigned jobs = 1;                    ///< concurrent tests that proved possible
  HungTests hung;
  std::vector<Rejections> rejections;  ///< rejections by each of several commands
  std::vector<OtherFailure> others;    ///< other failures of candidates, with --same-crash
  std::vector<PassDone> passes;        ///< passes that had tests
  double since_gain_s = 0;             ///< at the end, or since the search began
  /// Changes between the trees of the passing and the failing text: at first and at the end.
  struct TreeChanges {
    std::size_t given = 0, left = 0;
  };
  std::optional<TreeChanges> tree_changes;
  std::optional<Hits> rate;  ///< flaky test: failures and runs of the result at the end
  Numbers numbers;
  unsigned steps_back = 0;        ///< flaky test: how often a best turned out to fail too rarely
  bool answers_are_kept = false;  ///< answers are kept for another run
  bool repeats = false;           ///< it repeated an earlier run, whose record is kept

  /// The text that the strategy looks for.
  const std::string& text() const { return aim == Aim::kPassing ? *passing : failing; }
  /// Did it end only by the end of the search or of its budget?
  bool as_planned() const {
    return ended_by != ErrorKind::kSystem && ended_by != ErrorKind::kEnvironment;
  }
};

}  // namespace grabr::run
