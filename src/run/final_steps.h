// What is done with the result of a search before a person gets it: --style and --formatter.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "cli/reduction_options.h"
#include "reduce/core/session.h"
#include "reduce/problem.h"
#include "reduce/schedule.h"

namespace grabr {

/// Is there anything to be done? (--formatter none, as other reducers have it, is nothing.)
bool has_final_steps(const ReduceOptions& options);

/// Throws Error(kUsage): an unknown style, a formatter that is not there, or either of them with a
/// strategy that looks for what passes.
void check_final_steps(const ReduceOptions& options, const Schedule& schedule);

/// Asks the session for each (the formatter is given the path of the original); what no longer fails is left as it was. Calls `note` with a line when
/// the style cannot be had, or the formatter gave nothing to test or something that does not fail.
/// `check_stop` throws to end the reduction.
void take_final_steps(Session& session, const ReduceOptions& options, const Problem& problem,
                      const std::filesystem::path& original,
                      const std::function<void()>& check_stop,
                      const std::function<void(const std::string&)>& note);

}  // namespace grabr
