// Runs the algorithms of src/reduce on synthetic failures, in this process, and prints the tests
// they take beside published figures. See tools/bench-algorithms.
//   bench_algorithms [lists|trees]
//   bench_algorithms dominance [PART OF AN INPUT'S NAME]
#include <cstdio>
#include <string>

#include "bench.h"

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "dominance" && argc <= 3) {
    bench::print_dominance(argc > 2 ? argv[2] : "");
    return 0;
  }
  if (argc > 2 || (!what.empty() && what != "lists" && what != "trees")) {
    std::fputs("usage: bench_algorithms [lists|trees|dominance]\n", stderr);
    return 2;
  }
  if (what != "trees") bench::print_lists();
  if (what.empty()) std::puts("");
  if (what != "lists") bench::print_trees();
}
