// The stored record of one reduction of a batch.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace grabr {

struct BatchRecord {
  struct Size {
    std::uint64_t bytes = 0;
    std::uint64_t tokens = 0;
    std::string sha256;
  };
  struct Point {
    std::uint64_t tests = 0;  ///< committed so far
    std::uint64_t bytes = 0;
    std::uint64_t tokens = 0;
  };

  // Which reduction it is.
  std::string case_name;
  std::string strategy;
  std::string options;  ///< limits: "--max-tests 500"
  std::string input_sha256;
  std::string asked_grammar;  ///< given for the whole batch, as given; empty: the case's own
  std::string test_sha256;    ///< identity of its test; empty: not known

  // Its outcome; everything except the seconds is reproducible, unless a time limit ended it.
  std::optional<Size> input;  ///< nothing if the reduction wrote no report
  std::optional<Size> output;
  std::string grammar;      ///< its name; empty: none
  std::uint64_t tests = 0;  ///< committed tests
  std::uint64_t unresolved = 0;
  std::uint64_t known = 0;  ///< tests answered by the journal of a killed run
  double wall_s = 0;
  double oracle_s = 0;       ///< part of the seconds spent waiting for tests
  std::vector<Point> curve;  ///< recorded only on request
  int exit = 0;              ///< 128+N: died by signal N
  std::string error;         ///< empty: finished, or ended by a limit with its best saved

  using Key =
      std::tuple<std::string, std::string, std::string, std::string, std::string, std::string>;
  Key key() const {
    return {case_name, strategy, options, input_sha256, asked_grammar, test_sha256};
  }
};

}  // namespace grabr
