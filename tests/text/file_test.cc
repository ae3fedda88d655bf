#include "text/file.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <utility>

#include "temporary_folder.h"
#include "text/error.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

void check_error(const std::function<void()>& action, ErrorKind kind, const std::string& part) {
  try {
    action();
    FAIL("no error: " << part);
  } catch (const Error& error) {
    CAPTURE(error.what());
    CHECK(error.kind() == kind);
    CHECK(std::string(error.what()).find(part) != std::string::npos);
  }
}

auto entries(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

unsigned mode_of(const fs::path& path) {
  return static_cast<unsigned>(fs::status(path).permissions());
}

TEST_CASE("every byte of a file is read") {
  const TemporaryFolder folder;
  const std::string bytes("a\0\xFF\r\n", 5);
  CHECK(read_file(folder.write("f", bytes)) == bytes);
  CHECK(read_file(folder.write("empty", "")).empty());
  const std::string large(300000, 'x');
  CHECK(read_file(folder.write("large", large)) == large);
}

TEST_CASE("pipes are read to their end") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  REQUIRE(write(ends[1], "piped", 5) == 5);
  close(ends[1]);
  CHECK(read_file("/dev/fd/" + std::to_string(ends[0])) == "piped");
  close(ends[0]);
}

TEST_CASE("what cannot be read is named with reason and hint") {
  const TemporaryFolder folder;
  check_error([&] { read_file(folder.path() / "none"); }, ErrorKind::kInvalid,
              "none': No such file or directory\nhint: is the name");
  check_error([&] { read_file(folder.path() / "no" / "f"); }, ErrorKind::kInvalid,
              "hint: there is no folder '" + (folder.path() / "no").string() + "'");
  check_error([&] { read_file(folder.path()); }, ErrorKind::kInvalid, "Is a directory\nhint: give");
  if (geteuid() != 0) {
    const fs::path secret = folder.write("secret", "s");
    fs::permissions(secret, fs::perms::none);
    check_error([&] { read_file(secret); }, ErrorKind::kInvalid, "Permission denied\nhint: check");
  }
}

TEST_CASE("a file is replaced, and nothing else is left behind") {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "out";
  for (const std::string& bytes : {std::string("one"), std::string(), std::string("t\0o", 3)}) {
    write_atomically(path, bytes);
    CHECK(read_file(path) == bytes);
    CHECK(entries(folder.path()) == 1);
  }
}

TEST_CASE("whoever has the old file open keeps the old bytes") {
  const TemporaryFolder folder;
  const fs::path path = folder.write("out", "old bytes");
  const int before = open(path.c_str(), O_RDONLY);
  write_atomically(path, "new");
  char buffer[32];
  CHECK(read(before, buffer, sizeof buffer) == 9);
  close(before);
  CHECK(read_file(path) == "new");
}

TEST_CASE("modes: kept where the file exists, the user's umask where not") {
  const TemporaryFolder folder;
  const fs::path script = folder.program("script", "old");
  fs::permissions(script, fs::perms(0750));
  write_atomically(script, "new");
  CHECK(mode_of(script) == 0750);

  const mode_t before = umask(027);
  write_atomically(folder.path() / "fresh", "new");
  umask(before);
  CHECK(mode_of(folder.path() / "fresh") == 0640);
}

TEST_CASE("a symbolic link stays a link and its file is replaced") {
  const TemporaryFolder folder;
  const fs::path real = folder.write("real", "old");
  fs::create_symlink("real", folder.path() / "link");
  write_atomically(folder.path() / "link", "new");
  CHECK(fs::is_symlink(folder.path() / "link"));
  CHECK(read_file(real) == "new");
}

/// A log that is open as a descriptor, named as /dev/stdout would be: through `link` to
/// /proc/self/fd.
void check_open_file_is_appended_to(bool removed, bool link) {
  CAPTURE(removed);
  CAPTURE(link);
  const TemporaryFolder folder;
  const fs::path path = folder.write("log", "before, ");
  const int log = open(path.c_str(), O_RDWR);
  fs::path name = "/proc/self/fd/" + std::to_string(log);
  if (link) fs::create_symlink(std::exchange(name, folder.path() / "link"), folder.path() / "link");
  if (removed) fs::remove(path);
  write_atomically(name, "after");
  char buffer[32];
  CHECK(std::string(buffer, static_cast<std::size_t>(read(log, buffer, sizeof buffer))) ==
        "before, after");
  CHECK(fs::is_symlink(name));
  close(log);
}

TEST_CASE("devices and open files are written to, not replaced") {
  write_atomically("/dev/null", "gone");
  CHECK(fs::is_character_file("/dev/null"));
  check_open_file_is_appended_to(/*removed=*/false, /*link=*/false);
  check_open_file_is_appended_to(/*removed=*/true, /*link=*/false);
  check_open_file_is_appended_to(/*removed=*/true, /*link=*/true);
}

TEST_CASE("what cannot be written is named, and the folder stays as it was") {
  const TemporaryFolder folder;
  check_error([&] { write_atomically(folder.path() / "no" / "f", "x"); }, ErrorKind::kSystem,
              "No such file or directory\nhint: there is no folder");
  check_error([&] { write_atomically(folder.path(), "x"); }, ErrorKind::kSystem, "Is a directory");
  check_error([&] { write_atomically("/dev/full", "x"); }, ErrorKind::kSystem,
              "hint: the disk is full");
  check_error([&] { write_atomically("/proc/grabr", "x"); }, ErrorKind::kSystem, "/proc/grabr");
  if (geteuid() != 0) {
    fs::permissions(folder.path(), fs::perms(0500));
    check_error([&] { write_atomically(folder.path() / "f", "x"); }, ErrorKind::kSystem,
                "Permission denied\nhint: check");
    fs::permissions(folder.path(), fs::perms(0700));
  }
  CHECK(entries(folder.path()) == 0);
}

TEST_CASE("a temporary file whose maker was killed goes with the next one") {
  const TemporaryFolder folder;
  const pid_t dead = ::fork();
  if (dead == 0) ::_exit(0);
  REQUIRE(::waitpid(dead, nullptr, 0) == dead);
  const auto name = [](pid_t maker) { return ".grabr-" + std::to_string(maker) + "-0.tmp"; };
  const fs::path of_dead = folder.write(name(dead), "torn");
  const fs::path of_living = folder.write(name(::getppid()), "under way");
  const fs::path of_others = folder.write(".grabr-x.tmp", "somebody's");
  write_atomically(folder.path() / "result", "whole");
  CHECK_FALSE(fs::exists(of_dead));
  CHECK(fs::exists(of_living));
  CHECK(fs::exists(of_others));
  CHECK(entries(folder.path()) == 3);
}

TEST_CASE("a temporary file that is held from elsewhere stays") {
  const TemporaryFolder folder;
  const pid_t dead = ::fork();
  if (dead == 0) ::_exit(0);
  REQUIRE(::waitpid(dead, nullptr, 0) == dead);
  const fs::path held = folder.write(".grabr-" + std::to_string(dead) + "-0.tmp", "under way");
  const int file = ::open(held.c_str(), O_RDWR);
  REQUIRE(::flock(file, LOCK_SH) == 0);
  write_atomically(folder.path() / "result", "whole");
  CHECK(fs::exists(held));
  ::close(file);
}

TEST_CASE("what may not be there: all of it, its beginning, or nothing") {
  const TemporaryFolder folder;
  CHECK(read_if_there(folder.path() / "none") == "");
  CHECK(read_if_there(folder.path()) == "");  // a folder
  const std::string text(10000, 'x');
  folder.write("text", text + "y");
  CHECK(read_if_there(folder.path() / "text") == text + "y");
  CHECK(read_if_there(folder.path() / "text", 10000) == text);
  CHECK(read_if_there(folder.path() / "text", 7) == "xxxxxxx");
#ifdef __linux__
  CHECK(read_if_there("/proc/self/status").find("Name:") != std::string::npos);  // reports no size
#endif
}

}  // namespace

}  // namespace grabr
