#include "report/saved/report.h"

#include <sys/utsname.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "oracle/process/test_json.h"
#include "report/form/json_text.h"
#include "text/build.h"
#include "text/file.h"
#include "text/utf8.h"

namespace grabr {
namespace {

using Json = nlohmann::ordered_json;

Json file_json(const Report::File& file) {
  const Measure& m = file.measure;
  return {{"path", as_utf8(file.path)}, {"bytes", m.bytes},
          {"tokens", m.tokens},         {"nodes", m.nodes ? Json(*m.nodes) : Json(nullptr)},
          {"lines", m.lines},           {"sha256", m.sha256}};
}

Json grammar_json(const std::optional<Report::GrammarName>& grammar) {
  if (!grammar) return nullptr;
  return {{"name", as_utf8(grammar->name)},
          {"version", as_utf8(grammar->version)},
          {"file", as_utf8(grammar->file)},
          {"sha256", grammar->sha256}};
}

Json shown_words(const std::vector<std::string>& words) {
  Json array = Json::array();
  for (const std::string& word : words) array.push_back(as_utf8(word));
  return array;
}

Json oracle_json(const Report::Test& test) {
  Json conditions = shown_words(test.conditions);
  if (conditions.empty()) conditions.push_back("exit 0");
  const double limit_s = test.configuration.timeout_s;
  return {{"command", shown_words(test.command)},
          {"conditions", conditions},
          {"test", test_json(test.configuration)},
          {"directory", as_utf8(test.directory)},
          {"timeout", limit_s > 0 ? Json(limit_s) : Json(nullptr)},
          {"jobs", test.configuration.jobs},
          {"repeat", test.configuration.repeat},
          {"min_hits", test.configuration.min_hits},
          {"beside", shown_words(test.beside)},
          {"identity", test.identity},
          {"journal", test.journal.empty() ? Json(nullptr) : Json(as_utf8(test.journal))}};
}

Json checks_json(const Report::Checks& checks) {
  Json probes = Json::array();
  for (const Report::Checks::Probe& probe : checks.probes) {
    probes.push_back({{"name", as_utf8(probe.name)}, {"outcome", probe.outcome}});
  }
  return {{"runs", checks.runs},         {"hits", checks.hits},
          {"median_s", checks.median_s}, {"slowest_s", checks.slowest_s},
          {"earlier", checks.earlier},   {"probes", probes}};
}

Json outside_json(const std::optional<OutsideTests>& outside) {
  if (!outside) return nullptr;
  return {{"tests", outside->tests}, {"read", outside->read}, {"rejected", outside->rejected}};
}

Json counts_json(const TestCounts& counts, const std::optional<OutsideTests>& outside) {
  return {{"committed", counts.committed},
          {"preflight", counts.preflight},
          {"executed", counts.executed},
          {"cached", counts.cached},
          {"journal", counts.journal},
          {"canary", counts.canary},
          {"fail", counts.fail},
          {"pass", counts.pass},
          {"unresolved", counts.unresolved},
          {"timeout", counts.timeout},
          {"infrastructure", counts.infrastructure},
          {"outside_grammar", outside_json(outside)}};
}

Json rejections_json(const std::vector<Rejections>& rejections) {
  Json rows = Json::array();
  for (const Rejections& by : rejections) {
    rows.push_back({{"command", as_utf8(by.command)}, {"tests", by.tests}});
  }
  return rows;
}

/// log2 C(n, k): the yes/no answers needed to tell which k of n tokens stay, if nothing is known
/// about them; rounded to a tenth. Nothing without a result.
Json bits_json(const Report& report) {
  if (!report.has_result) return nullptr;
  const auto n = static_cast<double>(report.input.measure.tokens);
  const auto k = std::min(static_cast<double>(report.output.measure.tokens), n);
  const double bits =
      (std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1)) / std::log(2);
  return std::round(10 * bits) / 10;
}

Json failure_json(const Report& report) {
  if (report.failure_before.empty()) return nullptr;
  return {{"before", as_utf8(report.failure_before)},
          {"after",
           report.failure_after.empty() ? Json(nullptr) : Json(as_utf8(report.failure_after))}};
}

Json by_hand_json(const std::vector<Intervention>& by_hand) {
  Json rows = Json::array();
  for (const Intervention& one : by_hand) {
    rows.push_back({{"after_test", one.test}, {"what", as_utf8(one.words)}});
  }
  return rows;
}

Json phases_json(const std::vector<PhaseRow>& phases) {
  Json rows = Json::array();
  for (const PhaseRow& phase : phases) {
    rows.push_back({{"name", as_utf8(phase.name)},
                    {"tests", phase.tests},
                    {"successes", phase.successes},
                    {"tokens_removed", phase.tokens_removed},
                    {"bytes_removed", phase.bytes_removed},
                    {"seconds", phase.seconds}});
  }
  return rows;
}

Json curve_json(const std::vector<CurvePoint>& curve) {
  Json points = Json::array();
  for (const CurvePoint& point : curve) {
    const double seconds = std::round(1e4 * point.seconds) / 1e4;
    points.push_back(Json::array({point.tests, seconds, point.bytes, point.tokens}));
  }
  return points;
}

Json row_json(std::string_view kind, const Certificate::Row& row) {
  Json json = {{"kind", kind},     {"neighbours", row.neighbours}, {"tested", row.tested},
               {"fail", row.fail}, {"unresolved", row.unresolved}, {"not_asked", row.not_asked()}};
  if (row.forbidden > 0) json["protected"] = row.forbidden;
  return json;
}

/// The reason for "minimal": false in the report; nothing if it is true.
Json why_not_minimal(const Certificate& certificate) {
  const Certificate::Row all = certificate.total();
  const std::string of_all = " of " + std::to_string(all.neighbours) + " neighbours ";
  if (certificate.minimal()) return nullptr;
  if (all.fail > 0) return std::to_string(all.fail) + of_all + "fail, too";
  if (!certificate.complete) return "there are more neighbours than were counted";
  if (all.not_asked() > 0) {
    return std::to_string(all.not_asked()) + of_all + "were not tested; grabr verify tests them";
  }
  return std::to_string(all.unresolved) + of_all + "cannot be decided: unresolved";
}

/// For a flaky test: how often the result fails.
Json numbers_json(const Numbers& numbers) {
  return {{"before", numbers.before ? Json(*numbers.before) : Json(nullptr)},
          {"after", *numbers.after}};
}

Json rate_json(const Hits& rate, unsigned steps_back) {
  return {{"runs", rate.runs},
          {"hits", rate.hits},
          {"at_least", least_rate(rate)},
          {"confidence", kConfidence},
          {"steps_back", steps_back}};
}

Json certificate_json(const std::optional<Certificate>& certificate) {
  if (!certificate) return nullptr;
  Json rows = Json::array();
  for (std::size_t kind = 0; kind < kNeighbourKinds; ++kind) {
    rows.push_back(
        row_json(neighbour_kind_name(static_cast<NeighbourKind>(kind)), certificate->rows[kind]));
  }
  const Certificate::Row all = certificate->total();
  const bool of_units = certificate->of == Neighbourhood::Of::kUnits;
  Json json = {{"of", neighbourhood_name(certificate->of)},
               {"unit", of_units ? Json(unit_name(certificate->unit)) : Json(nullptr)},
               {"kinds", rows},
               {"neighbours", all.neighbours},
               {"tested", all.tested},
               {"fail", all.fail},
               {"unresolved", all.unresolved},
               {"not_asked", all.not_asked()},
               {"complete", certificate->complete},
               {"minimal", certificate->minimal()},
               {"why_not_minimal", why_not_minimal(*certificate)}};
  if (!certificate->forbidden.empty()) {
    Json& runs = json["protected"] = Json::array();
    for (const NumberRun& run : certificate->forbidden) {
      runs.push_back(Json::array({run.first, run.count}));
    }
  }
  return json;
}

Json neighbours_json(const std::vector<TriedNeighbour>& neighbours) {
  Json rows = Json::array();
  for (const TriedNeighbour& one : neighbours) {
    rows.push_back({{"at", {one.change.begin, one.change.end}},
                    {"by", bytes_as_points(one.change.by)},
                    {"kind", one.kind},
                    {"outcome", one.outcome},
                    {"test", one.test ? Json(*one.test) : Json(nullptr)}});
  }
  return rows;
}

Json environment_json() {
  utsname system{};
  uname(&system);
  return {{"grabr", build_version()},
          {"compiler", __VERSION__},
          {"cpus", std::thread::hardware_concurrency()},
          {"os", std::string(system.sysname) + " " + system.release + " " + system.machine}};
}

}  // namespace

std::string report_json(const Report& report) {
  Json json = {
      {"schema", kReportSchema},
      {"input", file_json(report.input)},
      {"output", report.has_result ? file_json(report.output) : Json(nullptr)},
      {"grammar", grammar_json(report.grammar)},
      {"parsed", report.parsed},
      {"strategy", report.strategy},
      {"unit", report.unit},
      {"oracle", oracle_json(report.test)},
      {"preflight", checks_json(report.checks)},
      {"tests", counts_json(report.counts, report.outside)},
      {"bits", bits_json(report)},
      {"seconds",
       {{"wall", report.wall_s},
        {"oracle", report.oracle_s},
        {"own", report.wall_s - report.oracle_s}}},
      {"phases", phases_json(report.phases)},
      {"passes", phases_json(report.passes)},
      {"curve", curve_json(report.curve)},
      {"certificate", certificate_json(report.certificate)},
      {"neighbours", neighbours_json(report.neighbours)},
      {"call", shown_words(report.call)},
      {"environment", environment_json()},
      {"failure", failure_json(report)},
      {"exit", report.exit},
      {"reason", report.reason.empty() ? Json(nullptr) : Json(as_utf8(report.reason))},
  };
  if (report.numbers.after) json["number"] = numbers_json(report.numbers);
  if (!report.rejections.empty()) json["rejected_by"] = rejections_json(report.rejections);
  if (!report.by_hand.empty()) json["by_hand"] = by_hand_json(report.by_hand);
  if (report.rate) json["rate"] = rate_json(*report.rate, report.steps_back);
  return json.dump(2) + "\n";
}

void save_report(const std::string& path, const Report& report) {
  write_atomically(path, report_json(report));
}

}  // namespace grabr
