#include "report/grammar_report.h"

#include <nlohmann/json.hpp>

#include "report/json_text.h"
#include "report/text_table.h"

namespace grabr {
namespace {

using Json = nlohmann::ordered_json;

std::string part_of(std::size_t part, std::size_t whole) {
  return whole == 0 ? "-" : std::to_string(part) + "/" + std::to_string(whole);
}

std::string ambiguity_word(const GrammarRecord& record) {
  if (record.searched == 0) return "-";
  return record.ambiguous.empty() ? "no" : "yes";
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
          record.mb_per_s ? fixed_number(*record.mb_per_s, 1) : "-",
          record.tokens > 0 ? fixed_number(bytes_a_token(record), 1) : "-",
          ambiguity_word(record)};
}

Json record_json(const GrammarRecord& record) {
  Json wrong = Json::array();
  for (const std::string& file : record.wrong) wrong.push_back(as_utf8(file));
  const bool known = record.searched > 0;
  return {{"grammar", as_utf8(record.key)},
          {"name", as_utf8(record.name)},
          {"load_ms", record.load_ms},
          {"valid", {{"files", record.valid}, {"accepted", record.accepted}}},
          {"invalid", {{"files", record.invalid}, {"refused", record.refused}}},
          {"wrong", wrong},
          {"bytes", record.bytes},
          {"tokens", record.tokens},
          {"mb_per_s", record.mb_per_s ? Json(*record.mb_per_s) : Json(nullptr)},
          {"bytes_a_token", record.tokens > 0 ? Json(bytes_a_token(record)) : Json(nullptr)},
          {"ambiguous", known ? Json(!record.ambiguous.empty()) : Json(nullptr)},
          {"ambiguous_file",
           record.ambiguous.empty() ? Json(nullptr) : Json(as_utf8(record.ambiguous))},
          {"error", record.error.empty() ? Json(nullptr) : Json(as_utf8(record.error))}};
}

}  // namespace

std::string grammar_table(const std::vector<GrammarRecord>& records) {
  std::vector<TextRow> rows = {{"grammar", "load ms", "accepted", "refused", "bytes", "MB/s",
                                "bytes/token", "ambiguous"}};
  std::string notes;
  for (const GrammarRecord& record : records) {
    rows.push_back(table_cells(record));
    if (!record.error.empty()) notes += "! " + record.key + ": " + record.error + "\n";
  }
  return text_table(rows, "lrrrrrrl") + notes;
}

std::string grammars_json(const std::vector<GrammarRecord>& records) {
  Json rows = Json::array();
  for (const GrammarRecord& record : records) rows.push_back(record_json(record));
  const Json json = {{"schema", "grabr-grammars-1"}, {"grammars", rows}};
  return json.dump(2) + "\n";
}

}  // namespace grabr
