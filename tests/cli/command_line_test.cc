#include "cli/command_line.h"

#include <doctest/doctest.h>

#include "text/error.h"

using namespace grabr;

namespace {

void check_split(const std::string& command, const Words& words) {
  CAPTURE(command);
  CHECK(split_words(command) == words);
  CHECK(split_words(shell_quote(words)) == words);
}

void check_call(const CallParts& parts, const Words& command, const std::string& input) {
  const Call call = resolve_call(parts);
  CHECK(call.command == command);
  CHECK(call.input == input);
}

}  // namespace

TEST_CASE("a command splits into words as in a shell") {
  check_split("", {});
  check_split("  \t\n", {});
  check_split("a", {"a"});
  check_split(" a  b\tc ", {"a", "b", "c"});
  check_split("'a b' c", {"a b", "c"});
  check_split("\"a b\"c", {"a bc"});
  check_split("a'b'\"c\"d", {"abcd"});
  check_split("'' \"\" x", {"", "", "x"});
  check_split("a\\ b", {"a b"});
  check_split("a\\", {"a\\"});
  check_split("'a\\b'", {"a\\b"});
  check_split(R"("a\"b\\c\$d\n")", {"a\"b\\c$d\\n"});
  check_split("$HOME *.c ~ `x` a;b|c>d", {"$HOME", "*.c", "~", "`x`", "a;b|c>d"});
  for (const char* open : {"'a", "\"a", "a 'b", "\"a\\\""}) {
    CHECK_THROWS_AS(split_words(open), Error);
  }
}

TEST_CASE("test and input are found in every shape") {
  check_call({{"t", "f"}, "", "", {}}, {"t"}, "f");
  check_call({{"t -x", "f"}, "", "", {}}, {"t", "-x"}, "f");
  check_call({{}, "t", "f", {}}, {"t"}, "f");
  check_call({{"f"}, "t", "", {}}, {"t"}, "f");
  check_call({{"t"}, "", "f", {}}, {"t"}, "f");
  check_call({{}, "", "f", Words{"c d", "@@"}}, {"c d", "@@"}, "f");
  check_call({{"f"}, "", "", Words{"c"}}, {"c"}, "f");
  for (const CallParts& wrong : {CallParts{{}, "", "", {}}, CallParts{{"t"}, "", "", {}},
                                 CallParts{{"t", "f", "x"}, "", "", {}},
                                 CallParts{{}, "t", "f", Words{"c"}},
                                 CallParts{{}, "", "f", Words{}}, CallParts{{" ", "f"}, "", "", {}}}) {
    CHECK_THROWS_AS(resolve_call(wrong), Error);
  }
}
