#include "run/files/trusted_files.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <string>

#include "temporary_folder.h"
#include "text/file.h"

using namespace grabr;
using namespace grabr::run;

namespace {

namespace fs = std::filesystem;

/// Sets a variable while it lives.
class Setting {
 public:
  Setting(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    set(value);
  }
  ~Setting() { set(before_); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  void set(const std::string& value) const {
    if (value.empty()) ::unsetenv(name_);
    else ::setenv(name_, value.c_str(), 1);
  }
  const char* name_;
  std::string before_;
};

}  // namespace

TEST_CASE("a file is trusted with its place and its content") {
  const TemporaryFolder folder, state;
  const Setting where("XDG_STATE_HOME", state.path());
  const fs::path file = folder.write("recipe", "one");
  CHECK(!is_trusted(file, "one"));
  trust(file, "one");
  CHECK(is_trusted(file, "one"));
  CHECK(is_trusted(folder.path() / "." / "recipe", "one"));
  CHECK(!is_trusted(file, "two"));
  CHECK(!is_trusted(folder.path() / "other", "one"));
  trust(file, "two");
  CHECK(is_trusted(file, "two"));
  CHECK(is_trusted(file, "one"));  // the user has confirmed it
  const fs::path list = state.path() / "grabr" / "trusted";
  CHECK(fs::file_size(list) == 2 * 65);
  trust(file, "two");
  CHECK(fs::file_size(list) == 2 * 65);
  CHECK((fs::status(list).permissions() & fs::perms(077)) == fs::perms::none);

  SUBCASE("not by a list that others can write") {
    fs::permissions(list, fs::perms(0622));
    CHECK(!is_trusted(file, "two"));
  }
  SUBCASE("not by a list that is a link") {
    fs::rename(list, state.path() / "elsewhere");
    fs::create_symlink(state.path() / "elsewhere", list);
    CHECK(!is_trusted(file, "two"));
  }
  SUBCASE("nor by a recipe that is a link to one that is trusted") {
    fs::create_symlink(file, folder.path() / "link");
    CHECK(!is_trusted(folder.path() / "link", "two"));
  }
  SUBCASE("and the list does not grow for ever") {
    std::string lines;
    for (int i = 0; i < 17000; ++i) lines += std::string(64, 'a') + '\n';
    write_atomically(list, lines);
    trust(file, "three");
    CHECK(fs::file_size(list) < lines.size() * 2 / 3);
    CHECK(is_trusted(file, "three"));
  }
}

TEST_CASE("without a home, what is trusted is known until the machine starts again") {
  const TemporaryFolder folder;
  const Setting state("XDG_STATE_HOME", ""), home("HOME", "");
  const fs::path file = folder.write("recipe", "one");
  CHECK(!is_trusted(file, "one"));
  trust(file, "one");
  CHECK(is_trusted(file, "one"));
}
