// Compares strategies on generated inputs, with tests that look for symbols of the grammar.
//
// As in exercise 3 of "Reducing Failure-Inducing Inputs" (The Fuzzing Book): an input fails if its
// tree has nodes of one, two or three given symbols (nonterminals or terminals). Inputs that do not
// parse are unresolved. Only functions are called, so thousands of reductions take seconds.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "parse/parser.h"
#include "reduce/problem.h"
#include "reduce/schedule.h"

namespace grabr {

struct ShootoutPlan {
  std::shared_ptr<const Parser> parser;
  std::vector<Schedule> schedules;
  unsigned inputs = 20;
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> max_tests = 2000;  ///< per reduction
  StopToken stop;
};

struct ShootoutRecord {
  std::string strategy;
  std::size_t input = 0;             ///< its number, from 0
  std::vector<std::string> symbols;  ///< one to three that the result must have
  std::uint64_t input_bytes = 0, input_tokens = 0;
  std::uint64_t bytes = 0, tokens = 0;  ///< of the result
  std::uint64_t tests = 0;
  bool limited = false;  ///< ended by max_tests
  std::string error;     ///< empty: no error
};

/// Each strategy on each input with each kind of test; inputs with fewer than three symbols get
/// fewer tests. `on_record` is called with each record as it is made.
void run_shootout(const ShootoutPlan& plan,
                  const std::function<void(const ShootoutRecord&)>& on_record);

}  // namespace grabr
