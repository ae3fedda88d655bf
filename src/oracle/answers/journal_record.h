// The text format of a journal, line by line. Readable by people; damage is detected.
//
//   grabr-journal 1 6cf1…9e 07b2…41 5f0c2a91   format version, SHA-256 of question and of contents
//   fail 3f2a9c…d0 9b1d04e7                    an answer for the candidate with this 128-bit hash
//   pass 81b04e…77 c02f6a18
//   mark 44d9e0b3                              the test worked: the answers above are good
//   pass 0c71aa…5e 1e8873f0
//   forgotten a90b6c2d                         it no longer does: passes since the mark are void
//   hit 5d20c1…07 38be1f40                     one run, which failed; for tests that need several
//   runs
//   miss 5d20c1…07 e7740ac9
//   fact timeout=2.5 70d13b9f                  name and value, escaped as in C
//
// The last word of a line is its checksum, which depends on all lines before it. So a line that was
// changed, torn, dropped, moved or copied from another journal does not check out, nor does any
// line after it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "oracle/answers/identity.h"
#include "text/hash.h"

namespace grabr {

struct JournalRecord {
  enum class Kind : std::uint8_t { kFail, kPass, kMark, kForgotten, kFact, kHit, kMiss };

  Kind kind = Kind::kMark;
  Hash128 candidate = {};  ///< of kFail, kPass, kHit and kMiss
  std::string name = {};   ///< of kFact
  std::string value = {};

  bool operator==(const JournalRecord&) const = default;
};

/// Formats and parses a record's line without checksum and line end; nothing if the text is not a
/// record.
std::string record_text(const JournalRecord& record);
std::optional<JournalRecord> parse_record(std::string_view text);

/// The same for the first line: the whole line, and its part that does not depend on the contents.
std::string header_text(const OracleIdentity& identity);
std::string header_question(const OracleIdentity& identity);

/// Writes and verifies checksums, starting at the first line of a journal.
class JournalChain {
 public:
  /// The next line to write: `text`, its checksum and a line end.
  std::string seal(std::string_view text);
  /// The text of the next line (given without line end); nothing if it does not check out, in which
  /// case the line after the last good one is still expected.
  std::optional<std::string_view> check(std::string_view line);

 private:
  std::uint64_t link_ = 0;  // hash of all lines so far
  std::string buffer_;

  std::uint64_t link_after(std::string_view text);
};

}  // namespace grabr
