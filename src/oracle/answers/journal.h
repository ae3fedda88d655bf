// Answers of a test on disk: what was asked once is not run again, not even after a power cut.
//
// One text file for each question that can be asked ("this test, these conditions, this input's
// name"). It begins with the identity of what would answer (the contents of script and copied
// files); then one record a line, each with a checksum, appended (oracle/answers/journal_record.h shows
// one). Whatever does not check out ends the file there: a torn last line is cut off, and what
// stands before it counts.
//
// Fail and pass are kept. Unresolved, timeouts and tests that could not be run are no answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/answers/identity.h"
#include "oracle/oracle.h"
#include "text/hash.h"

namespace grabr {

class Journal {
 public:
  /// Opens or makes FOLDER/<question>.journal and locks it. A journal of other contents is set
  /// aside (renamed to ….old): `changed` is true then, and its answers are not used. `fresh` begins
  /// anew whatever is there, also beside a run that is at work. Throws Error(kSystem) when the
  /// folder or the file cannot be made or locked; waits for a lock up to two seconds.
  static Journal open(const std::filesystem::path& folder, const OracleIdentity& identity,
                      bool fresh);
  /// One that is forgotten at its end: several searches of one process share their answers by it.
  static Journal in_memory();
  /// Whether open() would find one, of whatever contents.
  static bool exists(const std::filesystem::path& folder, const OracleIdentity& identity);
  /// Whether it would find one of these contents.
  static bool is_current(const std::filesystem::path& folder, const OracleIdentity& identity);
  ~Journal();
  Journal(Journal&&) noexcept;
  Journal& operator=(Journal&&) noexcept;

  const std::filesystem::path& path() const;  ///< empty: in memory only
  bool changed() const;             ///< the test has changed since the journal was written
  /// What has changed then, as far as that was kept: names of files and variables.
  const std::vector<std::string>& changes() const;
  std::size_t found() const;        ///< answers that were there when it was opened

  // In a copy of the process that opened it (fork) nothing of what follows has an effect; find()
  // gives what was known when the copy was made.

  std::optional<Outcome> find(const Hash128& candidate) const;
  /// The later of two answers for one candidate counts. Appends; does not wait for the disk.
  /// Failing to write (disk full) is remembered, not thrown: problem() says it, and the run goes on
  /// without keeping answers.
  void record(const Hash128& candidate, Outcome outcome);
  /// Waits until everything recorded is on disk.
  void sync();
  const std::string& problem() const;

  /// Renames the file to ….old: its answers are no longer those of the test. What is recorded from
  /// here on goes there, too.
  void set_aside();

  /// The smallest text that is known to fail: run once more, it shows whether the answers are still
  /// those of the test. In a file of its own beside the journal; nothing: there is none.
  std::optional<std::string> best() const;
  void keep_best(std::string_view text);

  /// "The test works as it should at this moment": answers from here on are in doubt until the next
  /// mark. On disk; cheap enough for every accepted candidate.
  void mark();
  /// Takes back every `pass` recorded since the last mark, by earlier runs, too: the test no longer
  /// worked then. On disk; where nothing can be written, by cutting the file at the last mark.
  void forget_since_mark();

  /// What else was learnt and need not be learnt again (time limit, preflight done): by name.
  std::optional<std::string> fact(std::string_view name) const;
  void set_fact(std::string_view name, std::string_view value);

 private:
  struct State;
  explicit Journal(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace grabr
