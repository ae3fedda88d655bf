// What the live view costs: a reduction of so many tests, a thousand a second, with the view on the
// terminal (live) or with nobody listening (none). Prints the processor time of this process.
//   bench_live live|none TESTS
// The test is a function that waits for its millisecond to be over. To be run in a terminal.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "cli/show/console.h"
#include "cli/show/error_stream.h"
#include "oracle/function_oracle.h"
#include "run/reduce.h"

namespace {

using Clock = std::chrono::steady_clock;

double processor_s() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Of which every third element stays, so that there is much to ask and something to find.
std::string input() {
  std::string text = "[";
  for (int i = 0; i < 4000; ++i) text += (i % 3 == 0 ? "\"k" : "\"x") + std::to_string(i) + "\",\n";
  return text + "0]";
}

std::size_t count_kept(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find("\"k", at)) != std::string_view::npos; ++at) ++count;
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: bench_live live|none TESTS\n", stderr);
    return 2;
  }
  try {
    const grabr::ErrorStream errors;
    const bool is_live = std::string_view(argv[1]) == "live";
    grabr::run::Config config;
    config.input.path = "input.json";
    config.input.text = input();
    config.output.place = grabr::run::Output::Place::kNowhere;
    config.limits.max_tests = std::strtoull(argv[2], nullptr, 10);
    const std::size_t all = count_kept(*config.input.text);
    Clock::time_point next = Clock::now();
    grabr::FunctionOracle oracle([&](std::string_view text) {
      next = std::max(next + std::chrono::milliseconds(1), Clock::now());
      std::this_thread::sleep_until(next);
      return count_kept(text) == all ? grabr::Outcome::kFail : grabr::Outcome::kPass;
    });
    std::unique_ptr<grabr::run::Listener> listener = std::make_unique<grabr::run::Listener>();
    if (is_live) {
      listener = std::make_unique<grabr::Console>(false, false, grabr::Ui::kLive, "input.json");
    }
    const Clock::time_point begin = Clock::now();
    const double before_s = processor_s();
    const grabr::run::Result result = grabr::run::reduce(config, oracle, *listener);
    listener.reset();
    const double used_s = processor_s() - before_s;
    const double wall_s = std::chrono::duration<double>(Clock::now() - begin).count();
    std::printf("%s: %llu tests in %.2f s, %.3f s of processor time (%.2f %%)\n", argv[1],
                static_cast<unsigned long long>(result.counts.committed), wall_s, used_s,
                100 * used_s / wall_s);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_live: %s\n", error.what());
    return 1;
  }
}
