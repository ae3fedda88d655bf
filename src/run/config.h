// What a run is to do, said by whoever wants it: a command line, or another program. Nothing here
// is text that somebody still has to parse, but names of files, grammars and strategies.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oracle/process/process_oracle_options.h"
#include "oracle/stop_token.h"
#include "parse/parse_options.h"
#include "reduce/auto_schedule.h"
#include "reduce/problem.h"
#include "reduce/style/style.h"
#include "text/encoding.h"
#include "text/units.h"

namespace grabr::run {

/// What is reduced, and how it is read.
struct Input {
  std::string path;                  ///< of the file; with `text` only its name
  std::optional<std::string> text;   ///< its content; not said: that of the file
  bool name_is_made_up = false;      ///< from the content, of which it says nothing
  std::vector<std::string> further;  ///< files that fail together with this one
  std::optional<Encoding> encoding;  ///< not said: UTF-16 is recognised
  std::string grammar;               ///< a name or a file; empty: by name and content of the input
  ParseOptions parse;
  bool strict = false;  ///< what does not parse is refused
  bool partial = true;  ///< what parses of it is reduced on its tree
  std::string passing;  ///< dd-*: a file that passes, to begin with; empty: no text
};

/// What judges candidates. Of no matter where an oracle is given.
struct Test {
  /// Command, conditions, repetitions, surroundings. `original`, `encoding` and the folders for
  /// what is kept come from input and output.
  ProcessOracleOptions process;
  std::string shell_text;      ///< as given, with its "@@"; empty: the command has words
  bool plain_command = false;  ///< not a test that says by its exit status what it means
  bool preflight = true;       ///< checked before it is trusted
};

/// So many bytes, or so much of the input.
struct SizeGoal {
  double number = 0;
  bool percent = false;

  std::uint64_t bytes(std::uint64_t of_input) const;
};

struct Limits {
  std::optional<unsigned> jobs;            ///< tests at once; not said: as many as there are cores
  std::optional<double> timeout_s;         ///< of a test, 0: none; not said: by what tests take
  std::optional<std::uint64_t> max_tests;  ///< of the search; not said: no limit
  std::optional<double> max_time_s;        ///< of the whole run; not said: no limit
  std::optional<SizeGoal> stop_at;         ///< small enough; not said: as small as can be

  /// Seconds for tests of which nothing is known yet.
  double first_timeout_s() const { return timeout_s.value_or(kFirstLimit_s); }
  /// With the end of the time of a run that began at `begin`.
  StopToken with_budget(const StopToken& stop, std::chrono::steady_clock::time_point begin) const;
};

struct Search {
  std::string strategy = "auto";
  std::string minimizer;               ///< of lists; empty: the strategy's own
  std::optional<Direction> direction;  ///< of lists; not said: the minimiser's own
  std::optional<Effort> effort;        ///< of auto; not said: the usual one
  std::string schedule;                ///< of auto, a file; empty: by its effort
  std::vector<std::string> without;    ///< names of passes
  std::optional<Unit> unit;            ///< of text; not said: the strategy's own
  bool python_set_order = false;       ///< dd-*: parts in the order of CPython's sets
};

/// Where the result goes, and what else is written.
struct Output {
  enum class Place : std::uint8_t {
    kBesideInput,  ///< input.c gives input.reduced.c
    kNamed,        ///< `path`: a file, or a folder for one of the input's name
    kInPlace,      ///< the input is replaced, and kept as FILE.orig
    kNowhere,      ///< it is only returned
  };
  Place place = Place::kBesideInput;
  std::string path;
  /// What passes, of a strategy for both; empty: nowhere; not said: beside an output that is a
  /// file.
  std::optional<std::string> passing;
  bool keeps_backup = true;  ///< of an input that is replaced
  Style style = Style::kKeep;
  std::string formatter;      ///< a command; empty: none
  std::string trace;          ///< a file; empty: none
  bool trace_cached = false;  ///< with the answers that were known
  std::string report;         ///< a file; empty: none
  std::string cache;          ///< folder of kept answers; empty: .grabr beside the output
  bool fresh = false;         ///< answers of earlier runs are set aside
  bool verbose = false;       ///< notes also say what is as it should be
};

struct Config {
  Input input;
  Test test;
  Limits limits;
  Search search;
  Output output;
};

}  // namespace grabr::run
