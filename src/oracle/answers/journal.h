// The journal: a test's answers on disk, so that no candidate is tested twice, even after a power
// cut.
//
// One text file per question ("this test, these conditions, this input's name"). Its first line
// identifies the test that answers (the contents of script and copied files); then one record per
// line, each with a checksum (oracle/answers/journal_record.h shows an example). The first line
// that does not check out ends the file: a torn last line is cut off, everything before it counts.
//
// Only fail and pass are kept: unresolved tests, timeouts and tests that could not be run are not
// answers.
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
  /// Opens or creates FOLDER/<question>.journal and locks it. A journal with other contents is
  /// renamed to ….old and its answers are not used; `changed` is true then. `fresh` starts a new
  /// journal in any case, even beside a run in progress. Waits up to two seconds for a lock. Throws
  /// Error(kSystem) if the folder or file cannot be made or locked.
  static Journal open(const std::filesystem::path& folder, const OracleIdentity& identity,
                      bool fresh);
  /// A journal without a file, with which several searches of one process share their answers.
  static Journal in_memory();
  /// Would open() find a journal, whatever its contents?
  static bool exists(const std::filesystem::path& folder, const OracleIdentity& identity);
  /// Would open() find a journal with these contents?
  static bool is_current(const std::filesystem::path& folder, const OracleIdentity& identity);
  ~Journal();
  Journal(Journal&&) noexcept;
  Journal& operator=(Journal&&) noexcept;

  const std::filesystem::path& path() const;  ///< empty: in memory only
  bool changed() const;                       ///< the test has changed since it was written
  /// Names of the files and variables that changed, as far as recorded.
  const std::vector<std::string>& changes() const;
  std::size_t found() const;  ///< answers read when it was opened

  // In a forked copy of the process that opened it, none of the following has an effect; find()
  // returns what was known at the fork.

  std::optional<Outcome> find(const Hash128& candidate) const;
  /// Appends without waiting for the disk; of two answers for one candidate the later counts. Write
  /// failures (disk full) are not thrown: problem() reports them, and the run goes on without
  /// keeping answers.
  void record(const Hash128& candidate, Outcome outcome);
  /// The number of a candidate that fails, if the test gives one. Like an answer, it is appended
  /// without waiting for the disk: a number lost in a power cut is found again by its test, and
  /// each new best (mark) waits for those before it.
  std::optional<double> number(const Hash128& candidate) const;
  void record_number(const Hash128& candidate, double number);
  /// The other failure that a candidate shows which does not fail like the original; empty if none.
  std::string other_failure(const Hash128& candidate) const;
  void record_other_failure(const Hash128& candidate, const std::string& words);
  /// Of a test whose runs differ: each run of a candidate, in their order; true: it failed.
  std::vector<bool> runs(const Hash128& candidate) const;
  void record_run(const Hash128& candidate, bool fails);
  /// Waits until all records are on disk.
  void sync();
  bool is_on_disk() const;  ///< all records, as far as is known
  const std::string& problem() const;

  /// Renames the file to ….old, because its answers are no longer the test's. Later records go
  /// there, too.
  void set_aside();

  /// The smallest text known to fail; testing it again shows whether the answers are still valid.
  /// Kept in a file next to the journal; nothing if there is none.
  std::optional<std::string> best() const;
  void keep_best(std::string_view text, bool even_if_larger = false);

  /// Marks that the test works right now: answers after it are in doubt until the next mark.
  /// Written to disk, yet cheap enough for every accepted candidate.
  void mark();
  /// Withdraws every `pass` recorded since the last mark, those of earlier runs included, as the
  /// test no longer worked then. Written to disk; if nothing can be written, the file is cut at the
  /// last mark.
  void forget_since_mark();

  /// Other results worth keeping, by name (time limit, preflight done). Waits for the disk: they
  /// are few, and each stands for many tests.
  std::optional<std::string> fact(std::string_view name) const;
  void set_fact(std::string_view name, std::string_view value);

 private:
  struct State;
  explicit Journal(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace grabr
