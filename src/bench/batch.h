// Runs many reductions, several at once, each in a process of its own.
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
  unsigned jobs = 1;                    ///< reductions at once
  std::set<BatchRecord::Key> done;      ///< not to be run again
  /// For the answers of what is under way, by which it goes on after a kill. Removed at the end.
  std::filesystem::path answers;
  std::function<void(const BatchRecord&)> on_record;
  /// Called again and again; what it throws ends the batch, with all that is under way.
  std::function<void()> check_stop;
};

/// Case by case, on each one strategy after the other; `on_record` gets them as they end.
void run_batch(const BatchPlan& plan);

/// The keys of what the plan asks for, in its order.
std::vector<BatchRecord::Key> planned_keys(const BatchPlan& plan);

}  // namespace grabr
