#include "run/run_record.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "oracle/process/test_json.h"
#include "report/trace/kept_files.h"
#include "run/files/kept_test.h"
#include "run/files/output_places.h"
#include "run/files/trusted_files.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/exit_status.h"
#include "text/file.h"
#include "text/hash.h"
#include "text/setting.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

std::string words_on(const ProcessOracleOptions& test) {
  std::string words = test.shell_text;
  for (const std::string& word : test.command) words += (words.empty() ? "" : " ") + word;
  return quoted(words, '`', 60);
}

/// The existing result will be replaced; the answers of its test stay in the journal.
void tell_of_other_test(const ReductionJob& job, run::Listener& listener) {
  const fs::path kept = run::kept_test_path(job.cache_folder, run_name(job));
  if (!job.output || !is_file(*job.output) || !is_file(kept)) return;
  try {
    const ProcessOracleOptions before = run::read_kept_test(kept).test;
    if (answering_test_json(before) == answering_test_json(job.test)) return;
    listener.note(shown_name(*job.output) + " is the result of another test, " + words_on(before) +
                  ", and is replaced: the earlier call restores it quickly" +
                  spelled(", {output} FILE keeps both"));
  } catch (const Error&) {  // the file is of another version
  }
}

std::string first_line(const std::string& message) { return message.substr(0, message.find('\n')); }

run::Status status_at_begin(const ReductionJob& job) {
  run::Status begin;
  begin.input = job.input;
  begin.output = job.output ? job.output->string() : "";
  begin.bytes_before = job.form.size(job.text);
  begin.strategy = job.schedule.text();
  begin.has_grammar = job.problem.parser != nullptr;
  return begin;
}

run::RunEnd end_of(const run::Result& result) {
  run::RunEnd end;
  end.reason = first_line(result.reason);
  const bool has_text = result.aim != Aim::kPassing || result.passing;
  if (has_text) end.bytes = result.form.size(result.text());
  end.seconds = result.seconds;
  end.executed = result.counts.executed;
  end.hung = words_on_hung(result.hung);
  for (const Intervention& one : result.by_hand) end.by_hand.push_back(one.words);
  return end;
}

}  // namespace

std::string run_name(const ReductionJob& job) {
  return fs::path(job.output ? *job.output : fs::path(job.input)).filename().string();
}

RunRecord::RunRecord(const run::Config& config, const ReductionJob& job, run::Listener& listener,
                     bool keeps_history)
    : config_(config),
      job_(job),
      listener_(listener),
      keeps_history_(keeps_history),
      kept_(place_of(job, keeps_history)) {
  const run::Output& output = config.output;
  if (!output.trace.empty()) {
    trace_.emplace(output.trace, TraceWriter::Form{output.trace_cached, output.trace_diffs});
  }
  if (!output.report.empty() || kept_) {
    input_ = described_input(job, output.report.empty());
  }
  if (keeps_history_) {
    earlier_.emplace(job.cache_folder, run_name(job));
    earlier_->set_status_aside();
    status_.emplace(job.cache_folder, run_name(job), status_at_begin(job), tally_);
  }
}

std::optional<RunRecord::KeptPlace> RunRecord::place_of(const ReductionJob& job,
                                                        bool keeps_history) {
  if (keeps_history) return KeptPlace{job.cache_folder, run_name(job)};
  if (!job.turn || job.turn->kept_name.empty()) return std::nullopt;
  return KeptPlace{job.turn->kept_folder, job.turn->kept_name};
}

void RunRecord::begin(const SharedText& original, const Recorder::TokenCount& count_tokens) {
  original_ = original;
  if (earlier_) {
    tell_of_other_test(job_, listener_);
    earlier_->set_all_aside();
  }
  if (kept_) history_.emplace(kept_->folder, kept_->name, original);
  if (job_.problem.parser) outside_.emplace(*job_.problem.parser);
  if (!input_) return;
  recorder_.emplace(job_.text, count_tokens);
}

void RunRecord::observe_first(Session& session) {
  if (input_) session.add_observer(&test_numbers_);
  if (trace_) session.add_observer(&*trace_);
}

void RunRecord::observe(Session& session) {
  if (status_) session.add_observer(&*status_);
  if (history_) session.add_observer(&*history_);
  if (recorder_) session.add_observer(&*recorder_);
  session.add_observer(&hung_);
  session.add_observer(&rejected_);
  tally_.begin(job_.text, Clock::now());
  session.add_observer(&tally_);
  const bool keeps_others = config_.output.keeps_others || !job_.test.conditions.same_crash.empty();
  if (job_.output && keeps_others) {
    others_.emplace(kept_folder(job_.output, job_.input), job_.input, job_.form, listener_);
    session.add_observer(&*others_);
  }
  if (outside_) session.add_observer(&*outside_);
}

void RunRecord::describe(run::Result& result) const {
  result.outside = outside_ ? std::optional(outside_->found()) : std::nullopt;
  result.hung = hung_.found();
  result.rejections = rejected_.found();
  if (others_) result.others = others_->found();
  result.passes = tally_.rows(Clock::now());
  result.since_gain_s = seconds_between(tally_.last_gain(), Clock::now());
}

void RunRecord::write_reports(const run::Result& result, const Ended& ended) {
  if (!recorder_) return;
  const std::string& path = config_.output.report;
  if (!path.empty()) listener_.begin_stage({"writing the report"});
  const bool passing = job_.schedule.aim() == Aim::kPassing && result.passing;
  const std::string text = report_text({
      .job = job_,
      .input = *input_,
      .session = ended.session,
      .checks = ended.checked.checks(),
      .identity = ended.identity,
      .journal = ended.checked.journal(),
      .recorder = *recorder_,
      .numbers_of_tests = test_numbers_,
      .call = config_.output.call,
      .outside = result.outside,
      .result = passing ? std::string_view(*result.passing) : std::string_view(result.failing),
      .checks_s = ended.checks_s,
      .wall_s = result.wall_s,
      .ended_by = result.ended_by,
      .reason = result.reason,
      .rate = result.rate,
      .numbers = result.numbers,
      .rejections = result.rejections,
      .steps_back = result.steps_back,
      .failure_before = result.failure_before,
      .failure_after = result.failure_after,
      .briefly = path.empty(),
  });
  if (!path.empty()) write_atomically(path, text);
  if (kept_) {
    const fs::path kept = kept_report_path(kept_->folder, kept_->name);
    keep_file(kept, text);
    run::trust(kept, text);
  }
}

bool RunRecord::end(const run::Result& result, const CheckedTest& checked,
                    const OracleIdentity& identity) {
  if (!status_) return false;
  keep_test(checked);
  run::RunEnd end = end_of(result);
  end.identity = sha256_hex(identity.question + identity.files + original_.str());
  status_->end(status_of(result.ended_by), end);
  const bool repeats = earlier_->is_repeated_by(status_->status());
  if (repeats) earlier_->restore();
  else earlier_->drop();
  return repeats;
}

void RunRecord::keep_test(const CheckedTest& checked) const {
  run::KeptTest kept;
  kept.input = job_.input;
  kept.output = job_.output ? job_.output->string() : "";
  kept.grammar = job_.grammar_file.empty() ? "" : fs::absolute(job_.grammar_file).string();
  kept.directory = fs::current_path().string();
  kept.kept_folder = kept_folder(job_.output, job_.input).string();
  kept.test = job_.test;
  kept.test.timeout_s = checked.checks().timeout_s;
  run::keep_test(job_.cache_folder, run_name(job_), kept);
}

void RunRecord::forget() {
  if (!status_) return;
  history_.reset();
  status_->forget();
  earlier_->restore();
}

void RunRecord::end_with(const Error& error) {
  if (!status_) return;
  const bool began = history_.has_value();
  if (!began || earlier_->has_status()) return forget();
  run::RunEnd end;
  end.reason = first_line(error.what());
  status_->end(status_of(error.kind()), end);
  earlier_->drop();
}

void RunRecord::report_failure(const Error& error, const CheckedTest& checked,
                               const OracleIdentity& identity, double wall_s) {
  write_report(config_.output.report, {job_, *input_, checked.checks(), identity,
                                       config_.output.call, wall_s, error.kind(), error.what()});
}

}  // namespace grabr
