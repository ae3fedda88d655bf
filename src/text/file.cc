#include "text/file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <optional>
#include <set>
#include <system_error>
#include <vector>

#include "text/error.h"
#include "text/escape.h"
#include "text/system_call.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// The message for a failed system call on `path`, with what the user can do about it.
std::string failure(std::string_view action, const fs::path& path, int error) {
  std::string message = "cannot " + std::string(action) + " '" + shown_name(path) +
                        "': " + std::generic_category().message(error);
  std::error_code ignored;
  const fs::path folder = path.parent_path();
  if (error == ENOENT && !folder.empty() && !fs::exists(folder, ignored)) {
    message += "\nhint: there is no folder '" + shown_name(folder) + "'";
  } else if (error == ENOENT) {
    message += "\nhint: is the name spelled right, and relative to the current folder?";
  } else if (error == EISDIR) {
    message += "\nhint: give the name of a file in that folder";
  } else if (error == EACCES || error == EPERM || error == EROFS) {
    message += "\nhint: check the permissions of the file and of its folder";
  } else {
    message += system_hint(error);
  }
  return message;
}

/// A wrong name is a user error, a broken disk is not.
ErrorKind kind_of_reading(int error) {
  const bool named_wrong = error == ENOENT || error == ENOTDIR || error == EISDIR ||
                           error == EACCES || error == EPERM || error == ELOOP ||
                           error == ENAMETOOLONG || error == ENXIO || error == EINVAL;
  return named_wrong ? ErrorKind::kInvalid : ErrorKind::kSystem;
}

[[noreturn]] void fail_to_read(const fs::path& path, int error) {
  throw Error(kind_of_reading(error), failure("read", path, error));
}

std::optional<struct stat> status_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return status;
}

/// For paths that a rename cannot replace. If it is a file after all (/dev/stdout in `… > log`),
/// its contents are kept.
void write_in_place(const fs::path& path, std::string_view bytes) {
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (!file.is_open()) throw Error(ErrorKind::kSystem, failure("write", path, errno));
  if (const int error = write_all(file.number(), bytes); error != 0) {
    throw Error(ErrorKind::kSystem, failure("write", path, error));
  }
}

constexpr std::string_view kTemporaryPrefix = ".grabr-";
constexpr std::string_view kTemporarySuffix = ".tmp";

/// The process that made a temporary file; 0: it is not the name of one.
pid_t maker_of(std::string_view name) {
  if (!name.starts_with(kTemporaryPrefix) || !name.ends_with(kTemporarySuffix)) return 0;
  name.remove_prefix(kTemporaryPrefix.size());
  pid_t maker = 0;
  const auto parsed = std::from_chars(name.data(), name.data() + name.size(), maker);
  return parsed.ec == std::errc() && *parsed.ptr == '-' && maker > 0 ? maker : 0;
}

/// Has the process that made it died, here or on another machine? Then its lock is free.
bool is_left_behind(const fs::path& file, pid_t maker) {
  if (::kill(maker, 0) == 0 || errno != ESRCH) return false;
  const FileDescriptor open_file(
      ::open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  return open_file.is_open() && ::flock(open_file.number(), LOCK_EX | LOCK_NB) == 0;
}

/// Removes temporary files of processes that were killed while writing.
void remove_left_behind(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const pid_t maker = maker_of(at->path().filename().native());
    if (maker != 0 && is_left_behind(at->path(), maker)) ::unlink(at->path().c_str());
  }
}

/// Tidies each folder once; an empty path is the current one.
void tidy_once(const fs::path& given) {
  const fs::path folder = given.empty() ? fs::path(".") : given;
  static std::set<fs::path> tidied;
  if (tidied.insert(folder).second) remove_left_behind(folder);
}

/// A new file beside `target`, removed again unless it is renamed to it.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& target) : target_(target) {
    tidy_once(target.parent_path());
    // Not mkstemp, so that a new file gets the mode of the user's umask.
    static std::atomic<unsigned> counter{0};
    do {
      path_ = target;
      path_.replace_filename(std::string(kTemporaryPrefix) + std::to_string(::getpid()) + '-' +
                             std::to_string(counter++) + std::string(kTemporarySuffix));
      file_ = FileDescriptor(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    } while (!file_.is_open() && errno == EEXIST);
    if (!file_.is_open()) throw Error(ErrorKind::kSystem, failure("write", target_, errno));
    // If files cannot be locked, the process number must suffice to see whether the maker lives.
    ::flock(file_.number(), LOCK_SH | LOCK_NB);
  }
  ~TemporaryFile() {
    if (!renamed_) ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void take_mode_of(const struct stat& status) {
    // Only root may give a file away; otherwise the new file is simply the user's own.
    if (::fchown(file_.number(), status.st_uid, status.st_gid) != 0) errno = 0;
    check(::fchmod(file_.number(), status.st_mode & 07777) == 0 ? 0 : errno);
  }

  void write_and_rename(std::string_view bytes) {
    check(write_all(file_.number(), bytes));
    check(::fsync(file_.number()) == 0 ? 0 : errno);
    check(file_.close() ? 0 : errno);
    check(::rename(path_.c_str(), target_.c_str()) == 0 ? 0 : errno);
    renamed_ = true;
  }

 private:
  fs::path target_;
  fs::path path_;
  FileDescriptor file_;
  bool renamed_ = false;

  void check(int error) const {
    if (error != 0) throw Error(ErrorKind::kSystem, failure("write", target_, error));
  }
};

/// Makes the rename survive a power cut; file systems that cannot do so are not an error.
void sync_folder(const fs::path& folder) {
  const FileDescriptor file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.is_open()) ::fsync(file.number());
}

/// The target of a symbolic link: replacing the link would leave the real file unchanged.
fs::path resolved(const fs::path& path) {
  std::error_code error;
  fs::path target = fs::weakly_canonical(path, error);
  return error ? fs::absolute(path) : target;
}

}  // namespace

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        retry_interrupted([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

int write_all(int descriptor, std::span<const std::string_view> pieces) {
  std::vector<iovec> parts;
  for (const std::string_view piece : pieces) {
    parts.push_back({const_cast<char*>(piece.data()), piece.size()});
  }
  const ssize_t count = retry_interrupted(
      [&] { return ::writev(descriptor, parts.data(), static_cast<int>(parts.size())); });
  if (count < 0) return errno;
  auto written = static_cast<std::size_t>(count);
  for (const std::string_view piece : pieces) {
    const std::size_t done = std::min(written, piece.size());
    written -= done;
    if (const int error = write_all(descriptor, piece.substr(done)); error != 0) return error;
  }
  return 0;
}

namespace {

std::string read_open_file(const FileDescriptor& file, const fs::path& path) {
  if (!file.is_open()) fail_to_read(path, errno);
  std::string bytes;
  struct stat status {};
  if (::fstat(file.number(), &status) == 0 && status.st_size > 0 && S_ISREG(status.st_mode)) {
    bytes.reserve(static_cast<std::size_t>(status.st_size));
  }
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t count =
        retry_interrupted([&] { return ::read(file.number(), buffer.data(), buffer.size()); });
    if (count < 0) fail_to_read(path, errno);
    if (count == 0) return bytes;
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

std::string_view kind_words(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFDIR: return "a folder";
    case S_IFIFO: return "a pipe";
    case S_IFSOCK: return "a socket";
    default: return "a device";
  }
}

}  // namespace

std::string read_file(const fs::path& path) {
  return read_open_file(FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC)), path);
}

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error && !fs::is_directory(path, error)) {
    error = std::make_error_code(std::errc::not_a_directory);
  }
  if (!error) return;
  throw Error(ErrorKind::kSystem,
              "cannot make the folder " + shown_name(path) + ": " + error.message());
}

// Names in /dev and /proc may refer to an open file: a rename would replace /dev/stdout itself.
bool can_be_replaced(const fs::path& path) {
  const std::optional<struct stat> existing = status_of(path);
  if (!existing) return true;
  const std::string name = fs::absolute(path).lexically_normal().string();
  std::error_code ignored;
  return S_ISREG(existing->st_mode) && !name.starts_with("/dev/") && !name.starts_with("/proc/") &&
         !fs::is_symlink(resolved(path), ignored);
}

namespace {

/// Stored as paths without links, because a file's inode number may be reused.
std::set<fs::path>& files_read() {
  static std::set<fs::path> files;
  return files;
}

fs::path without_links(const fs::path& path) {
  std::error_code ignored;
  return fs::canonical(path, ignored);
}

}  // namespace

void note_read(const fs::path& path) {
  if (is_file(path)) files_read().insert(without_links(path));
}

void require_not_read(const fs::path& path) {
  const fs::path name = without_links(path);
  if (name.empty() || !files_read().contains(name)) return;
  throw Error(ErrorKind::kInvalid, shown_name(path) +
                                       " is read by this call, so no output may replace it"
                                       "\nhint: name another file for the output");
}

void write_atomically(const fs::path& path, std::string_view bytes) {
  require_not_read(path);
  const std::optional<struct stat> existing = status_of(path);
  if (existing && S_ISDIR(existing->st_mode)) {
    throw Error(ErrorKind::kSystem, failure("write", path, EISDIR));
  }
  if (!can_be_replaced(path)) return write_in_place(path, bytes);

  const fs::path target = resolved(path);
  TemporaryFile temporary(target);
  if (existing) temporary.take_mode_of(*existing);
  temporary.write_and_rename(bytes);
  sync_folder(target.parent_path());
}

void make_executable(const fs::path& file) {
  const fs::perms mode = fs::status(file).permissions();
  const unsigned readable = static_cast<unsigned>(mode) & 0444U;
  fs::permissions(file, mode | static_cast<fs::perms>(readable >> 2U));
}

void require_own_folder(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return;
  const uid_t user = ::geteuid();
  const bool is_ours = user == 0 || status.st_uid == 0 || status.st_uid == user;
  if (is_ours && !S_ISLNK(status.st_mode)) return;
  throw Error(ErrorKind::kInvalid,
              shown_name(path) +
                  (is_ours ? " is a link: grabr's files would be written to its target"
                           : " belongs to another user") +
                  "\nhint: remove it, or put the result elsewhere");
}

void write_own_file(const fs::path& path, std::string_view bytes) {
  TemporaryFile(path).write_and_rename(bytes);
  sync_folder(path.parent_path());
}

FileDescriptor open_own_file(const fs::path& path, int how) {
  FileDescriptor file(::open(path.c_str(), how | O_NONBLOCK | O_CLOEXEC, 0666));
  const int error = errno;
  struct stat status {};
  const bool known =
      file.is_open() ? ::fstat(file.number(), &status) == 0 : ::stat(path.c_str(), &status) == 0;
  if (known && !S_ISREG(status.st_mode)) {
    throw Error(ErrorKind::kInvalid, shown_name(path) + " is " +
                                         std::string(kind_words(status.st_mode)) +
                                         ", where grabr keeps a file\nhint: remove it");
  }
  errno = error;
  return file;
}

std::string read_own_file(const fs::path& path) {
  return read_open_file(open_own_file(path, O_RDONLY), path);
}

FileDescriptor new_own_file(const fs::path& path) {
  ::unlink(path.c_str());
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  return FileDescriptor(::open(path.c_str(), kFlags, 0666));
}

std::string read_if_there(const std::filesystem::path& path, std::size_t most) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string bytes;
  std::array<char, 4096> buffer;
  while (file.is_open() && bytes.size() < most) {
    const std::size_t wanted = std::min(buffer.size(), most - bytes.size());
    const ssize_t count =
        retry_interrupted([&] { return ::read(file.number(), buffer.data(), wanted); });
    if (count <= 0) return count < 0 ? std::string() : bytes;
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return bytes;
}

}  // namespace grabr
