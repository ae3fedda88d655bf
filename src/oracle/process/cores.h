// Counts the tests that can run at once without competing for cores.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace grabr {

/// CPUs this process may run on (its affinity mask), capped by the quota of its cgroup (set by
/// containers and batch systems), rounded down; at least 1.
unsigned usable_cores();

/// The tightest CPU quota of a cgroup and its ancestors in whole CPUs, 0 if below one; nothing: no
/// quota. `membership` is the text of /proc/self/cgroup, `mounts` the folder with the hierarchies:
/// one (version 2), or one per controller (version 1).
std::optional<unsigned> cgroup_quota(std::string_view membership,
                                     const std::filesystem::path& mounts);

/// CPUs from the text of a version 2 cpu.max file: 1.5 for "150000 100000", nothing for "max
/// 100000".
std::optional<double> quota_of_cpu_max(std::string_view text);

/// The same from version 1's cpu.cfs_quota_us (negative: no quota) and cpu.cfs_period_us.
std::optional<double> quota_of_cfs(std::string_view quota, std::string_view period);

}  // namespace grabr
