// What checking a result again needs of its saved report.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/certificate.h"

namespace grabr {

struct SavedReport {
  struct File {
    std::string path;  ///< "-": it went to standard output
    std::string sha256;
  };
  File input, output;
  std::optional<File> grammar;
  std::vector<std::string> command;
  std::vector<std::string> options;  ///< of the test, one a word
  std::string directory;             ///< in which paths and the program are looked for
  double timeout_s = 0;              ///< 0: none
  unsigned jobs = 1;
  std::string identity;
  std::string journal;               ///< empty: none
  Certificate certificate;
};

/// Throws Error(kUsage): no report of one reduction, or one without a certificate.
SavedReport read_saved_report(std::string_view json);

}  // namespace grabr
