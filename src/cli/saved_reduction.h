// What a saved report speaks of, found again: result, grammar, test and input. Each must be what it
// was, by its hash.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cli/verification.h"
#include "oracle/process_oracle.h"
#include "parse/parser.h"
#include "report/saved_report.h"

namespace grabr {

class SavedReduction {
 public:
  /// Reads the report and goes to the folder of the reduction. Throws Error(kUsage), as everything
  /// here does for what is not there; for what has changed, Error(kEnvironment).
  explicit SavedReduction(const VerifyOptions& options);

  const SavedReport& report() const { return report_; }
  std::string result_path() const;
  std::string read_result() const;
  /// None for a text without a tree.
  std::optional<Parser> make_parser() const;
  ProcessOracleOptions make_test() const;
  bool compares_with_original() const;  ///< --same-as-original
  std::string read_original() const;

 private:
  void require_same_test(const ProcessOracleOptions& test,
                         const std::filesystem::path& kept) const;
  std::optional<std::filesystem::path> output() const;

  VerifyOptions options_;              ///< paths are absolute
  std::filesystem::path report_path_;
  SavedReport report_;
};

}  // namespace grabr
