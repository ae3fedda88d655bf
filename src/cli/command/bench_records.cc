// Tested by tests/cli/bench_records_test.cc.
#include "cli/command/bench_records.h"

#include <charconv>
#include <filesystem>
#include <iostream>
#include <string_view>
#include <system_error>

#include "cli/show/console.h"
#include "cli/show/page_output.h"
#include "report/page/page.h"
#include "report/tables/batch_comparison.h"
#include "report/tables/batch_records.h"
#include "text/error.h"
#include "text/exit_status.h"
#include "text/file.h"

namespace grabr {
namespace {

/// Does the file contain records, not cases?
bool holds_records(const std::string& path) {
  if (!is_file(path)) return false;
  if (path.ends_with(".jsonl")) return true;
  const std::string text = read_file(path);
  return parse_batch_record(std::string_view(text).substr(0, text.find('\n'))).has_value();
}

std::vector<BatchRecord> records_in(const std::string& path) {
  return read_batch_records(read_file(path), path).records;
}

std::vector<BatchRecord> older_records(const BenchOptions& options) {
  return options.against.empty() ? std::vector<BatchRecord>() : records_in(options.against);
}

/// Merges the records of several files, and writes them to options.records.
std::vector<BatchRecord> merge(const BenchOptions& options) {
  std::vector<BatchRecord> all;
  for (const std::string& path : options.merge) {
    for (BatchRecord& record : records_in(path)) all.push_back(std::move(record));
  }
  std::vector<BatchRecord> merged = merged_records(all);
  std::string text;
  for (const BatchRecord& record : merged) text += batch_record_json(record);
  write_atomically(options.records, text);
  say_line(options.records + ": " + std::to_string(merged.size()) + " records of " +
           std::to_string(options.merge.size()) + " files");
  return merged;
}

}  // namespace

bool asks_for_records(const BenchOptions& options) {
  if (!options.merge.empty()) {
    if (options.cases_path.empty()) return true;
    throw Error(ErrorKind::kInvalid,
                "--merge: no cases are run\nhint: grabr bench --merge FILE --merge FILE -o FILE");
  }
  const bool shows = options.table || !options.html.empty() || !options.against.empty();
  return shows && (options.cases_path.empty() || holds_records(options.cases_path));
}

int bench_records(const BenchOptions& options) {
  if (!options.merge.empty()) {
    return show_batch(options, merge(options), options.table, status_of(ExitStatus::kFinished));
  }
  const std::string& path = options.cases_path.empty() ? options.records : options.cases_path;
  const bool tables = options.table || (options.html.empty() && options.against.empty());
  return show_batch(options, records_in(path), tables, status_of(ExitStatus::kFinished));
}

int show_batch(const BenchOptions& options, const std::vector<BatchRecord>& records, bool tables,
               int status) {
  // If the page goes to standard output, tables go to standard error.
  std::ostream& out = options.html == "-" ? std::cerr : std::cout;
  if (tables) out << batch_table(records) << std::flush;
  const std::vector<BatchRecord> before = older_records(options);
  if (!options.html.empty()) write_page(options.html, html_page(records, before));
  if (options.against.empty()) return status;
  const BatchComparison found = compare_batches(before, records, options.tolerance / 100);
  out << (tables ? "\n" : "") << words_on(found) << std::flush;
  const bool finished = status == status_of(ExitStatus::kFinished);
  return finished && !found.worse.empty() ? status_of(ExitStatus::kFailure) : status;
}

std::vector<BenchCase> cases_of_shard(const std::vector<BenchCase>& cases,
                                      const std::string& shard) {
  if (shard.empty()) return cases;
  unsigned number = 0, count = 0;
  const char* const end = shard.data() + shard.size();
  const auto first = std::from_chars(shard.data(), end, number);
  const bool slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  const auto second = slash ? std::from_chars(first.ptr + 1, end, count) : first;
  if (!slash || second.ec != std::errc() || second.ptr != end || number < 1 || number > count) {
    throw Error(ErrorKind::kInvalid,
                "--shard " + shard + ": expected I/N, such as 2/5, the second of five parts");
  }
  std::vector<BenchCase> chosen;
  for (std::size_t i = number - 1; i < cases.size(); i += count) chosen.push_back(cases[i]);
  return chosen;
}

}  // namespace grabr
