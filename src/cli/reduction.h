// `grabr reduce` from its options to the result on disk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/command_line.h"
#include "parse/parser.h"

namespace grabr {

/// As given on the command line; empty or 0: not given.
struct ReduceOptions {
  Words positionals;
  std::string test;
  std::string input;
  std::string output;
  bool in_place = false;
  std::string grammar;
  std::string strategy = "auto";
  std::string unit = "chars";
  std::optional<double> timeout_s;
  std::uint64_t max_tests = 0;
  double max_time_s = 0;
  ParseOptions parse;
  bool strict = false;
  bool no_partial = false;
  std::string trace;
  bool trace_cached = false;
  std::string report;
  bool quiet = false;
  bool verbose = false;
};

/// The exit status. Throws Error for what ends the command without a result.
int run_reduction(const ReduceOptions& options, const std::optional<Words>& after_dashes);

}  // namespace grabr
