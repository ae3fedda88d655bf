// Tested by tests/report/history_test.cc.
#include "report/trace/history.h"

#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "text/delta.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/json.h"
#include "text/setting.h"
#include "text/unseen_folder.h"
#include "text/utf8.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using HistoryJson = nlohmann::ordered_json;

fs::path original_path(const fs::path& history) {
  return fs::path(history).replace_extension(".original");
}

std::string readable(const std::string& text) {
  return is_utf8(text) ? text : bytes_as_points(text);
}

}  // namespace

nlohmann::ordered_json delta_json(const Delta& delta) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const DeltaPiece& piece : delta) {
    nlohmann::ordered_json row = {piece.from, piece.length};
    if (!piece.bytes.empty()) row.push_back(bytes_as_points(piece.bytes));
    json.push_back(std::move(row));
  }
  return json;
}

std::string text_of_delta(std::string_view from, const JsonField& pieces) {
  Delta delta;
  for (const JsonField& row : pieces.items()) {
    delta.push_back({row.at(0).as<std::size_t>(), row.at(1).as<std::size_t>(), {}});
    if (row.items().size() > 2) {
      delta.back().bytes = points_as_bytes(row.at(2).as<std::string>());
    }
  }
  try {
    return apply_delta(from, delta);
  } catch (const std::out_of_range&) {
    pieces.refuse("made of pieces of the text before it");
  }
}

fs::path history_path(const fs::path& folder, const std::string& name) {
  return folder / (fs::path(name).filename().string() + ".history");
}

HistoryWriter::HistoryWriter(const fs::path& folder, const std::string& name,
                             const SharedText& original)
    : last_(original) {
  const fs::path path = history_path(folder, name);
  std::error_code ignored;
  make_unseen_folder(folder, ignored);
  // The steps belong to this original: they must never be next to another one.
  fs::remove(path, ignored);
  const FileDescriptor kept = new_own_file(original_path(path));
  if (!kept.is_open() || write_all(kept.number(), original.str()) != 0) return;
  file_ = new_own_file(path);
}

void HistoryWriter::on_test(const TestRecord& record) {
  if (!record.accepted) return;
  test_ = record.number;
  pass_ = record.pass.empty() ? record.phase : record.pass;
  edit_ = record.edit;
}

void HistoryWriter::on_best(const SharedText& text) {
  if (!file_.is_open()) return;
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - start_;
  const HistoryJson line = {{"step", steps_++},
                            {"test", test_},
                            {"seconds", since.count()},
                            {"bytes", text.size()},
                            {"pass", pass_},
                            {"edit", readable(edit_)},
                            {"delta", delta_json(delta_between(last_, text))}};
  // A missing step would make those after it wrong.
  if (write_all(file_.number(), line.dump() + "\n") != 0) file_ = FileDescriptor();
  last_ = text;
  pass_.clear();
  edit_.clear();
}

std::vector<HistoryStep> read_history(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    throw Error(ErrorKind::kInvalid, "there is no history at " + shown_name(path) +
                                         "\nhint: a reduction of one input keeps its history in " +
                                         spelled(".grabr, or in the folder given by {cache}"));
  }
  std::istringstream file(read_own_file(path));
  std::vector<HistoryStep> steps;
  std::string text = read_own_file(original_path(path));
  for (std::string line; std::getline(file, line);) {
    if (file.eof()) break;  // the line was cut off
    const JsonDocument document(path.string(), line, "a step of a history",
                                static_cast<std::uint32_t>(steps.size() + 1));
    const JsonField json = document.root();
    text = text_of_delta(text, json.at("delta"));
    steps.push_back({json.get<std::uint64_t>("step"), json.get<std::uint64_t>("test"),
                     json.get<std::uint64_t>("bytes"), json.get<double>("seconds"),
                     json.get<std::string>("pass"), json.get<std::string>("edit"), text});
  }
  return steps;
}

}  // namespace grabr
