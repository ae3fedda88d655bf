// Tested by tests/cli/events_test.cc.
#include "cli/command/event_console.h"

#include "cli/show/phase_words.h"
#include "text/exit_status.h"

namespace grabr {

void EventConsole::begin_stage(const run::Stage& stage) {
  ReductionConsole::begin_stage(stage);
  tell_stage(stage.doing);
}

void EventConsole::rename_stage(const std::string& doing) {
  ReductionConsole::rename_stage(doing);
  doing_ = doing;
}

void EventConsole::begin_search(const run::SearchBegin& search) {
  ReductionConsole::begin_search(search);
  tests_ = 0;
  bytes_ = search.original.size();
  pass_.clear();
  doing_ = "searching";
}

void EventConsole::tick() {
  ReductionConsole::tick();
  beat();
}

void EventConsole::on_test(const TestRecord& record) {
  ReductionConsole::on_test(record);
  if (events_ == nullptr) return;
  if (!record.cached && !record.pass.empty() && record.pass != pass_) {
    pass_ = record.pass;
    events_->pass(pass_, tests_);
  }
  tests_ = record.number;
  const bool gains = record.accepted && !record.cached;
  if (record.accepted) bytes_ = record.text.size();
  if (gains) events_->best(record);
  else beat();
}

void EventConsole::on_phase(std::string_view name) {
  ReductionConsole::on_phase(name);
  if (!name.empty()) doing_ = phase_words(name);
}

/// Not each of its runs: "checking the test: run 1 of 3" is told as "checking the test".
void EventConsole::tell_stage(const std::string& doing) {
  doing_ = doing;
  const std::string stage = doing.substr(0, doing.find(": run "));
  if (events_ == nullptr || stage == stage_) return;
  stage_ = stage;
  events_->preflight(stage);
}

void EventConsole::beat() {
  if (events_ != nullptr) events_->heartbeat(tests_, bytes_, doing_);
}

void tell_end(EventLog& events, const run::Result& result) {
  events.done(status_of(result.ended_by), result.reason, result.counts.committed,
              {{result.input, result.output ? result.output->string() : "-",
                result.form.size(result.original), result.form.size(result.text())}});
}

void tell_end(EventLog& events, const run::FolderResult& result) {
  const std::string output = (result.packed.empty() ? result.output : result.packed).string();
  events.done(status_of(result.ended_by), result.reason, result.tests,
              {{result.folder, output, result.bytes_before, result.bytes}});
}

void tell_end(EventLog& events, const run::SetResult& result) {
  std::vector<EventLog::Reduced> rows;
  for (const run::SetResult::Input& input : result.inputs) {
    rows.push_back({input.path, input.output.string(), input.bytes_before, input.bytes});
  }
  events.done(status_of(result.ended_by), result.reason, result.tests, rows);
}

}  // namespace grabr
