// Tested by tests/report/history_test.cc.
#include "report/trace/history.h"

#include <fcntl.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "text/delta.h"
#include "text/error.h"
#include "text/file.h"
#include "text/utf8.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using HistoryJson = nlohmann::ordered_json;

fs::path original_path(const fs::path& history) {
  return fs::path(history).replace_extension(".original");
}

FileDescriptor new_file(const fs::path& path) {
  return FileDescriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
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

Delta delta_of_json(const nlohmann::ordered_json& json) {
  Delta delta;
  for (const HistoryJson& row : json) {
    delta.push_back({row.at(0).get<std::size_t>(), row.at(1).get<std::size_t>(),
                     row.size() > 2 ? points_as_bytes(row.at(2).get<std::string>()) : ""});
  }
  return delta;
}

fs::path history_path(const fs::path& folder, const std::string& name) {
  return folder / (fs::path(name).filename().string() + ".history");
}

HistoryWriter::HistoryWriter(const fs::path& folder, const std::string& name,
                             const SharedText& original)
    : last_(original) {
  const fs::path path = history_path(folder, name);
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  // The steps are those of this original: never beside another one.
  fs::remove(path, ignored);
  const FileDescriptor kept = new_file(original_path(path));
  if (!kept.is_open() || write_all(kept.number(), original.str()) != 0) return;
  file_ = new_file(path);
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
  // A step that is missing would spoil those after it.
  if (write_all(file_.number(), line.dump() + "\n") != 0) file_ = FileDescriptor();
  last_ = text;
  pass_.clear();
  edit_.clear();
}

std::vector<HistoryStep> read_history(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    throw Error(ErrorKind::kInvalid, "there is no history at " + path.string() +
                                         "\nhint: a reduction of one input keeps one beside its "
                                         "answers, in .grabr or the folder that was named");
  }
  std::istringstream file(read_file(path));
  std::vector<HistoryStep> steps;
  std::string text = read_file(original_path(path));
  for (std::string line; std::getline(file, line);) {
    const HistoryJson json = HistoryJson::parse(line, nullptr, false);
    if (json.is_discarded()) break;
    try {
      text = apply_delta(text, delta_of_json(json.at("delta")));
      steps.push_back({json.at("step").get<std::uint64_t>(), json.at("test").get<std::uint64_t>(),
                       json.at("bytes").get<std::uint64_t>(), json.at("seconds").get<double>(),
                       json.at("pass").get<std::string>(), json.at("edit").get<std::string>(),
                       text});
    } catch (const std::exception& error) {
      throw Error(ErrorKind::kInvalid,
                  path.string() + ":" + std::to_string(steps.size() + 1) + ": " + error.what());
    }
  }
  return steps;
}

}  // namespace grabr
