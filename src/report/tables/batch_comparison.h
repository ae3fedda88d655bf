// Compares records of a batch with older ones: what got worse, what got better.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/batch_record.h"

namespace grabr {

struct BatchComparison {
  std::size_t compared = 0;         ///< reductions that both batches have
  std::vector<std::string> worse;   ///< one line each: "c-1, auto: 61 tokens, before 58"
  std::vector<std::string> better;  ///< the same
  std::vector<std::string> other;   ///< with another input, or without a record now
};

/// Compares by case, strategy, limits and requested grammar; of several records, the last counts. A
/// failure is worse, and so are more tokens or tests than `tolerance` (0.05: five in a hundred)
/// allows.
BatchComparison compare_batches(const std::vector<BatchRecord>& before,
                                const std::vector<BatchRecord>& now, double tolerance);

/// A text for people; ends with a summary.
std::string words_on(const BatchComparison& comparison);

/// One list of records by case; those of a case keep their order. Of two with the same key, the
/// later one counts.
std::vector<BatchRecord> merged_records(const std::vector<BatchRecord>& records);

}  // namespace grabr
