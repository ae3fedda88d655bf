// What grabr says of its strategies and of the passes of `auto`: `grabr strategies`,
// `--list-strategies`, `--explain NAME`.
#pragma once

#include <string>

namespace grabr {

/// Prints all of them. The exit status.
int list_strategies();

/// Prints how a strategy, a list minimiser or a pass works, from the head of its file. The exit
/// status. Throws Error(kInvalid) that names what comes near.
int explain_strategy(const std::string& name);

}  // namespace grabr
