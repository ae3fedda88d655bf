// What both tables share: random numbers, synthetic failures, cells of a table.
#pragma once

#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

using Things = std::vector<std::uint32_t>;  // numbers of things, ascending

/// Same numbers everywhere, unlike the standard's distributions.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(engine_() % end); }
  bool chance(double probability) { return below(1000) < probability * 1000; }
  /// `count` different numbers below `end`.
  Things choose(std::uint32_t count, std::uint32_t end);
  /// `count` numbers below `end` in runs of at most eight neighbours, at random places.
  Things choose_runs(std::uint32_t count, std::uint32_t end);

 private:
  std::mt19937_64 engine_;
};

/// A candidate fails if all that is needed is there, and with each thing those it refers to.
struct Failure {
  Things needed;
  std::vector<Things> references;  // of each thing

  bool holds(const std::vector<bool>& there) const;
};

/// Marks the numbers that stand in `text`; `count` says how many things there are.
std::vector<bool> things_in(std::string_view text, std::size_t count);

/// "97/91 1.07": measured (0: nothing was done), published (0: nothing), ratio.
std::string cell(double measured, double published);

void print_lists();
void print_trees();
/// Of the inputs whose name has `only` in it.
void print_dominance(const std::string& only);

}  // namespace bench
