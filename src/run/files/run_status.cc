// Tested by tests/cli/running_test.cc.
#include "run/files/run_status.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>
#include <utility>

#include "text/exit_status.h"
#include "text/file.h"
#include "text/system_call.h"

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
  constexpr std::size_t kMostRead = 4096;
  const std::string line = read_if_there("/proc/" + std::to_string(process) + "/stat", kMostRead);
  if (line.empty()) return 0;
  // The name, in brackets, may hold anything.
  std::istringstream rest(line.substr(std::min(line.rfind(')') + 1, line.size())));
  std::string state;
  rest >> state;
  if (state == "Z" || state == "X") return 0;
  std::string word;
  constexpr int kBetween = 18;  // fields 4 to 21
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

std::vector<PassDone> saved_passes(const StatusJson& rows) {
  std::vector<PassDone> passes;
  for (const StatusJson& row : rows) {
    passes.push_back({row.at("name").get<std::string>(), row.at("tests").get<std::uint64_t>(),
                      row.at("smaller").get<std::uint64_t>(), row.at("bytes").get<std::int64_t>(),
                      row.at("seconds").get<double>()});
  }
  return passes;
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
  const StatusJson json = StatusJson::parse(read_file(path), nullptr, false);
  try {
    Status status;
    status.input = json.at("input").get<std::string>();
    status.output = json.at("output").get<std::string>();
    status.process = json.at("process").get<int>();
    status.process_started = json.at("process_started").get<std::uint64_t>();
    status.phase = json.at("phase").get<std::string>();
    status.bytes_before = json.at("bytes_before").get<std::uint64_t>();
    status.bytes = json.at("bytes").get<std::uint64_t>();
    status.tests = json.at("tests").get<std::uint64_t>();
    status.smaller = json.at("smaller").get<std::uint64_t>();
    status.began = json.at("began").get<double>();
    status.last_gain = json.at("last_gain").get<double>();
    status.written = json.at("written").get<double>();
    if (!json.at("exit").is_null()) status.exit = json.at("exit").get<int>();
    status.also = json.value("also", std::vector<std::string>());
    status.strategy = json.value("strategy", "");
    status.has_grammar = json.value("has_grammar", false);
    status.passes = saved_passes(json.value("passes", StatusJson::array()));
    RunEnd& ended = status.ended;
    ended.reason = json.at("reason").get<std::string>();
    ended.seconds = json.value("seconds", 0.0);
    ended.hung = json.value("hung", "");
    ended.by_hand = json.value("by_hand", std::vector<std::string>());
    return status;
  } catch (const StatusJson::exception& error) {
    throw Error(ErrorKind::kInvalid, path.string() + " is no status of a run: " + error.what());
  }
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
  fs::create_directories(folder, ignored);
  write();
}

/// Whoever ends it without a word has failed.
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
  fs::remove(path_.parent_path(), ignored);
}

void StatusWriter::write() {
  if (::getpid() != owner_) return;
  status_.written = seconds_since_1970();
  status_.passes = tally_.rows(Clock::now());
  const fs::path next = path_.string() + ".new";
  const auto replace = StatusJson::error_handler_t::replace;
  const FileDescriptor file(::open(next.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  const std::string text = status_json(status_).dump(2, ' ', false, replace) + "\n";
  if (!file.is_open() || write_all(file.number(), text) != 0) return;
  std::error_code ignored;
  fs::rename(next, path_, ignored);
}

}  // namespace grabr::run
