// Progress of a running reduction for other programs: JSON Lines, "schema": "grabr-events-1".
//
// Every line is an object with "event" and "seconds" since the command began, and:
//
//   start      once, first: "schema", "grabr" (version), "inputs" (paths), "strategy"
//   preflight  a check of the test begins, or another stage before or after the search: "doing"
//   pass       a pass has its first test: "name", and "tests" of the search before it
//   best       a smaller text failed: "test" (its number), "bytes", "pass"; with several inputs,
//   numbers
//              start again in each turn
//   heartbeat  after ten seconds without news: "tests", "bytes" (null before the search), "doing"
//   refused    last: it ended without a result: "exit" (status), "reason", "remedy" (or null)
//   done       last: "exit", "reason" (why it ended early, or null), "tests", and "results", of
//              each input "input", "output" ("-": standard output), "bytes_before", "bytes"
//
// Texts are UTF-8; a byte of a name that is not valid UTF-8 becomes U+FFFD.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/trace/recorder.h"
#include "text/error.h"

namespace grabr {

inline constexpr const char* kEventsSchema = "grabr-events-1";

/// Writes each line at once. If writing fails, lines are lost, but the run goes on.
class EventLog {
 public:
  /// The data of one input at the end; sizes are those of the files.
  struct Reduced {
    std::string input, output;
    std::uint64_t bytes_before = 0, bytes = 0;
  };

  /// The clock starts now. Throws Error(kInvalid) when the file cannot be written.
  explicit EventLog(const std::filesystem::path& path);

  void start(const std::vector<std::string>& inputs, const std::string& strategy);
  void preflight(const std::string& doing);
  void pass(std::string_view name, std::uint64_t tests);
  void best(const TestRecord& record);
  /// Writes a line if the last one is at least ten seconds old.
  void heartbeat(std::uint64_t tests, std::optional<std::uint64_t> bytes, const std::string& doing);
  void refused(const Error& error, int exit);
  void done(int exit, const std::string& reason, std::uint64_t tests,
            const std::vector<Reduced>& results);

  bool is_whole() const { return static_cast<bool>(file_); }

 private:
  void write(const char* event, const nlohmann::ordered_json& facts);

  std::ofstream file_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point written_ = start_;
};

/// A message split into the problem and the hints after it; empty if there are none.
struct ReasonAndRemedy {
  std::string reason, remedy;
};
ReasonAndRemedy split_hints(const std::string& message);

}  // namespace grabr
