// A run from its configuration to its result. Nothing here prints or reads a command line; what
// there is to say the listener hears.
#pragma once

#include "oracle/oracle.h"
#include "oracle/stop_token.h"
#include "run/config.h"
#include "run/listener.h"
#include "run/result.h"

namespace grabr::run {

/// Reduces one input with the test of the configuration, and writes the files that it names. What
/// ends it early (a limit, a stop that is asked for) is part of the result. Throws Error for what
/// ends it without one: a configuration that cannot be meant, an input that does not fail, a test
/// that cannot be trusted.
Result reduce(const Config& config, Listener& listener, const StopToken& stop = {});

/// The same with the host's oracle instead of the test of the configuration. No answers are kept,
/// and `Test` says no more than whether it is checked first.
Result reduce(const Config& config, Oracle& oracle, Listener& listener, const StopToken& stop = {});

}  // namespace grabr::run
