#include "run/reduction_report.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <variant>

#include "oracle/condition/condition_kinds.h"
#include "reduce/certify/certificate.h"
#include "report/form/json_text.h"
#include "report/saved/report.h"
#include "run/config/command_words.h"
#include "text/exit_status.h"
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

Report::Test described_test(const ReductionJob& job, const ChecksBefore& checks,
                            const OracleIdentity& identity, const Journal* journal) {
  Report::Test test;
  test.command = words_of_test(job.test);
  test.conditions = condition_words(job.test.conditions);
  test.configuration = job.test;
  test.configuration.timeout_s = checks.timeout_s;
  test.configuration.jobs = checks.jobs;
  test.directory = std::filesystem::current_path().string();
  if (job.turn) test.beside = job.turn->beside;
  test.identity = sha256_hex(identity.question + identity.files);
  if (journal != nullptr) test.journal = journal->path().string();
  return test;
}

Report::Checks described_checks(const ChecksBefore& made) {
  const Preflight& found = made.found;
  Report::Checks checks{found.runs(),    found.hits(),   found.median_s,
                        found.slowest_s, !made.repeated, {}};
  for (const auto* probes : {&found.vacuous, &found.equivalent}) {
    for (const Preflight::Probed& probe : *probes) {
      checks.probes.push_back({probe.name, std::string(outcome_name(probe.result.outcome))});
    }
  }
  return checks;
}

/// Bytes and hash refer to the file.
Measure measured(const ReductionJob& job, std::string_view text, const Tree* tree) {
  Measure result = measure(text, tree, job.problem.parser.get());
  if (job.test.encoding == Encoding::kAsIs && !job.form.is_converted()) return result;
  const std::string bytes = job.form.bytes(text);
  result.bytes = bytes.size();
  result.sha256 = sha256_hex(bytes);
  return result;
}

/// Fills in the facts that are known before the search.
void describe_job(const ReductionJob& job, const DescribedInput& input, Report& report) {
  report.strategy = job.schedule.text();
  report.unit = unit_name(job.problem.unit_or_chars());
  report.input = {job.input, input.measure};
  report.parsed = input.parsed;
  if (job.problem.parser == nullptr) return;
  const Grammar& grammar = job.problem.parser->grammar();
  report.grammar = Report::GrammarName{grammar.name, grammar.version, job.grammar_file.string(),
                                       grammar.file_sha256};
}

/// For a brief report, larger results are neither parsed nor tested for neighbours.
constexpr std::size_t kMaxBriefBytes = 10'000;  // bytes

bool is_left_out(const FinishedReduction& finished) {
  return finished.briefly && finished.result.size() > kMaxBriefBytes;
}

void describe_result(const FinishedReduction& finished, Report& report) {
  const Parser* parser = is_left_out(finished) ? nullptr : finished.job.problem.parser.get();
  const std::optional<Tree> after = parse_or_not(parser, finished.result);
  report.output = {output_name(finished.job),
                   measured(finished.job, finished.result, after ? &*after : nullptr)};
}

/// The unit with which the search ended.
Unit last_unit(const ReductionJob& job) {
  return job.schedule.steps.back().unit.value_or(job.problem.unit_or_chars());
}

constexpr std::size_t kMaxNeighboursReported = 1'000;  // in a report

/// Uses only answers that the search asked for, not all in the journal: speculative ones depend on
/// the number of jobs. Nothing if the result passes, or the test no longer works.
std::optional<Certificate> certificate_of(const FinishedReduction& finished,
                                          std::vector<TriedNeighbour>& tried) {
  const ReductionJob& job = finished.job;
  const bool fails = job.schedule.aim() != Aim::kPassing && finished.session.best_fails();
  if (!fails || finished.ended_by == ErrorKind::kEnvironment) return std::nullopt;
  if (is_left_out(finished)) return std::nullopt;
  const Parser* parser = finished.input.has_tree ? job.problem.parser.get() : nullptr;
  Neighbourhood neighbours(std::string(finished.result), parser, job.problem.partial,
                           last_unit(job));
  const auto known = [&](std::string_view text) { return finished.session.known_outcome(text); };
  const auto note = [&](const Neighbour& neighbour, std::optional<Outcome> outcome) {
    const std::string& text = neighbour.candidate.text;
    tried.push_back({change_between(finished.result, text),
                     std::string(neighbour_kind_name(neighbour.kind)),
                     outcome ? std::string(outcome_name(*outcome)) : "protected",
                     finished.numbers_of_tests.of(text),
                     {}});
    if (tried.size() == 8 * kMaxNeighboursReported) keep_narrow(tried, kMaxNeighboursReported);
  };
  Certificate certificate =
      count_neighbours(neighbours, last_unit(job), known, job.problem.protection.get(), note);
  keep_narrow(tried, kMaxNeighboursReported);
  return certificate;
}

}  // namespace

DescribedInput described_input(const ReductionJob& job, bool briefly) {
  const Parser* parser = job.problem.parser.get();
  std::optional<Tree> parsed;
  if (!job.problem.tree && !briefly) parsed = parse_or_not(parser, job.text);
  const Tree* tree = job.problem.tree ? &*job.problem.tree : parsed ? &*parsed : nullptr;
  return {measured(job, job.text, tree),
          job.problem.partial ? "partial"
          : tree != nullptr   ? "whole"
                              : "no",
          job.problem.tree.has_value()};
}

std::string output_name(const ReductionJob& job) { return job.output ? job.output->string() : "-"; }

std::string report_text(const FinishedReduction& finished) {
  Report report;
  describe_job(finished.job, finished.input, report);
  describe_result(finished, report);
  report.test = described_test(finished.job, finished.checks, finished.identity, finished.journal);
  report.checks = described_checks(finished.checks);
  report.counts = finished.session.counts();
  report.outside = finished.outside;
  report.wall_s = finished.wall_s;
  report.oracle_s = finished.checks_s + finished.session.judge().counts().waited_s;
  report.phases = finished.recorder.phases();
  report.passes = finished.recorder.passes();
  report.curve = finished.recorder.curve();
  report.rate = finished.rate;
  report.numbers = finished.numbers;
  report.rejections = finished.rejections;
  report.steps_back = finished.steps_back;
  report.failure_before = finished.failure_before;
  report.failure_after = finished.failure_after;
  report.certificate = certificate_of(finished, report.neighbours);
  report.call = finished.call;
  report.by_hand = finished.session.interventions();
  report.exit = status_of(finished.ended_by);
  report.reason = finished.reason;
  return report_json(report);
}

void write_report(const std::string& path, const FailedReduction& failed) {
  Report report;
  describe_job(failed.job, failed.input, report);
  report.has_result = false;
  report.test = described_test(failed.job, failed.checks, failed.identity, nullptr);
  report.checks = described_checks(failed.checks);
  report.wall_s = failed.wall_s;
  report.oracle_s =
      std::min(failed.wall_s, failed.checks.found.median_s * failed.checks.found.runs());
  report.call = failed.call;
  report.exit = status_of(failed.kind);
  report.reason = failed.reason;
  save_report(path, report);
}

void write_early_report(const std::string& report, bool several, const Error& error) {
  if (report.empty()) return;
  nlohmann::ordered_json json = {{"schema", kReportSchema},
                                 {"input", nullptr},
                                 {"output", nullptr},
                                 {"exit", status_of(error.kind())},
                                 {"reason", as_utf8(error.what())}};
  if (several) json = nlohmann::ordered_json::array({json});
  write_atomically(report, json.dump(2) + "\n");
}

}  // namespace grabr
