#include "oracle/test/program.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>

#include "temporary_folder.h"
#include "text/error.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

void check_refused(const std::string& name, const std::string& part) {
  CAPTURE(name);
  try {
    find_program(name);
    FAIL("not refused: " << name);
  } catch (const Error& error) {
    CAPTURE(error.what());
    CHECK(error.kind() == ErrorKind::kInvalid);
    CHECK(std::string(error.what()).find(part) != std::string::npos);
    CHECK(std::string(error.what()).find("\nhint: ") != std::string::npos);
  }
}

/// Changes the current folder or PATH until the end of the test.
class Elsewhere {
 public:
  explicit Elsewhere(const fs::path& folder) { fs::current_path(folder); }
  ~Elsewhere() {
    fs::current_path(before_);
    ::setenv("PATH", path_.c_str(), 1);
  }

 private:
  fs::path before_ = fs::current_path();
  std::string path_ = std::getenv("PATH");
};

TEST_CASE("programs are found by name, by path and in the current folder") {
  const TemporaryFolder folder;
  const fs::path program = folder.program("grabr-check", "#!/bin/sh\n");
  fs::create_directory(folder.path() / "sub");
  const Elsewhere elsewhere(folder.path() / "sub");
  CHECK(find_program("true").path.is_absolute());
  CHECK(find_program(program.string()).path == program);
  CHECK(fs::equivalent(find_program("../grabr-check").path, program));
  check_refused("grabr-check", "neither in PATH nor in the current folder");
  fs::current_path(folder.path());
  CHECK(fs::equivalent(find_program("grabr-check").path, program));
  fs::current_path(folder.path() / "sub");
  ::setenv("PATH", ("/nowhere:" + folder.path().string()).c_str(), 1);
  CHECK(find_program("grabr-check").path == program);
  ::setenv("PATH", "..:", 1);  // relative and empty entries
  CHECK(find_program("grabr-check").path.is_absolute());
}

TEST_CASE("PATH passes over files that cannot be executed") {
  const TemporaryFolder first, second;
  first.write("grabr-check", "#!/bin/sh\n");
  const fs::path program = second.program("grabr-check", "#!/bin/sh\n");
  const Elsewhere elsewhere("/");
  ::setenv("PATH", (first.path().string() + ":" + second.path().string()).c_str(), 1);
  CHECK(find_program("grabr-check").path == program);
}

TEST_CASE("text without an interpreter is for the shell") {
  const TemporaryFolder folder;
  CHECK(find_program(folder.program("plain", "exit 0\n").string()).shell_text);
  CHECK(find_program(folder.program("empty", "").string()).shell_text);
  CHECK_FALSE(find_program(folder.program("script", "#! /bin/sh -e\n").string()).shell_text);
  CHECK_FALSE(find_program("/bin/sh").shell_text);
}

TEST_CASE("what cannot be run is refused with a hint") {
  const TemporaryFolder folder;
  check_refused("", "no test program given");
  check_refused("./none.sh", "there is no file");
  check_refused("grabr-no-such-program", "neither in PATH");
  check_refused(folder.path().string(), "is a folder");
  const fs::path plain = folder.write("plain.sh", "#!/bin/sh\n");
  check_refused(plain.string(), "hint: chmod +x " + plain.string());
  check_refused(folder.program("i", "#!/no/such/shell -e\n").string(), "'/no/such/shell'");
  check_refused(folder.program("rel", "#!sh\n").string(), "'sh'");
  check_refused(folder.program("none", "#!").string(), "''");
  check_refused(folder.program("dos", "#!/bin/sh\r\nexit 0\r\n").string(), "Windows line ends");
  check_refused(folder.program("env", "#!/usr/bin/env grabr-no-such-python\n").string(),
                "'grabr-no-such-python', which is not in PATH");
  CHECK_NOTHROW(find_program(folder.program("env-ok", "#!/usr/bin/env sh\n").string()));
  CHECK_NOTHROW(find_program(folder.program("env-s", "#!/usr/bin/env -S sh -e\n").string()));
}

}  // namespace
}  // namespace grabr
