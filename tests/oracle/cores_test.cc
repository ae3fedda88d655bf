#include "oracle/process/cores.h"

#include <doctest/doctest.h>

#include <string>

#include "temporary_folder.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

TEST_CASE("there is a core") { CHECK(usable_cores() >= 1); }

TEST_CASE("cpu.max is a quota in a period") {
  CHECK(quota_of_cpu_max("200000 100000\n") == 2.0);
  CHECK(quota_of_cpu_max("150000 100000\n") == 1.5);
  CHECK(quota_of_cpu_max("5000 10000") == 0.5);
  for (const char* text : {"max 100000\n", "", "\n", "max", "100000", "100000 0", "-1 100000",
                           "x 1", "1 x", "99999999999999999999999 1"}) {
    CAPTURE(text);
    CHECK_FALSE(quota_of_cpu_max(text));
  }
}

TEST_CASE("version 1 has two files") {
  CHECK(quota_of_cfs("300000\n", "100000\n") == 3.0);
  CHECK_FALSE(quota_of_cfs("-1\n", "100000\n"));
  CHECK_FALSE(quota_of_cfs("100000\n", "0\n"));
  CHECK_FALSE(quota_of_cfs("", ""));
}

TEST_CASE("the tightest quota on the way up counts, and no other") {
  const TemporaryFolder root;
  const fs::path& mounts = root.path();
  CHECK_FALSE(cgroup_quota("0::/a/b\n", mounts));
  write(mounts / "a/b/cpu.max", "max 100000\n");
  CHECK_FALSE(cgroup_quota("0::/a/b\n", mounts));
  write(mounts / "a/cpu.max", "350000 100000\n");
  write(mounts / "a/c/cpu.max", "100000 100000\n");
  CHECK(cgroup_quota("0::/a/b\n", mounts) == 3U);
  CHECK(cgroup_quota("0::/a/b/not/there\n", mounts) == 3U);
  CHECK(cgroup_quota("0::/a/c\n", mounts) == 1U);
  CHECK_FALSE(cgroup_quota("0::/\n", mounts));
  CHECK_FALSE(cgroup_quota("", mounts));
  write(mounts / "cpu.max", "50000 100000\n");
  CHECK(cgroup_quota("0::/a/b\n", mounts) == 0U);
  CHECK(cgroup_quota("0::/\n", mounts) == 0U);
}

TEST_CASE("in version 1 the hierarchy of the cpu controller counts") {
  const TemporaryFolder root;
  const fs::path& mounts = root.path();
  const std::string membership = "5:cpuset:/x\n4:cpu,cpuacct:/job/step\n1:name=systemd:/x\n0::/x\n";
  CHECK_FALSE(cgroup_quota(membership, mounts));
  write(mounts / "cpuset/x/cpu.cfs_quota_us", "100000\n");
  write(mounts / "cpuset/x/cpu.cfs_period_us", "100000\n");
  CHECK_FALSE(cgroup_quota(membership, mounts));
  write(mounts / "cpu,cpuacct/job/step/cpu.cfs_quota_us", "-1\n");
  write(mounts / "cpu,cpuacct/job/step/cpu.cfs_period_us", "100000\n");
  CHECK_FALSE(cgroup_quota(membership, mounts));
  write(mounts / "cpu,cpuacct/job/cpu.cfs_quota_us", "200000\n");
  write(mounts / "cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
  CHECK(cgroup_quota(membership, mounts) == 2U);
}

}  // namespace
}  // namespace grabr
