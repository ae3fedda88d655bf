#include "report/batch_records.h"

#include <nlohmann/json.hpp>

#include "report/json_text.h"
#include "text/error.h"

namespace grabr {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "grabr-bench-1";

Json size_json(const std::optional<BatchRecord::Size>& size) {
  if (!size) return nullptr;
  return {{"bytes", size->bytes}, {"tokens", size->tokens}, {"sha256", size->sha256}};
}

std::optional<BatchRecord::Size> size_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return BatchRecord::Size{json.at("bytes"), json.at("tokens"), json.at("sha256")};
}

Json curve_json(const std::vector<BatchRecord::Point>& curve) {
  Json points = Json::array();
  for (const BatchRecord::Point& point : curve) {
    points.push_back(Json::array({point.tests, point.bytes, point.tokens}));
  }
  return points;
}

BatchRecord record_of(const Json& json) {
  BatchRecord record;
  record.case_name = json.at("case");
  record.strategy = json.at("strategy");
  record.options = json.at("options");
  record.input_sha256 = json.at("input_sha256");
  record.asked_grammar = json.value("asked_grammar", std::string());
  record.test_sha256 = json.value("test_sha256", "");
  record.grammar = json.at("grammar").is_null() ? "" : json.at("grammar");
  record.input = size_of(json.at("input"));
  record.output = size_of(json.at("output"));
  record.tests = json.at("tests");
  record.unresolved = json.at("unresolved");
  record.known = json.value("known", std::uint64_t{0});
  record.wall_s = json.at("seconds").at("wall");
  record.oracle_s = json.at("seconds").at("oracle");
  record.exit = json.at("exit");
  if (!json.at("error").is_null()) record.error = json.at("error");
  for (const Json& point : json.value("curve", Json::array())) {
    record.curve.push_back({point.at(0), point.at(1), point.at(2)});
  }
  return record;
}

}  // namespace

std::string batch_record_json(const BatchRecord& record) {
  Json json = {
      {"schema", kSchema},
      {"case", as_utf8(record.case_name)},
      {"strategy", record.strategy},
      {"options", record.options},
      {"grammar", record.grammar.empty() ? Json(nullptr) : Json(as_utf8(record.grammar))},
      {"input_sha256", record.input_sha256},
      {"test_sha256", record.test_sha256},
      {"input", size_json(record.input)},
      {"output", size_json(record.output)},
      {"tests", record.tests},
      {"unresolved", record.unresolved},
      {"seconds", {{"wall", record.wall_s}, {"oracle", record.oracle_s}}},
      {"exit", record.exit},
      {"error", record.error.empty() ? Json(nullptr) : Json(as_utf8(record.error))},
  };
  if (!record.asked_grammar.empty()) json["asked_grammar"] = as_utf8(record.asked_grammar);
  if (record.known > 0) json["known"] = record.known;
  if (!record.curve.empty()) json["curve"] = curve_json(record.curve);
  return json.dump() + "\n";
}

std::optional<BatchRecord> parse_batch_record(std::string_view line) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || json.value("schema", Json()) != kSchema) return std::nullopt;
  try {
    return record_of(json);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

BatchRecords read_batch_records(std::string_view text, const std::string& name) {
  BatchRecords read;
  for (std::size_t line = 1; read.good_bytes < text.size(); ++line) {
    const std::size_t end = text.find('\n', read.good_bytes);
    if (end == std::string_view::npos) break;
    auto record = parse_batch_record(text.substr(read.good_bytes, end - read.good_bytes));
    if (!record) {
      throw Error(ErrorKind::kInvalid, name + ":" + std::to_string(line) +
                                           ": this line is not a record of `grabr bench`");
    }
    read.records.push_back(*std::move(record));
    read.good_bytes = end + 1;
  }
  return read;
}

}  // namespace grabr
