// The saved report of one reduction: one JSON object, "schema": "grabr-report-1".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reduce/session.h"
#include "report/measure.h"
#include "report/recorder.h"

namespace grabr {

/// Everything a report says. Paths and words are shown as given.
struct Report {
  struct File {
    std::string path;  ///< "-" for standard output
    Measure measure;
  };
  struct GrammarName {
    std::string name, version, file, sha256;
  };
  struct Test {
    std::vector<std::string> command;
    double timeout_s = 0;   ///< 0: none
    std::string identity;   ///< hash of the command and of the files it names
  };

  File input, output;
  std::optional<GrammarName> grammar;
  std::string parsed = "no";  ///< the input: whole, partial or no
  std::string strategy;
  std::string unit;
  Test test;
  Counts counts;
  double wall_s = 0;
  double oracle_s = 0;
  std::vector<PhaseRow> phases;
  std::vector<CurvePoint> curve;
  int exit = 0;
};

/// The report as indented JSON, with a final line end. Adds the environment it is made in: versions,
/// compiler, processors, operating system.
std::string report_json(const Report& report);

}  // namespace grabr
