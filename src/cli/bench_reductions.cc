// `grabr bench`: cases by strategies, each reduction in a process of its own, a record for each.
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <iostream>
#include <map>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "bench/batch.h"
#include "cli/bench_command.h"
#include "cli/choose_grammar.h"
#include "cli/interruption.h"
#include "cli/strategy_list.h"
#include "report/batch_records.h"
#include "text/error.h"
#include "text/file.h"
#include "text/file_descriptor.h"

namespace grabr {
namespace {

[[noreturn]] void fail(const std::string& file, int error) {
  throw Error(Exit::kFailure,
              "cannot write " + file + ": " + std::generic_category().message(error));
}

/// The file of records: those that are there, and new ones appended, each in one write.
class RecordFile {
 public:
  explicit RecordFile(const std::string& path)
      : path_(path), file_(::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666)) {
    if (!file_.is_open()) fail(path, errno);
    BatchRecords read = read_batch_records(read_file(path), path);
    // What a kill has left half written would make one line with the next record.
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
            << record.strategy << ": ";
  if (record.output) {
    std::cerr << record.output->tokens << " tokens, " << record.output->bytes << " bytes, "
              << record.tests << " tests";
  }
  if (!record.error.empty()) std::cerr << (record.output ? "; " : "") << record.error;
  std::cerr << std::endl;
}

/// Those that the plan asks for, in its order; of two of one key the later.
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

/// The exit status; what ended the batch early has been said.
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
  plan.check_stop = [] { Interruption::check(); };
  plan.on_record = [&](const BatchRecord& record) {
    file.add(record);
    if (!quiet) show_progress(record, ++number, total);
  };
  try {
    run_batch(plan);
    return 0;
  } catch (const Error& error) {
    if (error.exit() != Exit::kInterrupted && error.exit() != Exit::kTerminated) throw;
    std::cerr << "grabr: " << error.what() << "; the same call goes on\n";
    return static_cast<int>(error.exit());
  }
}

/// Records are shown without being touched.
int show_records(const BenchOptions& options) {
  std::cout << batch_table(read_batch_records(read_file(options.records), options.records).records);
  return 0;
}

}  // namespace

int bench_reductions(const BenchOptions& options) {
  if (options.cases_path.empty()) {
    if (options.table) return show_records(options);
    throw Error(Exit::kUsage, "no folder of cases and no manifest is given");
  }
  const CaseList list = read_cases(options.cases_path);
  BatchPlan plan;
  plan.cases = matching_cases(list.cases, options.cases);
  add_grammars(plan.cases);
  plan.strategies = strategy_names(options, list);
  plan.limits = options.limits;
  plan.jobs = options.jobs;
  plan.answers = std::filesystem::absolute(options.records + ".answers");
  RecordFile file(options.records);
  const int status = run_plan(plan, file, options.quiet);
  const std::vector<BatchRecord> records = planned_records(plan, file.records());
  if (options.table || !options.quiet) std::cout << batch_table(records) << std::flush;
  return status;
}

}  // namespace grabr
