// What checking results again needs of their saved report.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/process/process_oracle_options.h"
#include "reduce/certify/certificate.h"

namespace grabr {

struct SavedReport {
  struct File {
    std::string path;  ///< "-": it went to standard output
    std::string sha256;
  };
  File input, output;
  std::optional<File> grammar;
  ProcessOracleOptions test;
  std::string directory;            ///< in which paths and the program are looked for
  std::vector<std::string> beside;  ///< inputs and outputs of the others of a set
  std::string identity;
  bool first_form = false;  ///< of before: the identity is made in another way
  std::string journal;      ///< empty: none
  Certificate certificate;
};

/// One of a reduction of one input. Of several, whose turns each have a report, the last one of
/// each input, in the order of the inputs' first turns. Throws Error(kInvalid): no report of
/// reductions, or one of these without a certificate.
std::vector<SavedReport> read_saved_reports(std::string_view json);

}  // namespace grabr
