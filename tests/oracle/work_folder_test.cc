#include "oracle/process/work_folder.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

#include "temporary_folder.h"
#include "text/error.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

TEST_CASE("a folder for numbered folders, and gone at the end") {
  fs::path root;
  {
    WorkFolder work;
    root = work.path();
    CHECK(root.is_absolute());
    CHECK(root.filename().string().starts_with("grabr-"));
    CHECK(numbered_folder(root, 1) == root / "000001");
    CHECK(numbered_folder(root, 1234567) == root / "1234567");
    fs::create_directory(root / "000002");
    std::ofstream(root / "000002" / "f") << "x";
  }
  CHECK_FALSE(fs::exists(root));
}

TEST_CASE("candidates lie under numbers of their own, also those of a copy of the process") {
  WorkFolder work;
  const std::uint64_t first = work.store("one", 0640);
  const std::uint64_t second = work.store("two", 0600);
  CHECK(first != second);
  CHECK(read_file(work.stored_path(first)) == "one");
  CHECK(read_file(work.stored_path(second)) == "two");
  CHECK(fs::status(work.stored_path(second)).permissions() == fs::perms(0600));
  const pid_t copy = ::fork();
  if (copy == 0) {
    work.become_copy();
    work.store("three", 0600);
    work.store("four", 0600);
    work.~WorkFolder();  // harmless in a copy of the process
    ::_exit(0);
  }
  int status = -1;
  ::waitpid(copy, &status, 0);
  CHECK(status == 0);
  CHECK(std::distance(fs::directory_iterator(work.path()), fs::directory_iterator()) == 4 + 1);
}

TEST_CASE("a folder that was removed is made again") {
  WorkFolder work;
  work.store("one", 0600);
  fs::remove_all(work.path());
  const std::uint64_t number = work.store("two", 0600);
  CHECK(read_file(work.stored_path(number)) == "two");
  CHECK(fs::exists(work.path() / "lock"));
}

TEST_CASE("of kept folders the last few stay, and those in use") {
  const TemporaryFolder root;
  const char* variable = std::getenv("TMPDIR");
  const std::string before = variable != nullptr ? variable : "";
  ::setenv("TMPDIR", root.path().c_str(), 1);
  FolderLock lock;
  const fs::path used = make_kept_folder(lock);
  CHECK(used.parent_path().filename().string().starts_with("grabr-kept-"));
  std::vector<fs::path> kept;
  for (std::size_t i = 0; i < kKeptFolders + 2; ++i) {
    FolderLock released;
    kept.push_back(make_kept_folder(released));
    const auto minute = std::chrono::minutes(static_cast<int>(i));
    fs::last_write_time(kept.back().parent_path(), fs::file_time_type::clock::now() + minute);
  }
  fs::create_directory(root.path() / "grabr-kept-mine");
  remove_stale_folders();
  CHECK(fs::exists(used));
  CHECK_FALSE(fs::exists(kept[0]));
  CHECK_FALSE(fs::exists(kept[1]));
  for (std::size_t i = 2; i < kept.size(); ++i) CHECK(fs::exists(kept[i]));
  CHECK(fs::exists(root.path() / "grabr-kept-mine"));
  lock.release();
  remove_stale_folders();
  CHECK_FALSE(fs::exists(used));
  ::unsetenv("TMPDIR");
  if (!before.empty()) ::setenv("TMPDIR", before.c_str(), 1);
}

TEST_CASE("one who is killed while removing a folder leaves it to the next") {
  const TemporaryFolder root;
  const char* variable = std::getenv("TMPDIR");
  const std::string before = variable != nullptr ? variable : "";
  ::setenv("TMPDIR", root.path().c_str(), 1);
  const fs::path folder = root.path() / "grabr-aaaaaa";
  fs::create_directory(folder);
  root.write("grabr-aaaaaa/lock", "");
  constexpr int kFiles = 3000;
  for (int i = 0; i < kFiles; ++i) root.write("grabr-aaaaaa/c" + std::to_string(i), "");
  const auto left = [&] {
    std::error_code gone;
    return std::distance(fs::directory_iterator(folder, gone), fs::directory_iterator());
  };
  const pid_t child = ::fork();
  if (child == 0) {
    remove_work_folder(folder);
    ::_exit(0);
  }
  while (left() > kFiles - 100) {
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  if (fs::exists(folder)) CHECK((fs::exists(folder / "lock") || left() == 0));
  remove_stale_folders();
  CHECK_FALSE(fs::exists(folder));
  ::unsetenv("TMPDIR");
  if (!before.empty()) ::setenv("TMPDIR", before.c_str(), 1);
}

TEST_CASE("folders of the dead are removed, those of the living and of others are not") {
  const TemporaryFolder root;
  const char* variable = std::getenv("TMPDIR");
  const std::string before = variable != nullptr ? variable : "";
  ::setenv("TMPDIR", root.path().c_str(), 1);
  fs::create_directories(root.path() / "grabr-aaaaaa" / "000001" / "deep");
  root.write("grabr-aaaaaa/lock", "");
  for (const char* name : {"grabr-bbbbbb", "grabr-dddddd", "grabr-eeeeee"}) {
    fs::create_directory(root.path() / name);
  }
  root.write("grabr-bbbbbb/notes", "");                // no lock: not one of ours
  fs::create_directory(root.path() / "grabr-cccccc");  // its creator died before it made the lock
  root.write("grabr-dddddd/lock-123", "");
  root.write("grabr-eeeeee/lock-124", "");  // its creator is still working
  const FileDescriptor held(::open((root.path() / "grabr-eeeeee/lock-124").c_str(), O_RDWR));
  REQUIRE(::flock(held.number(), LOCK_SH) == 0);
  fs::create_directory(root.path() / "grabr-mine");
  root.write("grabr-mine/lock", "");
  {
    const WorkFolder living;
    const WorkFolder another;
    CHECK(fs::exists(living.path()));
    CHECK(std::distance(fs::directory_iterator(root.path()), fs::directory_iterator()) == 5);
  }
  CHECK_FALSE(fs::exists(root.path() / "grabr-aaaaaa"));
  CHECK(fs::exists(root.path() / "grabr-bbbbbb"));
  CHECK_FALSE(fs::exists(root.path() / "grabr-cccccc"));
  CHECK_FALSE(fs::exists(root.path() / "grabr-dddddd"));
  CHECK(fs::exists(root.path() / "grabr-eeeeee"));
  CHECK(fs::exists(root.path() / "grabr-mine"));
  ::unsetenv("TMPDIR");
  if (!before.empty()) ::setenv("TMPDIR", before.c_str(), 1);
}

TEST_CASE("the last one who holds the lock knows it") {
  const TemporaryFolder folder;
  FolderLock one(folder.path());
  FolderLock other(folder.path());
  CHECK_FALSE(one.is_last());
  CHECK(other.is_last());
}

TEST_CASE("read-only folders and links are removed, what links point to is not") {
  const TemporaryFolder outside;
  outside.write("precious", "x");
  WorkFolder work;
  const fs::path folder = numbered_folder(work.path(), 1);
  fs::create_directories(folder / "a" / "b" / "c");
  std::ofstream(folder / "a" / "b" / "c" / "f") << "x";
  fs::create_directory_symlink(outside.path(), folder / "a" / "link");
  fs::permissions(folder / "a" / "b" / "c", fs::perms::none);
  fs::permissions(folder / "a" / "b", fs::perms(0500));
  fs::permissions(folder / "a", fs::perms(0500));
  fs::permissions(folder, fs::perms(0500));
  remove_tree(folder);
  CHECK_FALSE(fs::exists(folder));
  CHECK(fs::exists(outside.path() / "precious"));
}

TEST_CASE("no place for temporary files is an error with a hint") {
  const char* variable = std::getenv("TMPDIR");
  const std::string before = variable != nullptr ? variable : "";
  ::setenv("TMPDIR", "/no/such/folder", 1);
  CHECK_THROWS_WITH_AS(WorkFolder(), doctest::Contains("hint: set TMPDIR"), Error);
  if (before.empty()) {
    ::unsetenv("TMPDIR");
  } else {
    ::setenv("TMPDIR", before.c_str(), 1);
  }
}

}  // namespace
}  // namespace grabr
