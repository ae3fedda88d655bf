// How the user's program is to be run on candidates. Each member has its row in test_fields.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "oracle/condition/condition_options.h"
#include "text/encoding.h"

namespace grabr {

/// How the candidate reaches the test. The file lies in the working folder in any case.
enum class InputVia : std::uint8_t { kAll, kArgument, kStdin, kBaseName };

/// Seconds that a test may take of which nothing is known yet; no limit made from what is known is
/// longer.
inline constexpr double kFirstLimit_s = 300;

/// The unit of a memory limit as people give it.
inline constexpr std::uint64_t kMegabyte = 1024 * 1024;

/// Tests at once.
inline constexpr unsigned kMostJobs = 1024;

struct ProcessOracleOptions {
  /// Program and arguments; "@@" or "@@.ext" stand for the candidate's path.
  std::vector<std::string> command = {};
  /// Instead of `command`: run by /bin/sh -c, the path is $1.
  std::string shell_text = {};
  std::filesystem::path original = {};    ///< the input: gives base name and GRABR_ORIGINAL
  InputVia via = InputVia::kAll;
  bool append_path = true;                ///< candidate's path as last argument, unless for a "@@"
  std::vector<std::filesystem::path> copies = {};  ///< files and folders put beside the candidate
  double timeout_s = kFirstLimit_s;       ///< of one run, 0: none
  std::uint64_t memory_bytes = 0;         ///< address space of the test's processes, 0: no limit
  bool randomize_addresses = true;        ///< as the system does; false: ADDR_NO_RANDOMIZE
  unsigned jobs = 1;                      ///< tests at once
  unsigned repeat = 1;                    ///< runs of the command for one test …
  unsigned min_hits = 1;                  ///< … of which so many must fail
  ConditionOptions conditions = {};
  /// Prefix that runs the test elsewhere, over a shared folder.
  std::vector<std::string> launcher = {};
  std::vector<int> also_interesting = {}; ///< exit codes whose candidates are kept in …
  std::filesystem::path also_interesting_folder = {};
  Encoding encoding = Encoding::kAsIs;    ///< of the candidates as files; they are given as UTF-8
  std::filesystem::path log_folder = {};  ///< not empty: what each test printed is written there

  /// Is the candidate's path put behind the arguments, unless a "@@" among them stands for it?
  bool appends_path() const {
    return append_path && (via == InputVia::kAll || via == InputVia::kArgument);
  }
  /// Is the candidate on standard input? Else nothing is there.
  bool feeds_input() const { return via == InputVia::kAll || via == InputVia::kStdin; }

  bool operator==(const ProcessOracleOptions&) const = default;
};

}  // namespace grabr
