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

/// Data about the other inputs for the reduction of one of several inputs
/// (run/several/round_robin.h).
struct Turn {
  std::string others;               ///< a hash of their contents
  std::vector<std::string> beside;  ///< the other inputs, each with its output
  /// All inputs and outputs, and their files next to a candidate: they are not part of the test.
  std::vector<std::filesystem::path> files;
  bool test_is_checked = false;  ///< an earlier turn has checked the test
  bool is_last = false;          ///< the input's last turn, only for --style and --formatter
  /// Folder and name for the turn's history and report; no name: they are not kept.
  std::filesystem::path kept_folder = {};
  std::string kept_name = {};
};

struct ReductionJob {
  Clock::time_point begun = Clock::now();       ///< start of the time that a user waits
  std::string input;                            ///< name of the input
  ProcessOracleOptions test;                    ///< the test that judges the candidates
  std::string shell_text;                       ///< the test's shell text, as given
  bool plain_command = false;                   ///< its exit status is not meant as an answer
  std::filesystem::path cache_folder;           ///< folder for the answers; may not exist yet
  std::optional<SizeLimit> stop_at;             ///< size at which to stop; nothing: the smallest
  SharedText text;                              ///< text of the input
  FileForm form;                                ///< how texts are stored in files
  std::optional<std::filesystem::path> output;  ///< none: standard output
  /// Path of the passing text, for strategies that keep both; none: it is not kept.
  std::optional<std::filesystem::path> passing_output;
  bool probes_vacuity = true;  ///< reject a test that fails on the empty text
  Schedule schedule;
  std::filesystem::path grammar_file;  ///< empty: no grammar
  /// The grammar chosen for the input, and why; empty: it was named, or there is none.
  std::string grammar_choice;
  /// With a dialect's grammar: the language's own grammar. The search continues with it at the end,
  /// because a dialect's result is usually a text of the language, which allows smaller results.
  /// Empty: the search ends with the chosen grammar.
  std::filesystem::path language_grammar;
  Problem problem;
  std::optional<Turn> turn;  ///< nothing: there is one input
};

}  // namespace grabr
