// The findings of `grabr fuzz`: one folder for each failure signature, with the input as found, the
// reduced one and a record.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/condition/failure_signature.h"
#include "run/config/fuzz_config.h"
#include "run/config/listener.h"
#include "text/error.h"

namespace grabr {

class FuzzFindings {
 public:
  /// Creates the folder. All arguments must outlive this.
  FuzzFindings(const run::FuzzConfig& config, run::Listener& listener, run::Listener& reductions,
               const StopToken& stop);

  const std::filesystem::path& folder() const { return config_.folder; }

  struct Finding {
    std::uint64_t run = 0;  ///< number of the input, from 1
    FailureSignature signature;
    bool timed_out = false;
  };
  /// Counts a finding; returns whether its signature is new.
  bool count(const FailureSignature& signature) { return ++seen_[signature.text()] == 1; }
  /// Writes input and record, reduces, and writes the record again. Returns how the reduction
  /// ended; kInterrupted, kTerminated, kHungUp or kBudget if it was stopped early. After a signal
  /// or a kill the same call continues it.
  EndedBy keep(const Finding& finding, std::string_view text);
  /// The reduced input; nothing if there is none.
  std::optional<std::string> result_of(const Finding& finding) const;
  /// The smallest text of each finding, and of each other failure that its reduction met.
  std::vector<std::filesystem::path> kept() const;
  /// Deletes the answers of a finding's reduction, once the record says that it is done.
  void forget_answers(const Finding& finding) const;

  std::size_t distinct() const { return seen_.size(); }
  std::uint64_t failing_inputs() const;

 private:
  std::filesystem::path folder_of(const Finding& finding) const;
  run::Config reduction_of(const Finding& finding, const std::filesystem::path& folder) const;
  void keep_others(const std::filesystem::path& folder) const;
  void write_record(const Finding& finding, const std::filesystem::path& folder,
                    const std::string& problem) const;

  const run::FuzzConfig& config_;
  run::Listener& listener_;
  run::Listener& reductions_;
  const StopToken stop_;
  std::map<std::string, std::uint64_t> seen_;  // by signature
};

}  // namespace grabr
