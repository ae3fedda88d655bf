// The configuration of a run, made by the command line or another program. Everything is parsed,
// except names of files, grammars and strategies.
#pragma once

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
#include "run/config/archive_tool.h"
#include "text/encoding.h"
#include "text/units.h"

namespace grabr::run {

/// The input to reduce, and how it is read.
struct Input {
  std::string path;                  ///< path of the file; with `text`, only a name
  std::optional<std::string> text;   ///< its content; empty: read from the file
  bool name_is_made_up = false;      ///< the name was derived from the content
  std::vector<std::string> further;  ///< files that fail together with this one
  /// For a folder: globs of the files that may change (empty: all), and of those that must stay.
  std::vector<std::string> include, exclude;
  const ArchiveTool* unpack = nullptr;  ///< set for an archive, which is reduced as a folder
  std::optional<Encoding> encoding;     ///< empty: detect UTF-16
  std::string decode;                   ///< a command that makes text of the file; empty: none
  std::string encode;                   ///< a command that converts texts back to such files
  std::string grammar;                  ///< a name or a file; empty: chosen for the input
  ParseOptions parse;
  bool strict = false;   ///< reject an input that does not parse
  bool partial = true;   ///< if it does not parse, use a tree of the parts that do
  std::string passing;   ///< dd-*: a passing file to start from; empty: the empty text
  bool common = false;   ///< dd-diff: also reduce the parts common to both
  bool by_tree = false;  ///< dd-*, with a passing file: use changes between the trees of both
};

/// The test of candidates. Ignored if an oracle is given.
struct Test {
  /// Command, conditions, repetitions, environment. `original`, `encoding` and the folders for kept
  /// files come from input and output.
  ProcessOracleOptions process;
  std::string shell_text;      ///< as given, with its "@@"; empty: the command has words
  bool plain_command = false;  ///< its exit status is not meant as an answer
  bool preflight = true;       ///< check it before the search
  bool and_valid = false;      ///< an installed program must accept the candidate
  bool and_no_ub = false;      ///< C and C++: also require that no undefined behaviour is found
  /// With process.flaky: the accepted share of wrong answers "does not fail".
  std::optional<double> flaky_error;
};

/// A number of bytes, tokens or lines, or a fraction of the input's bytes.
struct SizeGoal {
  enum class In : std::uint8_t { kBytes, kPercent, kTokens, kLines };
  double number = 0;
  In in = In::kBytes;

  /// The limit in its unit; a percentage is converted to bytes.
  std::uint64_t most(std::uint64_t input_bytes) const;
};

struct Limits {
  std::optional<unsigned> jobs;            ///< tests at once; empty: the number of cores
  std::optional<double> timeout_s;         ///< for a test; 0: none; empty: from measured times
  std::optional<std::uint64_t> max_tests;  ///< tests of the search; empty: no limit
  std::optional<double> max_time_s;        ///< seconds of the whole run; empty: no limit
  std::optional<SizeGoal> stop_at;         ///< size at which to stop; empty: as small as possible

  /// The time limit while nothing is known about the test's times.
  double first_timeout_s() const { return timeout_s.value_or(kFirstLimit_s); }
  Budget budget() const { return {max_tests, max_time_s}; }
};

struct Search {
  std::string strategy = "auto";
  std::string minimizer;               ///< list minimiser; empty: the strategy's own
  std::optional<Direction> direction;  ///< direction in lists; empty: the minimiser's own
  std::optional<Effort> effort;        ///< effort of auto; empty: normal
  std::string schedule;                ///< file with the schedule of auto; empty: by its effort
  std::vector<std::string> without;    ///< names of passes
  /// The step of the previous run on this input from which to start (report/trace/history.h).
  std::optional<std::uint64_t> from_step;
  std::vector<std::string> reduce_with;  ///< commands of outside reducers (reduce/outside.h)
  std::string preprocess;         ///< a command that makes the input self-contained; empty: none
  std::optional<Unit> unit;       ///< unit of text; empty: the strategy's own
  bool python_set_order = false;  ///< dd-*: parts in the order of CPython's sets
};

/// The parts of the input that must stay as they are.
struct Protect {
  std::vector<std::string> keep;        ///< regular expressions: their matches stay
  std::vector<std::string> keep_lines;  ///< lines of the input, from 1: "7", "3-9"
  std::vector<std::string> only;        ///< symbols of the grammar: only these parts may change
  std::vector<std::string> except;      ///< symbols: these parts stay
  bool names = false;                   ///< no renaming, no merging
  bool values = false;                  ///< numbers and strings are not simplified
  bool markers = true;                  ///< heed marks in the text (run/config/markers.h)
};

/// Where the result and other files are written.
struct Output {
  enum class Place : std::uint8_t {
    kBesideInput,  ///< input.c gives input.reduced.c
    kNamed,        ///< `path`: a file, or a folder for a file with the input's name
    kInPlace,      ///< the input is replaced; the original is kept as FILE.orig
    kNowhere,      ///< the result is only returned
  };
  Place place = Place::kBesideInput;
  std::string path;
  /// Path for the passing text of strategies that keep both. Empty: not written; not set: next to
  /// the output if that is a file.
  std::optional<std::string> passing;
  bool keeps_backup = true;  ///< keep the original of an input that is replaced
  Style style = Style::kKeep;
  std::string formatter;          ///< a command; empty: none
  std::string trace;              ///< a file; empty: none
  bool trace_cached = false;      ///< the trace includes cached answers
  bool trace_diffs = false;       ///< it has times, and texts as differences
  std::string report;             ///< a file; empty: none
  std::string cache;              ///< folder of kept answers; empty: .grabr next to the output
  bool fresh = false;             ///< ignore answers of earlier runs
  bool keeps_others = false;      ///< keeps texts with other failures, as --same-crash does
  bool verbose = false;           ///< also report checks that found nothing wrong
  std::vector<std::string> call;  ///< words that the run was started with, for the report
};

struct Config {
  Input input;
  Test test;
  Limits limits;
  Search search;
  Protect protect;
  Output output;
};

}  // namespace grabr::run
