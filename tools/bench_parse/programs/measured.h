// What every program of the benchmark does around its parser: reads the file, times one cold run
// and a few warm ones in process CPU time, and prints one line of JSON.
//
// A run is made in a fresh process. The cold figure is the first parse, from bytes in memory to the
// finished tree, page faults of fresh memory included; the warm one is the best of the repetitions
// that fit into a second. Under valgrind only the cold run is made and only its instructions
// are counted.
#pragma once

#include <malloc.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#define RUNNING_ON_VALGRIND 0
#endif

namespace bench {

inline double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Bytes that the heap has given out and not got back.
inline std::uint64_t heap_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/// The most memory that this program has had so far. (getrusage would count its parent's, too.)
inline std::uint64_t peak_resident_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return 1024 * kilobytes;
  }
  return 0;
}

inline std::string read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "cannot read %s\n", path);
    std::exit(2);
  }
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return std::move(bytes).str();
}

struct Outcome {
  bool ok = false;         ///< the whole input was accepted, without errors in the tree
  std::string note;        ///< why not
  double lex_seconds = 0;  ///< the part of the time that went into tokens; 0: not known
  std::uint64_t tokens = 0;
  std::uint64_t nodes = 0;
  std::uint64_t tree_bytes = 0;  ///< what the finished tree holds; 0: the growth of the heap
};

struct Times {
  double cold = 0;
  double warm = 0;
  std::uint64_t heap_growth = 0;
  std::uint64_t peak_growth = 0;
};

struct Measured {
  Times times;
  Outcome outcome;
};

/// `parse()` gives a tree, which dies between two runs; `describe(tree)` looks at the first one.
template <class Parse, class Describe>
Measured measure(const Parse& parse, const Describe& describe) {
  constexpr double kWarmSeconds = 1;
  Measured measured;
  Times& times = measured.times;
  const std::uint64_t heap_before = heap_bytes();
  const std::uint64_t peak_before = peak_resident_bytes();
  {
    CALLGRIND_START_INSTRUMENTATION;
    const double start = cpu_seconds();
    const auto tree = parse();
    times.cold = cpu_seconds() - start;
    CALLGRIND_STOP_INSTRUMENTATION;
    times.heap_growth = heap_bytes() - heap_before;
    times.peak_growth = peak_resident_bytes() - peak_before;
    measured.outcome = describe(tree);
  }
  times.warm = times.cold;
  if (RUNNING_ON_VALGRIND) return measured;
  double spent = 0;
  for (int run = 0; run < 5 && spent + times.cold < kWarmSeconds; ++run) {
    const double start = cpu_seconds();
    const auto tree = parse();
    const double seconds = cpu_seconds() - start;
    times.warm = std::min(times.warm, seconds);
    spent += seconds;
  }
  return measured;
}

inline void print(const Measured& measured, std::size_t input_bytes) {
  const auto& [times, outcome] = measured;
  const std::uint64_t tree_bytes = outcome.tree_bytes ? outcome.tree_bytes : times.heap_growth;
  std::printf(
      "{\"ok\": %s, \"note\": \"%s\", \"seconds\": %.9f, \"warm_seconds\": %.9f, "
      "\"lex_seconds\": %.9f, \"bytes\": %zu, \"tokens\": %llu, \"nodes\": %llu, "
      "\"tree_bytes\": %llu, \"peak_bytes\": %llu}\n",
      outcome.ok ? "true" : "false", outcome.note.c_str(), times.cold, times.warm,
      outcome.lex_seconds, input_bytes, static_cast<unsigned long long>(outcome.tokens),
      static_cast<unsigned long long>(outcome.nodes), static_cast<unsigned long long>(tree_bytes),
      static_cast<unsigned long long>(times.peak_growth));
}

}  // namespace bench
