// The reports of `grabr bench --mode grammars`, on speed and accuracy of grammars, and of `--mode
// shootout`, on strategies: as tables and as JSON.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bench/grammar_run.h"
#include "bench/shootout.h"

namespace grabr {

std::string grammar_table(const std::vector<GrammarRecord>& records);
/// One object, "schema": "grabr-grammars-1", with a final line end.
std::string grammars_json(const std::vector<GrammarRecord>& records);

/// Statistics of some numbers; `deviation` is the standard deviation of a sample, 0 for less than
/// two.
struct Spread {
  double mean = 0, deviation = 0, least = 0, most = 0;
};
Spread spread_of(std::span<const double> numbers);

struct ShootoutReport {
  std::string grammar;
  std::uint64_t seed = 0;
  std::uint64_t max_tests = 0;
  unsigned inputs = 0;
  std::vector<ShootoutRecord> records;
};

/// For each kind of test, a table of the strategies with means and spreads.
std::string shootout_table(const ShootoutReport& report);
/// One object, "schema": "grabr-shootout-1", with a final line end.
std::string shootout_json(const ShootoutReport& report);

}  // namespace grabr
