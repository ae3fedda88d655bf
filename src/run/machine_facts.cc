// Tested by tests/run/machine_facts_test.cc.
#include "run/machine_facts.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>

#include "oracle/process/cores.h"
#include "oracle/process/spawn.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/setting.h"
#include "text/system_call.h"

extern char** environ;

namespace grabr::run {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMega = 1 << 20;
constexpr std::uint64_t kMinFreeBytes = 256 * kMega;
constexpr std::uint64_t kMinMemoryBytesPerJob = 1024 * kMega;
constexpr std::uint64_t kMinOpenFiles = 256;
constexpr std::uint64_t kMinProcesses = 256;
constexpr double kSlowStart_ms = 5;
constexpr int kStarts = 20;

constexpr std::string_view kSanitizers[] = {"ASAN_OPTIONS", "UBSAN_OPTIONS", "MSAN_OPTIONS",
                                            "TSAN_OPTIONS", "LSAN_OPTIONS"};

std::string first_line(std::string text) {
  text.resize(std::min(text.find('\n'), text.size()));
  return text;
}

std::string megabytes(std::uint64_t bytes) { return std::to_string(bytes / kMega) + " MB"; }

/// The number after `name` in a text with lines such as "MemTotal:  8 kB".
std::uint64_t number_after(const std::string& text, const std::string& name) {
  const std::size_t at = text.find(name);
  if (at == std::string::npos) return 0;
  std::istringstream rest(text.substr(at + name.size()));
  std::uint64_t number = 0;
  rest >> number;
  return number;
}

/// The memory limit of this cgroup or one above it; 0: none.
std::uint64_t cgroup_memory(const fs::path& root) {
  const std::string membership = read_if_there(root / "proc/self/cgroup");
  const std::size_t at = membership.find("0::/");
  std::uint64_t least = 0;
  const auto consider = [&](const fs::path& file) {
    const std::string text = read_if_there(file);
    std::uint64_t bytes = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    const bool limited = error == std::errc() && end != text.data() && bytes < (1ULL << 60U);
    if (limited && (least == 0 || bytes < least)) least = bytes;
  };
  if (at != std::string::npos) {
    const fs::path folder = root / "sys/fs/cgroup";
    fs::path group = fs::path(first_line(membership.substr(at + 4)));
    for (; !group.empty(); group = group.parent_path()) consider(folder / group / "memory.max");
    consider(folder / "memory.max");
  }
  consider(root / "sys/fs/cgroup/memory/memory.limit_in_bytes");
  return least;
}

MachineFact cores(const Machine& machine) {
  MachineFact fact{
      "cores",
      std::to_string(machine.usable) + " of " + std::to_string(machine.processors) + " usable", ""};
  if (machine.usable < machine.processors) {
    fact.advice =
        "a cgroup or an affinity mask hides the others; one test per usable core runs at once "
        "unless -j says otherwise";
  }
  return fact;
}

MachineFact load(const Machine& machine) {
  const std::string text = read_if_there(machine.root / "proc/loadavg");
  if (text.empty()) return {"load", "unknown", ""};
  const double load = std::strtod(text.c_str(), nullptr);
  std::ostringstream words;
  words << load << " processes ready to run (1-minute average)";
  MachineFact fact{"load", words.str(), ""};
  if (load > machine.usable) {
    fact.advice = spelled("tests wait for other programs: use fewer jobs (-j) or raise {timeout}");
  }
  return fact;
}

MachineFact memory(const Machine& machine) {
  const std::string text = read_if_there(machine.root / "proc/meminfo");
  const bool is_known = text.find("MemAvailable:") != std::string::npos;
  std::uint64_t free = is_known ? number_after(text, "MemAvailable:") * 1024 : UINT64_MAX;
  MachineFact fact{"memory", is_known ? megabytes(free) + " free" : "unknown", ""};
  if (const std::uint64_t limit = cgroup_memory(machine.root); limit != 0) {
    fact.value += ", at most " + megabytes(limit) + " for this cgroup";
    free = std::min(free, limit);
  }
  if (free / std::max(machine.usable, 1U) < kMinMemoryBytesPerJob) {
    fact.advice =
        spelled("little per parallel test: {memory} MB limits each, -j 1 runs one at a time");
  }
  return fact;
}

MachineFact temporary(const Machine& machine) {
  MachineFact fact{"temporary folder",
                   shown_name(machine.temporary) + ", " + machine.temporary_type + ", " +
                       megabytes(machine.temporary_free) + " free",
                   ""};
  const bool shm = machine.shared_memory_free >= kMinFreeBytes;
  if (machine.temporary_type == "nfs") {
    fact.advice = "every test writes there over the network: set TMPDIR to a local folder";
  } else if (machine.temporary_type != "tmpfs" && shm) {
    fact.advice = "TMPDIR=/dev/shm keeps the files of tests in memory (" +
                  megabytes(machine.shared_memory_free) + " free)";
  }
  if (machine.temporary_free < kMinFreeBytes) {
    fact.advice = "little room: set TMPDIR to a folder with more";
  }
  return fact;
}

MachineFact core_files(const Machine& machine) {
  const std::string pattern =
      first_line(read_if_there(machine.root / "proc/sys/kernel/core_pattern"));
  const bool is_program = pattern.starts_with('|');
  MachineFact fact{"core files",
                   pattern.empty() ? "unknown"
                   : is_program    ? "given to " + pattern.substr(1)
                                   : "written to " + pattern,
                   ""};
  if (is_program) {
    fact.advice =
        "each crash starts this program, whatever `ulimit -c` says: as root, `sysctl -w "
        "kernel.core_pattern=core` while reducing a crash";
  }
  return fact;
}

MachineFact limits(const Machine& machine) {
  MachineFact fact{"limits", "", ""};
  for (const auto& [name, value] : machine.limits) {
    fact.value += (fact.value.empty() ? "ulimit " : ", ") + name + " " + std::to_string(value);
  }
  if (fact.value.empty()) fact.value = "none";
  const auto below = [&](const char* name, std::uint64_t least) {
    const auto found = machine.limits.find(name);
    return found != machine.limits.end() && found->second < least;
  };
  if (below("-n", kMinOpenFiles)) fact.advice = "few open files: `ulimit -n 1024`";
  if (below("-u", kMinProcesses)) fact.advice = "few processes: `ulimit -u 4096`, or a small -j";
  if (machine.limits.contains("-t")) {
    fact.advice = "`ulimit -t` limits grabr's own processor time, too: `ulimit -t unlimited`";
  }
  if (machine.limits.contains("-f")) {
    fact.advice = "`ulimit -f` limits what grabr writes: `ulimit -f unlimited`";
  }
  if (machine.limits.contains("-v")) {
    fact.advice = spelled(
        "`ulimit -v` limits grabr, too, and a program with AddressSanitizer cannot start: "
        "`ulimit -v unlimited`, and {memory} MB for the tests");
  }
  return fact;
}

MachineFact sanitizers(const Machine& machine) {
  MachineFact fact{"sanitizers", "", ""};
  for (const std::string_view name : kSanitizers) {
    const auto found = machine.environment.find(std::string(name));
    if (found == machine.environment.end()) continue;
    fact.value += (fact.value.empty() ? "" : " ") + found->first + "=" + found->second;
  }
  if (fact.value.empty()) {
    fact.value = "no settings";
    fact.advice =
        "for a program built with one: UBSAN_OPTIONS=halt_on_error=1 ends it at a finding, "
        "ASAN_OPTIONS=detect_leaks=0:symbolize=0 is faster where the trace does not matter";
  } else if (fact.value.find("halt_on_error=0") != std::string::npos) {
    fact.advice = "halt_on_error=0: a finding does not end the program; only its output shows it";
  }
  return fact;
}

MachineFact addresses(const Machine& machine) {
  const std::string setting =
      first_line(read_if_there(machine.root / "proc/sys/kernel/randomize_va_space"));
  MachineFact fact{"addresses", setting == "0" ? "the same in every run" : "random in every run",
                   ""};
  if (setting != "0") fact.advice = spelled("{no-aslr} may make an intermittent failure steady");
  return fact;
}

MachineFact start(const Machine& machine) {
  std::ostringstream words;
  words.precision(2);
  words << machine.start_ms << " ms for a program that does nothing";
  MachineFact fact{"start of a test", machine.start_ms > 0 ? words.str() : "unknown", ""};
  if (machine.start_ms > kSlowStart_ms) {
    fact.advice = "slow: an emulator, a tracer or a security module may inspect each start";
  }
  return fact;
}

std::string type_of(const fs::path& folder) {
  struct statfs system {};
  if (::statfs(folder.c_str(), &system) != 0) return "missing";
  constexpr std::pair<unsigned, const char*> kNames[] = {
      {0x01021994, "tmpfs"}, {0xEF53, "ext4"},     {0x58465342, "xfs"},
      {0x9123683E, "btrfs"}, {0x6969, "nfs"},      {0x794c7630, "overlay"},
      {0xFF534D42, "nfs"},   {0x65735546, "fuse"}, {0x2FC12FC1, "zfs"}};
  for (const auto& [number, name] : kNames) {
    if (static_cast<unsigned>(system.f_type) == number) return name;
  }
  return "another file system";
}

std::uint64_t room_in(const fs::path& folder) {
  struct statvfs system {};
  if (::access(folder.c_str(), W_OK) != 0 || ::statvfs(folder.c_str(), &system) != 0) return 0;
  return static_cast<std::uint64_t>(system.f_bavail) * system.f_frsize;
}

/// The median time of a few starts.
double measure_start() {
  Command command;
  command.program.path = "/bin/true";
  command.arguments = {"true"};
  command.folder = "/";
  const FileDescriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const Streams streams{nothing.number(), nothing.number(), nothing.number()};
  std::vector<double> times;
  for (int i = 0; i < kStarts; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const Spawned started = spawn(command, streams);
    if (started.process < 0) return 0;
    int status = 0;
    ::waitpid(started.process, &status, 0);
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - begin;
    times.push_back(taken.count());
  }
  std::ranges::nth_element(times, times.begin() + kStarts / 2);
  return times[kStarts / 2];
}

}  // namespace

Machine this_machine() {
  Machine machine;
  machine.processors = std::max(std::thread::hardware_concurrency(), 1U);
  const long online = ::sysconf(_SC_NPROCESSORS_ONLN);
  if (online > 0) machine.processors = static_cast<unsigned>(online);
  machine.usable = usable_cores();
  const char* const named = std::getenv("TMPDIR");
  machine.temporary = named == nullptr || *named == '\0' ? "/tmp" : named;
  machine.temporary_type = type_of(machine.temporary);
  machine.temporary_free = room_in(machine.temporary);
  machine.shared_memory_free = room_in("/dev/shm");
  constexpr std::pair<const char*, decltype(RLIMIT_AS)> kLimits[] = {
      {"-n", RLIMIT_NOFILE}, {"-u", RLIMIT_NPROC}, {"-t", RLIMIT_CPU},
      {"-f", RLIMIT_FSIZE},  {"-v", RLIMIT_AS},    {"-s", RLIMIT_STACK}};
  for (const auto& [name, number] : kLimits) {
    rlimit limit{};
    if (::getrlimit(number, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) continue;
    const bool in_kilobytes =
        number == RLIMIT_FSIZE || number == RLIMIT_AS || number == RLIMIT_STACK;
    machine.limits[name] = in_kilobytes ? limit.rlim_cur / 1024 : limit.rlim_cur;
  }
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string_view variable(*one);
    const std::size_t equals = std::min(variable.find('='), variable.size());
    if (std::ranges::find(kSanitizers, variable.substr(0, equals)) == std::end(kSanitizers))
      continue;
    machine.environment.emplace(variable.substr(0, equals),
                                variable.substr(std::min(equals + 1, variable.size())));
  }
  machine.start_ms = measure_start();
  return machine;
}

std::vector<MachineFact> facts_of(const Machine& machine) {
  return {cores(machine),      load(machine),       memory(machine),
          temporary(machine),  core_files(machine), limits(machine),
          sanitizers(machine), addresses(machine),  start(machine)};
}

}  // namespace grabr::run
