#include "run/machine_facts.h"

#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "temporary_folder.h"

namespace grabr {
namespace {

using run::Machine;
using run::MachineFact;

namespace fs = std::filesystem;

void write_fact(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

/// A machine that needs no advice except about address randomization and sanitizers.
Machine good_machine(const fs::path& root) {
  write_fact(root / "proc/loadavg", "0.52 0.40 0.30 1/200 999\n");
  write_fact(root / "proc/meminfo", "MemTotal: 33554432 kB\nMemAvailable:   16777216 kB\n");
  write_fact(root / "proc/sys/kernel/core_pattern", "core\n");
  write_fact(root / "proc/sys/kernel/randomize_va_space", "0\n");
  Machine machine;
  machine.root = root;
  machine.processors = machine.usable = 4;
  machine.temporary = "/tmp";
  machine.temporary_type = "tmpfs";
  machine.temporary_free = machine.shared_memory_free = 1ULL << 32U;
  machine.limits = {{"-n", 1024}};
  machine.environment = {{"ASAN_OPTIONS", "symbolize=0"}};
  machine.start_ms = 0.8;
  return machine;
}

MachineFact fact(const Machine& machine, const std::string& name) {
  for (const MachineFact& one : run::facts_of(machine)) {
    if (one.name == name) return one;
  }
  FAIL("no fact " << name);
  return {};
}

void check_advice(const std::string& text, const std::string& part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
}

TEST_CASE("a machine on which all is well gets no advice") {
  const TemporaryFolder folder;
  for (const MachineFact& one : run::facts_of(good_machine(folder.path()))) {
    CAPTURE(one.name);
    CHECK(one.advice == "");
    CHECK(one.value != "");
  }
}

TEST_CASE("what a machine costs, and what to do") {
  const TemporaryFolder folder;
  const fs::path root = folder.path();
  Machine machine = good_machine(root);
  machine.processors = 8;
  CHECK(fact(machine, "cores").value == "4 of 8 usable");
  check_advice(fact(machine, "cores").advice, "-j");
  write_fact(root / "proc/loadavg", "9.5 1 1 1/200 999\n");
  check_advice(fact(machine, "load").advice, "timeout");
  write_fact(root / "proc/self/cgroup", "0::/user.slice/job\n");
  write_fact(root / "sys/fs/cgroup/user.slice/memory.max", "1073741824\n");
  write_fact(root / "sys/fs/cgroup/user.slice/job/memory.max", "max\n");
  CHECK(fact(machine, "memory").value == "16384 MB free, at most 1024 MB for this cgroup");
  check_advice(fact(machine, "memory").advice, "memory MB");
  machine.temporary_type = "ext4";
  check_advice(fact(machine, "temporary folder").advice, "TMPDIR=/dev/shm");
  machine.shared_memory_free = 0;
  CHECK(fact(machine, "temporary folder").advice == "");
  machine.temporary_type = "nfs";
  check_advice(fact(machine, "temporary folder").advice, "local folder");
  write_fact(root / "proc/sys/kernel/core_pattern", "|/usr/share/apport/apport %p\n");
  check_advice(fact(machine, "core files").advice, "kernel.core_pattern=core");
  machine.limits = {{"-n", 64}};
  check_advice(fact(machine, "limits").advice, "ulimit -n");
  machine.limits = {{"-v", 1000}};
  check_advice(fact(machine, "limits").advice, "AddressSanitizer");
  machine.environment = {{"UBSAN_OPTIONS", "halt_on_error=0"}};
  check_advice(fact(machine, "sanitizers").advice, "halt_on_error=0");
  machine.environment.clear();
  check_advice(fact(machine, "sanitizers").advice, "halt_on_error=1");
  write_fact(root / "proc/sys/kernel/randomize_va_space", "2\n");
  check_advice(fact(machine, "addresses").advice, "no-aslr");
  machine.start_ms = 60;
  check_advice(fact(machine, "start of a test").advice, "slow");
}

TEST_CASE("what cannot be read is unknown, and no advice comes of it") {
  const TemporaryFolder folder;
  Machine machine = good_machine(folder.path());
  fs::remove_all(folder.path() / "proc");
  machine.start_ms = 0;
  for (const char* name : {"load", "memory", "start of a test"}) {
    CAPTURE(name);
    CHECK(fact(machine, name).value == "unknown");
    CHECK(fact(machine, name).advice == "");
  }
}

TEST_CASE("of this machine, too, every fact is known") {
  const Machine machine = run::this_machine();
  CHECK(machine.usable >= 1);
  CHECK(machine.start_ms > 0);
  for (const MachineFact& one : run::facts_of(machine)) CHECK(one.value != "");
}

}  // namespace
}  // namespace grabr
