#include "run/several/turns.h"

#include <utility>

#include "run/job/kept_answers.h"
#include "text/exit_status.h"
#include "text/hash.h"
#include "text/unseen_folder.h"

namespace grabr {

void Turns::open_trace(const run::Output& output) {
  if (output.trace.empty()) return;
  trace_.emplace(output.trace, TraceWriter::Form{output.trace_cached, output.trace_diffs});
}

void Turns::begin(const std::function<void()>& first,
                  const std::function<void(const CrashSeen&)>& take_crash) {
  const auto attempt = [&] {
    try {
      first();
    } catch (const CrashSeen& seen) {
      take_crash(seen);
      count_ = 0;
      first();
    }
  };
  try {
    attempt();
  } catch (const Error&) {
    std::error_code ignored;
    if (!record_folder_.empty()) std::filesystem::remove_all(record_folder_, ignored);
    if (status_) status_->forget();
    if (earlier_) earlier_->restore();
    throw;
  }
}

run::Result Turns::take(const run::Config& config, ReductionJob& job, const Part& part) {
  if (trace_) trace_->set_input(part.name);
  Watcher watcher(*this, part.on_best);
  note_turn(job, part);
  tally_.begin(job.text, Clock::now());
  Observer* const watchers[] = {&watcher, &tally_, &status_of(job, part)};
  run::Result end = carry_out(config, job, {listener_, stop_, nullptr, watchers});
  tests += end.counts.committed;
  executed += end.counts.executed;
  hung += end.hung;
  jobs_ = end.jobs;
  return end;
}

/// The first turn may be taken twice: only the second time counts.
void Turns::note_turn(ReductionJob& job, const Part& part) {
  if (count_ == 1) {
    record_ = {};
    identity_.clear();
    record_.is_folder = part.is_of_folder;
    record_.input = part.whole.input;
    record_.output = part.whole.output;
    record_.before = part.whole.bytes_before;
    earlier_.emplace(job.cache_folder, part.whole.output);
    earlier_->set_status_aside();
    earlier_->set_all_aside();
    record_folder_ = turns_folder(job.cache_folder, part.whole.output);
    std::error_code ignored;
    make_unseen_folder(job.cache_folder, ignored);
    std::filesystem::create_directories(record_folder_, ignored);
  }
  const OracleIdentity test = identity_of(job);
  identity_ = sha256_hex(identity_ + test.question + test.files + job.schedule.text() + '\n' +
                         std::string(job.text));
  const std::uint64_t own = job.form.size(job.text);
  const std::uint64_t bytes = part.bytes ? *part.bytes : part.other_bytes.value_or(0) + own;
  record_.turns.push_back({count_, part.name, tests, bytes, seconds(), part.other_bytes});
  job.turn->kept_folder = record_folder_;
  job.turn->kept_name = std::to_string(count_);
}

Observer& Turns::status_of(const ReductionJob& job, const Part& part) {
  if (!status_) status_.emplace(job.cache_folder, part.whole.output, part.whole, tally_);
  if (part.bytes) status_->note_bytes(*part.bytes);
  status_->begin_turn(part.other_bytes, tests);
  return *status_;
}

bool Turns::end(EndedBy ended_by, const std::string& reason,
                const std::vector<TurnsRecord::Part>& parts) {
  if (!status_) return false;
  std::uint64_t bytes = 0;
  for (const TurnsRecord::Part& part : parts) bytes += part.after.value_or(0);
  run::RunEnd end;
  end.reason = reason.substr(0, reason.find('\n'));
  end.bytes = bytes;
  end.seconds = seconds();
  end.executed = executed;
  end.identity = identity_;
  end.hung = words_on_hung(hung);
  status_->end(grabr::status_of(ended_by), end);
  record_.tests = tests;
  record_.after = bytes;
  record_.seconds = end.seconds;
  record_.exit = grabr::status_of(ended_by);
  record_.reason = end.reason;
  record_.parts = parts;
  keep_turns(record_folder_, record_);
  const bool repeats = earlier_->is_repeated_by(status_->status());
  if (repeats) earlier_->restore();
  else earlier_->drop();
  return repeats;
}

void Turns::Watcher::on_test(const TestRecord& record) {
  if (trace_ == nullptr) return;
  TestRecord numbered = record;
  const bool before_search = record.number == 0 && !record.cached;
  if (!before_search) numbered.number += tests_before_;
  trace_->on_test(numbered);
}

}  // namespace grabr
