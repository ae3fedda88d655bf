#include "text/shell_word.h"

#include <doctest/doctest.h>

namespace grabr {
namespace {

TEST_CASE("words that only a shell understands") {
  for (const char* word : {"|", "&&", ";", "2>&1", ">out", ">>", "&>", "2>/dev/null", "$1", "<"}) {
    CAPTURE(word);
    CHECK(is_shell_syntax(word));
  }
  for (const char* word : {"", "<table>", "a|b", "->", "$", "-2", "&amp;", ">>>", "x>y"}) {
    CAPTURE(word);
    CHECK_FALSE(is_shell_syntax(word));
  }
}

TEST_CASE("words get quotes where the shell would read something else") {
  CHECK(shell_word("a.out") == "a.out");
  CHECK(shell_word("--in=@@") == "--in=@@");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("a b") == "'a b'");
  CHECK(shell_word("it's") == "'it'\\''s'");
  CHECK(shell_word("$(rm *)") == "'$(rm *)'");
  CHECK(shell_word("a\nb") == "'a\nb'");
  CHECK(shell_word("~") == "'~'");
  CHECK(shell_file("a b") == "'a b'");
  CHECK(shell_file("-rf") == "./-rf");
}

}  // namespace
}  // namespace grabr
