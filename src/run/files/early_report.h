// The report of a command that ended before its reduction could begin.
#pragma once

#include <string>

#include "text/error.h"

namespace grabr {

/// Writes the report to the file `report`, if one is named: "exit" and "reason", with neither input
/// nor output; in an array if there are `several` inputs. Throws Error(kSystem).
void write_early_report(const std::string& report, bool several, const Error& error);

/// Runs a step before the reduction; reports an Error that ends it, and rethrows it.
template <class Step>
auto with_early_report(const std::string& report, bool several, Step step) {
  try {
    return step();
  } catch (const Error& error) {
    write_early_report(report, several, error);
    throw;
  }
}

}  // namespace grabr
