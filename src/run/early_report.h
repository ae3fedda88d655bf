// The report of a command that ended before its reduction could begin.
#pragma once

#include <string>

#include "text/error.h"

namespace grabr {

/// Writes it to the file `report`, if one is named: "exit" and "reason", with neither input nor
/// output; in an array where there are `several` inputs. Nothing for wrong usage, which is no run.
/// Throws Error(kSystem).
void write_early_report(const std::string& report, bool several, const Error& error);

/// Takes a step before the reduction; an Error that ends it is reported, and goes on.
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
