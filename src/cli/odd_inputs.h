// Standard input as an input, and standard output for what is written.
#pragma once

#include <string>

#include "cli/command_line.h"
#include "cli/reduction_options.h"

namespace grabr {

/// The word that names standard input.
inline constexpr const char* kStandardInput = "-";

/// All of standard input, which goes on under a name of its own.
struct StandardInput {
  std::string name;  ///< "stdin" with the extension of the grammar's files, if there is one
  std::string text;
};

/// Reads it. The grammar is that of --grammar, or the one for its content. Throws Error(kInvalid)
/// where nothing comes.
StandardInput read_standard_input(const ReduceOptions& options);

/// What a call on standard input cannot have: throws Error(kInvalid) for --in-place, and where it
/// is one of several inputs. The result goes to standard output unless --output names a place.
void prepare_for_standard_input(ReduceOptions& options, const Call& call);

/// Trace and report may go to standard output ("-"), each alone, and not beside a result that is
/// there: throws Error(kInvalid). `result_there`: something else is printed.
void give_standard_output(ReduceOptions& options, bool result_there);

}  // namespace grabr
