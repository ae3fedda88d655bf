// Tested by tests/cli/running_test.cc.
#include "run/files/run_status.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>
#include <utility>

#include "text/exit_status.h"
#include "text/file.h"
#include "text/json.h"
#include "text/system_call.h"
#include "text/unseen_folder.h"

namespace grabr::run {
namespace {

namespace fs = std::filesystem;
using StatusJson = nlohmann::ordered_json;

constexpr const char* kStatusEnding = ".status";
constexpr double kWriteEvery_s = 1;

double seconds_since_1970() {
  const std::chrono::duration<double> since = std::chrono::system_clock::now().time_since_epoch();
  return since.count();
}

/// When a process began, in clock ticks since boot; 0: no such process.
std::uint64_t start_of_process(int process) {
  constexpr std::size_t kMaxBytesRead = 4096;
  const std::string line =
      read_if_there("/proc/" + std::to_string(process) + "/stat", kMaxBytesRead);
  if (line.empty()) return 0;
  // The process name, in parentheses, may contain anything.
  std::istringstream rest(line.substr(std::min(line.rfind(')') + 1, line.size())));
  std::string state;
  rest >> state;
  if (state == "Z" || state == "X") return 0;
  std::string word;
  constexpr int kBetween = 18;  // number of fields from 4 to 21
  for (int i = 0; i < kBetween; ++i) rest >> word;
  std::uint64_t ticks = 0;
  rest >> ticks;
  return ticks;
}

StatusJson passes_json(const std::vector<PassDone>& passes) {
  StatusJson rows = StatusJson::array();
  for (const PassDone& pass : passes) {
    rows.push_back({{"name", pass.name},
                    {"tests", pass.tests},
                    {"smaller", pass.gains},
                    {"bytes", pass.bytes},
                    {"seconds", pass.seconds}});
  }
  return rows;
}

PassDone saved_pass(const JsonField& row) {
  PassDone pass;
  row.at("name").read(pass.name);
  row.at("tests").read(pass.tests);
  row.at("smaller").read(pass.gains);
  row.at("bytes").read(pass.bytes);
  row.at("seconds").read(pass.seconds);
  return pass;
}

StatusJson status_json(const Status& status) {
  StatusJson json = {{"schema", "grabr-status-1"},
                     {"input", status.input},
                     {"output", status.output},
                     {"also", status.also},
                     {"process", status.process},
                     {"process_started", status.process_started},
                     {"phase", status.phase},
                     {"strategy", status.strategy},
                     {"has_grammar", status.has_grammar},
                     {"bytes_before", status.bytes_before},
                     {"bytes", status.bytes},
                     {"tests", status.tests},
                     {"smaller", status.smaller},
                     {"began", status.began},
                     {"last_gain", status.last_gain},
                     {"written", status.written},
                     {"exit", nullptr},
                     {"reason", status.ended.reason},
                     {"seconds", status.ended.seconds},
                     {"executed", status.ended.executed},
                     {"identity", status.ended.identity},
                     {"hung", status.ended.hung},
                     {"by_hand", status.ended.by_hand},
                     {"passes", passes_json(status.passes)}};
  if (status.exit) json["exit"] = *status.exit;
  return json;
}

}  // namespace

bool Status::runs() const {
  return !exit && process > 0 && start_of_process(process) == process_started;
}

fs::path status_path(const fs::path& folder, const std::string& name) {
  return folder / (fs::path(name).filename().string() + kStatusEnding);
}

std::vector<fs::path> find_statuses(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == kStatusEnding) found.push_back(at->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

Status read_status(const fs::path& path) {
  using Words = std::vector<std::string>;
  const JsonDocument document(path.string(), read_own_file(path), "the status of a run");
  const JsonField json = document.root();
  Status status;
  json.at("input").read(status.input);
  json.at("output").read(status.output);
  json.at("process").read(status.process);
  json.at("process_started").read(status.process_started);
  json.at("phase").read(status.phase);
  json.at("bytes_before").read(status.bytes_before);
  json.at("bytes").read(status.bytes);
  json.at("tests").read(status.tests);
  json.at("smaller").read(status.smaller);
  json.at("began").read(status.began);
  json.at("last_gain").read(status.last_gain);
  json.at("written").read(status.written);
  json.at("exit").read(status.exit);
  status.also = json.get<Words>("also", {});
  status.strategy = json.get<std::string>("strategy", "");
  status.has_grammar = json.get<bool>("has_grammar", false);
  if (const auto passes = json.find("passes")) {
    for (const JsonField& row : passes->items()) status.passes.push_back(saved_pass(row));
  }
  RunEnd& ended = status.ended;
  json.at("reason").read(ended.reason);
  ended.seconds = json.get<double>("seconds", 0);
  ended.executed = json.get<std::uint64_t>("executed", 0);
  ended.identity = json.get<std::string>("identity", "");
  ended.hung = json.get<std::string>("hung", "");
  ended.by_hand = json.get<Words>("by_hand", {});
  return status;
}

StatusWriter::StatusWriter(const fs::path& folder, const std::string& name, Status begin,
                           const PassTally& tally)
    : path_(status_path(folder, name)),
      status_(std::move(begin)),
      tally_(tally),
      owner_(::getpid()) {
  status_.process = owner_;
  status_.process_started = start_of_process(owner_);
  status_.began = status_.last_gain = seconds_since_1970();
  status_.bytes = status_.bytes_before;
  std::error_code ignored;
  make_unseen_folder(folder, ignored);
  write();
}

/// If end() was not called, the run has failed.
StatusWriter::~StatusWriter() {
  if (::getpid() != owner_ || status_.exit) return;
  RunEnd ended;
  ended.reason = "it ended early";
  end(1, ended);
}

void StatusWriter::on_test(const TestRecord& record) {
  status_.tests = std::max(status_.tests, tests_before_ + record.number);
  if (record.accepted) {
    if (other_bytes_) status_.bytes = *other_bytes_ + record.text.size();
    ++status_.smaller;
    status_.last_gain = seconds_since_1970();
  }
  if (seconds_since_1970() - status_.written >= kWriteEvery_s) write();
}

void StatusWriter::on_phase(std::string_view name) { status_.phase = name; }

void StatusWriter::begin_turn(std::optional<std::uint64_t> other_bytes,
                              std::uint64_t tests_before) {
  other_bytes_ = other_bytes;
  tests_before_ = tests_before;
}

void StatusWriter::end(int exit, const RunEnd& ended) {
  status_.exit = exit;
  status_.ended = ended;
  if (ended.bytes) status_.bytes = *ended.bytes;
  write();
}

void StatusWriter::forget() {
  end(status_of(ExitStatus::kFailure), {});
  std::error_code ignored;
  fs::remove(path_, ignored);
  remove_unseen_folder(path_.parent_path());
}

void StatusWriter::write() {
  if (::getpid() != owner_) return;
  status_.written = seconds_since_1970();
  status_.passes = tally_.rows(Clock::now());
  const fs::path next = path_.string() + ".new";
  const auto replace = StatusJson::error_handler_t::replace;
  const FileDescriptor file = new_own_file(next);
  const std::string text = status_json(status_).dump(2, ' ', false, replace) + "\n";
  if (!file.is_open() || write_all(file.number(), text) != 0) return;
  std::error_code ignored;
  fs::rename(next, path_, ignored);
}

}  // namespace grabr::run
