// The results of a shootout: for each kind of test a table of the strategies, with means and
// spreads.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bench/shootout.h"

namespace grabr {

/// Of some numbers; `deviation` is the standard deviation of a sample, 0 for less than two.
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

std::string shootout_table(const ShootoutReport& report);
/// One object, "schema": "grabr-shootout-1", with a final line end.
std::string shootout_json(const ShootoutReport& report);

}  // namespace grabr
