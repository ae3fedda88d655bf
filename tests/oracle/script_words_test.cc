#include <doctest/doctest.h>

#include <algorithm>

#include "oracle/test/test_files.h"

namespace grabr {
namespace {

using Words = std::vector<std::string>;

bool has(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Checks that the words of the text include all of `wanted` and none of `unwanted`.
void check_script_words(const std::string& text, const Words& wanted, const Words& unwanted = {}) {
  CAPTURE(text);
  const Words words = words_of_script(text).words;
  for (const std::string& word : wanted) {
    CAPTURE(word);
    CHECK(has(words, word));
  }
  for (const std::string& word : unwanted) {
    CAPTURE(word);
    CHECK_FALSE(has(words, word));
  }
}

void check_written(const std::string& text, const Words& wanted) {
  CAPTURE(text);
  CHECK(words_of_script(text).written == wanted);
}

TEST_CASE("words of a script: plain, quoted, of commands in commands") {
  check_script_words("cc -c x.c && ./run it", {"cc", "-c", "x.c", "./run", "it"});
  check_script_words("\"$GRABR_DIR\"/b/tool '/a b/c'", {"$GRABR_DIR/b/tool", "/a b/c"});
  check_script_words("${DIR}/tool \"${X:-/opt/y}/z\"", {"${DIR}/tool", "${X:-/opt/y}/z"});
  check_script_words("grep -f 'named.txt'|cat", {"named.txt", "cat"});
  check_script_words("sh -c 'gcc -O2 \"$1\" | ./check'",
                     {"gcc -O2 \"$1\" | ./check", "gcc", "./check"});
  check_script_words("x=$(/opt/tool a) y=`tool2 b`", {"/opt/tool", "tool2"});
  check_script_words("a\\ b /c\\\n/d", {"a b", "/c", "/d"});
  check_script_words("if ./t; then (u); fi", {"./t", "u"});
  check_script_words("subprocess.run([\"gcc\",\"-c\", '/opt/cc'])", {"gcc", "/opt/cc"});
}

TEST_CASE("words within words: right sides, lists of folders, options") {
  check_script_words("CC=/opt/cc make --with=/a/b PATH=/x:/y", {"/opt/cc", "/a/b", "/x", "/y"});
  check_script_words("cc -I/usr/inc -L$DIR/lib", {"/usr/inc", "$DIR/lib"});
  check_script_words("curl https://host/path", {"https://host/path"}, {"https"});
}

TEST_CASE("comments have no words, the first line names the interpreter") {
  check_script_words("#!/usr/bin/env python3\n# uses /opt/old\nx # y\na#b",
                     {"/usr/bin/env", "python3", "x", "a#b"}, {"/opt/old", "y", "!/usr/bin/env"});
}

TEST_CASE("an apostrophe opens nothing that is not closed") {
  check_script_words("don't\n/opt/tool x", {"/opt/tool", "x"});
}

TEST_CASE("what is written: redirections, outputs, arguments of what makes or removes files") {
  check_written("cc x > log 2>&1", {"log"});
  check_written("cc x &> log; cat >> b <c", {"log", "b"});
  check_written("cc -o out/a x.c", {"out/a"});
  check_written("a | tee b c; rm -f d", {"b", "c", "-f", "d"});
  check_written("cp a b c; mv d e", {"c", "e"});
  check_written("dd if=a of=b", {"b"});
  check_written("echo $n > '/tmp/a b'", {"/tmp/a b"});
  check_written("[ 1 -gt 0 ] && ./run 2> /dev/null", {"/dev/null"});
  check_script_words("cc x > log 2>&1", {"cc", "x", "2", "1"}, {"log"});
}

TEST_CASE("any bytes are words of some kind") {
  check_script_words(std::string("\0a\xff$", 4), {});
  for (const char* text : {"", "$", "${", "\"", "\\", "'", "#", ">", "$(", "=", ":", "-"}) {
    CHECK_NOTHROW(words_of_script(text));
  }
}

}  // namespace
}  // namespace grabr
