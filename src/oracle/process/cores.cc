#include "oracle/process/cores.h"

#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string>
#include <vector>

#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

std::optional<long long> number_at_start(std::string_view text) {
  long long number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end.ec != std::errc()) return std::nullopt;
  return number;
}

/// Cuts the part before the next `separator` off the front of `text`.
std::string_view next_part(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

bool contains_cpu(std::string_view controllers) {
  while (!controllers.empty()) {
    if (next_part(controllers, ',') == "cpu") return true;
  }
  return false;
}

void tighten(std::optional<double>& quota, std::optional<double> other) {
  if (other && (!quota || *other < *quota)) quota = other;
}

/// The tightest quota of the group `path` and its ancestors in a hierarchy. In a container the path
/// may be the host's and not exist; the root of the hierarchy is then the container's own group.
std::optional<double> quota_above(const fs::path& root, std::string_view path) {
  std::optional<double> quota;
  std::string group(path);
  while (true) {
    const fs::path folder = root / fs::path(group).relative_path();
    tighten(quota, quota_of_cpu_max(read_if_there(folder / "cpu.max")));
    tighten(quota, quota_of_cfs(read_if_there(folder / "cpu.cfs_quota_us"),
                                read_if_there(folder / "cpu.cfs_period_us")));
    const std::size_t slash = group.rfind('/');
    if (slash == std::string::npos) return quota;
    group.resize(slash);
  }
}

unsigned cores_of_mask() {
#ifdef __linux__
  // The kernel rejects a mask smaller than its own; one cpu_set_t holds 1024 CPUs.
  for (std::size_t count = 1; count <= 64; count *= 2) {
    std::vector<cpu_set_t> mask(count);
    const std::size_t bytes = count * sizeof(cpu_set_t);
    if (::sched_getaffinity(0, bytes, mask.data()) == 0) {
      return static_cast<unsigned>(CPU_COUNT_S(bytes, mask.data()));
    }
    if (errno != EINVAL) break;
  }
#endif
  const long online = ::sysconf(_SC_NPROCESSORS_ONLN);
  return online < 1 ? 1 : static_cast<unsigned>(online);
}

}  // namespace

std::optional<double> quota_of_cpu_max(std::string_view text) {
  const auto quota = number_at_start(next_part(text, ' '));
  const auto period = number_at_start(text);
  if (!quota || !period || *quota < 0 || *period <= 0) return std::nullopt;
  return static_cast<double>(*quota) / static_cast<double>(*period);
}

std::optional<double> quota_of_cfs(std::string_view quota, std::string_view period) {
  const auto quota_us = number_at_start(quota);
  const auto period_us = number_at_start(period);
  if (!quota_us || !period_us || *quota_us < 0 || *period_us <= 0) return std::nullopt;
  return static_cast<double>(*quota_us) / static_cast<double>(*period_us);
}

std::optional<unsigned> cgroup_quota(std::string_view membership, const fs::path& mounts) {
  std::optional<double> quota;
  while (!membership.empty()) {
    // "0::/path" in version 2, "4:cpu,cpuacct:/path" in version 1.
    std::string_view path = next_part(membership, '\n');
    const std::string_view hierarchy = next_part(path, ':');
    const std::string_view controllers = next_part(path, ':');
    if (hierarchy == "0" && controllers.empty()) {
      tighten(quota, quota_above(mounts, path));
    } else if (contains_cpu(controllers)) {
      tighten(quota, quota_above(mounts / controllers, path));
      tighten(quota, quota_above(mounts / "cpu", path));
    }
  }
  if (!quota) return std::nullopt;
  return static_cast<unsigned>(std::min(*quota, 1e6));
}

unsigned usable_cores() {
  unsigned cores = cores_of_mask();
#ifdef __linux__
  if (const auto quota = cgroup_quota(read_if_there("/proc/self/cgroup"), "/sys/fs/cgroup")) {
    cores = std::min(cores, *quota);
  }
#endif
  return std::max(cores, 1U);
}

}  // namespace grabr
