// What a user is told when a text that has failed no longer does.
#pragma once

#include <string>

#include "oracle/oracle.h"

namespace grabr {

/// `first` is the test that did not fail; `hits` of `further` tests after it did. `trouble`: what
/// the oracle found wrong with its surroundings (Oracle::trouble), or nothing.
std::string explain_change(const TestResult& first, unsigned hits, unsigned further,
                           const std::string& trouble);

}  // namespace grabr
