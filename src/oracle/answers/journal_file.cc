#include "oracle/answers/journal_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <system_error>
#include <utility>

#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/setting.h"
#include "text/system_call.h"
#include "text/unseen_folder.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr auto kLockPatience = std::chrono::seconds(2);
constexpr int kLockPause_ms = 20;

[[noreturn]] void fail(const std::string& action, const fs::path& path, int error) {
  throw Error(ErrorKind::kSystem, "cannot " + action + " '" + shown_name(path) +
                                      "', where the test's answers are kept: " +
                                      std::generic_category().message(error) +
                                      spelled("\nhint: name another folder with {cache} DIR"));
}

[[noreturn]] void fail_as_busy(const fs::path& path) {
  throw Error(ErrorKind::kSystem,
              "another grabr is reducing this input with this test; it has locked '" +
                  shown_name(path) +
                  spelled("'\nhint: wait until it ends, or keep answers separately: {cache} DIR "
                          "uses another folder, {fresh} starts again"));
}

/// Does the name still refer to this open file, so that nobody has renamed it?
bool is_still_at(int descriptor, const fs::path& path) {
  struct stat open_file {};
  struct stat named {};
  return ::fstat(descriptor, &open_file) == 0 && ::stat(path.c_str(), &named) == 0 &&
         open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

FileDescriptor open_locked(const fs::path& path) {
  const auto end = std::chrono::steady_clock::now() + kLockPatience;
  while (true) {
    FileDescriptor file = open_own_file(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW);
    if (!file.is_open()) fail("open", path, errno);
    const bool locked = ::flock(file.number(), LOCK_EX | LOCK_NB) == 0;
    if (!locked && errno != EWOULDBLOCK && errno != EINTR) fail("lock", path, errno);
    if (locked && is_still_at(file.number(), path)) return file;
    if (std::chrono::steady_clock::now() >= end) fail_as_busy(path);
    ::poll(nullptr, 0, kLockPause_ms);
  }
}

}  // namespace

void make_journal_folder(const fs::path& folder) {
  std::error_code error;
  make_unseen_folder(folder, error);
  if (error) fail("make", folder, error.value());
}

void set_journal_aside(const fs::path& path) {
  const std::string old = path.string() + ".old";
  if (::rename(path.c_str(), old.c_str()) != 0 && errno != ENOENT) fail("rename", path, errno);
}

JournalFile::JournalFile(fs::path path)
    : path_(std::move(path)), file_(open_locked(path_)), owner_(::getpid()) {}

JournalFile::JournalFile() : owner_(::getpid()) {}

JournalFile::~JournalFile() {
  // Copies of this process may live on; they do not need the lock.
  if (file_.is_open() && !is_copy()) ::flock(file_.number(), LOCK_UN);
}

bool JournalFile::is_copy() const { return ::getpid() != owner_; }

std::string JournalFile::read() const {
  struct stat status {};
  if (::fstat(file_.number(), &status) != 0) fail("read", path_, errno);
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t end = 0;
  while (end < text.size()) {
    const ssize_t count = retry_interrupted([&] {
      return ::pread(file_.number(), text.data() + end, text.size() - end, static_cast<off_t>(end));
    });
    if (count < 0) fail("read", path_, errno);
    if (count == 0) break;
    end += static_cast<std::size_t>(count);
  }
  text.resize(end);
  return text;
}

void JournalFile::append(std::string_view line) {
  if (is_copy() || !file_.is_open() || !problem_.empty()) return;
  unsynced_ = true;
  if (const int error = write_all(file_.number(), line); error != 0) stop(error);
}

void JournalFile::sync() {
  if (is_copy() || !unsynced_) return;
  unsynced_ = false;
#ifdef __linux__
  const int result = ::fdatasync(file_.number());
#else
  const int result = ::fsync(file_.number());
#endif
  // EINVAL and EROFS: the file system or device has nothing to sync.
  if (result != 0 && errno != EINVAL && errno != EROFS) stop(errno);
}

void JournalFile::sync_name() {
  const fs::path folder = path_.parent_path();
  const FileDescriptor file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.is_open()) ::fsync(file.number());
}

void JournalFile::truncate(std::uint64_t size) {
  if (is_copy() || !file_.is_open()) return;
  unsynced_ = true;
  if (::ftruncate(file_.number(), static_cast<off_t>(size)) != 0) stop(errno);
}

void JournalFile::stop(int error) {
  if (!problem_.empty()) return;
  problem_ = "the test's answers are no longer kept: cannot write '" + shown_name(path_) +
             "': " + std::generic_category().message(error);
}

}  // namespace grabr
