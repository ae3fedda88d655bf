#include "oracle/test/write_file.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/fs.h>
#endif

#include <array>
#include <cerrno>
#include <system_error>

#include "text/escape.h"
#include "text/file.h"
#include "text/system_call.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

bool share_blocks(int from, int to) {
#ifdef FICLONE
  return ::ioctl(to, FICLONE, from) == 0;
#else
  return from == to;
#endif
}

int copy_bytes(int from, int to) {
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t count =
        retry_interrupted([&] { return ::read(from, buffer.data(), buffer.size()); });
    if (count < 0) return errno;
    if (count == 0) return 0;
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
    if (const int error = write_all(to, bytes); error != 0) return error;
  }
}

void check(int error, const fs::path& path) {
  if (error == 0) return;
  throw std::system_error(error, std::generic_category(), "cannot copy '" + shown_name(path) + "'");
}

}  // namespace

int write_file(const fs::path& path, std::string_view bytes, mode_t mode) {
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (!file.is_open()) return errno;
  if (const int error = write_all(file.number(), bytes); error != 0) return error;
  return file.close() ? 0 : errno;
}

int copy_regular_file(const fs::path& from, const fs::path& to) {
  const FileDescriptor source(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!source.is_open() || ::fstat(source.number(), &status) != 0) return errno;
  const mode_t mode = (status.st_mode & 0777) | 0600;
  FileDescriptor target(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (!target.is_open()) return errno;
  if (!share_blocks(source.number(), target.number())) {
    const int error = copy_bytes(source.number(), target.number());
    if (error != 0) return error;
  }
  return target.close() ? 0 : errno;
}

void copy_tree(const fs::path& from, const fs::path& to) {
  const fs::file_status status = fs::symlink_status(from);
  if (fs::is_symlink(status)) return fs::copy_symlink(from, to);
  if (fs::is_regular_file(status)) return check(copy_regular_file(from, to), from);
  if (!fs::is_directory(status)) return check(fs::exists(status) ? 0 : ENOENT, from);
  fs::create_directory(to);
  for (fs::recursive_directory_iterator at(from), end; at != end; ++at) {
    const fs::path target = to / at->path().lexically_relative(from);
    if (at->is_symlink()) {
      fs::copy_symlink(at->path(), target);
    } else if (at->is_directory()) {
      fs::create_directory(target);
    } else if (at->is_regular_file()) {
      check(copy_regular_file(at->path(), target), at->path());
    }
  }
}

}  // namespace grabr
