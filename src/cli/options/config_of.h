// Makes the configuration of a run from command-line options. The input may be standard input;
// results, traces and reports may go to standard output.
#pragma once

#include <optional>
#include <string>

#include "cli/line/command_line.h"
#include "cli/options/reduction_options.h"
#include "run/config/config.h"

namespace grabr {

/// The word that names standard input.
inline constexpr const char* kStandardInput = "-";

/// The content of standard input, and the name it is given.
struct StandardInput {
  std::string name;  ///< "stdin" with the extension of the grammar's files, if there is one
  std::string text;
};

/// Reads standard input. The grammar is that of --grammar, or chosen by the content. Throws
/// Error(kInvalid) if the input is empty.
StandardInput read_standard_input(const ReduceOptions& options);

/// Throws Error(kInvalid) for --in-place with standard input, and if standard input is one of
/// several inputs. Without --output, the result goes to standard output.
void prepare_for_standard_input(ReduceOptions& options, const Call& call);

/// One of trace, report and events may go to standard output ("-"), but not together with the
/// result; otherwise throws Error(kInvalid). `result_there`: something else is printed there.
void give_standard_output(ReduceOptions& options, bool result_there);

/// An option of 0 means no limit.
run::Limits limits_of(const ReduceOptions& options);

/// Throws Error(kInvalid) with a hint for an ambiguous call, an invalid value of an option, options
/// that exclude each other, or options that do not fit the test (cli/options/test_options.h). Reads
/// standard input if that is the input.
run::Config config_of(const ReduceOptions& options, const std::optional<Words>& after_dashes);
/// The same if the test and the input in the call are already known.
run::Config config_of(const ReduceOptions& options, Call call);

}  // namespace grabr
