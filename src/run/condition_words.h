// Conditions as they are written on a command line.
#pragma once

#include <string>
#include <vector>

#include "oracle/condition/condition_options.h"

namespace grabr {

/// The conditions as words of a command line, for a report: "--exit 1", "--stderr 'no such'".
std::vector<std::string> condition_words(const ConditionOptions& conditions);

}  // namespace grabr
