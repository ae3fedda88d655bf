#include "report/grammar_report.h"

#include <nlohmann/json.hpp>

#include "report/json_text.h"
#include "report/json_values.h"
#include "report/text_table.h"

namespace grabr {
namespace {

using Json = nlohmann::ordered_json;

std::string part_of(std::size_t part, std::size_t whole) {
  return whole == 0 ? "-" : std::to_string(part) + "/" + std::to_string(whole);
}

std::string speed_cell(const std::optional<double>& mb_per_s) {
  return mb_per_s ? fixed_number(*mb_per_s, 1) : "-";
}

double bytes_a_token(const GrammarRecord& record) {
  return static_cast<double>(record.bytes) / static_cast<double>(record.tokens);
}

TextRow table_cells(const GrammarRecord& record) {
  if (!record.error.empty()) return {record.key, "!"};
  return {record.key,
          fixed_number(record.load_ms, 1),
          part_of(record.accepted, record.valid),
          part_of(record.refused, record.invalid),
          std::to_string(record.bytes),
          speed_cell(record.mb_per_s),
          speed_cell(record.tree_mb_per_s),
          record.tokens > 0 ? fixed_number(bytes_a_token(record), 1) : "-",
          part_of(record.ambiguous.size(), record.searched)};
}

Json record_json(const GrammarRecord& record) {
  return {{"grammar", as_utf8(record.key)},
          {"name", as_utf8(record.name)},
          {"load_ms", record.load_ms},
          {"valid", {{"files", record.valid}, {"accepted", record.accepted}}},
          {"invalid", {{"files", record.invalid}, {"refused", record.refused}}},
          {"wrong", names_json(record.wrong)},
          {"bytes", record.bytes},
          {"tokens", record.tokens},
          {"mb_per_s", number_json(record.mb_per_s)},
          {"tree_mb_per_s", number_json(record.tree_mb_per_s)},
          {"bytes_a_token", record.tokens > 0 ? Json(bytes_a_token(record)) : Json(nullptr)},
          {"searched", record.searched},
          {"ambiguous", names_json(record.ambiguous)},
          {"error", record.error.empty() ? Json(nullptr) : Json(as_utf8(record.error))}};
}

}  // namespace

std::string grammar_table(const std::vector<GrammarRecord>& records) {
  std::vector<TextRow> rows = {{"grammar", "load ms", "accepted", "refused", "bytes", "MB/s",
                                "to tree", "bytes/token", "ambiguous"}};
  std::string notes;
  for (const GrammarRecord& record : records) {
    rows.push_back(table_cells(record));
    if (!record.error.empty()) notes += "! " + record.key + ": " + record.error + "\n";
  }
  return text_table(rows, "lrrrrrrrr") + notes;
}

std::string grammars_json(const std::vector<GrammarRecord>& records) {
  Json rows = Json::array();
  for (const GrammarRecord& record : records) rows.push_back(record_json(record));
  const Json json = {{"schema", "grabr-grammars-1"}, {"grammars", rows}};
  return json.dump(2) + "\n";
}

}  // namespace grabr
