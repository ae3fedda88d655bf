// Reads the data of a saved report that is needed to verify its results.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oracle/process/process_oracle_options.h"
#include "reduce/certify/certificate.h"
#include "text/json.h"

namespace grabr {

struct SavedReport {
  struct File {
    std::string path;  ///< "-": it went to standard output
    std::string sha256;
  };
  File input, output;
  std::optional<File> grammar;
  ProcessOracleOptions test;
  std::string directory;            ///< the base of relative paths and of the program
  std::vector<std::string> beside;  ///< inputs and outputs of the others in a set
  std::string identity;
  std::string journal;  ///< empty: none
  Certificate certificate;
};

/// The report of a single input. For several inputs, where each turn has a report: the last report
/// of each input, in the order of their first turns. Throws Error(kInvalid) if these are not
/// reports.
std::vector<JsonField> last_reports(const JsonField& json);

/// The same, parsed. Throws Error(kInvalid), with the file's name, if it is not a report of
/// reductions, or if one of them has no certificate.
std::vector<SavedReport> read_saved_reports(const std::string& name, std::string json);

}  // namespace grabr
