// Tested by tests/report/event_log_test.cc and tests/cli/events_test.cc.
#include "report/trace/event_log.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/form/json_text.h"
#include "text/build.h"
#include "text/escape.h"
#include "text/file.h"

namespace grabr {
namespace {

using EventJson = nlohmann::ordered_json;

constexpr double kHeartbeatEvery_s = 10;

EventJson text_or_null(const std::string& text) {
  return text.empty() ? EventJson(nullptr) : EventJson(as_utf8(text));
}

}  // namespace

EventLog::EventLog(const std::filesystem::path& path)
    : file_(path, std::ios::binary | (can_be_replaced(path) ? std::ios::trunc : std::ios::app)) {
  if (file_) return;
  throw Error(ErrorKind::kInvalid,
              "cannot write the events to " + shown_name(path) + ": " + std::strerror(errno));
}

void EventLog::write(const char* event, const EventJson& facts) {
  written_ = Clock::now();
  const double milliseconds = std::round(1000 * seconds_between(start_, written_));
  EventJson line = {{"event", event}, {"seconds", milliseconds / 1000}};
  line.update(facts);
  file_ << line.dump() << '\n' << std::flush;
}

void EventLog::start(const std::vector<std::string>& inputs, const std::string& strategy) {
  write("start", {{"schema", kEventsSchema},
                  {"grabr", build_version()},
                  {"inputs", names_json(inputs)},
                  {"strategy", as_utf8(strategy)}});
}

void EventLog::preflight(const std::string& doing) {
  write("preflight", {{"doing", as_utf8(doing)}});
}

void EventLog::pass(std::string_view name, std::uint64_t tests) {
  write("pass", {{"name", as_utf8(name)}, {"tests", tests}});
}

void EventLog::best(const TestRecord& record) {
  write("best", {{"test", record.number},
                 {"bytes", record.text.size()},
                 {"pass", text_or_null(std::string(record.pass))}});
}

void EventLog::heartbeat(std::uint64_t tests, std::optional<std::uint64_t> bytes,
                         const std::string& doing) {
  if (seconds_between(written_, Clock::now()) < kHeartbeatEvery_s) return;
  write("heartbeat", {{"tests", tests},
                      {"bytes", bytes ? EventJson(*bytes) : EventJson(nullptr)},
                      {"doing", as_utf8(doing)}});
}

void EventLog::refused(const Error& error, int exit) {
  const ReasonAndRemedy parts = split_hints(error.what());
  write(
      "refused",
      {{"exit", exit}, {"reason", as_utf8(parts.reason)}, {"remedy", text_or_null(parts.remedy)}});
}

void EventLog::done(int exit, const std::string& reason, std::uint64_t tests,
                    const std::vector<Reduced>& results) {
  EventJson rows = EventJson::array();
  for (const Reduced& result : results) {
    rows.push_back({{"input", as_utf8(result.input)},
                    {"output", as_utf8(result.output)},
                    {"bytes_before", result.bytes_before},
                    {"bytes", result.bytes}});
  }
  write("done",
        {{"exit", exit}, {"reason", text_or_null(reason)}, {"tests", tests}, {"results", rows}});
}

ReasonAndRemedy split_hints(const std::string& message) {
  ReasonAndRemedy parts;
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view kHint = "hint: ";
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    const bool is_hint = line.compare(begin, kHint.size(), kHint) == 0;
    std::string& part = is_hint || !parts.remedy.empty() ? parts.remedy : parts.reason;
    if (!part.empty()) part += '\n';
    part += is_hint ? line.substr(begin + kHint.size()) : line;
  }
  return parts;
}

}  // namespace grabr
