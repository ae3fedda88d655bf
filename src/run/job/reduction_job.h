// The job of a reduction: its configuration, resolved and checked before the first test.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "oracle/process/process_oracle.h"
#include "reduce/problem.h"
#include "reduce/schedule.h"
#include "report/trace/recorder.h"
#include "run/config/config.h"
#include "run/config/listener.h"
#include "run/files/file_form.h"

namespace grabr {

/// What the reduction of one of several inputs needs to know about the others
/// (run/several/round_robin.h).
struct Turn {
  std::string others;               ///< a hash of what they contain
  std::vector<std::string> beside;  ///< the others, each with its output
  /// All inputs and outputs, and their files next to a candidate: not part of the test.
  std::vector<std::filesystem::path> files;
  bool test_is_checked = false;  ///< by an earlier turn
  bool is_last = false;          ///< of the input: only for --style and --formatter
  /// Where history and report of the turn are kept, as what; no name: they are not.
  std::filesystem::path kept_folder = {};
  std::string kept_name = {};
};

struct ReductionJob {
  Clock::time_point begun = Clock::now();       ///< the time that a user waits counts from here
  std::string input;                            ///< its name
  ProcessOracleOptions test;                    ///< what judges the candidates
  std::string shell_text;                       ///< of the test, as given
  bool plain_command = false;                   ///< its exit status is not meant as an answer
  std::filesystem::path cache_folder;           ///< for the answers; may not exist yet
  std::optional<SizeLimit> stop_at;             ///< small enough; nothing: as small as possible
  SharedText text;                              ///< of the input
  FileForm form;                                ///< of texts in files
  std::optional<std::filesystem::path> output;  ///< none: standard output
  /// For the passing text of a strategy for both; none: it is not kept.
  std::optional<std::filesystem::path> passing_output;
  bool probes_vacuity = true;  ///< refuse a test that fails on the empty text
  Schedule schedule;
  std::filesystem::path grammar_file;  ///< empty: no grammar
  /// Which grammar was chosen for the input, and why; empty: it was named, or there is none.
  std::string grammar_choice;
  /// The search goes on by it at the end, since the result of a dialect is mostly a text of the
  /// language, and less of that is needed; empty: it ends by the grammar chosen.
  std::filesystem::path language_grammar;
  Problem problem;
  std::optional<Turn> turn;  ///< nothing: there is one input
};

}  // namespace grabr
