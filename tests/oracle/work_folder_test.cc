#include "oracle/work_folder.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "temporary_folder.h"
#include "text/error.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

TEST_CASE("folders are numbered, and gone at the end") {
  fs::path root;
  {
    WorkFolder work;
    root = work.path();
    CHECK(root.is_absolute());
    CHECK(root.filename().string().starts_with("grabr-"));
    CHECK(work.make_next() == root / "000001");
    CHECK(work.make_next() == root / "000002");
    std::ofstream(root / "000002" / "f") << "x";
  }
  CHECK_FALSE(fs::exists(root));
}

TEST_CASE("kept folders outlive it") {
  fs::path kept;
  {
    WorkFolder work;
    kept = work.make_next();
    work.keep();
  }
  CHECK(fs::exists(kept));
  remove_tree(kept.parent_path());
  CHECK_FALSE(fs::exists(kept.parent_path()));
}

TEST_CASE("read-only folders and links are removed, what links point to is not") {
  const TemporaryFolder outside;
  outside.write("precious", "x");
  WorkFolder work;
  const fs::path folder = work.make_next();
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
