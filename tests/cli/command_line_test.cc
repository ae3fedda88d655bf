#include "cli/line/command_line.h"

#include <doctest/doctest.h>

#include "text/error.h"
#include "text/shell_word.h"

using namespace grabr;

namespace {

void check_split(const std::string& command, const Words& words) {
  CAPTURE(command);
  CHECK(split_words(command) == words);
  CHECK(split_words(shell_words(words)) == words);
}

void check_path(const std::string& text, const std::string& wanted) {
  CAPTURE(text);
  CHECK(shell_text_with_path(text) == wanted);
}

/// A call without -c.
CallParts parts(const Words& positionals, const std::string& test, const std::string& input,
                const std::optional<Words>& after_dashes) {
  return {positionals, test, input, after_dashes, "", false};
}

/// A call with -c.
CallParts with_text(const Words& positionals, const std::string& text) {
  return {positionals, "", "", std::nullopt, text, false};
}

void check_call(const CallParts& given, const Words& command, const std::string& input) {
  const Call call = resolve_call(given);
  CHECK(call.command == command);
  CHECK(call.input == input);
  CHECK(call.plain_command == given.after_dashes.has_value());
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
  check_call(parts({"t", "f"}, "", "", {}), {"t"}, "f");
  check_call(parts({"t -x", "f"}, "", "", {}), {"t", "-x"}, "f");
  check_call(parts({}, "t", "f", {}), {"t"}, "f");
  check_call(parts({"f"}, "t", "", {}), {"t"}, "f");
  check_call(parts({"t"}, "", "f", {}), {"t"}, "f");
  check_call(parts({}, "", "f", Words{"c d", "@@"}), {"c d", "@@"}, "f");
  check_call(parts({"f"}, "", "", Words{"c"}), {"c"}, "f");
  for (const CallParts& wrong :
       {parts({}, "", "", {}), parts({"t"}, "", "", {}), parts({"t", "f", "x"}, "", "", {}),
        parts({}, "t", "f", Words{"c"}), parts({}, "", "f", Words{}), parts({" ", "f"}, "", "", {}),
        with_text({"t", "f"}, "x"), with_text({}, "x"), with_text({"f"}, " "),
        with_text({"f"}, "x @@.c")}) {
    CHECK_THROWS_AS(resolve_call(wrong), Error);
  }
}

TEST_CASE("a shell text stands for the test") {
  const Call call = resolve_call(with_text({"f"}, "grep -q BUG @@"));
  CHECK(call.command.empty());
  CHECK(call.plain_command);
  CHECK(call.shell_text == "grep -q BUG @@");
  CHECK(call.input == "f");
  CHECK(call.words() == Words{"/bin/sh", "-c", "grep -q BUG \"$1\"", "sh"});
  CallParts named = with_text({}, "x");
  named.input = "f";
  CHECK(resolve_call(named).input == "f");
  named.test = "t";
  CHECK_THROWS_AS(resolve_call(named), Error);
  named.test.clear();
  named.after_dashes = Words{"c"};
  CHECK_THROWS_AS(resolve_call(named), Error);
}

TEST_CASE("the path in a shell text is quoted as its place needs it") {
  check_path("", "");
  check_path("cc @@", "cc \"$1\"");
  check_path("cc @@ && x<@@", "cc \"$1\" && x<\"$1\"");
  check_path("test -n \"a @@ b\" @@", "test -n \"a ${1} b\" \"$1\"");
  check_path("echo 'a @@ b' @@", "echo 'a '\"$1\"' b' \"$1\"");
  check_path("echo \\' @@ \\\" @@", "echo \\' \"$1\" \\\" \"$1\"");
  check_path("echo \"\\\"@@\" '\\' @@", "echo \"\\\"${1}\" '\\' \"$1\"");
  check_path("# don't @@\ncc @@", "# don't @@\ncc \"$1\"");
  check_path("cc a#b'c' @@ # @@", "cc a#b'c' \"$1\" # @@");
  check_path("mail a@b @", "mail a@b @");
  check_path("x @@. @@.", "x \"$1\". \"$1\".");
  CHECK_THROWS_AS(shell_text_with_path("cc @@.c"), Error);
}
