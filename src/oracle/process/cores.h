// How many tests can run at once without taking turns.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace grabr {

/// CPUs that this process may run on (its affinity mask), no more than the quota of its cgroup (as
/// containers and batch systems set it) pays for, rounded down; at least 1.
unsigned usable_cores();

/// Whole CPUs that the tightest quota of a cgroup and those above it pays for, 0 for less than one;
/// nothing: no quota. `membership` is the text of /proc/self/cgroup, `mounts` the folder with the
/// hierarchies: one (version 2), or one for each controller (version 1).
std::optional<unsigned> cgroup_quota(std::string_view membership,
                                     const std::filesystem::path& mounts);

/// CPUs by the text of a version 2 file cpu.max: "150000 100000" is 1.5, "max 100000" nothing.
std::optional<double> quota_of_cpu_max(std::string_view text);

/// The same by version 1's cpu.cfs_quota_us (negative: no quota) and cpu.cfs_period_us.
std::optional<double> quota_of_cfs(std::string_view quota, std::string_view period);

}  // namespace grabr
