// The tables of report/batch_records.h.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "report/batch_records.h"
#include "report/text_table.h"
#include "text/error.h"
#include "text/exit_status.h"

namespace grabr {
namespace {

/// The records of one set of limits.
struct Matrix {
  std::vector<std::string> strategies;  // with grammars; in the order of the records
  std::map<std::string, std::map<std::string, const BatchRecord*>> cases;

  void add(const BatchRecord& record) {
    const std::string column = column_of(record);
    if (std::find(strategies.begin(), strategies.end(), column) == strategies.end()) {
      strategies.push_back(column);
    }
    cases[record.case_name][column] = &record;
  }

  /// Where a grammar was asked for, a strategy has a column for each.
  static std::string column_of(const BatchRecord& record) {
    return record.strategy + (record.asked_grammar.empty() ? "" : " -g " + record.asked_grammar);
  }
};

using CaseRow = std::map<std::string, const BatchRecord*>;
/// What a table shows, of a record that has an output.
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

/// Of a case's input; any record of it knows.
std::string input_cell(const CaseRow& row, const std::string& title) {
  for (const auto& [strategy, record] : row) {
    if (!record->input || title == "tests") continue;
    return std::to_string(title == "bytes" ? record->input->bytes : record->input->tokens);
  }
  return "-";
}

/// An empty row where there is nothing to be a mean of.
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
