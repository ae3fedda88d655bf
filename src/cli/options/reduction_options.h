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

/// As given on the command line; empty, 0 or false: not given.
struct ReduceOptions {
  // The test.
  Words positionals;
  std::string test;
  std::string input;
  std::string command;  ///< shell text
  bool trust = false;   ///< the recipe that lies here
  std::vector<std::string> copies;
  std::string input_via = "all";
  bool no_argument = false;
  std::vector<int> also_interesting;

  ConditionOptions conditions;  ///< without a script
  bool and_valid = false, and_no_ub = false;
  bool emit_script = false;
  bool every_bug = false;  ///< reduce what fails otherwise on the way, too

  // Running.
  unsigned jobs = 0;  ///< 0: as many as there are cores to use
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
  std::string minimizer;  ///< empty: the strategy's own
  bool fast = false, thorough = false;
  std::string schedule;
  std::string preprocess;            ///< a command
  std::string decode;                ///< a command
  std::string minimize;              ///< a command
  std::string encode;                ///< a command
  std::vector<std::string> without;  ///< names of passes
  std::string direction;             ///< "forward", "backward"; empty: the minimiser's own
  bool python_set_order = false;
  std::string unit;  ///< empty: the strategy's own
  ParseOptions parse;
  bool strict = false;
  bool no_partial = false;

  // What must stay.
  std::vector<std::string> keep, keep_lines, only, except;
  std::vector<std::string> include, exclude;  ///< of a folder
  bool unpack = false;
  std::optional<std::uint64_t> from_step;
  std::vector<std::string> reduce_with;  ///< commands
  bool keep_names = false, keep_values = false, no_markers = false;

  // Looking, and the output.
  std::string trace;
  bool trace_cached = false;
  bool trace_diffs = false;
  std::string report;
  std::string events;
  std::string log_tests;  ///< folder
  std::string ui;         ///< empty: as the terminal can
  bool quiet = false;
  bool verbose = false;
  std::string output;
  bool in_place = false;
  bool tidy = false;  ///< no backup with in_place
  std::string style = "keep";
  std::string formatter;  ///< a command
};

}  // namespace grabr
