#include "run/check/null_device.h"

#include <doctest/doctest.h>

#include "temporary_folder.h"

using namespace grabr;

TEST_CASE("what is no null device is told, with the command that mends it") {
  const TemporaryFolder folder;
  const auto is = [](const std::filesystem::path& path) {
    const std::string said = problem_of_null_device(path);
    return said.substr(0, said.find(':'));
  };
  CHECK(is(kNullDevice).empty());
  const std::string file = folder.write("null", "text").string();
  CHECK(is(file) == file + " is a file now");
  CHECK(is(folder.path() / "gone") == (folder.path() / "gone").string() + " is gone");
  CHECK(is("/dev/zero") == "/dev/zero is not the null device any more");
  const std::string mended = "rm -f " + file + " && mknod -m 666 " + file + " c 1 3";
  CHECK(problem_of_null_device(file).find(mended) != std::string::npos);
}
