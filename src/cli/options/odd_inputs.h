// Standard input as the input, and standard output for results, traces and reports.
#pragma once

#include <string>

#include "cli/line/command_line.h"
#include "cli/options/reduction_options.h"

namespace grabr {

/// The word that names standard input.
inline constexpr const char* kStandardInput = "-";

/// The content of standard input, and the name it is given.
struct StandardInput {
  std::string name;  ///< "stdin" with the extension of the grammar's files, if there is one
  std::string text;
};

/// Reads standard input. The grammar is that of --grammar, or chosen by the content. Throws
/// Error(kInvalid) if it is empty.
StandardInput read_standard_input(const ReduceOptions& options);

/// Throws Error(kInvalid) for --in-place with standard input, and if it is one of several inputs.
/// The result goes to standard output unless there is --output.
void prepare_for_standard_input(ReduceOptions& options, const Call& call);

/// One of trace, report and events may go to standard output ("-"), and not together with the
/// result: else throws Error(kInvalid). `result_there`: something else is printed there.
void give_standard_output(ReduceOptions& options, bool result_there);

}  // namespace grabr
