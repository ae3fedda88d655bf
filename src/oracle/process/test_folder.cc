#include "oracle/process/test_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "oracle/process/work_folder.h"
#include "oracle/test/listing.h"
#include "oracle/test/write_file.h"
#include "text/escape.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

void check(int error, const char* action, const fs::path& path) {
  if (error == 0) return;
  throw std::system_error(error, std::generic_category(),
                          "cannot " + std::string(action) + " '" + shown_name(path) + "'");
}

void make_empty_folder(const fs::path& path) {
  int error = ::mkdir(path.c_str(), 0777) == 0 ? 0 : errno;
  if (error == EEXIST) {  // left over, because it could not be removed before
    remove_tree(path);
    error = ::mkdir(path.c_str(), 0777) == 0 ? 0 : errno;
  }
  check(error, "make", path);
}

void move_file(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) check(copy_regular_file(from, to), "write", to);
}

}  // namespace

TestFolder::TestFolder(const TestSetup& setup, fs::path path, bool kept)
    : setup_(setup), path_(std::move(path)), kept_(kept) {
  if (!kept_) make_empty_folder(path_);
}

TestFolder::~TestFolder() {
  if (kept_) return;
  // Most tests leave only the files they were given.
  for (const std::string& name : other_names_) ::unlink((path_ / name).c_str());
  ::unlink(candidate().c_str());
  ::rmdir(scratch().c_str());
  if (::rmdir(path_.c_str()) != 0) remove_tree(path_);
}

void TestFolder::fill(const fs::path& stored, bool pristine, std::vector<std::string> other_names) {
  if (!setup_.options.project.empty()) {
    fill_project(stored);
  } else {
    fill_file(stored, pristine, std::move(other_names));
  }
  make_empty_folder(scratch());
  for (const auto& [source, name] : setup_.copies) copy_tree(source, path_ / name);
}

void TestFolder::fill_file(const fs::path& stored, bool pristine,
                           std::vector<std::string> other_names) {
  other_names_ = std::move(other_names);
  if (pristine) {
    check(copy_regular_file(stored, candidate()), "write", candidate());
  } else {
    move_file(stored, candidate());
  }
  for (const std::string& name : other_names_) {
    const fs::path other = path_ / name;
    if (::link(candidate().c_str(), other.c_str()) == 0) continue;
    check(copy_regular_file(candidate(), other), "write", other);
  }
}

void TestFolder::fill_project(const fs::path& stored) {
  const fs::path& project = setup_.options.project;
  const std::string& name = setup_.options.project_file;
  if (name.empty()) return copy_listed(project, read_file(stored), candidate());
  copy_tree(project, candidate());
  const fs::path file = candidate() / name;
  const fs::perms mode = fs::status(file).permissions();
  fs::remove(file);
  check(copy_regular_file(stored, file), "write", file);
  fs::permissions(file, mode);
}

}  // namespace grabr
