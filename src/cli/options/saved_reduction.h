// Finds the files that a saved report refers to: results, grammars, test and input. Each must still
// have the same hash.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "oracle/process/process_oracle.h"
#include "oracle/process/work_folder.h"
#include "parse/parser.h"
#include "report/saved/saved_report.h"

namespace CLI {
class App;
}

namespace grabr {

/// The options of `grabr verify`, as given on the command line; empty or nothing: not given.
struct VerifyOptions {
  std::string report;
  std::string result;     ///< the result's file, if it is not where the report says
  std::string grammar;    ///< the grammar's file, likewise
  std::string directory;  ///< folder to use instead of the reduction's
  std::optional<unsigned> jobs;
  std::optional<double> timeout_s;
  std::optional<std::uint64_t> sample;  ///< number of neighbours to test; nothing: all
  std::uint64_t seed = 0;               ///< decides which ones
  bool changed_test = false;            ///< the test need not be that of the report
  bool quiet = false;
  bool was_found = false;  ///< the report was found, not named
  bool trust = false;      ///< run its test without asking
};

/// Declares --trust.
void declare_trust_option(CLI::App& app, VerifyOptions& options);

/// One result of a report. Everything here throws Error(kInvalid) if a file does not exist and
/// Error(kEnvironment) if it has changed.
class SavedReduction {
 public:
  /// The results of a set by their names: each is copied next to the candidates of the others.
  using Beside = std::map<std::string, std::filesystem::path>;

  SavedReduction(const VerifyOptions& options, SavedReport report)
      : options_(options), report_(std::move(report)) {}

  const SavedReport& report() const { return report_; }
  std::optional<std::filesystem::path> output() const;
  std::string result_path() const;
  std::string read_result() const;
  /// None if the text has no tree.
  std::optional<Parser> make_parser() const;
  ProcessOracleOptions make_test(const Beside& beside) const;
  bool compares_with_original() const;  ///< for --same-as-original
  std::string read_original() const;

 private:
  std::string decoded(std::string bytes) const;
  std::string text_of_result(const std::string& bytes) const;
  void require_same_test(const ProcessOracleOptions& test,
                         std::vector<std::filesystem::path> own) const;

  VerifyOptions options_;  ///< paths are absolute
  SavedReport report_;
};

/// All results of a report: if several inputs were reduced in turns, one for each.
class SavedSet {
 public:
  /// Reads the report and changes to the folder of the reduction. Throws as SavedReduction does,
  /// and for a report that was found, as require_trusted() does.
  explicit SavedSet(const VerifyOptions& options);

  const std::vector<SavedReduction>& reductions() const { return reductions_; }
  const SavedReduction::Beside& beside() const { return beside_; }

 private:
  void lay_out_results(const VerifyOptions& options);

  std::vector<SavedReduction> reductions_;
  SavedReduction::Beside beside_;
  std::optional<WorkFolder> work_;  ///< where these files are
};

}  // namespace grabr
