// Names for what a foreign grammar has no name for, taken by none of its rules and given once.
#pragma once

#include <set>
#include <string>

namespace grabr {

struct FreeNames {
  std::set<std::string> rules;  ///< of the foreign grammar
  std::set<std::string> given;

  /// `wanted`, or else with a number from 2 on.
  std::string free(const std::string& wanted) {
    std::string name = wanted;
    for (int i = 2; rules.contains(name) || !given.insert(name).second; ++i) {
      name = wanted + "_" + std::to_string(i);
    }
    return name;
  }
};

}  // namespace grabr
