// The final steps on the result of a search: --style and --formatter.
#pragma once

#include <filesystem>
#include <string>

#include "reduce/core/session.h"
#include "reduce/problem.h"
#include "reduce/schedule.h"
#include "run/config/config.h"
#include "run/config/listener.h"

namespace grabr {

/// Is there any final step?
bool has_final_steps(const run::Output& output);

/// Throws Error(kInvalid) if the formatter does not exist, or if a style or formatter is combined
/// with a strategy that looks for a passing text.
void check_final_steps(const run::Output& output, const Schedule& schedule);

/// Takes each step if the result still fails afterwards (the formatter gets the path of the
/// original). Tells the listener if the style is not possible, or if the formatter gave nothing to
/// test or a text that does not fail. Throws Error if `stop` ends it.
void take_final_steps(Session& session, const run::Config& config, const Problem& problem,
                      const std::filesystem::path& original, const StopToken& stop,
                      run::Listener& listener);

}  // namespace grabr
