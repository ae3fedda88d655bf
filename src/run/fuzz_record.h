// What `grabr fuzz` has learnt so far, on disk: by it the same call goes on where it was killed.
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
#include "run/failure_signature.h"

namespace grabr {

class FuzzRecord {
 public:
  /// Opens the record in the folder of results, or makes one. Throws Error(kInvalid) when the
  /// folder has other things in it than those of a call with the same test and inputs.
  FuzzRecord(const std::filesystem::path& results, const ProcessOracleOptions& test,
             const std::string& sources);

  std::size_t found() const { return journal_.found(); }
  const std::filesystem::path& path() const { return journal_.path(); }

  /// The answer for an input, if it has one.
  std::optional<TestResult> find(std::string_view text) const;
  void note(std::string_view text, const TestResult& result);

  /// Of a failing input's further run.
  struct Seen {
    bool fails = true;
    bool timed_out = false;
    FailureSignature signature = {};
  };
  std::optional<Seen> seen(std::uint64_t run) const;
  void note_seen(std::uint64_t run, const Seen& seen);

  /// Whether the finding of that run lies reduced in its folder.
  bool is_kept(std::uint64_t run) const;
  void note_kept(std::uint64_t run);

 private:
  Journal journal_;
};

}  // namespace grabr
