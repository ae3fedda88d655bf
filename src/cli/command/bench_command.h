// `grabr bench`: its options, and its modes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/child_reduction.h"
#include "parse/parser.h"

namespace grabr {

struct BenchOptions {
  std::string mode = "reduce";
  std::string cases_path;  ///< DIR|MANIFEST
  std::string strategies;  ///< empty: the mode's own strategies
  std::string cases;       ///< shell patterns for names of cases
  unsigned jobs = 1;
  BatchLimits limits;
  std::string records = "bench.jsonl";
  bool table = false;
  std::string shard;               ///< "2/5"; empty: all
  std::string html;                ///< a file, "-": standard output; empty: no page
  std::string against;             ///< older records; empty: none
  double tolerance = 0;            ///< percent
  std::vector<std::string> merge;  ///< files of records
  bool json = false;
  bool quiet = false;

  std::vector<std::string> grammars;  ///< names or files
  std::string corpus;                 ///< folder
  unsigned inputs = 20;
  std::uint64_t seed = 0;
  ParseOptions parse;
};

// The modes; each returns the exit status.
int bench_reductions(const BenchOptions& options);
int bench_grammars(const BenchOptions& options);
int bench_shootout(const BenchOptions& options);

}  // namespace grabr
