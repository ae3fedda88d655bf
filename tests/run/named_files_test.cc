#include "run/files/named_files.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "temporary_folder.h"

namespace grabr {
namespace {

using Names = std::vector<std::string>;

TEST_CASE("files that a script names") {
  TemporaryFolder folder;
  for (const char* name : {"helper.h", "a.out", "t.conf", "ref"}) folder.write(name, "");
  std::filesystem::create_directory(folder.path() / "inc");
  folder.write("inc/x.h", "");
  const auto named = [&](std::string_view script) {
    return files_named_by_script(script, folder.path());
  };
  CHECK(named("#!/bin/sh\ncc -include helper.h \"$1\" && ./a.out\n") == Names{"helper.h", "a.out"});
  CHECK(named("cc -Iinc $1") == Names{"inc"});
  CHECK(named("cc -DX='inc/x.h' $1") == Names{"inc/x.h"});
  CHECK(named("cmp --conf=t.conf $1|diff - ref>out") == Names{"t.conf", "ref"});
  CHECK(named("./a.out; ./a.out; a.out") == Names{"a.out"});
  CHECK(named("# see helper.h\ntrue # or a.out\necho $#helper.h").empty());
  CHECK(named("cat $GRABR_DIR/helper.h \"$(dirname \"$0\")/a.out\" /helper.h").empty());
  CHECK(named("echo other . .. -").empty());
}

TEST_CASE("a file that a command names") {
  TemporaryFolder folder;
  folder.write("t.py", "");
  folder.write("lib/u.py", "");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const auto named = [](const Names& command, const std::vector<std::filesystem::path>& copies) {
    return file_named_by_command(command, copies, "elsewhere/in.c");
  };
  folder.write("in.c", "");
  CHECK(named({"cc", "in.c"}, {}).empty());
  CHECK(named({"t.py", "-x", "@@"}, {}).empty());
  CHECK(named({"python3", "-u", "./t.py", "@@"}, {}) == "./t.py");
  CHECK(named({"python3", "./t.py"}, {"/elsewhere/t.py"}).empty());
  CHECK(named({"python3", "lib/u.py"}, {"lib"}).empty());
  CHECK(named({"python3", "lib", (folder.path() / "t.py").string()}, {}).empty());
  CHECK(words_on_file_elsewhere("lib/u.py").find("--copy lib puts a copy there") !=
        std::string::npos);
  CHECK(words_on_file_elsewhere("../u.py").find("--copy") == std::string::npos);
  std::filesystem::current_path(before);
}

TEST_CASE("no more than eight") {
  TemporaryFolder folder;
  std::string script;
  for (char c = 'a'; c < 'p'; ++c) {
    folder.write(std::string(1, c), "");
    script += std::string(1, c) + " ";
  }
  CHECK(files_named_by_script(script, folder.path()).size() == 8);
}

}  // namespace
}  // namespace grabr
