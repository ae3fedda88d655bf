#include "cli/reduction_report.h"

#include <filesystem>
#include <utility>
#include <variant>

#include "cli/saved_test.h"
#include "cli/test_options.h"
#include "reduce/certificate.h"
#include "report/report.h"
#include "text/file.h"
#include "text/hash.h"

namespace grabr {
namespace {

std::optional<Tree> parse_or_not(const Parser* parser, std::string_view text) {
  if (parser == nullptr) return std::nullopt;
  ParseResult result = parser->parse(text);
  if (auto* tree = std::get_if<Tree>(&result)) return std::move(*tree);
  return std::nullopt;
}

Report::Test described_test(const FinishedReduction& finished) {
  const ReductionJob& job = finished.job;
  Report::Test test;
  test.command = job.call.words();
  test.conditions = condition_words(job.test.conditions);
  test.options = test_option_words(job);
  test.directory = std::filesystem::current_path().string();
  test.timeout_s = finished.checks.timeout_s;
  test.jobs = finished.checks.jobs;
  test.repeat = job.test.repeat;
  test.min_hits = job.test.min_hits;
  if (job.turn) test.beside = job.turn->beside;
  test.identity = sha256_hex(finished.identity.question + finished.identity.contents);
  if (finished.journal != nullptr) test.journal = finished.journal->path().string();
  return test;
}

Report::Checks described_checks(const ChecksBefore& made) {
  const Preflight& found = made.found;
  Report::Checks checks{found.runs(), found.hits(), found.median_s, found.slowest_s,
                        !made.repeated, {}};
  for (const auto* probes : {&found.vacuous, &found.equivalent}) {
    for (const Preflight::Probed& probe : *probes) {
      checks.probes.push_back({probe.name, std::string(outcome_name(probe.result.outcome))});
    }
  }
  return checks;
}

Measure measured(const Parser* parser, std::string_view text, const Tree* tree) {
  return measure(text, tree, parser != nullptr ? &parser->grammar() : nullptr);
}

void describe_texts(const FinishedReduction& finished, Report& report) {
  const ReductionJob& job = finished.job;
  const Parser* parser = job.problem.parser.get();
  const std::optional<Tree> after = parse_or_not(parser, finished.result);
  report.input = {job.call.input, finished.input.measure};
  report.output = {output_name(job), measured(parser, finished.result, after ? &*after : nullptr)};
  report.parsed = finished.input.parsed;
  if (parser == nullptr) return;
  const Grammar& grammar = parser->grammar();
  report.grammar = Report::GrammarName{grammar.name, grammar.version, job.grammar_file.string(),
                                       grammar.file_sha256};
}

/// The unit that the search has ended with.
Unit last_unit(const ReductionJob& job) {
  return job.schedule.steps.back().unit.value_or(job.problem.unit);
}

/// By the answers that the search has asked for, and not by those in the journal: what ran ahead
/// depends on the number of jobs. Nothing where the result passes, or the test no longer works.
std::optional<Certificate> certificate_of(const FinishedReduction& finished) {
  const ReductionJob& job = finished.job;
  const bool fails = job.schedule.aim() != Aim::kPassing && finished.session.best_fails();
  if (!fails || finished.exit == Exit::kEnvironment) return std::nullopt;
  const Parser* parser = finished.input.has_tree ? job.problem.parser.get() : nullptr;
  Neighbourhood neighbours(std::string(finished.result), parser, job.problem.partial,
                           last_unit(job));
  return count_neighbours(neighbours, last_unit(job), [&](std::string_view text) {
    return finished.session.known_outcome(text);
  });
}

}  // namespace

DescribedInput described_input(const ReductionJob& job) {
  const Parser* parser = job.problem.parser.get();
  std::optional<Tree> parsed;
  if (!job.problem.tree) parsed = parse_or_not(parser, job.text);
  const Tree* tree = job.problem.tree ? &*job.problem.tree : parsed ? &*parsed : nullptr;
  return {measured(parser, job.text, tree),
          job.problem.partial ? "partial" : tree != nullptr ? "whole" : "no",
          job.problem.tree.has_value()};
}

std::string output_name(const ReductionJob& job) {
  return job.output ? job.output->string() : "-";
}

void write_report(const std::string& path, const FinishedReduction& finished) {
  Report report;
  describe_texts(finished, report);
  report.strategy = finished.job.schedule.text();
  report.unit = unit_name(finished.job.problem.unit);
  report.test = described_test(finished);
  report.checks = described_checks(finished.checks);
  report.counts = finished.session.counts();
  report.outside = finished.outside;
  report.wall_s = finished.wall_s;
  report.oracle_s = finished.checks_s + finished.session.judge().counts().waited_s;
  report.phases = finished.recorder.phases();
  report.curve = finished.recorder.curve();
  report.certificate = certificate_of(finished);
  report.exit = static_cast<int>(finished.exit);
  write_atomically(path, report_json(report));
}

}  // namespace grabr
