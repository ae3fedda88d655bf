// Tested by tests/run/trusted_files_test.cc and tests/cli/init_command_test.cc.
#include "run/files/trusted_files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

#include "text/file.h"
#include "text/hash.h"
#include "text/system_call.h"

namespace grabr::run {
namespace {

namespace fs = std::filesystem;

constexpr const char* kListName = "trusted";
constexpr std::size_t kMaxListBytes = std::size_t{1} << 20;  // bytes of the list: 16,000 files

/// Empty if the variable names no folder, or another user's (`sudo` may not change the variable).
fs::path folder_of(const char* variable) {
  const char* const value = std::getenv(variable);
  struct stat status {};
  const bool named = value != nullptr && *value == '/';
  const bool others = named && ::stat(value, &status) == 0 && status.st_uid != ::geteuid();
  return named && !others ? fs::path(value) : fs::path();
}

/// The first writable one is used.
std::vector<fs::path> state_folders() {
  std::vector<fs::path> folders;
  const fs::path state = folder_of("XDG_STATE_HOME"), home = folder_of("HOME");
  if (!state.empty()) folders.push_back(state / "grabr");
  else if (!home.empty()) folders.push_back(home / ".local/state/grabr");
  // An archive unpacked in /tmp cannot know this name.
  const std::string boot = read_if_there("/proc/sys/kernel/random/boot_id");
  if (!boot.empty()) {
    folders.push_back("/tmp/grabr-state-" + std::to_string(::geteuid()) + "-" +
                      sha256_hex(boot).substr(0, 32));
  }
  return folders;
}

/// Could nobody else have written this?
bool is_own(const fs::path& path, mode_t kind) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && (status.st_mode & S_IFMT) == kind &&
         status.st_uid == ::geteuid() && (status.st_mode & 022) == 0;
}

std::string line_for(const fs::path& file, std::string_view content) {
  std::error_code error;
  const fs::path whole = fs::absolute(file);
  const fs::path folder = fs::canonical(whole.parent_path(), error);
  const fs::path place = (error ? whole.parent_path() : folder) / whole.filename();
  return sha256_hex(place.string() + '\0' + std::string(content)) + '\n';
}

/// The locked list; not open if it is not our own.
class OpenList {
 public:
  OpenList(const fs::path& folder, int how) {
    if (!is_own(folder, S_IFDIR)) return;
    const fs::path list = folder / kListName;
    file_ = FileDescriptor(::open(list.c_str(), how | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
    if (!is_own(list, S_IFREG)) file_.close();
    if (is_open()) ::flock(number(), (how & O_CREAT) != 0 ? LOCK_EX : LOCK_SH);
  }
  /// Unlocks explicitly: if closing failed, the next call would wait forever.
  ~OpenList() {
    if (is_open()) ::flock(number(), LOCK_UN);
  }
  OpenList(const OpenList&) = delete;
  OpenList& operator=(const OpenList&) = delete;

  bool is_open() const { return file_.is_open(); }
  int number() const { return file_.number(); }

 private:
  FileDescriptor file_;
};

/// Returns false if nothing can be written.
bool note_in(const fs::path& folder, const std::string& line) {
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  ::mkdir(folder.c_str(), 0700);
  const OpenList file(folder, O_RDWR | O_CREAT | O_APPEND);
  if (!file.is_open()) return false;
  std::string list = read_if_there(folder / kListName);
  if (list.find(line) != std::string::npos) return true;
  if (list.size() <= kMaxListBytes) return write_all(file.number(), line) == 0;
  list.erase(0, (list.size() / line.size()) / 2 * line.size());
  return ::ftruncate(file.number(), 0) == 0 && write_all(file.number(), list + line) == 0;
}

}  // namespace

bool is_trusted(const fs::path& file, std::string_view content) {
  const std::string line = line_for(file, content);
  for (const fs::path& folder : state_folders()) {
    const OpenList list(folder, O_RDONLY);
    if (!list.is_open()) continue;
    if (read_if_there(folder / kListName).find(line) != std::string::npos) return true;
  }
  return false;
}

void trust(const fs::path& file, std::string_view content) {
  const std::string line = line_for(file, content);
  for (const fs::path& folder : state_folders()) {
    if (note_in(folder, line)) return;
  }
}

}  // namespace grabr::run
