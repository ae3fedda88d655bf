// The current state of a run, in a file for other programs: `grabr show`, `stop`, `wait`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/core/session.h"
#include "report/trace/tallies.h"
#include "text/error.h"

namespace grabr::run {

/// The end of a run.
struct RunEnd {
  std::string reason;                  ///< why it ended early
  std::optional<std::uint64_t> bytes;  ///< size of the result; nothing: there is no result
  double seconds = 0;
  std::uint64_t executed = 0;        ///< tests that ran, including checks and speculative ones
  std::string identity;              ///< identity of the test and the input; empty: not known
  std::string hung;                  ///< a text about tests that hung; empty: there were none
  std::vector<std::string> by_hand;  ///< the user's interventions in the search
};

/// Times are in seconds since 1970.
struct Status {
  std::string input;                  ///< name of the input
  std::string output;                 ///< empty: standard output
  std::vector<std::string> also;      ///< with several inputs: each input and its output
  int process = 0;                    ///< the process id
  std::uint64_t process_started = 0;  ///< in clock ticks since boot, as ids are reused
  std::string phase;                  ///< phase of the search; empty: not begun
  std::string strategy;               ///< a pipeline as text
  bool has_grammar = false;
  std::uint64_t bytes_before = 0, bytes = 0, tests = 0, smaller = 0;
  std::vector<PassDone> passes;
  double began = 0, last_gain = 0, written = 0;
  std::optional<int> exit;  ///< exit status; none: it is running, or was killed
  RunEnd ended;             ///< the end of the run, if it has ended

  /// Is its process still there?
  bool runs() const;
};

/// FOLDER/NAME.status: `name` is the output of a run, or its input if the result goes elsewhere.
std::filesystem::path status_path(const std::filesystem::path& folder, const std::string& name);
/// All status files in a folder, sorted by name.
std::vector<std::filesystem::path> find_statuses(const std::filesystem::path& folder);
/// Throws Error(kInvalid) if the file is missing or cannot be read.
Status read_status(const std::filesystem::path& path);

/// Writes the file, at most once a second during the search. Ignores write failures.
class StatusWriter : public Observer {
 public:
  /// `tally` counts at the same time, and must outlive this.
  StatusWriter(const std::filesystem::path& folder, const std::string& name, Status begin,
               const PassTally& tally);
  ~StatusWriter() override;
  StatusWriter(const StatusWriter&) = delete;
  StatusWriter& operator=(const StatusWriter&) = delete;

  void on_test(const TestRecord& record) override;
  void on_phase(std::string_view name) override;
  /// Starts another part of a run in turns: the bytes of the other parts (nothing: the text is not
  /// one of the parts), and the number of earlier tests.
  void begin_turn(std::optional<std::uint64_t> other_bytes, std::uint64_t tests_before);
  /// Sets the size of all parts, if another source knows it.
  void note_bytes(std::uint64_t bytes) { status_.bytes = bytes; }
  const Status& status() const { return status_; }
  /// Records the end of the run.
  void end(int exit, const RunEnd& ended);
  /// Call if the run has not begun: removes the file, and the folder if nothing else is in it.
  void forget();

 private:
  void write();

  std::filesystem::path path_;
  Status status_;
  const PassTally& tally_;
  std::optional<std::uint64_t> other_bytes_ = 0;
  std::uint64_t tests_before_ = 0;
  int owner_;  ///< process that created this; a forked one writes nothing
};

}  // namespace grabr::run
