// How to run the user's program on candidates. Each member has its row in test_fields.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "oracle/condition/condition_options.h"
#include "text/encoding.h"

namespace grabr {

/// How the candidate reaches the test. The file is in the working folder in any case.
enum class InputVia : std::uint8_t { kAll, kArgument, kStdin, kBaseName };

/// Time limit for a test about which nothing is known yet, in seconds; limits derived from
/// measurements are never longer.
inline constexpr double kFirstLimit_s = 300;

/// The unit in which users give a memory limit.
inline constexpr std::uint64_t kMegabyte = 1024 * 1024;

/// Maximum number of concurrent tests.
inline constexpr unsigned kMaxJobs = 1024;

struct ProcessOracleOptions {
  /// Program and arguments; "@@" and "@@.ext" are replaced by the candidate's path.
  std::vector<std::string> command = {};
  /// Instead of `command`: run by /bin/sh -c with the path as $1.
  std::string shell_text = {};
  std::filesystem::path original = {};  ///< the input: gives base name and GRABR_ORIGINAL
  InputVia via = InputVia::kAll;
  bool append_path = true;  ///< candidate's path as last argument, if no "@@"
  std::vector<std::filesystem::path> copies = {};  ///< files and folders put beside the candidate
  double timeout_s = kFirstLimit_s;                ///< for one run, 0: none
  std::uint64_t memory_bytes = 0;   ///< address space of the test's processes, 0: no limit
  bool randomize_addresses = true;  ///< as the system does; false: ADDR_NO_RANDOMIZE
  unsigned jobs = 1;                ///< concurrent tests
  unsigned repeat = 1;              ///< runs of the command for one test
  unsigned min_hits = 1;            ///< number of these runs that must fail
  bool flaky = false;               ///< each answer takes as many runs as it needs (rate_oracle.h)
  ConditionOptions conditions = {};
  /// Command that prints a number for a candidate that fails (TestResult::number); empty: none.
  std::vector<std::string> minimize = {};
  /// Command prefix that runs the test elsewhere, over a shared folder.
  std::vector<std::string> launcher = {};
  std::vector<int> also_interesting = {};  ///< exit codes whose candidates are kept in the
                                           ///< following folder
  std::filesystem::path also_interesting_folder = {};
  Encoding encoding = Encoding::kAsIs;   ///< encoding of candidate files; in memory they are UTF-8
  std::vector<std::string> decode = {};  ///< made the input's text; empty: none needed
  /// Command that makes a candidate's file from its text (oracle/test/conversion.h); empty: the
  /// file is the text.
  std::vector<std::string> encode = {};
  std::filesystem::path log_folder = {};  ///< where each test's output is written; empty: nowhere
  /// Not empty: the test sees a copy of this folder, named as `original`, and runs in it.
  std::filesystem::path project = {};
  /// The file in the project that the candidate replaces. Empty: the candidate lists the files that
  /// remain in it (oracle/test/listing.h).
  std::string project_file = {};

  /// Is the candidate's path appended to the arguments, unless they contain "@@"?
  bool appends_path() const {
    return append_path && (via == InputVia::kAll || via == InputVia::kArgument);
  }
  /// Is the candidate on standard input? Otherwise that is empty.
  bool feeds_input() const { return via == InputVia::kAll || via == InputVia::kStdin; }

  bool operator==(const ProcessOracleOptions&) const = default;
};

}  // namespace grabr
