// The message for the user when a text that used to fail no longer does.
#pragma once

#include <string>

#include "oracle/oracle.h"

namespace grabr {

/// `first` is the test that did not fail; `hits` of the `further` tests after it did. `trouble`:
/// what the oracle found wrong with its environment (Oracle::trouble), or nothing. `at_once`: how
/// many tests ran at the same time; those after the first ran alone.
std::string explain_change(const TestResult& first, unsigned hits, unsigned further,
                           unsigned at_once, const std::string& trouble);

}  // namespace grabr
