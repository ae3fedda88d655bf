#include "oracle/test/arguments.h"

#include <doctest/doctest.h>

namespace grabr {
namespace {

using Strings = std::vector<std::string>;

void check_filled(const std::string& base_name, const Strings& command, const Strings& arguments,
                  const Strings& other_names = {}, bool append_path = true) {
  CAPTURE(base_name);
  const FilledArguments filled = fill_arguments(command, {"/w", base_name}, append_path);
  CHECK(filled.arguments == arguments);
  CHECK(filled.other_names == other_names);
}

TEST_CASE("without a mark the path is the last argument") {
  check_filled("a.c", {"t"}, {"t", "/w/a.c"});
  check_filled("a.c", {"t", "-x"}, {"t", "-x", "/w/a.c"});
  check_filled("a.c", {"t", "-x"}, {"t", "-x"}, {}, false);
  check_filled("a b'\".c", {"t"}, {"t", "/w/a b'\".c"});
}

TEST_CASE("each mark becomes the path") {
  check_filled("a.c", {"t", "@@"}, {"t", "/w/a.c"});
  check_filled("a.c", {"t", "@@"}, {"t", "/w/a.c"}, {}, false);
  check_filled("a.c", {"t", "--in=@@", "-o", "x@@y@@"},
               {"t", "--in=/w/a.c", "-o", "x/w/a.cy/w/a.c"});
  check_filled("a.c", {"t", "@@@"}, {"t", "/w/a.c@"});
  check_filled("a.c", {"t", "@"}, {"t", "@", "/w/a.c"});
  check_filled("a.c", {"t@@"}, {"t@@", "/w/a.c"});  // never in the name of the program
}

TEST_CASE("a mark with an extension asks for another name") {
  check_filled("a.c", {"t", "@@.cc"}, {"t", "/w/a.cc"}, {"a.cc"});
  check_filled("a.c", {"t", "@@.c"}, {"t", "/w/a.c"});
  check_filled("a", {"t", "@@.c"}, {"t", "/w/a.c"}, {"a.c"});
  check_filled("a.c", {"t", "@@.cc", "@@", "@@.cc"}, {"t", "/w/a.cc", "/w/a.c", "/w/a.cc"},
               {"a.cc"});
  check_filled("a.txt", {"t", "@@.tar.gz"}, {"t", "/w/a.tar.gz"}, {"a.tar.gz"});
  check_filled("a.tar.gz", {"t", "@@.tar.gz"}, {"t", "/w/a.tar.gz"});
  check_filled(".rc", {"t", "@@.c"}, {"t", "/w/.rc.c"}, {".rc.c"});
  check_filled("a.c", {"t", "@@.cc:x"}, {"t", "/w/a.cc:x"}, {"a.cc"});
  check_filled("a.c", {"t", "@@."}, {"t", "/w/a.c."});
  check_filled("a.c", {"t", "@@/x"}, {"t", "/w/a.c/x"});
}

TEST_CASE("text for a shell gets the path as $1, and quoted where the marks are") {
  const auto check_text = [](const std::string& base_name, const std::string& text,
                             const std::string& filled_text, const Strings& other_names = {}) {
    const FilledArguments filled = fill_shell_text(text, {"/w", base_name});
    CHECK(filled.arguments == Strings{"sh", "-c", filled_text, "sh", "/w/" + base_name});
    CHECK(filled.other_names == other_names);
  };
  check_text("a.c", "cc \"$1\"", "cc \"$1\"");
  check_text("a.c", "cc @@ && cc @@.cc", "cc '/w/a.c' && cc '/w/a.cc'", {"a.cc"});
  check_text("it's $x.c", "cc @@", "cc '/w/it'\\''s $x.c'");
}

}  // namespace
}  // namespace grabr
