#include "run/several/turns.h"

#include <utility>

#include "text/exit_status.h"

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
    if (status_) status_->forget();
    throw;
  }
}

run::Result Turns::take(const run::Config& config, ReductionJob& job, const Part& part) {
  if (trace_) trace_->set_input(part.name);
  Watcher watcher(*this, part.on_best);
  tally_.begin(job.text, Clock::now());
  Observer* const watchers[] = {&watcher, &tally_, &status_of(job, part)};
  run::Result end = carry_out(config, job, {listener_, stop_, nullptr, watchers});
  tests += end.counts.committed;
  hung += end.hung;
  jobs_ = end.jobs;
  return end;
}

Observer& Turns::status_of(const ReductionJob& job, const Part& part) {
  if (!status_) status_.emplace(job.cache_folder, part.whole.output, part.whole, tally_);
  if (part.bytes) status_->note_bytes(*part.bytes);
  status_->begin_turn(part.other_bytes, tests);
  return *status_;
}

void Turns::end(EndedBy ended_by, const std::string& reason, std::uint64_t bytes) {
  if (!status_) return;
  run::RunEnd end;
  end.reason = reason.substr(0, reason.find('\n'));
  end.bytes = bytes;
  end.seconds = seconds();
  end.hung = words_on_hung(hung);
  status_->end(grabr::status_of(ended_by), end);
}

void Turns::Watcher::on_test(const TestRecord& record) {
  if (trace_ == nullptr) return;
  TestRecord numbered = record;
  const bool before_search = record.number == 0 && !record.cached;
  if (!before_search) numbered.number += tests_before_;
  trace_->on_test(numbered);
}

}  // namespace grabr
