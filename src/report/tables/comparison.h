// Several strategies on one input, side by side: as a table, as JSON and as CSV.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/strategy_run.h"
#include "report/form/measure.h"

namespace grabr {

struct Comparison {
  struct Row {
    StrategyRun run;
    Measure measure;  ///< measure of its result
  };
  struct LeftOut {
    std::string strategy;
    std::string reason;
  };
  std::string input;  ///< path of the input, as given
  Measure input_measure;
  std::string parsed = "no";           ///< how the input parsed: whole, partial or no
  std::optional<std::string> grammar;  ///< its name
  std::vector<Row> rows;
  std::vector<LeftOut> left_out;
};

/// A text for people: the input's row, a row for each strategy, and why some ended early.
std::string comparison_table(const Comparison& comparison);
/// The same columns with plain numbers and one header line.
std::string comparison_csv(const Comparison& comparison);
/// One object, "schema": "grabr-compare-1", with a final line end.
std::string comparison_json(const Comparison& comparison);

}  // namespace grabr
