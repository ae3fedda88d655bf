// Runs many reductions concurrently, each in its own process.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "bench/batch_record.h"
#include "bench/case_list.h"
#include "bench/child_reduction.h"

namespace grabr {

struct BatchPlan {
  std::vector<BenchCase> cases;
  std::vector<std::string> strategies;
  BatchLimits limits;
  unsigned jobs = 1;                ///< concurrent reductions
  std::set<BatchRecord::Key> done;  ///< not to be run again
  /// Where the answers of unfinished reductions are kept, so that they can resume after a kill.
  /// Removed at the end.
  std::filesystem::path answers;
  std::function<void(const BatchRecord&)> on_record;
  /// Called repeatedly; if it throws, the batch and all its running reductions end.
  std::function<void()> check_stop;
};

/// Runs case by case, for each one strategy after another; calls `on_record` when a reduction ends.
void run_batch(const BatchPlan& plan);

/// The keys of everything planned, in order.
std::vector<BatchRecord::Key> planned_keys(const BatchPlan& plan);

}  // namespace grabr
