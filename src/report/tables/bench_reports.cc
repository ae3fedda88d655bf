#include "report/tables/bench_reports.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "report/form/json_text.h"
#include "report/form/text_table.h"

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

namespace {

/// One strategy with one kind of test, over all inputs.
struct ShootoutRow {
  std::string strategy;
  std::size_t symbols = 0;  // symbols that the test asks for
  std::vector<double> tests, tokens, bytes;
  std::size_t limited = 0;
  std::size_t failed = 0;

  void add(const ShootoutRecord& record) {
    if (!record.error.empty()) {
      ++failed;
      return;
    }
    tests.push_back(static_cast<double>(record.tests));
    tokens.push_back(static_cast<double>(record.tokens));
    bytes.push_back(static_cast<double>(record.bytes));
    if (record.limited) ++limited;
  }
};

/// By kind of test; strategies in the order of the records.
std::vector<ShootoutRow> rows_of(const std::vector<ShootoutRecord>& records) {
  std::vector<ShootoutRow> rows;
  for (const ShootoutRecord& record : records) {
    auto row = std::find_if(rows.begin(), rows.end(), [&](const ShootoutRow& one) {
      return one.strategy == record.strategy && one.symbols == record.symbols.size();
    });
    if (row == rows.end()) {
      rows.push_back({record.strategy, record.symbols.size(), {}, {}, {}, 0, 0});
      row = rows.end() - 1;
    }
    row->add(record);
  }
  std::stable_sort(rows.begin(), rows.end(), [](const ShootoutRow& a, const ShootoutRow& b) {
    return a.symbols < b.symbols;
  });
  return rows;
}

void add_cells(const Spread& spread, TextRow& cells) {
  for (const double number : {spread.mean, spread.deviation}) {
    cells.push_back(fixed_number(number, 1));
  }
  for (const double number : {spread.least, spread.most}) cells.push_back(fixed_number(number, 0));
}

TextRow table_cells(const ShootoutRow& row) {
  TextRow cells = {row.strategy, std::to_string(row.tests.size())};
  if (row.tests.empty()) return cells;
  add_cells(spread_of(row.tests), cells);
  add_cells(spread_of(row.tokens), cells);
  cells.push_back(fixed_number(spread_of(row.bytes).mean, 1));
  cells.push_back(std::to_string(row.limited));
  cells.push_back(std::to_string(row.failed));
  return cells;
}

Json spread_json(const std::vector<double>& numbers) {
  if (numbers.empty()) return nullptr;
  const Spread spread = spread_of(numbers);
  return {{"mean", spread.mean},
          {"deviation", spread.deviation},
          {"min", spread.least},
          {"max", spread.most}};
}

Json row_json(const ShootoutRow& row) {
  return {{"strategy", row.strategy},
          {"symbols", row.symbols},
          {"runs", row.tests.size()},
          {"tests", spread_json(row.tests)},
          {"tokens", spread_json(row.tokens)},
          {"bytes", spread_json(row.bytes)},
          {"limited", row.limited},
          {"failed", row.failed}};
}

Json record_json(const ShootoutRecord& record) {
  Json symbols = Json::array();
  for (const std::string& symbol : record.symbols) symbols.push_back(as_utf8(symbol));
  return {{"strategy", record.strategy},
          {"input", record.input},
          {"symbols", symbols},
          {"input_bytes", record.input_bytes},
          {"input_tokens", record.input_tokens},
          {"bytes", record.bytes},
          {"tokens", record.tokens},
          {"tests", record.tests},
          {"limited", record.limited},
          {"error", record.error.empty() ? Json(nullptr) : Json(as_utf8(record.error))}};
}

std::string title(std::size_t symbols) {
  constexpr const char* kTitles[] = {"", "one symbol", "two symbols", "three symbols"};
  return symbols < std::size(kTitles) ? kTitles[symbols] : std::to_string(symbols) + " symbols";
}

/// "20 inputs, 31.5 tokens on average (min 3, max 80)"
std::string inputs_text(const ShootoutReport& report) {
  std::map<std::size_t, double> tokens;
  for (const ShootoutRecord& record : report.records) {
    tokens[record.input] = static_cast<double>(record.input_tokens);
  }
  std::vector<double> numbers;
  for (const auto& [input, count] : tokens) numbers.push_back(count);
  const Spread spread = spread_of(numbers);
  return report.grammar + ", seed " + std::to_string(report.seed) + ": " +
         std::to_string(numbers.size()) + " inputs of " + fixed_number(spread.mean, 1) +
         " tokens on average (" + fixed_number(spread.least, 0) + " to " +
         fixed_number(spread.most, 0) + ")\n";
}

}  // namespace

Spread spread_of(std::span<const double> numbers) {
  if (numbers.empty()) return {};
  const auto count = static_cast<double>(numbers.size());
  Spread spread;
  spread.least = *std::min_element(numbers.begin(), numbers.end());
  spread.most = *std::max_element(numbers.begin(), numbers.end());
  for (const double number : numbers) spread.mean += number / count;
  double squares = 0;
  for (const double number : numbers) squares += std::pow(number - spread.mean, 2);
  if (numbers.size() > 1) spread.deviation = std::sqrt(squares / (count - 1));
  return spread;
}

std::string shootout_table(const ShootoutReport& report) {
  const std::vector<ShootoutRow> rows = rows_of(report.records);
  std::string text = inputs_text(report);
  for (std::size_t begin = 0; begin < rows.size();) {
    const std::size_t symbols = rows[begin].symbols;
    std::vector<TextRow> cells = {{title(symbols), "runs", "tests", "sd", "min", "max", "tokens",
                                   "sd", "min", "max", "bytes", "limited", "failed"}};
    for (; begin < rows.size() && rows[begin].symbols == symbols; ++begin) {
      cells.push_back(table_cells(rows[begin]));
    }
    text += "\n" + text_table(cells, "lrrrrrrrrrrrr");
  }
  return text;
}

std::string shootout_json(const ShootoutReport& report) {
  Json rows = Json::array();
  for (const ShootoutRow& row : rows_of(report.records)) rows.push_back(row_json(row));
  Json records = Json::array();
  for (const ShootoutRecord& record : report.records) records.push_back(record_json(record));
  const Json json = {{"schema", "grabr-shootout-1"},
                     {"grammar", as_utf8(report.grammar)},
                     {"seed", report.seed},
                     {"inputs", report.inputs},
                     {"max_tests", report.max_tests},
                     {"rows", rows},
                     {"records", records}};
  return json.dump(2) + "\n";
}

}  // namespace grabr
