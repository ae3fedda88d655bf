#include "report/saved/saved_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "oracle/process/test_json.h"
#include "report/saved/first_form.h"
#include "report/saved/report.h"
#include "text/error.h"

namespace grabr {
namespace {

using ParsedJson = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& message) { throw Error(ErrorKind::kInvalid, message); }

void require_report(const ParsedJson& json) {
  if (!json.is_object() || !json.contains("schema")) refuse("this is not a grabr report");
  if (json.at("schema") != kReportSchema && json.at("schema") != kFirstReportSchema) {
    refuse("the report is of another kind: its schema is " + json.at("schema").dump());
  }
}

void require_certificate(const ParsedJson& json) {
  if (json.contains("output") && json.at("output").is_null()) {
    refuse("the report is of a reduction that ended without a result, with exit status " +
           json.at("exit").dump());
  }
  if (json.contains("certificate") && !json.at("certificate").is_null()) return;
  refuse(
      "the report has no certificate: its result passes, or its reduction ended with a test "
      "that no longer worked");
}

/// What comes later in the array takes the place of an earlier turn of the same input.
std::vector<ParsedJson> last_turns(const ParsedJson& turns) {
  std::vector<ParsedJson> last;
  for (const ParsedJson& turn : turns) {
    require_report(turn);
    const auto same = std::find_if(last.begin(), last.end(), [&](const ParsedJson& other) {
      return other.at("input").at("path") == turn.at("input").at("path");
    });
    if (same == last.end()) last.push_back(turn);
    else *same = turn;
  }
  return last;
}

SavedReport::File file_of(const ParsedJson& json, const char* path) {
  return {json.at(path), json.at("sha256")};
}

Neighbourhood::Of neighbourhood_by_name(const std::string& name) {
  for (const auto of :
       {Neighbourhood::Of::kTree, Neighbourhood::Of::kPartialTree, Neighbourhood::Of::kUnits}) {
    if (neighbourhood_name(of) == name) return of;
  }
  refuse("the certificate is of neighbours unknown here: " + name);
}

Certificate::Row row_of(const ParsedJson& json) {
  return {json.at("neighbours"), json.at("tested"), json.at("fail"), json.at("unresolved"),
          json.value("protected", std::uint64_t{0})};
}

Certificate certificate_of(const ParsedJson& json) {
  Certificate certificate;
  certificate.of = neighbourhood_by_name(json.at("of"));
  if (json.at("unit").is_string()) {
    const auto unit = unit_by_name(json.at("unit").get<std::string>());
    if (!unit) refuse("the certificate is of a unit unknown here: " + json.at("unit").dump());
    certificate.unit = *unit;
  }
  for (const ParsedJson& row : json.at("kinds")) {
    for (std::size_t kind = 0; kind < kNeighbourKinds; ++kind) {
      const std::string_view name = neighbour_kind_name(static_cast<NeighbourKind>(kind));
      if (row.at("kind") == name) certificate.rows[kind] = row_of(row);
    }
  }
  if (json.contains("protected")) {
    for (const ParsedJson& run : json.at("protected")) {
      certificate.forbidden.push_back({run.at(0), run.at(1)});
    }
  }
  certificate.complete = json.at("complete");
  return certificate;
}

ProcessOracleOptions test_of_first_form(const ParsedJson& json) {
  const std::vector<std::string> options = json.at("options");
  ProcessOracleOptions test = test_from_words(json.at("command"), options);
  test.timeout_s = json.at("timeout").is_null() ? 0 : json.at("timeout").get<double>();
  test.jobs = json.at("jobs");
  return test;
}

SavedReport report_of(const ParsedJson& json) {
  require_report(json);
  require_certificate(json);
  SavedReport report;
  report.input = file_of(json.at("input"), "path");
  report.output = file_of(json.at("output"), "path");
  if (json.at("grammar").is_object()) report.grammar = file_of(json.at("grammar"), "file");
  const ParsedJson& test = json.at("oracle");
  report.first_form = json.at("schema") == kFirstReportSchema;
  report.test = report.first_form ? test_of_first_form(test) : test_from_json(test.at("test"));
  report.directory = test.at("directory");
  if (test.contains("beside")) test.at("beside").get_to(report.beside);
  report.identity = test.at("identity");
  if (test.at("journal").is_string()) report.journal = test.at("journal");
  report.certificate = certificate_of(json.at("certificate"));
  return report;
}

}  // namespace

std::vector<SavedReport> read_saved_reports(std::string_view json) {
  const ParsedJson parsed = ParsedJson::parse(json, nullptr, /*allow_exceptions=*/false);
  if (parsed.is_array() && parsed.empty()) refuse("the report is of no reduction");
  try {
    if (!parsed.is_array()) return {report_of(parsed)};
    std::vector<SavedReport> reports;
    for (const ParsedJson& turn : last_turns(parsed)) reports.push_back(report_of(turn));
    return reports;
  } catch (const ParsedJson::exception& error) {
    refuse("the report is not as grabr writes it: " + std::string(error.what()));
  }
}

}  // namespace grabr
