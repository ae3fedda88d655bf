// Tested by tests/cli/report_command_test.cc, tests/cli/folder_test.cc and
// tests/cli/round_robin_test.cc.
#include "report/trace/kept_files.h"

#include <nlohmann/json.hpp>
#include <system_error>

#include "report/form/json_text.h"
#include "text/error.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

fs::path kept_path(const fs::path& folder, const std::string& name, const char* ending) {
  return folder / (fs::path(name).filename().string() + ending);
}

}  // namespace

fs::path kept_report_path(const fs::path& folder, const std::string& name) {
  return kept_path(folder, name, ".report");
}

fs::path kept_explanation_path(const fs::path& folder, const std::string& name) {
  return kept_path(folder, name, ".explanation");
}

void keep_file(const fs::path& path, std::string_view text) {
  std::error_code ignored;
  if (!fs::is_directory(path.parent_path(), ignored)) return;
  try {
    write_atomically(path, text);
  } catch (const Error&) {
  }
}

namespace {

using TurnsJson = nlohmann::ordered_json;
using Bytes = std::optional<std::uint64_t>;

constexpr const char* kTurnsFile = "turns.json";
constexpr const char* kTurnsSchema = "grabr-turns-1";

TurnsJson bytes_json(const Bytes& bytes) { return bytes ? TurnsJson(*bytes) : TurnsJson(); }

Bytes bytes_of(const TurnsJson& json) {
  return json.is_null() ? Bytes() : Bytes(json.get<std::uint64_t>());
}

TurnsRecord turns_record_of(const TurnsJson& json) {
  TurnsRecord record;
  record.is_folder = json.at("kind") == "folder";
  record.input = json.at("input");
  record.output = json.at("output");
  record.tests = json.at("tests");
  record.before = json.at("bytes").at(0);
  record.after = json.at("bytes").at(1);
  record.seconds = json.at("seconds");
  record.exit = json.at("exit");
  record.reason = json.at("reason");
  for (const TurnsJson& part : json.at("parts")) {
    record.parts.push_back({part.at("name"), part.at("bytes").at(0).get<std::uint64_t>(),
                            bytes_of(part.at("bytes").at(1))});
  }
  for (const TurnsJson& turn : json.at("turns")) {
    record.turns.push_back({turn.at("turn"), turn.at("part"), turn.at("tests"), turn.at("bytes"),
                            turn.at("seconds"), bytes_of(turn.at("other_bytes"))});
  }
  return record;
}

}  // namespace

fs::path turns_folder(const fs::path& folder, const std::string& name) {
  return folder / (fs::path(name).filename().string() + ".turns");
}

void keep_turns(const fs::path& folder, const TurnsRecord& record) {
  TurnsJson parts = TurnsJson::array(), turns = TurnsJson::array();
  for (const TurnsRecord::Part& part : record.parts) {
    parts.push_back(
        {{"name", as_utf8(part.name)}, {"bytes", {part.before, bytes_json(part.after)}}});
  }
  for (const TurnsRecord::OneTurn& turn : record.turns) {
    turns.push_back({{"turn", turn.number},
                     {"part", as_utf8(turn.part)},
                     {"tests", turn.tests},
                     {"seconds", turn.seconds},
                     {"bytes", turn.bytes},
                     {"other_bytes", bytes_json(turn.other_bytes)}});
  }
  const TurnsJson json = {{"schema", kTurnsSchema},
                          {"kind", record.is_folder ? "folder" : "inputs"},
                          {"input", as_utf8(record.input)},
                          {"output", as_utf8(record.output)},
                          {"tests", record.tests},
                          {"seconds", record.seconds},
                          {"exit", record.exit},
                          {"reason", as_utf8(record.reason)},
                          {"bytes", {record.before, record.after}},
                          {"parts", parts},
                          {"turns", turns}};
  keep_file(folder / kTurnsFile, json.dump(1) + "\n");
}

std::optional<TurnsRecord> read_turns(const fs::path& folder) {
  if (!is_file(folder / kTurnsFile)) return std::nullopt;
  try {
    return turns_record_of(TurnsJson::parse(read_file(folder / kTurnsFile)));
  } catch (const TurnsJson::exception&) {
    return std::nullopt;
  }
}

}  // namespace grabr
