// What a test costs beyond the test itself: runs a program again and again, as a reduction would,
// and prints milliseconds a test. See tools/bench-oracle.
//   bench_oracle JOBS TESTS CANDIDATE_FILE PROGRAM [ARGUMENTS...]
// JOBS 0 starts the program with nothing around it: what no way of testing can be faster than.
#include <spawn.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "oracle/process/process_oracle.h"
#include "text/file.h"

extern char** environ;

namespace {

void run_bare(unsigned tests, const std::string& candidate_file, std::vector<std::string> command) {
  command.push_back(candidate_file);
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  for (unsigned i = 0; i < tests; ++i) {
    pid_t process = 0;
    if (::posix_spawnp(&process, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0) {
      throw std::runtime_error("cannot run " + command[0]);
    }
    int status = 0;
    ::waitpid(process, &status, 0);
  }
}

void run_oracle(unsigned jobs, unsigned tests, const std::string& candidate_file,
                std::vector<std::string> command) {
  const std::string candidate = grabr::read_file(candidate_file);
  grabr::ProcessOracle oracle(
      {.command = std::move(command), .original = candidate_file, .jobs = jobs});
  unsigned started = 0;
  unsigned finished = 0;
  while (finished < tests) {
    for (; started < tests && started - finished < jobs; ++started) oracle.start(candidate);
    const std::optional<grabr::Finished> one = oracle.wait({}, std::nullopt);
    if (!one) continue;
    if (!one->result.infrastructure.empty()) throw std::runtime_error(one->result.infrastructure);
    ++finished;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    std::fputs("usage: bench_oracle JOBS TESTS CANDIDATE_FILE PROGRAM [ARGUMENTS...]\n", stderr);
    return 2;
  }
  const unsigned jobs = static_cast<unsigned>(std::atoi(argv[1]));
  const unsigned tests = static_cast<unsigned>(std::atoi(argv[2]));
  const std::vector<std::string> command(argv + 4, argv + argc);
  try {
    const auto begin = std::chrono::steady_clock::now();
    if (jobs == 0) {
      run_bare(tests, argv[3], command);
    } else {
      run_oracle(jobs, tests, argv[3], command);
    }
    const std::chrono::duration<double, std::milli> length =
        std::chrono::steady_clock::now() - begin;
    std::printf("%.3f\n", length.count() / tests);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_oracle: %s\n", error.what());
    return 1;
  }
}
