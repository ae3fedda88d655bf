#include "report/tables/comparison.h"

#include <nlohmann/json.hpp>

#include "report/form/json_text.h"
#include "report/form/text_table.h"
#include "text/exit_status.h"

namespace grabr {
namespace {

using Json = nlohmann::ordered_json;

/// part / whole; nothing if `whole` is 0.
std::optional<double> share(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

std::optional<double> parsed_share(const StrategyRun& run) {
  return run.parse_known ? share(run.parsed, run.counts.committed) : std::nullopt;
}

std::optional<double> unresolved_share(const StrategyRun& run) {
  return share(run.counts.unresolved, run.counts.committed);
}

std::string percent(std::optional<double> part) {
  return part ? fixed_number(100 * *part, 1) + "%" : "-";
}

std::string nodes_text(const Measure& measure, const char* otherwise) {
  return measure.nodes ? std::to_string(*measure.nodes) : otherwise;
}

TextRow table_row(const Comparison::Row& row) {
  const StrategyRun& run = row.run;
  return {run.strategy,
          std::to_string(row.measure.bytes),
          std::to_string(row.measure.tokens),
          nodes_text(row.measure, "-"),
          std::to_string(run.counts.committed),
          percent(parsed_share(run)),
          percent(unresolved_share(run)),
          (run.guessed > 0 ? "~" : "") + fixed_number(run.alone_s(), 1),
          run.guarantee};
}

TextRow csv_row(const Comparison::Row& row) {
  const StrategyRun& run = row.run;
  const auto number = [](std::optional<double> part) {
    return part ? fixed_number(*part, 4) : std::string();
  };
  return {run.strategy,
          std::to_string(row.measure.bytes),
          std::to_string(row.measure.tokens),
          nodes_text(row.measure, ""),
          std::to_string(run.counts.committed),
          number(parsed_share(run)),
          number(unresolved_share(run)),
          fixed_number(run.alone_s(), 3),
          run.guarantee,
          run.ended};
}

Json measure_json(const Measure& m) {
  return {{"bytes", m.bytes},
          {"tokens", m.tokens},
          {"nodes", m.nodes ? Json(*m.nodes) : Json(nullptr)},
          {"sha256", m.sha256}};
}

Json row_json(const Comparison::Row& row) {
  const StrategyRun& run = row.run;
  Json json = {{"strategy", run.strategy}};
  json.update(measure_json(row.measure));
  json["tests"] = run.counts.committed;
  json["parsed"] = run.parse_known ? Json(run.parsed) : Json(nullptr);
  json["parsed_share"] = number_json(parsed_share(run));
  json["unresolved"] = run.counts.unresolved;
  json["unresolved_share"] = number_json(unresolved_share(run));
  json["seconds"] = {{"alone", run.alone_s()}, {"tests", run.test_s}, {"own", run.own_s}};
  json["guessed"] = run.guessed;
  json["shared"] = run.counts.journal;
  json["guarantee"] = run.guarantee;
  json["exit"] = status_of(run.ended_by);
  json["ended"] = run.ended.empty() ? Json(nullptr) : Json(as_utf8(run.ended));
  return json;
}

}  // namespace

std::string comparison_table(const Comparison& comparison) {
  std::vector<TextRow> rows = {{"strategy", "bytes", "tokens", "nodes", "tests", "parse",
                                "unresolved", "seconds", "guarantee"}};
  const Measure& input = comparison.input_measure;
  rows.push_back({"input", std::to_string(input.bytes), std::to_string(input.tokens),
                  nodes_text(input, "-"), "-", "-", "-", "-", ""});
  std::string notes;
  for (const Comparison::Row& row : comparison.rows) {
    rows.push_back(table_row(row));
    if (!row.run.ended.empty()) notes += row.run.strategy + ": " + row.run.ended + "\n";
  }
  return text_table(rows, "lrrrrrrrl") + notes +
         "seconds: as if each ran alone, one test at a time; answers shared with another strategy "
         "count in full,\nthose of earlier calls like an average test (~)\n";
}

std::string comparison_csv(const Comparison& comparison) {
  std::vector<TextRow> rows = {{"strategy", "bytes", "tokens", "nodes", "tests", "parsed_share",
                                "unresolved_share", "seconds", "guarantee", "ended"}};
  const Measure& input = comparison.input_measure;
  rows.push_back({"input", std::to_string(input.bytes), std::to_string(input.tokens),
                  nodes_text(input, ""), "", "", "", "", "", ""});
  for (const Comparison::Row& row : comparison.rows) rows.push_back(csv_row(row));
  return csv_table(rows);
}

std::string comparison_json(const Comparison& comparison) {
  Json input = {{"path", as_utf8(comparison.input)}};
  input.update(measure_json(comparison.input_measure));
  input["parsed"] = comparison.parsed;
  Json rows = Json::array();
  for (const Comparison::Row& row : comparison.rows) rows.push_back(row_json(row));
  Json left_out = Json::array();
  for (const Comparison::LeftOut& one : comparison.left_out) {
    left_out.push_back({{"strategy", one.strategy}, {"reason", one.reason}});
  }
  const Json json = {
      {"schema", "grabr-compare-1"},
      {"input", input},
      {"grammar", comparison.grammar ? Json(as_utf8(*comparison.grammar)) : Json(nullptr)},
      {"rows", rows},
      {"left_out", left_out},
  };
  return json.dump(2) + "\n";
}

}  // namespace grabr
