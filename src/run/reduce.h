// A run from its configuration to its result. Nothing here prints or reads a command line; messages
// go to the listener.
#pragma once

#include "oracle/oracle.h"
#include "oracle/stop_token.h"
#include "run/config/config.h"
#include "run/config/listener.h"
#include "run/result.h"

namespace grabr::run {

/// Reduces one input with the test of the configuration, and writes the files that it names. If it
/// ends early (a limit, a requested stop), the result says why. Throws Error if there is no result:
/// an invalid configuration, an input that does not fail, a test that cannot be trusted.
Result reduce(const Config& config, Listener& listener, const StopToken& stop = {});

/// The same with the host's oracle instead of the test of the configuration. No answers are kept;
/// of `Test`, only the setting for the first check is used.
Result reduce(const Config& config, Oracle& oracle, Listener& listener, const StopToken& stop = {});

}  // namespace grabr::run
