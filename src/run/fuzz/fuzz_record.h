// The record of a `grabr fuzz` run on disk: after a kill, the same call continues from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "oracle/answers/identity.h"
#include "oracle/answers/journal.h"
#include "oracle/process/process_oracle.h"
#include "run/fuzz/seen_failure.h"

namespace grabr {

class FuzzRecord {
 public:
  /// Opens or creates the record in the folder of results. Throws Error(kInvalid) if the folder
  /// contains anything but the results of a call with the same test and inputs.
  FuzzRecord(const std::filesystem::path& results, const ProcessOracleOptions& test,
             const std::string& sources);

  /// Number of answers found from an earlier call.
  std::size_t found() const { return journal_.found(); }
  const std::filesystem::path& path() const { return journal_.path(); }

  /// The answer for an input, if it has one.
  std::optional<TestResult> find(std::string_view text) const;
  void note(std::string_view text, const TestResult& result);

  /// The result of running a failing input again.
  using Seen = SeenFailure;
  std::optional<Seen> seen(std::uint64_t run) const;
  void note_seen(std::uint64_t run, const Seen& seen);

  /// Is the finding of that run reduced and in its folder?
  bool is_kept(std::uint64_t run) const;
  void note_kept(std::uint64_t run);

 private:
  Journal journal_;
};

}  // namespace grabr
