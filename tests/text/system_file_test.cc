#include "text/system_file.h"

#include <doctest/doctest.h>

#include "temporary_folder.h"

namespace grabr {
namespace {

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
  CHECK(read_if_there("/proc/self/status").find("Name:") != std::string::npos);  // tells no size
#endif
}

}  // namespace
}  // namespace grabr
