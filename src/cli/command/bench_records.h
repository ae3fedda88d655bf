// Records of reductions: shown, compared with older ones, put together.
#pragma once

#include <string>
#include <vector>

#include "bench/batch_record.h"
#include "bench/case_list.h"
#include "cli/command/bench_command.h"

namespace grabr {

/// Does the call ask only for records that are there, without running anything?
bool asks_for_records(const BenchOptions& options);
/// What it asks of them; the exit status.
int bench_records(const BenchOptions& options);

/// Prints the tables, if `tables`; writes the page; says what got worse than in older records.
/// `status` is what is returned, unless something got worse.
int show_batch(const BenchOptions& options, const std::vector<BatchRecord>& records, bool tables,
               int status);

/// "2/5": of every five cases the second. Throws Error(kInvalid).
std::vector<BenchCase> cases_of_shard(const std::vector<BenchCase>& cases,
                                      const std::string& shard);

}  // namespace grabr
