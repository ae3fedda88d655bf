// Records of a batch as JSON Lines, and as tables of cases and strategies.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bench/batch_record.h"

namespace grabr {

/// One line with its line end, "schema": "grabr-bench-1".
std::string batch_record_json(const BatchRecord& record);
/// Does the text begin with a record?
bool begins_with_record(std::string_view text);

struct BatchRecords {
  std::vector<BatchRecord> records;
  std::size_t good_bytes = 0;  ///< bytes of the text without an incomplete last line
};

/// Throws Error(kInvalid), with `name`, for a complete line that is not a record.
BatchRecords read_batch_records(std::string_view text, const std::string& name);

/// For each set of limits three tables of cases (rows) and strategies (columns): tokens, bytes and
/// tests. "!" marks a failed reduction, "-" a missing one; "*" follows one that a limit ended. The
/// last row is the geometric mean over the cases in which no strategy failed, if any. Of two
/// records with the same case and strategy the later one counts. Failures are listed at the end.
std::string batch_table(const std::vector<BatchRecord>& records);

}  // namespace grabr
