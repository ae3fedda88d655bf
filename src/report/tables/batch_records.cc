#include "report/tables/batch_records.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "report/form/json_text.h"
#include "report/form/text_table.h"
#include "text/exit_status.h"
#include "text/json.h"

namespace grabr {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "grabr-bench-1";

Json size_json(const std::optional<BatchRecord::Size>& size) {
  if (!size) return nullptr;
  return {{"bytes", size->bytes}, {"tokens", size->tokens}, {"sha256", size->sha256}};
}

std::optional<BatchRecord::Size> size_of(const std::optional<JsonField>& json) {
  if (!json) return std::nullopt;
  return BatchRecord::Size{json->get<std::uint64_t>("bytes"), json->get<std::uint64_t>("tokens"),
                           json->get<std::string>("sha256")};
}

Json curve_json(const std::vector<BatchRecord::Point>& curve) {
  Json points = Json::array();
  for (const BatchRecord::Point& point : curve) {
    points.push_back(Json::array({point.tests, point.bytes, point.tokens}));
  }
  return points;
}

BatchRecord record_of(const JsonField& json) {
  BatchRecord record;
  if (json.get<std::string>("schema") != kSchema) json.at("schema").refuse(kSchema);
  json.at("case").read(record.case_name);
  json.at("strategy").read(record.strategy);
  json.at("options").read(record.options);
  json.at("input_sha256").read(record.input_sha256);
  record.asked_grammar = json.get<std::string>("asked_grammar", "");
  record.test_sha256 = json.get<std::string>("test_sha256", "");
  record.grammar = json.get<std::string>("grammar", "");
  record.input = size_of(json.find("input"));
  record.output = size_of(json.find("output"));
  json.at("tests").read(record.tests);
  json.at("unresolved").read(record.unresolved);
  record.known = json.get<std::uint64_t>("known", 0);
  json.at("seconds").at("wall").read(record.wall_s);
  json.at("seconds").at("oracle").read(record.oracle_s);
  json.at("exit").read(record.exit);
  record.error = json.get<std::string>("error", "");
  if (const auto curve = json.find("curve")) {
    for (const JsonField& point : curve->items()) {
      BatchRecord::Point& read = record.curve.emplace_back();
      point.at(0).read(read.tests);
      point.at(1).read(read.bytes);
      point.at(2).read(read.tokens);
    }
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

bool begins_with_record(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.starts_with('{') && line.find('"' + std::string(kSchema) + '"') != line.npos;
}

BatchRecords read_batch_records(std::string_view text, const std::string& name) {
  BatchRecords read;
  for (std::uint32_t line = 1; read.good_bytes < text.size(); ++line) {
    const std::size_t end = text.find('\n', read.good_bytes);
    if (end == std::string_view::npos) break;
    const JsonDocument document(name,
                                std::string(text.substr(read.good_bytes, end - read.good_bytes)),
                                "a record of `grabr bench`", line);
    read.records.push_back(record_of(document.root()));
    read.good_bytes = end + 1;
  }
  return read;
}

namespace {

/// The records of one set of limits.
struct Matrix {
  std::vector<std::string> strategies;  // with their grammars, in the order of the records
  std::map<std::string, std::map<std::string, const BatchRecord*>> cases;

  void add(const BatchRecord& record) {
    const std::string column = column_of(record);
    if (std::find(strategies.begin(), strategies.end(), column) == strategies.end()) {
      strategies.push_back(column);
    }
    cases[record.case_name][column] = &record;
  }

  /// If grammars were requested, a strategy has a column for each.
  static std::string column_of(const BatchRecord& record) {
    return record.strategy + (record.asked_grammar.empty() ? "" : " -g " + record.asked_grammar);
  }
};

using CaseRow = std::map<std::string, const BatchRecord*>;
/// A table's value for a record with an output.
using CellNumber = std::function<std::uint64_t(const BatchRecord&)>;

const BatchRecord* find(const CaseRow& row, const std::string& strategy) {
  const auto found = row.find(strategy);
  return found == row.end() ? nullptr : found->second;
}

bool succeeded(const BatchRecord* record) {
  return record != nullptr && record->output && record->error.empty();
}

std::string cell(const BatchRecord* record, const CellNumber& number) {
  if (record == nullptr) return "-";
  if (!succeeded(record)) return "!";
  const bool limited = record->exit == status_of(ErrorKind::kBudget);
  return std::to_string(number(*record)) + (limited ? "*" : "");
}

/// The cell of a case's input, taken from any record of the case.
std::string input_cell(const CaseRow& row, const std::string& title) {
  for (const auto& [strategy, record] : row) {
    if (!record->input || title == "tests") continue;
    return std::to_string(title == "bytes" ? record->input->bytes : record->input->tokens);
  }
  return "-";
}

/// An empty row if there is nothing to average.
TextRow mean_row(const Matrix& matrix, const CellNumber& number) {
  std::vector<double> logs(matrix.strategies.size());
  std::size_t count = 0;
  for (const auto& [name, row] : matrix.cases) {
    const auto good = [&row = row](const std::string& strategy) {
      return succeeded(find(row, strategy));
    };
    if (!std::all_of(matrix.strategies.begin(), matrix.strategies.end(), good)) continue;
    ++count;
    for (std::size_t i = 0; i < logs.size(); ++i) {
      const std::uint64_t value = number(*find(row, matrix.strategies[i]));
      logs[i] += std::log(static_cast<double>(std::max<std::uint64_t>(value, 1)));
    }
  }
  if (count < 2) return {};
  TextRow row = {"geometric mean of " + std::to_string(count), ""};
  for (const double log : logs) {
    row.push_back(fixed_number(std::exp(log / static_cast<double>(count)), 1));
  }
  return row;
}

std::string table_of(const Matrix& matrix, const std::string& title, const CellNumber& number) {
  TextRow head = {title, "input"};
  head.insert(head.end(), matrix.strategies.begin(), matrix.strategies.end());
  std::vector<TextRow> rows = {head};
  for (const auto& [name, row] : matrix.cases) {
    TextRow cells = {name, input_cell(row, title)};
    for (const std::string& strategy : matrix.strategies) {
      cells.push_back(cell(find(row, strategy), number));
    }
    rows.push_back(std::move(cells));
  }
  if (TextRow mean = mean_row(matrix, number); !mean.empty()) rows.push_back(std::move(mean));
  return text_table(rows, "l" + std::string(head.size() - 1, 'r'));
}

std::string failures(const Matrix& matrix) {
  std::string text;
  for (const auto& [name, row] : matrix.cases) {
    for (const std::string& strategy : matrix.strategies) {
      const BatchRecord* record = find(row, strategy);
      if (record == nullptr || succeeded(record)) continue;
      text += "! " + name + ", " + strategy + ": " +
              (record->error.empty() ? "no result" : record->error) + "\n";
    }
  }
  return text;
}

std::string tables_of(const Matrix& matrix, const std::string& options) {
  const auto tokens = [](const BatchRecord& record) { return record.output->tokens; };
  const auto bytes = [](const BatchRecord& record) { return record.output->bytes; };
  const auto tests = [](const BatchRecord& record) { return record.tests; };
  return (options.empty() ? "" : options + ":\n\n") + table_of(matrix, "tokens", tokens) + "\n" +
         table_of(matrix, "bytes", bytes) + "\n" + table_of(matrix, "tests", tests) +
         failures(matrix);
}

}  // namespace

std::string batch_table(const std::vector<BatchRecord>& records) {
  std::vector<std::pair<std::string, Matrix>> matrices;
  for (const BatchRecord& record : records) {
    const auto found = std::find_if(matrices.begin(), matrices.end(), [&](const auto& matrix) {
      return matrix.first == record.options;
    });
    if (found != matrices.end()) found->second.add(record);
    else matrices.emplace_back(record.options, Matrix()).second.add(record);
  }
  std::string text;
  for (const auto& [options, matrix] : matrices) {
    text += (text.empty() ? "" : "\n") + tables_of(matrix, options);
  }
  return text;
}

}  // namespace grabr
