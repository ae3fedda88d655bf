// What is done with the result of a search before a person gets it: --style and --formatter.
#pragma once

#include <filesystem>
#include <string>

#include "reduce/core/session.h"
#include "reduce/problem.h"
#include "reduce/schedule.h"
#include "run/config.h"
#include "run/listener.h"

namespace grabr {

/// Is there anything to be done?
bool has_final_steps(const run::Output& output);

/// Throws Error(kInvalid): a formatter that is not there, or a style or formatter with a strategy
/// that looks for what passes.
void check_final_steps(const run::Output& output, const Schedule& schedule);

/// Asks the session for each (the formatter is given the path of the original); what no longer
/// fails is left as it was. Notes when the style cannot be had, or the formatter gave nothing to
/// test or something that does not fail. Throws Error where `stop` ends it.
void take_final_steps(Session& session, const run::Config& config, const Problem& problem,
                      const std::filesystem::path& original, const StopToken& stop,
                      run::Listener& listener);

}  // namespace grabr
