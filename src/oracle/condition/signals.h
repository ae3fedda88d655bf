// Names of signals.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace grabr {

/// 11 for "SEGV", "SIGSEGV" or "11" in any case; nothing for unknown names. The reverse gives
/// "SIGSEGV", or "signal 40" for one without a name.
std::optional<int> signal_by_name(std::string_view name);
std::string signal_name(int number);

}  // namespace grabr
