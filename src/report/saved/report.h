// The saved report of one reduction: one JSON object, "schema": "grabr-report-2".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oracle/answers/rates.h"
#include "oracle/process/process_oracle_options.h"
#include "reduce/certify/certificate.h"
#include "reduce/core/session.h"
#include "report/form/measure.h"
#include "report/saved/neighbours.h"
#include "report/trace/recorder.h"
#include "report/trace/tallies.h"

namespace grabr {

inline constexpr const char* kReportSchema = "grabr-report-2";

/// The numbers that a command printed for the input and for the result (--minimize). Empty if there
/// is no such command.
struct Numbers {
  std::optional<double> before;
  std::optional<double> after;
};

/// How often one of a test's several commands rejected a candidate.
struct Rejections {
  std::string command;  ///< as the user writes it: "--and './valid @@'", or "the test"
  std::uint64_t tests = 0;
};

/// The content of a report. Paths and words are as given.
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
    std::vector<std::string> conditions;  ///< as options: "--exit 1"; none: exit status 0
    ProcessOracleOptions configuration;   ///< including the chosen time limit and number of jobs
    std::string directory;                ///< the base of relative paths and of the program
    std::vector<std::string> beside;      ///< of several inputs: the others, each with its output
    std::string identity;  ///< hash of the test and of the files it names, except `beside`
    std::string journal;   ///< file of answers; empty: none
  };
  /// The checks before the search.
  struct Checks {
    struct Probe {
      std::string name;
      std::string outcome;
    };
    unsigned runs = 0, hits = 0;  ///< of the original
    double median_s = 0, slowest_s = 0;
    bool earlier = false;  ///< made by an earlier run that this run continues
    std::vector<Probe> probes;
  };

  File input, output;
  std::optional<GrammarName> grammar;
  std::string parsed = "no";  ///< how the input parsed: whole, partial or no
  std::string strategy;
  std::string unit;
  Test test;
  Checks checks;
  TestCounts counts;
  std::optional<OutsideTests> outside;  ///< none: there is no grammar
  std::vector<Rejections> rejections;   ///< by each command; empty: there is only one
  double wall_s = 0;
  double oracle_s = 0;
  std::vector<PhaseRow> phases;
  std::vector<PhaseRow> passes;
  std::vector<CurvePoint> curve;
  Numbers numbers;
  std::optional<Hits> rate;  ///< flaky test: failures and runs of the result
  unsigned steps_back = 0;   ///< flaky test: how often a best turned out to fail too rarely
  std::optional<Certificate> certificate;     ///< none: nothing is known about this result
  std::vector<TriedNeighbour> neighbours;     ///< the narrowest tested ones
  std::vector<std::string> call;              ///< the words that started the run, if known
  std::vector<Intervention> by_hand;          ///< interventions that the options do not show
  std::string failure_before, failure_after;  ///< one line each; empty: not known
  int exit = 0;
  std::string reason;      ///< why it ended early or without a result; empty: it finished
  bool has_result = true;  ///< false: it ended before it had any output
};

/// The report as indented JSON, with a final line end. Adds the present environment: versions,
/// compiler, processors, operating system.
std::string report_json(const Report& report);

/// Writes it to a file. Throws Error(kSystem).
void save_report(const std::string& path, const Report& report);

}  // namespace grabr
