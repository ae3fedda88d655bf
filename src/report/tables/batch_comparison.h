// Records of a batch beside older ones: what got worse, what got better.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/batch_record.h"

namespace grabr {

struct BatchComparison {
  std::size_t compared = 0;         ///< reductions that both have
  std::vector<std::string> worse;   ///< each in words: "c-1, auto: 61 tokens, before 58"
  std::vector<std::string> better;  ///< the same
  std::vector<std::string> other;   ///< of another input, or with no record now
};

/// By case, strategy, limits and grammar asked for; of several records the last. More tokens or
/// tests than `tolerance` (0.05: five in a hundred) allows are worse, and so is a failure.
BatchComparison compare_batches(const std::vector<BatchRecord>& before,
                                const std::vector<BatchRecord>& now, double tolerance);

/// For people; ends with a summary.
std::string words_on(const BatchComparison& comparison);

/// One list of records by case, those of one case in their order; of two of one key the later.
std::vector<BatchRecord> merged_records(const std::vector<BatchRecord>& records);

}  // namespace grabr
