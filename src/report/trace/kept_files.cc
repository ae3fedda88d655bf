// Tested by tests/cli/report_command_test.cc, tests/cli/folder_test.cc and
// tests/cli/round_robin_test.cc.
#include "report/trace/kept_files.h"

#include <nlohmann/json.hpp>
#include <system_error>

#include "report/form/json_text.h"
#include "text/error.h"
#include "text/file.h"
#include "text/json.h"

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
    write_own_file(path, text);
  } catch (const Error&) {
  }
}

namespace {

using TurnsJson = nlohmann::ordered_json;
using Bytes = std::optional<std::uint64_t>;

constexpr const char* kTurnsFile = "turns.json";
constexpr const char* kTurnsSchema = "grabr-turns-1";

TurnsJson bytes_json(const Bytes& bytes) { return bytes ? TurnsJson(*bytes) : TurnsJson(); }

TurnsRecord turns_record_of(const JsonField& json) {
  TurnsRecord record;
  record.is_folder = json.get<std::string>("kind") == "folder";
  json.at("input").read(record.input);
  json.at("output").read(record.output);
  json.at("tests").read(record.tests);
  json.at("bytes").at(0).read(record.before);
  json.at("bytes").at(1).read(record.after);
  json.at("seconds").read(record.seconds);
  json.at("exit").read(record.exit);
  json.at("reason").read(record.reason);
  for (const JsonField& part : json.at("parts").items()) {
    TurnsRecord::Part& read = record.parts.emplace_back();
    part.at("name").read(read.name);
    part.at("bytes").at(0).read(read.before);
    part.at("bytes").at(1).read(read.after);
  }
  for (const JsonField& turn : json.at("turns").items()) {
    TurnsRecord::OneTurn& read = record.turns.emplace_back();
    turn.at("turn").read(read.number);
    turn.at("part").read(read.part);
    turn.at("tests").read(read.tests);
    turn.at("bytes").read(read.bytes);
    turn.at("seconds").read(read.seconds);
    turn.at("other_bytes").read(read.other_bytes);
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
  const fs::path path = folder / kTurnsFile;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return std::nullopt;
  const JsonDocument document(path.string(), read_own_file(path), "a record of turns");
  return turns_record_of(document.root());
}

}  // namespace grabr
