#include "cli/reduction.h"

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <system_error>

#include "cli/auto_timeout.h"
#include "cli/interruption.h"
#include "cli/passing_original.h"
#include "cli/progress.h"
#include "cli/reduction_job.h"
#include "cli/save_best.h"
#include "report/report.h"
#include "report/trace.h"
#include "text/error.h"
#include "text/file.h"
#include "text/hash.h"

namespace grabr {
namespace {

/// How the search ended.
struct Ending {
  Exit exit = Exit::kFinished;
  std::string reason;  ///< why it ended early
};

/// One run: the chain of oracles, the session, and who watches it.
class Run {
 public:
  Run(const ReduceOptions& options, const ReductionJob& job)
      : options_(options),
        job_(job),
        process_({.command = job.call.command,
                  .original = job.call.input,
                  .timeout_s = options.timeout_s.value_or(AutoTimeout::kFirst_s)}),
        limited_(process_, !options.timeout_s),
        timed_(limited_),
        oracle_(timed_),
        session_(oracle_, job.text, job.strategy->cache),
        stop_(options.max_time_s) {
    session_.max_tests = options.max_tests;
    add_observers();
  }

  int reduce() {
    const Ending ending = search();
    if (progress_) progress_->clear();
    if (save_) save_->finish(session_.best());
    write_report(ending);
    if (!save_) std::cout << session_.best() << std::flush;
    summarise(ending);
    return static_cast<int>(ending.exit);
  }

 private:
  void add_observers() {
    const Grammar* grammar = job_.problem.parser ? &job_.problem.parser->grammar() : nullptr;
    const auto count_tokens = [grammar](std::string_view text) {
      return count_text_tokens(text, grammar);
    };
    if (!options_.trace.empty()) trace_.emplace(options_.trace, options_.trace_cached);
    if (job_.output) save_.emplace(*job_.output, job_.text, options_.in_place);
    if (!options_.report.empty()) recorder_.emplace(job_.text, count_tokens);
    if (!options_.quiet) progress_.emplace(job_.text, count_tokens, progress_options(options_.verbose));
    if (trace_) session_.add_observer(&*trace_);
    if (save_) session_.add_observer(&*save_);
    if (recorder_) session_.add_observer(&*recorder_);
    if (progress_) session_.add_observer(&*progress_);
    session_.add_observer(&stop_);
  }

  /// What ends the search after the original has failed keeps the best; anything before it ends
  /// the command.
  Ending search() {
    const Interruption interruption(process_);
    try {
      run_strategy(*job_.strategy, session_, job_.problem);
      return {};
    } catch (const Error& error) {
      if (progress_) progress_->clear();
      if (error.exit() == Exit::kDoesNotFail) refuse_original();
      if (!session_.best_fails()) throw;
      return {error.exit(), error.what()};
    }
  }

  [[noreturn]] void refuse_original() {
    const std::string message =
        explain_passing_original(process_, timed_.last(), job_.call, job_.text, timeout_s());
    Interruption::check();
    throw Error(Exit::kDoesNotFail, message);
  }

  double timeout_s() const { return options_.timeout_s.value_or(limited_.chosen_s()); }

  std::string output_name() const { return job_.output ? job_.output->string() : "-"; }

  void summarise(const Ending& ending) const {
    const bool broke = ending.exit == Exit::kFailure;
    if (options_.quiet && !broke) return;
    if (!ending.reason.empty()) {
      std::cerr << "grabr: " << ending.reason << "; the best so far is kept\n";
    }
    const double percent =
        100 * static_cast<double>(session_.best().size()) / static_cast<double>(job_.text.size());
    char numbers[160];
    std::snprintf(numbers, sizeof numbers, "%zu → %zu bytes (%.1f%%), %llu tests, %.1f s",
                  job_.text.size(), session_.best().size(), percent,
                  static_cast<unsigned long long>(session_.counts().committed),
                  seconds_between(start_, Clock::now()));
    std::cerr << "grabr: " << job_.call.input << ": " << numbers << "; the result is "
              << (job_.output ? "in " + output_name() : "on standard output") << std::endl;
  }

  void write_report(const Ending& ending) const;
  Report::File measured(const std::string& path, std::string_view text, const Tree* tree) const;

  const ReduceOptions& options_;
  const ReductionJob& job_;
  Clock::time_point start_ = Clock::now();
  ProcessOracle process_;
  AutoTimeout limited_;
  TimedOracle timed_;
  InterruptibleOracle oracle_;
  Session session_;
  StopCheck stop_;
  std::optional<TraceWriter> trace_;
  std::optional<SaveBest> save_;
  std::optional<Recorder> recorder_;
  std::optional<Progress> progress_;
};

std::optional<Tree> parse_or_not(const Parser* parser, std::string_view text) {
  if (parser == nullptr) return std::nullopt;
  ParseResult result = parser->parse(text);
  if (auto* tree = std::get_if<Tree>(&result)) return std::move(*tree);
  return std::nullopt;
}

/// Two runs with the same identity ask the same test: its words, and the files that they name.
std::string identity_of(const Words& command) {
  std::string all;
  for (const std::string& word : command) {
    std::error_code ignored;
    all += word + '\0';
    if (std::filesystem::is_regular_file(word, ignored)) all += sha256_hex(read_file(word)) + '\0';
  }
  return sha256_hex(all);
}

Report::File Run::measured(const std::string& path, std::string_view text, const Tree* tree) const {
  const Parser* parser = job_.problem.parser.get();
  return {path, measure(text, tree, parser != nullptr ? &parser->grammar() : nullptr)};
}

void Run::write_report(const Ending& ending) const {
  if (!recorder_) return;
  const Parser* parser = job_.problem.parser.get();
  const std::optional<Tree> before =
      job_.problem.tree ? job_.problem.tree : parse_or_not(parser, job_.text);
  const std::optional<Tree> after = parse_or_not(parser, session_.best());
  Report report;
  report.input = measured(job_.call.input, job_.text, before ? &*before : nullptr);
  report.output = measured(output_name(), session_.best(), after ? &*after : nullptr);
  if (parser != nullptr) {
    const Grammar& grammar = parser->grammar();
    report.grammar = Report::GrammarName{grammar.name, grammar.version, job_.grammar_file.string(),
                                         grammar.file_sha256};
  }
  report.parsed = job_.problem.partial ? "partial" : before ? "whole" : "no";
  report.strategy = job_.strategy->name;
  report.unit = unit_name(job_.problem.unit);
  report.test = {job_.call.command, timeout_s(), identity_of(job_.call.command)};
  report.counts = session_.counts();
  report.wall_s = recorder_->seconds();
  report.oracle_s = timed_.seconds();
  report.phases = recorder_->phases();
  report.curve = recorder_->curve();
  report.exit = static_cast<int>(ending.exit);
  write_atomically(options_.report, report_json(report));
}

}  // namespace

int run_reduction(const ReduceOptions& options, const std::optional<Words>& after_dashes) {
  const ReductionJob job = prepare_job(options, after_dashes);
  return Run(options, job).reduce();
}

}  // namespace grabr
