// How often one of several commands of a test has rejected a candidate.
#pragma once

#include <cstdint>
#include <string>

namespace grabr {

struct Rejections {
  std::string command;  ///< as the user writes it: "--and './valid @@'", or "the test"
  std::uint64_t tests = 0;
};

}  // namespace grabr
