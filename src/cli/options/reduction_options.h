// The options of `grabr reduce`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "oracle/condition/condition_options.h"
#include "parse/parse_options.h"

namespace grabr {

/// The options as given on the command line; empty, 0 or false: not given.
struct ReduceOptions {
  // The test.
  Words positionals;
  std::string test;
  std::string input;
  std::string command;  ///< shell text
  bool trust = false;   ///< use the .grabr.json found here
  std::vector<std::string> copies;
  std::string input_via = "all";
  bool no_argument = false;
  std::vector<int> also_interesting;

  ConditionOptions conditions;  ///< the conditions, without a script
  bool and_valid = false, and_no_ub = false;
  bool emit_script = false;
  bool every_bug = false;  ///< also reduce the other failures that the reduction comes across

  // Running.
  unsigned jobs = 0;  ///< 0: as many as there are usable cores
  std::optional<double> timeout_s;
  std::uint64_t memory_mb = 0;
  bool no_aslr = false;
  std::string encoding = "auto";
  unsigned repeat = 1;
  std::optional<unsigned> min_hits;  ///< not given: 1
  bool flaky = false;
  std::optional<double> flaky_error;
  std::string launcher;  ///< a command
  std::string cache;     ///< folder
  bool fresh = false;
  bool no_preflight = false;
  std::uint64_t max_tests = 0;
  double max_time_s = 0;
  std::string stop_at;  ///< "10%", "500", "2k"

  // The search.
  std::string grammar;
  std::string strategy = "auto";
  std::string minimizer;  ///< empty: the strategy's own minimiser
  bool fast = false, thorough = false;
  std::string schedule;
  std::string preprocess;            ///< a command
  std::string decode;                ///< a command
  std::string minimize;              ///< a command
  std::string encode;                ///< a command
  std::vector<std::string> without;  ///< names of passes
  std::string direction;             ///< "forward", "backward"; empty: the minimiser's own
  bool python_set_order = false;
  std::string unit;  ///< empty: the strategy's own unit
  ParseOptions parse;
  bool strict = false;
  bool no_partial = false;

  // Protected parts.
  std::vector<std::string> keep, keep_lines, only, except;
  std::vector<std::string> include, exclude;  ///< files of a folder
  bool unpack = false;
  std::optional<std::uint64_t> from_step;
  std::vector<std::string> reduce_with;  ///< commands
  bool keep_names = false, keep_values = false, no_markers = false;

  // Reports and output.
  std::string trace;
  bool trace_cached = false;
  bool trace_diffs = false;
  std::string report;
  std::string events;
  std::string log_tests;  ///< folder
  std::string ui;         ///< empty: whatever the terminal can show
  bool quiet = false;
  bool verbose = false;
  std::string output;
  bool in_place = false;
  bool tidy = false;  ///< in_place: keep no backup
  std::string style = "keep";
  std::string formatter;  ///< a command
};

}  // namespace grabr
