// The data that the live view shows: made by live_view.h, read by live_screen.h, changed by keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/show/progress.h"
#include "cli/show/size_graph.h"
#include "parse/token_kinds.h"
#include "run/config/listener.h"

namespace grabr {

/// The content of the lower part of the screen.
enum class Panel : std::uint8_t { kBest, kChange, kOutput, kPasses, kSteps, kStep, kHelp };

struct LiveState {
  /// One pass of the search.
  struct PassRow {
    std::string name;
    std::string words;  ///< what it does
    std::uint64_t tests = 0, gains = 0;
    double seconds = 0;
    bool is_off = false;

    bool has_run() const { return tests > 0; }
  };
  /// One accepted step; number 0 is the text that the search began with.
  struct StepRow {
    std::uint64_t test = 0, bytes = 0;
    std::string pass, edit;
  };

  std::string input;       ///< name of the input; empty: not known yet
  bool searching = false;  ///< false: a stage before or after the search
  std::string stage;       ///< description of that stage, with its duration
  double elapsed_s = 0;    ///< since the command began

  ProgressState progress;
  std::string pass;  ///< name of the pass that is asking
  std::size_t busy = 0;
  unsigned slots = 0;  ///< 0: not known
  std::vector<SizePoint> sizes;
  std::string best, before_best;  ///< the best, and the one before it
  std::vector<KindOfToken> kinds_of_best;
  /// Bytes of the smaller text that the file keeps, where a person went on from a larger one.
  std::optional<std::uint64_t> kept_bytes;
  std::vector<PassRow> passes;  ///< including those that have not run
  std::vector<StepRow> steps;
  std::optional<std::uint64_t> tests_left;  ///< tests left within the limit; nothing: there is none
  std::optional<double> left_s;
  bool is_default_search = false;         ///< expected_tests_left() is valid only for this
  std::optional<run::TestOutput> output;  ///< output of the last test that ended
  std::vector<std::string> news;          ///< remarks, the latest one last

  bool is_paused = false;
  bool is_leaving = false;  ///< the pass will be left at its next test
  bool is_ending = false;
  bool may_go_back = false;           ///< going back to a step is possible
  std::optional<std::size_t> chosen;  ///< the step from which the search will go on

  Panel panel = Panel::kBest;
  std::size_t selected = 0;  ///< of the passes, or of the steps
  std::size_t scrolled = 0;  ///< rows of another panel that are above it; live_screen() limits it
  bool shows_all = false;    ///< of the passes also those that have not run
  std::string text_of_step;  ///< of the step that is shown
  std::vector<KindOfToken> kinds_of_step;

  /// Is this pass a row of its panel?
  bool is_listed(const PassRow& row) const {
    return shows_all || row.has_run() || row.is_off || row.name == pass;
  }
};

}  // namespace grabr
