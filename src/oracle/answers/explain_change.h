// What a user is told when a text that has failed no longer does.
#pragma once

#include <string>

#include "oracle/oracle.h"

namespace grabr {

/// `first` is the test that did not fail; `hits` of `further` tests after it did. `trouble`: what
/// the oracle found wrong with its surroundings (Oracle::trouble), or nothing. `at_once`: so many
/// tests ran at the same time; those after the first ran alone.
std::string explain_change(const TestResult& first, unsigned hits, unsigned further,
                           unsigned at_once, const std::string& trouble);

}  // namespace grabr
