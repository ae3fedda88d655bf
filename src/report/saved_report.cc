#include "report/saved_report.h"

#include <nlohmann/json.hpp>

#include "report/report.h"
#include "text/error.h"

namespace grabr {
namespace {

using ParsedJson = nlohmann::json;

[[noreturn]] void refuse(const std::string& message) { throw Error(Exit::kUsage, message); }

ParsedJson parse_report(std::string_view text) {
  const ParsedJson json = ParsedJson::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_array()) {
    refuse("the report is of several inputs, each reduced beside the others as they were then: "
           "only reports of one input can be verified");
  }
  if (!json.is_object() || !json.contains("schema")) refuse("this is no report of grabr");
  if (json.at("schema") != kReportSchema) {
    refuse("the report is of another kind: its schema is " + json.at("schema").dump());
  }
  if (!json.contains("certificate") || json.at("certificate").is_null()) {
    refuse("the report has no certificate: its result passes, or its reduction ended with a test "
           "that no longer worked");
  }
  return json;
}

SavedReport::File file_of(const ParsedJson& json, const char* path) {
  return {json.at(path), json.at("sha256")};
}

Neighbourhood::Of neighbourhood_by_name(const std::string& name) {
  for (const auto of : {Neighbourhood::Of::kTree, Neighbourhood::Of::kPartialTree,
                        Neighbourhood::Of::kUnits}) {
    if (neighbourhood_name(of) == name) return of;
  }
  refuse("the certificate is of neighbours unknown here: " + name);
}

Certificate::Row row_of(const ParsedJson& json) {
  return {json.at("neighbours"), json.at("tested"), json.at("fail"), json.at("unresolved")};
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
  certificate.complete = json.at("complete");
  return certificate;
}

SavedReport report_of(const ParsedJson& json) {
  SavedReport report;
  report.input = file_of(json.at("input"), "path");
  report.output = file_of(json.at("output"), "path");
  if (json.at("grammar").is_object()) report.grammar = file_of(json.at("grammar"), "file");
  const ParsedJson& test = json.at("oracle");
  test.at("command").get_to(report.command);
  test.at("options").get_to(report.options);
  report.directory = test.at("directory");
  report.timeout_s = test.at("timeout").is_null() ? 0 : test.at("timeout").get<double>();
  report.jobs = test.at("jobs");
  report.identity = test.at("identity");
  if (test.at("journal").is_string()) report.journal = test.at("journal");
  report.certificate = certificate_of(json.at("certificate"));
  return report;
}

}  // namespace

SavedReport read_saved_report(std::string_view json) {
  const ParsedJson parsed = parse_report(json);
  try {
    return report_of(parsed);
  } catch (const ParsedJson::exception& error) {
    refuse("the report is not as grabr writes it: " + std::string(error.what()));
  }
}

}  // namespace grabr
