// `grabr bench`: cases by strategies, each reduction in a process of its own, a record for each.
// Tested by tests/cli/bench_command_test.cc.
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "bench/batch.h"
#include "bench/batch_record.h"
#include "bench/case_list.h"
#include "catalogue/choose_grammar.h"
#include "catalogue/find_grammar.h"
#include "cli/command/bench_command.h"
#include "cli/options/test_options.h"
#include "cli/show/console.h"
#include "cli/show/interruption.h"
#include "cli/show/progress.h"
#include "cli/show/strategies.h"
#include "oracle/answers/identity.h"
#include "report/page/page.h"
#include "report/tables/batch_comparison.h"
#include "report/tables/batch_records.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/exit_status.h"
#include "text/file.h"
#include "text/hash.h"
#include "text/system_call.h"

namespace grabr {
namespace {

// Shows, compares and merges existing records.

/// Does the file contain records, not cases?
bool holds_records(const std::string& path) {
  if (!is_file(path)) return false;
  return path.ends_with(".jsonl") || begins_with_record(read_file(path));
}

std::vector<BatchRecord> records_in(const std::string& path) {
  return read_batch_records(read_file(path), path).records;
}

std::vector<BatchRecord> older_records(const BenchOptions& options) {
  return options.against.empty() ? std::vector<BatchRecord>() : records_in(options.against);
}

/// Merges the records of several files and writes them to options.records.
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

/// Does the call only use existing records, without running anything?
bool asks_for_records(const BenchOptions& options) {
  if (!options.merge.empty()) {
    if (options.cases_path.empty()) return true;
    throw Error(ErrorKind::kInvalid,
                "--merge only merges records and takes no folder of cases\n"
                "hint: grabr bench --merge FILE --merge FILE -o FILE");
  }
  const bool shows = options.table || !options.html.empty() || !options.against.empty();
  return shows && (options.cases_path.empty() || holds_records(options.cases_path));
}

/// Prints the tables if `tables`, writes the page, and reports changes for the worse since older
/// records. Returns `status` unless there are such changes.
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

/// Handles existing records as the call asks; returns the exit status.
int bench_records(const BenchOptions& options) {
  if (!options.merge.empty()) {
    return show_batch(options, merge(options), options.table, status_of(ExitStatus::kFinished));
  }
  const std::string& path = options.cases_path.empty() ? options.records : options.cases_path;
  const bool tables = options.table || (options.html.empty() && options.against.empty());
  return show_batch(options, records_in(path), tables, status_of(ExitStatus::kFinished));
}

/// "2/5": of every five cases the second. Throws Error(kInvalid).
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

[[noreturn]] void fail(const std::string& file, int error) {
  throw Error(ErrorKind::kSystem,
              "cannot write " + shown_name(file) + ": " + std::generic_category().message(error));
}

/// The file of records: keeps existing ones, and appends new ones, each in one write.
class RecordFile {
 public:
  explicit RecordFile(const std::string& path)
      : path_(path), file_(::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666)) {
    if (!file_.is_open()) fail(path, errno);
    BatchRecords read = read_batch_records(read_file(path), path);
    // Otherwise a record that a kill left half written would run into the next one.
    if (::ftruncate(file_.number(), static_cast<off_t>(read.good_bytes)) != 0) fail(path, errno);
    records_ = std::move(read.records);
  }

  const std::vector<BatchRecord>& records() const { return records_; }

  void add(const BatchRecord& record) {
    if (const int error = write_all(file_.number(), batch_record_json(record)); error != 0) {
      fail(path_, error);
    }
    records_.push_back(record);
  }

 private:
  std::string path_;
  FileDescriptor file_;
  std::vector<BatchRecord> records_;
};

std::vector<std::string> strategy_names(const BenchOptions& options, const CaseList& list) {
  std::string text = options.strategies;
  for (const std::string& one : list.strategies) {
    if (options.strategies.empty()) text += (text.empty() ? "" : ",") + one;
  }
  std::vector<std::string> names;
  for (const Schedule& schedule : parse_strategy_list(text.empty() ? "auto" : text)) {
    names.push_back(schedule.text());
  }
  return names;
}

void show_progress(const BatchRecord& record, std::size_t number, std::size_t total) {
  std::cerr << "grabr: [" << number << "/" << total << "] " << record.case_name << ", "
            << record.strategy << (record.asked_grammar.empty() ? "" : ", " + record.asked_grammar)
            << ": ";
  if (record.output) {
    std::cerr << record.output->tokens << " tokens, " << record.output->bytes << " bytes, "
              << record.tests << " tests";
  }
  if (!record.error.empty()) std::cerr << (record.output ? "; " : "") << record.error;
  std::cerr << std::endl;
}

/// The plan's records, in its order; of two with the same key the later one.
std::vector<BatchRecord> planned_records(const BatchPlan& plan,
                                         const std::vector<BatchRecord>& records) {
  std::map<BatchRecord::Key, const BatchRecord*> by_key;
  for (const BatchRecord& record : records) by_key[record.key()] = &record;
  std::vector<BatchRecord> planned;
  for (const BatchRecord::Key& key : planned_keys(plan)) {
    const auto found = by_key.find(key);
    if (found != by_key.end()) planned.push_back(*found->second);
  }
  return planned;
}

/// All strategies get the grammar, so that all results are counted in its tokens.
void add_grammars(std::vector<BenchCase>& cases) {
  const GrammarChooser chooser;
  for (BenchCase& one : cases) {
    if (!one.grammar.empty()) continue;
    const auto choice = choose_for_file(chooser, one.input);
    if (choice) one.grammar = choice->path.string();
  }
}

/// A record belongs to one version of a test; if the test has changed since, it runs again.
void add_identities(const std::string& records, std::vector<BenchCase>& cases) {
  const std::filesystem::path own[] = {records};
  for (BenchCase& one : cases) {
    ReduceOptions options;
    options.test = one.test;
    options.input = one.input.string();
    try {
      const Call call = call_of(options, std::nullopt);
      const OracleIdentity identity = identity_of(test_options(options, call, {}), own);
      one.test_sha256 = sha256_hex(identity.question + identity.contents);
    } catch (const Error&) {
      one.test_sha256 = "none";  // its reduction will say why
    }
  }
}

/// The planned reductions whose records come from another test.
std::size_t outdated_records(const BatchPlan& plan, const std::vector<BatchRecord>& records) {
  const auto without_test = [](BatchRecord::Key key) {
    std::get<5>(key).clear();
    return key;
  };
  std::set<BatchRecord::Key> outdated;
  for (const BatchRecord& record : records) outdated.insert(without_test(record.key()));
  std::set<BatchRecord::Key> planned;
  for (const BatchRecord::Key& key : planned_keys(plan)) {
    if (!plan.done.contains(key)) planned.insert(without_test(key));
  }
  return static_cast<std::size_t>(std::count_if(
      planned.begin(), planned.end(), [&](const auto& key) { return outdated.contains(key); }));
}

/// Returns the exit status; messages have already said why the batch ended early.
int run_plan(BatchPlan& plan, RecordFile& file, bool quiet) {
  const Interruption interruption;
  const std::size_t total = planned_keys(plan).size();
  std::size_t number = 0;
  for (const BatchRecord& record : planned_records(plan, file.records())) {
    plan.done.insert(record.key());
    ++number;
  }
  if (number > 0 && !quiet) {
    std::cerr << "grabr: " << number << " of " << total << " reductions are on record\n";
  }
  if (const std::size_t count = outdated_records(plan, file.records()); count > 0 && !quiet) {
    std::cerr << "grabr: " + std::to_string(count) +
                     " on record were made with another test: they are made anew\n";
  }
  Progress progress(progress_options(quiet));
  const auto show_stage = [&] {
    progress.begin_stage(
        {std::to_string(number) + " of " + std::to_string(total) + " reductions are done"});
  };
  show_stage();
  plan.check_stop = [&] {
    Interruption::check();
    progress.tick();
  };
  plan.on_record = [&](const BatchRecord& record) {
    file.add(record);
    ++number;
    if (!quiet) show_progress(record, number, total);
    show_stage();
  };
  try {
    run_batch(plan);
    return 0;
  } catch (const Error& error) {
    if (!is_by_signal(error.kind())) throw;
    std::cerr << "grabr: " << error.what() << "; the same call continues\n";
    return status_of(error.kind());
  }
}

/// Names the folders that are not cases.
void say_left_out(const CaseList& list, bool quiet) {
  if (quiet) return;
  for (const std::string& folder : list.left_out) {
    std::cerr << "grabr: left out: " << folder << '\n';
  }
}

std::vector<BenchCase> wanted_cases(const BenchOptions& options, const CaseList& list) {
  std::vector<std::filesystem::path> files;
  for (const std::string& name : options.grammars) {
    files.push_back(std::filesystem::absolute(find_grammar(name)));
  }
  std::vector<BenchCase> cases =
      cases_with_grammars(cases_of_shard(matching_cases(list.cases, options.cases), options.shard),
                          options.grammars, files);
  add_grammars(cases);
  return cases;
}

}  // namespace

int bench_reductions(const BenchOptions& options) {
  if (asks_for_records(options)) return bench_records(options);
  if (options.cases_path.empty()) {
    throw Error(ErrorKind::kInvalid,
                "no folder of cases and no manifest is given\n"
                "hint: grabr bench DIR; a case is a folder in it with input.EXT and "
                "interesting.sh or test.sh");
  }
  const CaseList list = read_cases(options.cases_path);
  say_left_out(list, options.quiet);
  BatchPlan plan;
  plan.cases = wanted_cases(options, list);
  add_identities(options.records, plan.cases);
  plan.strategies = strategy_names(options, list);
  plan.limits = options.limits;
  plan.jobs = options.jobs;
  plan.answers = std::filesystem::absolute(options.records + ".answers");
  RecordFile file(options.records);
  const int status = run_plan(plan, file, options.quiet);
  const std::vector<BatchRecord> records = planned_records(plan, file.records());
  return show_batch(options, records, options.table || !options.quiet, status);
}

}  // namespace grabr
