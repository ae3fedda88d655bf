// Describes a running or finished reduction in one line.
#pragma once

#include <string>

#include "run/files/run_status.h"

namespace grabr {

/// "finished", "ended with status 6 (…)", "process 17 is deleting parts"
std::string state_words(const run::Status& status);

/// "input.c: process 17 is deleting parts; 206 → 12 bytes, 7 tests (2 smaller), 3 s"; `name`: the
/// run's name; if empty, its input's.
std::string words_on(const run::Status& status, const std::string& name);
std::string words_on(const run::Status& status);

/// Seconds since 1970.
double seconds_now();

}  // namespace grabr
