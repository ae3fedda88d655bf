#include "report/saved/saved_report.h"

#include <algorithm>
#include <utility>

#include "oracle/process/test_json.h"
#include "report/saved/report.h"
#include "text/error.h"

namespace grabr {
namespace {

using Words = std::vector<std::string>;

[[noreturn]] void refuse(const std::string& message) { throw Error(ErrorKind::kInvalid, message); }

constexpr const char* kWhat = "a report of a reduction";

/// Also checks that it is the report of a reduction with a result to verify.
void require_report(const JsonField& json) {
  if (!json.is(JsonValue::Kind::kObject) || !json.find("schema")) {
    refuse("this is not a grabr report");
  }
  const auto schema = json.get<std::string>("schema");
  if (schema == kReportSchema) return;
  refuse("the report is of another kind: its schema is " +
         std::string(json.at("schema").written()));
}

void require_certificate(const JsonField& json) {
  if (json.value().find("output") != nullptr && !json.find("output")) {
    refuse("the report is of a reduction that ended without a result, with exit status " +
           std::to_string(json.get<int>("exit")));
  }
  if (json.find("certificate")) return;
  refuse(
      "the report has no certificate: its result passes, or its reduction ended with a test "
      "that no longer worked");
}

SavedReport::File file_of(const JsonField& json, const char* path) {
  const SavedReport::File file = {json.get<std::string>(path), json.get<std::string>("sha256")};
  if (file.path.empty()) json.at(path).refuse("the name of a file");
  return file;
}

Neighbourhood::Of neighbourhood_by_name(const std::string& name) {
  for (const auto of :
       {Neighbourhood::Of::kTree, Neighbourhood::Of::kPartialTree, Neighbourhood::Of::kUnits}) {
    if (neighbourhood_name(of) == name) return of;
  }
  refuse("unknown kind of neighbours in the certificate: " + name);
}

Certificate::Row row_of(const JsonField& json) {
  using Count = std::uint64_t;
  const Certificate::Row row = {json.get<Count>("neighbours"), json.get<Count>("tested"),
                                json.get<Count>("fail"), json.get<Count>("unresolved"),
                                json.get<Count>("protected", 0)};
  const bool adds_up =
      row.fail <= row.tested && row.tested + row.unresolved + row.forbidden <= row.neighbours;
  if (!adds_up) json.refuse("counts of neighbours that add up");
  return row;
}

Certificate certificate_of(const JsonField& json) {
  Certificate certificate;
  certificate.of = neighbourhood_by_name(json.get<std::string>("of"));
  if (const auto name = json.find("unit")) {
    const auto unit = unit_by_name(name->as<std::string>());
    if (!unit) refuse("unknown unit in the certificate: " + std::string(name->written()));
    certificate.unit = *unit;
  }
  for (const JsonField& row : json.at("kinds").items()) {
    const auto name = row.get<std::string>("kind");
    for (std::size_t kind = 0; kind < kNeighbourKinds; ++kind) {
      if (name == neighbour_kind_name(static_cast<NeighbourKind>(kind))) {
        certificate.rows[kind] = row_of(row);
      }
    }
  }
  if (const auto runs = json.find("protected")) {
    for (const JsonField& run : runs->items()) {
      certificate.forbidden.push_back(
          {run.at(0).as<std::uint64_t>(), run.at(1).as<std::uint64_t>()});
    }
  }
  certificate.complete = json.get<bool>("complete");
  return certificate;
}

SavedReport report_of(const JsonField& json) {
  require_report(json);
  require_certificate(json);
  SavedReport report;
  report.input = file_of(json.at("input"), "path");
  report.output = file_of(json.at("output"), "path");
  if (const auto grammar = json.find("grammar")) report.grammar = file_of(*grammar, "file");
  const JsonField test = json.at("oracle");
  report.test = test_from_json(test.at("test"));
  test.at("directory").read(report.directory);
  report.beside = test.get<Words>("beside", {});
  test.at("identity").read(report.identity);
  report.journal = test.get<std::string>("journal", "");
  report.certificate = certificate_of(json.at("certificate"));
  return report;
}

}  // namespace

std::vector<JsonField> last_reports(const JsonField& json) {
  if (!json.is(JsonValue::Kind::kArray)) return {json};
  const auto input_of = [](const JsonField& turn) {
    require_report(turn);
    return turn.at("input").get<std::string>("path");
  };
  std::vector<JsonField> last;
  for (const JsonField& turn : json.items()) {
    const std::string input = input_of(turn);
    const auto same = std::ranges::find(last, input, input_of);
    if (same == last.end()) last.push_back(turn);
    else *same = turn;
  }
  return last;
}

std::vector<SavedReport> read_saved_reports(const std::string& name, std::string json) {
  const JsonDocument document(name, std::move(json), kWhat);
  std::vector<SavedReport> reports;
  for (const JsonField& one : last_reports(document.root())) reports.push_back(report_of(one));
  if (reports.empty()) refuse("the report contains no reduction");
  return reports;
}

}  // namespace grabr
