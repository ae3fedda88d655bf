// `grabr reduce`: declares its options and runs the reduction. Tested by tests/cli/events_test.cc.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/command/bug_list.h"
#include "cli/command/reduction_summary.h"
#include "cli/commands.h"
#include "cli/line/invocation.h"
#include "cli/options/config_of.h"
#include "cli/options/reduce_options.h"
#include "cli/options/reduction_options.h"
#include "cli/options/saved_test.h"
#include "cli/options/test_options.h"
#include "cli/show/interruption.h"
#include "cli/show/progress.h"
#include "cli/show/strategies.h"
#include "oracle/condition/failure_signature.h"
#include "report/trace/event_log.h"
#include "run/files/save_best.h"
#include "run/reduce.h"
#include "run/reduction_report.h"
#include "run/several/folder.h"
#include "run/several/round_robin.h"
#include "text/exit_status.h"

namespace grabr {
namespace {

/// The console of a reduction that also reports events to other programs
/// (report/trace/event_log.h).
class EventConsole : public ReductionConsole {
 public:
  /// `events`: null without --events.
  EventConsole(const ReduceOptions& options, Ui ui, const std::string& input, EventLog* events)
      : ReductionConsole(options, ui, input), events_(events) {}

  void begin_stage(const run::Stage& stage) override;
  void rename_stage(const std::string& doing) override;
  void begin_search(const run::SearchBegin& search) override;
  void tick() override;
  void on_test(const TestRecord& record) override;
  void on_phase(std::string_view name) override;

 private:
  void tell_stage(const std::string& doing);
  void beat();

  EventLog* events_;
  std::string doing_;
  std::string stage_;  ///< the last stage that was reported
  std::string pass_;   ///< the pass that asked last
  std::uint64_t tests_ = 0;
  std::optional<std::uint64_t> bytes_;
};

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

/// "checking the test: run 1 of 3" is reported as "checking the test", once for all runs.
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

/// The last event of a reduction with a result.
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

/// Summarises the user's interventions in a reduction in turns: the result of one input has its
/// own.
void end_view(Console& console) {
  console.close_view();
  if (console.was_steered()) say_line(words_on_hands({"passes were left out"}));
}

/// Makes bugs, in OUTPUT.bugs, of the other failures that the reduction came across.
void reduce_others(const ReduceOptions& options, const run::Config& config,
                   const run::Result& result) {
  run::TriageConfig triage;
  triage.reduction = config;
  run::Test& test = triage.reduction.test;
  test.process.conditions = test.process.conditions.with_own({});
  test.plain_command = true;
  test.process.timeout_s = options.timeout_s.value_or(kTriageTimeout_s);
  triage.reduction.limits.timeout_s = test.process.timeout_s;
  triage.reduction.input.text.reset();
  for (const OtherFailure& other : result.others) triage.inputs.push_back(other.file.string());
  triage.folder = std::filesystem::absolute(result.output.value_or(result.input));
  triage.folder += ".bugs";
  triage.every_bug = true;
  list_bugs(options, std::move(triage));
}

int run_reduction(const ReduceOptions& options, const Call& call, EventLog* events) {
  run::Config config = with_early_report(options.report, !call.further_inputs.empty(),
                                         [&] { return config_of(options, call); });
  config.output.call = words_of_process();
  auto& same_crash = config.test.process.conditions.same_crash;
  if (options.every_bug && same_crash.empty()) same_crash = {kFramesToCompare};
  const auto is_standard_output = [](const std::string& path) { return path == "/dev/stdout"; };
  const bool shares_output = is_standard_output(options.trace) ||
                             is_standard_output(options.report) ||
                             is_standard_output(options.events);
  EventConsole console(options, choose_ui(options.ui, shares_output), call.input, events);
  StopSignals signals;
  const StopToken stop(signals);
  if (run::is_folder(config)) {
    const run::FolderResult result = run::reduce_folder(config, console, stop);
    end_view(console);
    sum_up(options, result);
    if (events != nullptr) tell_end(*events, result);
    return status_of(result.ended_by);
  }
  if (config.input.further.empty()) {
    const run::Result result = run::reduce(config, console, stop);
    if (events != nullptr) tell_end(*events, result);
    if (options.every_bug && !result.others.empty() && !is_by_signal(result.ended_by)) {
      reduce_others(options, config, result);
    }
    return status_of(result.ended_by);
  }
  const run::SetResult result = run::reduce_set(config, console, stop);
  end_view(console);
  sum_up(options, result);
  if (events != nullptr) tell_end(*events, result);
  return status_of(result.ended_by);
}

/// Throws if an output would replace an input file or another output.
void refuse_clashes(const ReduceOptions& options, const Call& call) {
  namespace fs = std::filesystem;
  std::set<fs::path> outputs = {fs::absolute(options.in_place         ? fs::path(call.input)
                                             : options.output.empty() ? reduced_path(call.input)
                                                                      : fs::path(options.output))
                                    .lexically_normal()};
  for (const std::string* file : {&options.report, &options.trace, &options.events}) {
    if (file->empty() || *file == "-") continue;
    require_not_read(*file);
    if (outputs.insert(fs::absolute(*file).lexically_normal()).second || !can_be_replaced(*file))
      continue;
    throw Error(ErrorKind::kInvalid,
                shown_name(*file) + " is named for two outputs\nhint: give each its own file");
  }
}

/// Writes events to a file of lines, including an end without a result.
int run_with_events(const ReduceOptions& options, const Call& call) {
  if (options.events.empty()) return run_reduction(options, call, nullptr);
  EventLog events(options.events);
  std::vector<std::string> inputs = {call.input};
  inputs.insert(inputs.end(), call.further_inputs.begin(), call.further_inputs.end());
  events.start(inputs, options.strategy);
  int status = 0;
  try {
    status = run_reduction(options, call, &events);
  } catch (const Error& error) {
    events.refused(error, status_of(error.kind()));
    throw;
  }
  if (!events.is_whole()) say_line("not all events could be written to " + options.events);
  return status;
}

}  // namespace

CommandAction declare_reduce(CLI::App& app) {
  struct Options : ReduceOptions {
    bool list_strategies = false;
    std::string explain;
  };
  auto options = std::make_shared<Options>();
  declare_reduce_options(app, *options);
  app.add_option("--events", options->events,
                 "Write each step to FILE as it is taken, as JSON Lines; -: to standard output")
      ->type_name("FILE")
      ->group(kLookingGroup);
  declare_every_bug(app, *options,
                    "Also reduce other failures that the search finds, into OUTPUT.bugs, as triage "
                    "does. Implies --same-crash");
  // Other names of `grabr strategies`; no help lists them.
  app.add_flag("--list-strategies", options->list_strategies)->group("");
  app.add_option("--explain", options->explain)->group("");
  return [options](const std::optional<Words>& given) {
    if (options->list_strategies) return list_strategies();
    if (!options->explain.empty()) return explain_strategy(options->explain);
    const std::optional<Words> after_dashes = with_recipe(*options, given);
    if (options->emit_script) return emit_script(*options, after_dashes);
    const Call call = call_of(*options, after_dashes, true);
    prepare_for_standard_input(*options, call);
    give_standard_output(*options, options->output == "-");
    refuse_clashes(*options, call);
    note_many_jobs(*options);
    return run_with_events(*options, call);
  };
}

}  // namespace grabr
